# Broadside's build. `make help` lists the targets.
#
# One make without recursion into folders. Sources are found by wildcard. The rules are written once
# (mk/flavours.mk) and instantiated for each flavour of the build (release, asan, tsan, ...), whose
# objects are in build/FLAVOUR. A target that installs packages then starts make again, because
# pkg-config runs when make starts.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += -r

VERSION := $(shell cat VERSION)
LAYERS := base rules infer bots contest session guest check arena store report tui page web

LIB_SRC := $(sort $(foreach l,$(LAYERS),$(wildcard src/$l/*.c)))
CLI_SRC := $(sort $(wildcard src/cli/*.c))
BENCH_SRC := $(filter-out bench/solver.c bench/plain_count.c,$(sort $(wildcard bench/*.c)))
PUBLIC_HEADERS := $(sort $(wildcard include/broadside/*.h))
C_FILES := $(sort $(wildcard include/*/*.h $(foreach x,c h,src/*/*.$x tests/*/*.$x bench/*.$x \
             examples/*/*.$x examples/*/*/*.$x)))

# Options for the inner make: use all processors unless the user gave -j, and do not mix output.
JOBS := $(shell nproc 2>/dev/null || echo 2)
PARALLEL = --no-print-directory -O $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

include mk/flags.mk
include mk/wasm.mk
include mk/report.mk
include mk/web.mk
include mk/starters.mk
include mk/flavours.mk
include mk/test.mk
include mk/lint.mk
include mk/install.mk
include mk/strength.mk
include mk/json.mk
include mk/java.mk

.PHONY: all play bench pictures clean help FORCE

all: ## build ./broadside and the libraries (the default)
all: broadside build/release/libbroadside.a $(SHARED) $(GENERATED) $(BRIDGE) java-note

play: ## install what the README needs, build the game and play; PLAIN=1 for plain text
	@scripts/deps play
	@$(MAKE) $(PARALLEL) broadside
	@./broadside play $(if $(PLAIN),--plain)

bench: ## build and run the benchmarks
	@scripts/deps bench
	@$(MAKE) $(PARALLEL) broadside $(call bench_programs,release)
	@for b in $(filter-out %/strength,$(call bench_programs,release)); do "$$b" || exit 1; done
	@bench/jars/run
	@bench/page

PICTURES := battle.svg viewer.svg report.png page.png phone.png
pictures: ## make the pictures of the screen and the report in docs/pictures again
pictures: broadside
	@for p in $(PICTURES); do echo "docs/pictures/$$p"; \
	    scripts/screenshot $${p%.*} >build/$$p && mv build/$$p docs/pictures/ || exit 1; done

clean: ## remove everything that make builds
	rm -rf build broadside broadside-$(VERSION).tar.gz

help: ## this list
	@awk -F ':[^#]*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Variables: CC CFLAGS CPPFLAGS LDFLAGS, WERROR=1, V=1 (show commands), prefix, DESTDIR,'
	@echo '           PLAIN=1 (play), FUZZ_SECONDS (fuzz, soak), TEST_TIMEOUT (seconds per test program)'
