# The engine as WebAssembly, for the page: build/web/engine.wasm, and engine-simd.wasm for browsers
# with vectors of 16 bytes. The sources are those of the library, without what needs a system; the
# modules import nothing. If WASM_MISSING names packages, they cannot be built here. Include this after
# flags.mk, before anything that uses WASM_MODULES.

WASM_CC ?= $(CLANG)
WASM_SRC := $(filter-out %/flat_avx2.c %/plugin.c %/embed.c, \
              $(sort $(wildcard $(foreach l,rules infer bots session page wasm,src/$l/*.c)))) \
            src/contest/personal_rating.c src/contest/personal_stats.c \
            $(addprefix src/base/,buffer.c columns.c error.c exponent.c rng.c seed.c sha256.c text.c wide.c)
# The stack comes first in memory, so that an overflow traps instead of overwriting data.
WASM_CFLAGS := --target=wasm32-wasi -std=c11 -fvisibility=hidden -ffunction-sections \
               -fdata-sections -fno-common -ffp-contract=off $(WARNINGS)
WASM_LDFLAGS := --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,--gc-sections \
                -Wl,--stack-first -Wl,-z,stack-size=2097152 -Wl,--max-memory=268435456
WASM_PLAIN_FLAGS :=
WASM_SIMD_FLAGS := -msimd128
WASM_MODULES := build/web/engine.wasm build/web/engine-simd.wasm
# For tests: games between bots.
WASM_GAMES := build/wasm/plain/bot_games.wasm build/wasm/simd/bot_games.wasm

# What is missing to build the modules, as packages.
WASM_MISSING := $(strip \
    $(if $(shell command -v $(WASM_CC)),,clang) \
    $(if $(shell command -v wasm-ld),,lld) \
    $(if $(wildcard /usr/include/wasm32-wasi/stdlib.h),,wasi-libc) \
    $(if $(shell find "$$($(WASM_CC) -print-resource-dir 2>/dev/null)/lib/" \
        -name 'libclang_rt.builtins-wasm32.a' 2>/dev/null),,libclang-rt-14-dev-wasm32))

# What takes no time is compiled for size: the page is loaded before it is played.
WASM_FAST := src/infer/% src/bots/% src/rules/game.c src/rules/view%
wasm_opt = $(if $(filter $(WASM_FAST),$1),-O2,-Oz)

# $(call wasm_rules,NAME,FLAGS)
define wasm_rules
build/wasm/$1/flags: FORCE $(if $(WASM_MISSING),wasm-missing)
	@mkdir -p $$(@D)
	@printf '%s\n' $$(call quote,$$(WASM_CC) $$(WASM_CFLAGS) $$(WASM_LDFLAGS) $2 $$(BASE_CPPFLAGS) $$(WASM_SRC) $$(WASM_FAST)) > $$@.new
	@$$(keep_if_same)

build/wasm/$1/%.o: %.c build/wasm/$1/flags
	@mkdir -p $$(@D)
	$$(call show,WASM)$$(WASM_CC) $$(WASM_CFLAGS) $$(call wasm_opt,$$<) $2 $$(QUIET_FLAGS) $$(BASE_CPPFLAGS) -MMD -MP -c -o $$@ $$<
endef
$(eval $(call wasm_rules,plain,$(WASM_PLAIN_FLAGS)))
$(eval $(call wasm_rules,simd,$(WASM_SIMD_FLAGS)))

.PHONY: wasm-missing
wasm-missing:
	@echo "the page's engine needs packages that are not installed: $(WASM_MISSING)" >&2; exit 1

build/web/engine.wasm: $(patsubst %.c,build/wasm/plain/%.o,$(WASM_SRC)) build/wasm/plain/flags
build/web/engine-simd.wasm: $(patsubst %.c,build/wasm/simd/%.o,$(WASM_SRC)) build/wasm/simd/flags
$(WASM_GAMES): build/wasm/%/bot_games.wasm: build/wasm/%/tests/tools/bot_games.o \
    $(patsubst %.c,build/wasm/\%/%.o,$(WASM_SRC))
$(WASM_MODULES) $(WASM_GAMES):
	@mkdir -p $(@D)
	$(call show,LINK)$(WASM_CC) $(WASM_LDFLAGS) -o $@ $(filter %.o,$^)
	@chmod 644 $@

-include $(wildcard build/wasm/*/src/*/*.d)
