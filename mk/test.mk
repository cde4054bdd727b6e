# The tests: the programs that each target builds, and the groups that tests/run then runs.
#
# A group is KIND:FLAVOUR. The last line that each target prints is `N passed, N failed`, even if the
# build fails.

FUZZ_SECONDS := 600

# Everything that the groups of one flavour need; unit tests only if cmocka is installed. Scripts use
# the tools of the release, so the others have only one.
unit_and_tools = $(if $(CMOCKA),$(call unit_programs,$1,$(UNIT_SRC))) \
                 $(if $(filter release,$1),$(call tool_programs,$1) $(call preload_libraries,$1), \
                 $(filter %/run_boards,$(call tool_programs,$1))) $(call misbehaving_programs,$1)
TSAN_PROGRAMS = $(call unit_programs,tsan,$(THREADED_TESTS)) $(call misbehaving_programs,tsan)
FUZZ_PROGRAMS = $(call fuzz_programs,fuzz)

.PHONY: check test golden-screens asan tsan fuzz soak
.PHONY: check-programs test-programs asan-programs tsan-programs fuzz-programs soak-programs

check-programs: all $(call unit_and_tools,release) $(filter %/strength %/endgame %/placement,$(call bench_programs,release))
asan-programs: $(call unit_and_tools,asan) build/asan/broadside all $(call tool_programs,release) \
               $(call preload_libraries,release)
tsan-programs: $(TSAN_PROGRAMS)
fuzz-programs: $(FUZZ_PROGRAMS)
test-programs: check-programs asan-programs tsan-programs fuzz-programs $(if $(WASM_MISSING),,$(WASM_MODULES) $(WASM_GAMES))
soak-programs: test-programs $(foreach f,gcc clang O0 Og,$(call unit_and_tools,$f) build/$f/broadside)

# $(call suite,TARGET,GROUPS): builds TARGET-programs and runs the groups.
define suite
	@$(MAKE) $(PARALLEL) $1-programs \
	    || { echo 'the build failed'; echo '0 passed, 1 failed'; exit 1; }
	@CC='$(CC)' THREADED_TESTS='$(THREADED_TESTS)' FUZZ_SECONDS='$(FUZZ_SECONDS)' tests/run $2
endef

check: ## the quick tests: under a minute, installs nothing
	@$(if $(CMOCKA),,echo 'left out: unit tests (libcmocka-dev is not installed)')
	@echo 'left out: sanitizers and fuzzing (make test runs them)'
	$(call suite,check,--quick $(if $(CMOCKA),unit:release) boards:release scripts:release)

test: ## the whole suite; installs the packages it needs
test: export WERROR = 1
test: FUZZ_SECONDS = 2
test:
	@scripts/deps test
	$(call suite,test,unit:release boards:release scripts:release unit:asan boards:asan scripts:asan \
	    unit:tsan fuzz:fuzz)

golden-screens: all ## make tests/golden/screens anew, after a change of the screen
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && TOP=$(CURDIR) \
	    BROADSIDE=$(CURDIR)/broadside TMPDIR=$$folder GOLDEN_SCREENS=write tests/e2e/screen_golden.sh

asan: ## tests under the address and undefined behaviour sanitizers
	@scripts/deps test
	$(call suite,asan,unit:asan boards:asan scripts:asan)

tsan: ## the threaded tests under the thread sanitizer
	@scripts/deps test
	$(call suite,tsan,unit:tsan)

fuzz: ## every fuzz target for FUZZ_SECONDS (600)
	@scripts/deps fuzz
	$(call suite,fuzz,fuzz:fuzz)

soak: ## the full matrix: gcc and clang, sanitizers, long fuzzing, long tests; hours
soak: export WERROR = 1
soak: export SOAK = 1
soak:
	@scripts/deps test
	$(call suite,soak,$(foreach f,gcc clang O0 Og,unit:$f boards:$f) scripts:release scripts:O0 scripts:Og \
	    unit:asan boards:asan scripts:asan unit:tsan fuzz:fuzz)
