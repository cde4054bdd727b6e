#!/bin/sh
# check-includes, check-purity and check-style pass a good tree and report each kind of mistake.
# slow: runs every check on many small trees (8 s)
. "$TOP/tests/e2e/build.inc"

good=$TMPDIR/good
tiny_tree "$good"
mkdir "$good/src/bots" "$good/src/infer" "$good/src/arena" "$good/src/store" "$good/src/report" "$good/src/session"
printf '#include <stdint.h>\n#include "broadside/b.h"\n' >"$good/include/broadside/a.h"
printf '#include "rules/rule.h"\n#include "broadside/a.h"\n#include <stdio.h>\n' >"$good/src/arena/a.c"

# reports CHECK MESSAGE FILE LINE: with LINE added to FILE, the check fails and names the file.
reports() {
    rm -rf "$TMPDIR/bad" && cp -r "$good" "$TMPDIR/bad"
    printf '%s\n' "$4" >>"$TMPDIR/bad/$3"
    fails "$TOP/scripts/$1" "$TMPDIR/bad" && prints "$2" "$TOP/scripts/$1" "$TMPDIR/bad" &&
        prints "$3:" "$TOP/scripts/$1" "$TMPDIR/bad"
}

echo '#include "rules/game.h"' >"$good/src/rules/record.h"
t 'includes: a good tree passes' "$TOP/scripts/check-includes" "$good"
while IFS='|' read -r what message file line <&3; do
    t "includes: $what is reported" reports check-includes "$message" "$file" "$line"
done 3<<'END'
a layer above|rules is above base|src/base/sum.c|#include "rules/rule.h"
a layer above, in angle brackets|rules is above base|src/base/sum.h|# include <rules/rule.h>
a layer beside|do not know each other|src/arena/a.c|#include "report/chart.h"
the store from a layer beside|do not know each other|src/report/r.c|#include "store/store.h"
the store from a layer below|store is above session|src/session/s.c|#include "store/store.h"
the game from a bot|true fleets|src/bots/b.c|#include "rules/game.h"
the game from inference|true fleets|src/infer/i.h|#include "rules/game.h"
the game from a bot, through another header|true fleets|src/bots/b.c|#include "rules/record.h"
a relative path|path from src/|src/bots/b.c|#include "../rules/game.h"
an unknown layer|no layer|src/base/sum.c|#include "util/x.h"
a library outside its layer|lives only in report|src/arena/a.c|#include <cairo.h>
an internal header from a public one|public header|include/broadside/a.h|#include "rules/rule.h"
a POSIX header from a public one|public header|include/broadside/a.h|#include <unistd.h>
END

# pure LINE: compiles the tiny rules with this line added and checks their objects.
pure() {
    rm -rf "$TMPDIR/pure" && cp -r "$good" "$TMPDIR/pure"
    printf '%s\n' "$1" >>"$TMPDIR/pure/src/rules/rule.c"
    for file in base/sum rules/rule; do
        mkdir -p "$TMPDIR/pure/o/src/${file%/*}"
        (cd "$TMPDIR/pure" && ${CC:-cc} -O2 -fPIC -Isrc -c -o "o/src/$file.o" "src/$file.c") || return 2
    done
    "$TOP/scripts/check-purity" o "$TMPDIR/pure"
}
# impure MESSAGE LINE: with this line added, the check fails with MESSAGE.
impure() {
    fails pure "$2" && prints "$1" pure "$2"
}

t 'purity: a good tree passes' pure ''
t 'purity: constants pass, also with pointers' pure 'extern const char *const names[]; const char *const names[] = {"a", "b"};'
t 'purity: libc functions that only compute pass' pure 'unsigned long strlen(const char *); unsigned long f(const char *s); unsigned long f(const char *s) { return strlen(s); }'
while IFS='|' read -r what message line <&3; do
    t "purity: $what is reported" impure "$message" "$line"
done 3<<'END'
I/O|calls or reads puts|int puts(const char *); void f(void); void f(void) { puts("x"); }
allocation|calls or reads malloc|void *malloc(unsigned long); void *f(void); void *f(void) { return malloc(3); }
a variable of libc|calls or reads stderr|extern void *stderr; void *f(void); void *f(void) { return stderr; }
a variable in .bss|in .bss|extern int n; int n;
a variable in .data|in .data|extern int n; int n = 3;
a variable pointer|in .data.rel|extern const char *n; static const char x = 1; const char *n = &x;
a static variable in a function|in .bss|int f(void); int f(void) { static int n; return ++n; }
a thread-local variable|in .tbss|_Thread_local int n;
END

t 'style: a good tree passes' "$TOP/scripts/check-style" "$good"
t 'style: trailing white space is reported' reports check-style 'white space' src/base/sum.c 'int a; '
t 'style: a tab is reported' reports check-style 'a tab' src/base/sum.c "$(printf '\tint a;')"
t 'style: a note to self is reported' reports check-style 'note to self' src/base/sum.c "/* TO""DO */"
t 'style: the path of one machine is reported' reports check-style 'path of one machine' Makefile "# see /home""/somebody/notes"
t 'style: a file over 800 lines is reported' reports check-style 'over 800 lines' src/base/long.c "$(seq 801)"
no_newline() {
    printf 'int a;' >"$good/src/base/end.c"
    prints 'no newline' fails "$TOP/scripts/check-style" "$good"
}
t 'style: a missing newline at the end is reported' no_newline
done_testing
