# The page that people play on in a browser: `make page` writes it to build/web, for any static web
# host, and the same files are embedded in the program for `broadside serve`.
#
# The page is the folder web/ and the engine. WASM_FILES are the files of the engine, if they can be
# built here; otherwise WASM_MISSING names the packages that they need.

WEB ?= web
WASM_MISSING ?= clang, lld, wasi-libc and libclang-rt-dev-wasm32
WEB_FILES := $(if $(WASM_FILES),$(sort $(shell find $(WEB) -type f ! -name '.*' ! -name '*~' \
               ! -name '*.md' 2>/dev/null)))

.PHONY: page

page: ## write the page to build/web: the folder works on any static web host
page: $(if $(WEB_FILES),build/page/web.stamp)
	@$(if $(WEB_FILES),echo 'build/web is the page; any web server can hand it out.',\
	    echo 'The page needs $(WASM_MISSING). Install them and run make page again.' >&2; exit 1)

ifneq ($(wildcard src/cli/web_page.h),)
WEB_C := build/page/web_page.c
CLI_SRC += $(WEB_C)

# The list removes deleted files from the page.
build/page/web.list: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(WEB_FILES) $(WASM_FILES) '$(WASM_MISSING)' > $@.new
	@$(keep_if_same)

build/page/web.stamp: $(WEB_FILES) $(WASM_FILES) build/page/web.list
	@rm -rf build/web && mkdir -p build/web $(sort $(dir $(WEB_FILES:$(WEB)/%=build/web/%)))
	@for file in $(WEB_FILES:$(WEB)/%=%); do cp $(WEB)/$$file build/web/$$file || exit 1; done
	@cp $(WASM_FILES) build/web
	@touch $@

$(WEB_C): $(if $(WEB_FILES),build/page/web.stamp) build/page/web.list scripts/embed-web
	$(call show,EMBED)scripts/embed-web $(if $(WEB_FILES),build/web '',- '$(WASM_MISSING)') > $@
endif
