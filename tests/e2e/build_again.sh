#!/bin/sh
# make rebuilds only what has changed, and uses the user's flags.
# slow: builds small projects again and again (4 s)
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

t 'the program builds' mk WERROR=1
t 'the program runs' prints "4 $(cat VERSION)" ./broadside
t 'a second make does nothing' quiet
t 'WERROR alone rebuilds nothing' quiet WERROR=1
sed 's/1/5/' src/base/sum.h >new.h && mv new.h src/base/sum.h
t 'a changed header rebuilds its users' prints 'CC   build/release/src/rules/rule.o' mk
t 'which use its new contents' prints 8 ./broadside
t 'other flags rebuild everything' prints 'CC   build/release/src/cli/main.o' mk CFLAGS='-O1 -DX="a b"'
t 'the same flags again do not' quiet CFLAGS='-O1 -DX="a b"'
t "the user's flags come last" prints ' -O1 -Wno-all ' mk V=1 CFLAGS='-O1 -Wno-all'
t 'the archive contains its objects' prints rule.o ar t build/release/libbroadside.a
printf 'int twice(int a);\nint twice(int a)\n{\n    return 2 * a;\n}\n' >src/base/twice.c
t 'a new source file is compiled' prints 'CC   build/release/src/base/twice.o' mk
rm src/base/twice.c
t 'a removed source file updates the archive' prints 'AR   build/release/libbroadside.a' mk
t 'which no longer contains it' fails prints twice.o ar t build/release/libbroadside.a
echo 'static int unused;' >>src/cli/main.c
t 'a warning fails a build with WERROR=1' fails mk WERROR=1
t 'but not a build without it' mk
t 'warnings are enabled' prints 'unused' mk -B

t 'the program is position independent' prints DYN readelf -h broadside
t 'the program binds all symbols at start' prints BIND_NOW readelf -d broadside
t 'the library has a soname with its version' prints "libbroadside.so.$(cut -d . -f 1 VERSION)" \
    readelf -d "build/release/libbroadside.so.$(cat VERSION)"
hidden() { ! nm -D --defined-only "build/release/libbroadside.so.$(cat VERSION)" | grep -E ' (sum|rule)$'; }
t 'internal symbols are hidden' hidden
t 'make help lists the targets' prints 'make uninstall' mk help
mk clean >/dev/null
gone() { [ ! -e build ] && [ ! -e broadside ]; }
t 'make clean removes everything' gone
done_testing
