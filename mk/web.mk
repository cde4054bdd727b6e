# The page that people play on in a browser: `make page` writes it to build/web, for any static web
# host, and the same files are embedded in the program for `broadside serve`.
#
# The page is the folder web/ and the engine, whose files are WASM_MODULES. If WASM_MISSING names
# packages, the engine cannot be built here, and there is no page. Include this before flavours.mk.

WEB ?= web
WASM_MISSING ?= clang lld wasi-libc libclang-rt-14-dev-wasm32
WEB_ENGINE := $(if $(strip $(WASM_MISSING)),,$(WASM_MODULES))
WEB_FILES := $(if $(WEB_ENGINE),$(sort $(shell find $(WEB) -type f ! -name '.*' ! -name '*~' \
               ! -name '*.md' 2>/dev/null)))
# All files of the page below build/web.
WEB_PAGE := $(if $(WEB_FILES),$(WEB_FILES:$(WEB)/%=%) $(notdir $(WEB_ENGINE)))

.PHONY: page

page: ## write the page to build/web: the folder works on any static web host
page: $(if $(WEB_PAGE),build/page/web.stamp)
	@$(if $(WEB_PAGE),echo 'build/web is the page; any web server can hand it out.',\
	    echo 'The page needs these packages: $(WASM_MISSING)' >&2; exit 1)

ifneq ($(wildcard src/cli/web_page.h),)
WEB_C := build/page/web_page.c
CLI_SRC += $(WEB_C)

# The list removes deleted files from the page.
build/page/web.list: FORCE
	@mkdir -p $(@D)
	@{ printf '%s\n' $(WEB_PAGE) | LC_ALL=C sort; echo '$(WASM_MISSING)'; } > $@.new
	@$(keep_if_same)

build/page/web.stamp: $(WEB_FILES) $(WEB_ENGINE) build/page/web.list scripts/stamp-page
	@mkdir -p build/web $(sort $(dir $(WEB_PAGE:%=build/web/%)))
	@(cd build/web && find . -type f | sed 's|^\./||') | grep -vxF -f build/page/web.list | \
	    while read -r old; do rm -f "build/web/$$old"; done
	@for file in $(WEB_FILES:$(WEB)/%=%); do cp "$(WEB)/$$file" "build/web/$$file" || exit 1; done
	@for file in $(filter-out build/web/%,$(WEB_ENGINE)); do cp "$$file" build/web || exit 1; done
	@scripts/stamp-page build/web
	@touch $@

$(WEB_C): $(if $(WEB_PAGE),build/page/web.stamp) build/page/web.list scripts/embed-web
	$(call show,EMBED)scripts/embed-web $(if $(WEB_PAGE),build/web '',- '$(WASM_MISSING)') > $@
endif
