#!/bin/sh
# The build rebuilds what has changed and nothing else, and passes the user's flags on.
# slow: builds small projects again and again
. "$TOP/tests/e2e/build.inc"

tree=$TMPDIR/tree
tiny_tree "$tree"
cd "$tree" || exit 1
mk() { make --no-print-directory -j2 "$@"; }
quiet() {
    output=$(mk "$@" 2>&1)
    echo "$output"
    ! echo "$output" | grep -E '^(CC|AR|LINK)'
}

t 'builds' mk WERROR=1
t 'runs' says "4 $(cat VERSION)" ./broadside
t 'a second time does nothing' quiet
t 'WERROR alone rebuilds nothing' quiet WERROR=1
sed 's/1/5/' src/base/sum.h >new.h && mv new.h src/base/sum.h
t 'a header that changes rebuilds its users' says 'CC   build/release/src/rules/rule.o' mk
t 'and they see it' says 8 ./broadside
t 'other flags rebuild' says 'CC   build/release/src/cli/main.o' mk CFLAGS='-O1 -DX="a b"'
t 'the same other flags do not' quiet CFLAGS='-O1 -DX="a b"'
t 'flags of the user come last' says ' -O1 -Wno-all ' mk V=1 CFLAGS='-O1 -Wno-all'
t 'an archive holds its sources' says rule.o ar t build/release/libbroadside.a
printf 'int twice(int a);\nint twice(int a)\n{\n    return 2 * a;\n}\n' >src/base/twice.c
t 'a new source is found' says 'CC   build/release/src/base/twice.o' mk
rm src/base/twice.c
t 'one that goes away relinks' says 'AR   build/release/libbroadside.a' mk
t 'and leaves the archive' fails says twice.o ar t build/release/libbroadside.a
echo 'static int unused;' >>src/cli/main.c
t 'a warning stops WERROR=1' fails mk WERROR=1
t 'but not a plain build' mk
t 'warnings are on' says 'unused' mk -B

t 'the program is position independent' says DYN readelf -h broadside
t 'and bound at start' says BIND_NOW readelf -d broadside
t 'the library has a name and version' says "libbroadside.so.$(cut -d . -f 1 VERSION)" \
    readelf -d "build/release/libbroadside.so.$(cat VERSION)"
hidden() { ! nm -D --defined-only "build/release/libbroadside.so.$(cat VERSION)" | grep -E ' (sum|rule)$'; }
t 'inner symbols are hidden' hidden
t 'help lists the targets' says 'make uninstall' mk help
mk clean >/dev/null
gone() { [ ! -e build ] && [ ! -e broadside ]; }
t 'clean leaves nothing' gone
done_testing
