#!/bin/sh
# The runner counts each kind of result, shows failures, and ends with the right line and status.
# slow: builds small projects and runs their tests
. "$TOP/tests/e2e/build.inc"

tree=$TMPDIR/tree
tiny_tree "$tree"
cd "$tree" || exit 1

# script NAME BODY: one more test.
script() {
    printf '#!/bin/sh\n%s\n' "$2" >"tests/e2e/$1.sh"
    chmod +x "tests/e2e/$1.sh"
}
# last LINE COMMAND...: the last line of its standard output.
last() {
    line=$1
    shift
    got=$("$@" 2>"$TMPDIR/stderr" | tail -n 1)
    [ "$got" = "$line" ] || { echo "last line: $got"; return 1; }
}
run() { TEST_TIMEOUT=2 tests/run "$@"; }

t 'no tests at all' last '0 passed, 0 failed' run scripts:release
script plain 'echo quiet; exit 0'
script tap 'echo 1..3; echo "ok 1 - a"; echo "ok 2 - b"; echo "ok 3 # SKIP no such thing"'
script skip 'echo because; exit 77'
script slow '# slow: takes ages
exit 1'
t 'passes, TAP and skips' last '3 passed, 0 failed' run --quick scripts:release
t 'status 0' run --quick scripts:release
t 'says what it skips' says 'skipped: 1 test: because (skip.sh)' run --quick scripts:release
t 'and what was too slow' says 'left out as slow (make test runs them): slow.sh' run --quick scripts:release
mkdir -p tests/unit
printf '/* Long.\n *\n * slow: waits for rain */\n' >tests/unit/test_rain.c
t 'a slow unit test is left out, too' says 'runs them): test_rain.c' run --quick unit:release
t 'but not of the whole' last '0 passed, 1 failed' run unit:release
rm tests/unit/test_rain.c
t 'and single tests' says 'no such thing (tap.sh)' run --quick scripts:release
forbid() { NO_SKIP='no such' tests/run --quick scripts:release; }
t 'a forbidden reason for skipping fails' last '3 passed, 1 failed' forbid
t 'passing output is quiet' fails says quiet run --quick scripts:release

script fail 'echo the reason; exit 3'
script broken_off 'echo 1..2; echo "ok 1 - a"; exit 0'
script status 'echo "ok 1 - a"; exit 1'
script half 'echo "ok 1 - a"; echo "not ok 2 - b"; echo "# why"; exit 1'
script hangs 'echo waiting; sleep 60 & sleep 60'
run scripts:release >"$TMPDIR/out"
t 'status 1' test $? -eq 1
t 'failures' last '6 passed, 6 failed' cat "$TMPDIR/out"
t 'shows a failure' says 'the reason' cat "$TMPDIR/out"
t 'stops what hangs' says 'stopped after 2 seconds' cat "$TMPDIR/out"
rm tests/e2e/*.sh

script env 'cd "$TOP" && [ -d "$HOME" ] && [ -d "$TMPDIR" ] && [ "$HOME" != "$TMPDIR" ] && echo "$TMPDIR" >left &&
    [ "$BROADSIDE" = "$TOP/broadside" ] && [ "$BUILD" = "$TOP/build/release" ] && [ -z "${MAKEFLAGS-}" ]'
t 'environment' run scripts:release
cleaned() { [ -s left ] && [ ! -e "$(cat left)" ]; }
t 'is removed afterwards' cleaned
t 'unknown group' fails run other:release
t 'make check' last '1 passed, 0 failed' make check
echo 'int broken' >src/base/broken.c
t 'make check when the build fails' last '0 passed, 1 failed' make check
t 'and its status' fails make check

# .ci/run prints the result after everything that make prints.
mkdir bin
printf '#!/bin/sh\necho "3 passed, 1 failed"\necho noise >&2\nexit 2\n' >bin/make
chmod +x bin/make
printf '#!/bin/sh\n' >scripts/deps
ci() { PATH=$tree/bin:$PATH bash .ci/run; }
t 'the last line of .ci/run' last '3 passed, 1 failed' ci
t 'the status of .ci/run' fails ci
done_testing
