# The build rules, instantiated for each flavour by $(eval).
#
# build/F/flags     compiler and flags; rewritten when they change, which rebuilds everything
# build/F/sources   the list of sources; removes deleted files from the archives
# build/F/**/*.o    objects, each with a .d file of header dependencies
# build/F/tests/    test programs and tools      build/F/bench/   benchmarks

# bench/solver.c and bench/plain_count.c are in the support library, for their tests and the
# benchmarks.
SUPPORT_SRC := $(sort $(wildcard tests/support/*.c tests/reference/*.c bench/solver.c \
                 bench/plain_count.c))
TOOL_SRC := $(sort $(wildcard tests/tools/*.c))
UNIT_SRC := $(sort $(wildcard tests/unit/test_*.c))
FUZZ_SRC := $(sort $(wildcard tests/fuzz/fuzz_*.c))
MISBEHAVING_SRC := $(sort $(wildcard tests/misbehaving/*.c))
# Unit tests that start threads; these run under ThreadSanitizer. test_match_score plays hundreds of
# matches with the same threads as test_match, so it is among them only with SOAK.
THREADED_TESTS := $(filter-out $(if $(SOAK),,%/test_match_score.c),$(wildcard $(foreach n, \
	arena_tournament gym match pool progress series sim thread,tests/unit/test_$n*.c)))
# Unit tests that start the programs of tests/misbehaving.
MISBEHAVING_TESTS := $(addprefix tests/unit/test_,jail.c jail_channels.c misbehaviour.c process.c process_clock.c \
	seed_thief.c)

# The layers that the fuzz targets and the threaded tests do not use, which saves building them. USED
# are the files of such a layer that are needed all the same.
UNUSED_fuzz := contest check arena store report tui web
USED_fuzz := src/contest/games_csv.c src/contest/limits.c \
             src/contest/personal_rating.c src/contest/personal_stats.c
UNUSED_tsan := check store tui page web
# Layers in which the programs of a flavour spend little time. They are compiled without optimisation,
# which takes a third of the time with clang and 60 % with gcc.
COLD_fuzz := bots session guest page
COLD_asan := cli report tui web store check guest contest
COLD_tsan := report guest contest cli

objects = $(patsubst %.c,build/$1/%.o,$2)
lib_sources = $(filter-out $(foreach l,$(UNUSED_$1),src/$l/%),$(LIB_SRC)) $(wildcard $(USED_$1))
unit_sources = $(if $(filter tsan,$1),$(THREADED_TESTS),$(UNIT_SRC))
unit_programs = $(patsubst tests/unit/%.c,build/$1/tests/%,$2)
tool_programs = $(patsubst tests/tools/%.c,build/$1/tests/%,$(TOOL_SRC))
fuzz_programs = $(patsubst tests/fuzz/%.c,build/$1/tests/%,$(FUZZ_SRC))
misbehaving_programs = $(patsubst tests/misbehaving/%.c,build/$1/tests/%,$(MISBEHAVING_SRC))
# A library that fails allocations, for LD_PRELOAD.
preload_libraries = $(patsubst tests/preload/%.c,build/$1/tests/%.so,$(wildcard tests/preload/*.c))
bench_programs = $(patsubst bench/%.c,build/$1/bench/%,$(BENCH_SRC))

# The release program is the product itself.
program = $(if $(filter release,$1),broadside,build/$1/broadside)

# Prints a short line instead of the command, unless V=1.
show = $(if $(V),,@$(info $1 $@))
quote = '$(subst ','\'',$1)'
# For a recipe that writes $@.new: replaces $@ only if the contents changed.
keep_if_same = cmp -s $@.new $@ && rm $@.new || mv $@.new $@

define flavour_rules
build/$1/flags: FORCE
	@mkdir -p $$(@D)
	@{ printf '%s\n' $$(call quote,$$(CC_$1) $$(call compile_flags,$1)) \
	    $$(call quote,$$(call link_flags,$1) $$(LIBS)); $$(CC_$1) --version; } > $$@.new
	@$$(keep_if_same)

build/$1/sources: FORCE
	@mkdir -p $$(@D)
	@printf '%s\n' $(LIB_SRC) $(CLI_SRC) $(SUPPORT_SRC) $(UNIT_SRC) > $$@.new
	@$$(keep_if_same)

build/$1/%.o: %.c build/$1/flags
	@mkdir -p $$(@D)
	$$(call show,CC  )$$(CC_$1) $$(QUIET_FLAGS) $$(call compile_flags,$1) $$(EXTRA) -MMD -MP -c -o $$@ $$<

build/$1/src/infer/flat_%.o: EXTRA = $$(call kernel_flags,$1)
$(if $(COLD_$1),$(foreach l,$(COLD_$1),build/$1/src/$l/%.o): EXTRA = -O0)
build/$1/tests/%.o: EXTRA = -Itests -Ibench $$(CMOCKA_CFLAGS)
# unit_main.c calls each test's main by the name of its file. Tests are compiled without
# optimisation: that takes a quarter of the time, and what they test is optimised.
build/$1/tests/unit/%.o: EXTRA = -Itests -Ibench $$(CMOCKA_CFLAGS) -Dmain=$$(notdir $$*)_main \
                                 -Wno-missing-prototypes -U_FORTIFY_SOURCE -O0
build/$1/tests/fuzz/%.o: EXTRA = -Itests -Ibench -Wno-missing-prototypes

build/$1/libbroadside.a: $(call objects,$1,$(call lib_sources,$1)) build/$1/sources
build/$1/tests/libsupport.a: $(call objects,$1,$(SUPPORT_SRC)) build/$1/sources
build/$1/libbroadside.a build/$1/tests/libsupport.a:
	@mkdir -p $$(@D) && rm -f $$@
	$$(call show,AR  )$$(AR) rcsD $$@ $$(filter %.o,$$^)

$(call program,$1): $(call objects,$1,$(CLI_SRC)) build/$1/libbroadside.a build/$1/sources
	$$(call link,$1)

TEST_LIBS_$1 := build/$1/tests/libsupport.a build/$1/libbroadside.a
# All unit tests are one program, which is linked once; each test is a hard link to it.
build/$1/tests/unit_main.c: $(call unit_sources,$1) scripts/unit-main build/$1/sources
	@mkdir -p $$(@D)
	$$(call show,GEN )scripts/unit-main $(call unit_sources,$1) > $$@
build/$1/tests/unit_main.o: build/$1/tests/unit_main.c build/$1/flags
	$$(call show,CC  )$$(CC_$1) $$(QUIET_FLAGS) $$(call compile_flags,$1) -c -o $$@ $$<
build/$1/tests/unit_tests: build/$1/tests/unit_main.o $(call objects,$1,$(call unit_sources,$1)) $$(TEST_LIBS_$1)
	$$(call link,$1,$$(CMOCKA_LIBS))
$(call unit_programs,$1,$(call unit_sources,$1)): build/$1/tests/unit_tests
	@ln -f $$< $$@
build/$1/tests/%: build/$1/tests/tools/%.o $$(TEST_LIBS_$1)
	$$(call link,$1)
build/$1/tests/%: build/$1/tests/fuzz/%.o $$(TEST_LIBS_$1)
	$$(call link,$1,-fsanitize=fuzzer)
# Guests that the tests run in a jail. No sanitizer: it needs more memory than a guest may use.
build/$1/tests/%: tests/misbehaving/%.c build/$1/flags
	@mkdir -p $$(@D)
	$$(call show,LINK)$$(CC_$1) $$(QUIET_FLAGS) -std=c11 -O1 -g -pthread $$(WARNINGS) -o $$@ $$<
# The frame pointer lets the leak checker see who allocates.
build/$1/tests/%.so: tests/preload/%.c build/$1/flags
	@mkdir -p $$(@D)
	$$(call show,LINK)$$(CC_$1) $$(QUIET_FLAGS) -std=c11 -O1 -g -fno-omit-frame-pointer -fPIC -shared $$(WARNINGS) -o $$@ $$<
$(call unit_programs,$1,$(wildcard $(MISBEHAVING_TESTS))): | $(call misbehaving_programs,$1)
build/$1/bench/%: build/$1/bench/%.o $$(TEST_LIBS_$1)
	$$(call link,$1)
endef

# $(call link,FLAVOUR,LIBRARIES): links the prerequisites into a program.
link = $(call show,LINK)$(CC_$1) $(call link_flags,$1) -pie -o $@ $(filter %.o %.a,$^) $2 $(LIBS)

$(foreach f,$(FLAVOURS),$(eval $(call flavour_rules,$f)))

# Keep intermediate objects.
.SECONDARY:
FORCE:

-include $(wildcard build/*/src/*/*.d build/*/tests/*/*.d build/*/bench/*.d)
