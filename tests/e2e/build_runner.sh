#!/bin/sh
# tests/run counts each kind of result, shows failures, and ends with the right line and status.
# slow: builds small projects and runs their tests (5 s)
. "$TOP/tests/e2e/build.inc"

tree=$TMPDIR/tree
tiny_tree "$tree"
cd "$tree" || exit 1

# script NAME BODY: adds a test script.
script() {
    printf '#!/bin/sh\n%s\n' "$2" >"tests/e2e/$1.sh"
    chmod +x "tests/e2e/$1.sh"
}
# last LINE COMMAND...: the last line that the command prints on standard output is LINE.
last() {
    line=$1
    shift
    got=$("$@" 2>"$TMPDIR/stderr" | tail -n 1)
    [ "$got" = "$line" ] || { echo "last line: $got"; return 1; }
}
run() { TEST_TIMEOUT=6 tests/run "$@"; }

t 'without tests, nothing is counted' last '0 passed, 0 failed' run scripts:release
script plain 'echo quiet; exit 0'
script tap 'echo 1..3; echo "ok 1 - a"; echo "ok 2 - b"; echo "ok 3 # SKIP no such thing"'
script skip 'echo because; exit 77'
script slow '# slow: takes ages
exit 1'
t 'passing scripts and TAP lines are counted, skips are not' last '3 passed, 0 failed' run --quick scripts:release
t 'the status is 0 if all pass' run --quick scripts:release
t 'a skipped script is listed with its reason' prints 'skipped: 1 test: because (skip.sh)' run --quick scripts:release
t 'slow scripts are listed' prints 'left out as slow (make test runs them): slow.sh' run --quick scripts:release
mkdir -p tests/unit
printf '/* Long.\n *\n * slow: waits for rain */\n' >tests/unit/test_rain.c
t 'a slow unit test is left out too' prints 'runs them): test_rain.c' run --quick unit:release
t 'but not without --quick' last '0 passed, 1 failed' run unit:release
rm tests/unit/test_rain.c
t 'a skipped test in TAP is listed with its reason' prints 'no such thing (tap.sh)' run --quick scripts:release
forbid() { NO_SKIP='no such' tests/run --quick scripts:release; }
t 'a skip for a reason in NO_SKIP fails' last '3 passed, 1 failed' forbid
# cmocka prints only the name of a skipped test, so the test prints the reason before that.
mkdir -p build/release/tests
touch tests/unit/test_jailed.c
printf '#!/bin/sh\necho 1..2\necho "no jail: not here"\necho "not ok 1 # SKIP name"\necho "ok 2 - b"\n' \
    >build/release/tests/test_jailed
chmod +x build/release/tests/test_jailed
t 'a skipped unit test is listed with its reason' prints 'skipped: 1 test: no jail: not here (test_jailed.c)' \
    run unit:release
forbid_jail() { NO_SKIP='no jail' tests/run unit:release; }
t 'and fails if NO_SKIP forbids the reason' last '1 passed, 1 failed' forbid_jail
rm tests/unit/test_jailed.c
t 'the output of passing tests is not shown' fails prints quiet run --quick scripts:release

script fail 'echo the reason; exit 3'
script broken_off 'echo 1..2; echo "ok 1 - a"; exit 0'
script status 'echo "ok 1 - a"; exit 1'
script half 'echo "ok 1 - a"; echo "not ok 2 - b"; echo "# why"; exit 1'
script hangs 'echo waiting; sleep 60 & sleep 60'
run scripts:release >"$TMPDIR/out"
t 'the status is 1 if any fails' test $? -eq 1
t 'all kinds of failure are counted' last '6 passed, 6 failed' cat "$TMPDIR/out"
t 'the output of a failing test is shown' prints 'the reason' cat "$TMPDIR/out"
t 'a test that hangs is stopped' prints 'stopped after 6 seconds' cat "$TMPDIR/out"
rm tests/e2e/*.sh

script first '# slow: takes long (20 s)
echo first >>"$TOP/order"'
script second '# slow: takes longer (30 s)
echo second >>"$TOP/order"'
script third 'echo third >>"$TOP/order"'
script fourth '# long: not left out, and started early (25 s)
echo fourth >>"$TOP/order"'
in_order() { TEST_JOBS=1 TEST_TIMES=$TMPDIR/times run scripts:release && [ "$(paste -sd ' ' order)" = 'second fourth first third' ]; }
t 'the longest program is started first' in_order
t 'the times are written to a file' prints 'third.sh scripts:release' cat "$TMPDIR/times"
rm tests/e2e/*.sh

script env 'cd "$TOP" && [ -d "$HOME" ] && [ -d "$TMPDIR" ] && [ "$HOME" != "$TMPDIR" ] && echo "$TMPDIR" >left &&
    [ "$BROADSIDE" = "$TOP/broadside" ] && [ "$BUILD" = "$TOP/build/release" ] && [ -z "${MAKEFLAGS-}" ]'
t 'scripts get the documented environment' run scripts:release
cleaned() { [ -s left ] && [ ! -e "$(cat left)" ]; }
t 'TMPDIR is removed afterwards' cleaned
t 'an unknown group is refused' fails run other:release
t 'make check runs the tests' last '1 passed, 0 failed' make check
echo 'int broken' >src/base/broken.c
t 'make check counts a failed build' last '0 passed, 1 failed' make check
t 'and exits with an error' fails make check

# .ci/run prints the result after everything that make prints.
mkdir bin
printf '#!/bin/sh\necho "3 passed, 1 failed"\necho noise >&2\nexit 2\n' >bin/make
chmod +x bin/make
printf '#!/bin/sh\n' >scripts/deps
ci() { PATH=$tree/bin:$PATH bash .ci/run; }
t '.ci/run ends with the result' last '3 passed, 1 failed' ci
t '.ci/run fails if a test fails' fails ci
done_testing
