#!/bin/sh
# Unit tests, boards, sanitizers and fuzzing through make, on tiny sources that pass and that fail.
# slow: builds with the sanitizers (10 s)
. "$TOP/tests/e2e/build.inc"

pkg-config --exists cmocka || { echo 'libcmocka-dev is not installed'; exit 77; }
command -v clang >/dev/null || { echo 'clang is not installed'; exit 77; }

tree=$TMPDIR/tree
tiny_tree "$tree"
cd "$tree" || exit 1
mkdir -p tests/unit tests/tools tests/boards tests/fuzz/corpus/sum tests/support

# unit NAME BODY: adds a program of two tests, the second with this body.
unit() {
    cat >"tests/unit/test_$1.c" <<END
#include "rules/rule.h"

#include "support/answer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void first(void **state)
{
    (void)state;
    assert_int_equal(rule(), ANSWER);
}

static void second(void **state)
{
    (void)state;
    $2
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(first), cmocka_unit_test(second)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
END
}
echo '#define ANSWER 4' >tests/support/answer.h
printf 'int answer(void);\nint answer(void)\n{\n    return 4;\n}\n' >tests/support/answer.c
unit good 'assert_true(1);'
unit match 'assert_true(1);'
cat >tests/tools/run_boards.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("ok - %s\n", argv[i]);
    return 0;
}
END
touch tests/boards/a.board tests/boards/b.board
cat >tests/fuzz/fuzz_sum.c <<'END'
#include "base/sum.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 3 && sum(data[0], data[1]) == 0x54)
        abort();
    return 0;
}
END
printf 'zzzz' >tests/fuzz/corpus/sum/seed

# count LINE COMMAND...: the command prints this line.
count() {
    wanted=$1
    shift
    output=$("$@" 2>&1)
    echo "$output"
    echo "$output" | grep -x "$wanted"
}

t 'make check runs unit tests and boards' count '6 passed, 0 failed' make check
unit wrong 'assert_int_equal(1, 2);'
unit crash 'abort();'
t 'a failed assertion and a crash are counted' count '8 passed, 2 failed' make check
t 'the failed assertion is shown' prints '0x1 != 0x2' make check
rm tests/unit/test_wrong.c tests/unit/test_crash.c

t 'asan: good code passes' count '6 passed, 0 failed' make asan
unit leak 'volatile char *p = malloc(3); p[rule()] = 1; free((void *)p);'
t 'asan: a write past the end fails' count '7 passed, 1 failed' make asan
unit leak 'volatile int n = 0x7fffffff; n = n + 1; (void)n;'
t 'asan: undefined behaviour fails' count '7 passed, 1 failed' make asan
rm tests/unit/test_leak.c

t 'tsan: good code passes' count '2 passed, 0 failed' make tsan
t 'fuzz: a crash is found' count '0 passed, 1 failed' make fuzz FUZZ_SECONDS=20
t 'fuzz: the crashing input is kept' prints fuzz_sum-crash ls build/fuzz/artifacts
sed 's/== 0x54/== -1/' tests/fuzz/fuzz_sum.c >new && mv new tests/fuzz/fuzz_sum.c
t 'fuzz: good code passes' count '1 passed, 0 failed' make fuzz FUZZ_SECONDS=1
t 'fuzz: the corpus keeps its seeds' prints seed ls tests/fuzz/corpus/sum
one() { [ "$(ls tests/fuzz/corpus/sum)" = seed ]; }
t 'fuzz: the corpus gets no new inputs' one
done_testing
