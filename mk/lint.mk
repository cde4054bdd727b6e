# Formatting and static analysis. A tool that is not installed is left out with a note;
# `scripts/deps lint` installs them all.

# Generated files only hold data.
TIDY_STAMPS := $(patsubst %.c,build/lint/%.tidy,$(filter-out build/%,$(LIB_SRC) $(CLI_SRC)))
# How many states of a function the analyser of clang-tidy looks at before it goes on to the next. Its
# own limit is 225,000, which SOAK sets; that takes three times as long.
TIDY_NODES := $(if $(SOAK),225000,75000)
TIDY_DEPTH := $(addprefix --extra-arg=,-Xclang -analyzer-config -Xclang max-nodes=$(TIDY_NODES))

# $(call with,TOOL,COMMAND): runs the command if the tool is installed.
with = @if command -v $1 >/dev/null; then echo '$1'; $2; else echo 'left out: $1 (not installed)'; fi

.PHONY: format lint lint-all lint-format lint-scripts lint-purity lint-cppcheck lint-tidy

format: ## format all C files with clang-format
	clang-format -i $(C_FILES)

lint: ## check formatting, layers, purity, style; run cppcheck and clang-tidy
	@$(MAKE) -k $(PARALLEL) lint-all

lint-all: lint-format lint-scripts lint-purity lint-cppcheck lint-tidy

lint-format:
	@mkdir -p build/lint
	$(call with,clang-format,clang-format --dry-run -Werror $(C_FILES) 2>build/lint/format \
	    || { sed -n 's/:.*clang-format-violations.*/: not formatted; run make format/p' build/lint/format | \
	        sort -u | grep . || cat build/lint/format; exit 1; })

lint-scripts:
	scripts/check-includes
	scripts/check-style
	$(call with,shellcheck,shellcheck -S warning $$(scripts/check-style --list-shell))

lint-purity: $(call objects,release,$(LIB_SRC))
	scripts/check-purity build/release

# Suppressed: missing system headers, which it does not need, and uninitvar, which misjudges structs
# that are filled through a pointer to a member; the compilers and clang-tidy do better.
lint-cppcheck:
	@mkdir -p build/lint/cppcheck
	$(call with,cppcheck,cppcheck --quiet -j2 --error-exitcode=1 --std=c11 --inline-suppr \
	    --enable=warning$(comma)performance$(comma)portability --cppcheck-build-dir=build/lint/cppcheck \
	    --suppress=missingInclude --suppress=missingIncludeSystem --suppress=uninitvar \
	    -Isrc -Iinclude -Itests -Ibench $(BASE_CPPFLAGS) $(LIB_CPPFLAGS) $(wildcard src include tests bench))
comma := ,

# One stamp per file. It depends on the release object, which is rebuilt when a header changes.
lint-tidy: $(if $(shell command -v clang-tidy),$(TIDY_STAMPS))
	$(call with,clang-tidy,:)

build/lint/%.tidy: build/release/%.o .clang-tidy
	@mkdir -p $(@D)
	$(call show,TIDY)clang-tidy --quiet $(TIDY_DEPTH) $*.c -- -std=c11 $(BASE_CPPFLAGS) $(LIB_CPPFLAGS) 2> $@.err \
	    || { cat $@.err; exit 1; }
	@mv $@.err $@
