#!/bin/sh
# The checks of layers, purity and style pass a good tree and refuse each kind of bad one.
# slow: runs every check on many small trees
. "$TOP/tests/e2e/build.inc"

good=$TMPDIR/good
tiny_tree "$good"
mkdir "$good/src/bots" "$good/src/infer" "$good/src/arena" "$good/src/store" "$good/src/report" "$good/src/session"
printf '#include <stdint.h>\n#include "broadside/b.h"\n' >"$good/include/broadside/a.h"
printf '#include "rules/rule.h"\n#include "broadside/a.h"\n#include <stdio.h>\n' >"$good/src/arena/a.c"

# bad CHECK SAYS FILE LINE: the check must fail when FILE has this line too, and name file and line.
bad() {
    rm -rf "$TMPDIR/bad" && cp -r "$good" "$TMPDIR/bad"
    printf '%s\n' "$4" >>"$TMPDIR/bad/$3"
    fails "$TOP/scripts/$1" "$TMPDIR/bad" && says "$2" "$TOP/scripts/$1" "$TMPDIR/bad" &&
        says "$3:" "$TOP/scripts/$1" "$TMPDIR/bad"
}

t 'includes: the good tree' "$TOP/scripts/check-includes" "$good"
t 'includes: up' bad check-includes 'rules is above base' src/base/sum.c '#include "rules/rule.h"'
t 'includes: up, in angle brackets' bad check-includes 'rules is above base' src/base/sum.h '# include <rules/rule.h>'
t 'includes: sideways' bad check-includes 'do not know each other' src/arena/a.c '#include "report/chart.h"'
t 'includes: the store' bad check-includes 'do not know each other' src/report/r.c '#include "store/store.h"'
t 'includes: the store from below' bad check-includes 'store is above session' src/session/s.c '#include "store/store.h"'
t 'includes: a bot and the game' bad check-includes 'true fleets' src/bots/b.c '#include "rules/game.h"'
t 'includes: inference and the game' bad check-includes 'true fleets' src/infer/i.h '#include "rules/game.h"'
echo '#include "rules/game.h"' >"$good/src/rules/record.h"
t 'includes: a bot and the game, through another header' bad check-includes 'true fleets' src/bots/b.c '#include "rules/record.h"'
t 'includes: round the back' bad check-includes 'path from src/' src/bots/b.c '#include "../rules/game.h"'
t 'includes: unknown layer' bad check-includes 'no layer' src/base/sum.c '#include "util/x.h"'
t 'includes: a library away from home' bad check-includes 'lives only in report' src/arena/a.c '#include <cairo.h>'
t 'includes: a public header' bad check-includes 'public header' include/broadside/a.h '#include "rules/rule.h"'
t 'includes: a public header and POSIX' bad check-includes 'public header' include/broadside/a.h '#include <unistd.h>'

# pure FILE LINE: compiles the tiny rules with this line added and checks their objects.
pure() {
    rm -rf "$TMPDIR/pure" && cp -r "$good" "$TMPDIR/pure"
    printf '%s\n' "$1" >>"$TMPDIR/pure/src/rules/rule.c"
    for file in base/sum rules/rule; do
        mkdir -p "$TMPDIR/pure/o/src/${file%/*}"
        (cd "$TMPDIR/pure" && ${CC:-cc} -O2 -fPIC -Isrc -c -o "o/src/$file.o" "src/$file.c") || return 2
    done
    "$TOP/scripts/check-purity" o "$TMPDIR/pure"
}
impure() {
    fails pure "$2" && says "$1" pure "$2"
}

t 'purity: the good tree' pure ''
t 'purity: constants, also with pointers' pure 'extern const char *const names[]; const char *const names[] = {"a", "b"};'
t 'purity: libc that only computes' pure 'unsigned long strlen(const char *); unsigned long f(const char *s); unsigned long f(const char *s) { return strlen(s); }'
t 'purity: I/O' impure 'calls or reads puts' 'int puts(const char *); void f(void); void f(void) { puts("x"); }'
t 'purity: allocation' impure 'calls or reads malloc' 'void *malloc(unsigned long); void *f(void); void *f(void) { return malloc(3); }'
t 'purity: a foreign variable' impure 'calls or reads stderr' 'extern void *stderr; void *f(void); void *f(void) { return stderr; }'
t 'purity: .bss' impure 'in .bss' 'extern int n; int n;'
t 'purity: .data' impure 'in .data' 'extern int n; int n = 3;'
t 'purity: a variable with a pointer' impure 'in .data.rel' 'extern const char *n; static const char x = 1; const char *n = &x;'
t 'purity: a static in a function' impure 'in .bss' 'int f(void); int f(void) { static int n; return ++n; }'
t 'purity: a thread variable' impure 'in .tbss' '_Thread_local int n;'

t 'style: the good tree' "$TOP/scripts/check-style" "$good"
t 'style: white space' bad check-style 'white space' src/base/sum.c 'int a; '
t 'style: tab' bad check-style 'a tab' src/base/sum.c "$(printf '\tint a;')"
t 'style: note to self' bad check-style 'note to self' src/base/sum.c "/* TO""DO */"
t 'style: path' bad check-style 'path of one machine' Makefile "# see /home""/somebody/notes"
t 'style: 800 lines' bad check-style 'over 800 lines' src/base/long.c "$(seq 801)"
no_newline() {
    printf 'int a;' >"$good/src/base/end.c"
    says 'no newline' fails "$TOP/scripts/check-style" "$good"
}
t 'style: no newline' no_newline
done_testing
