#!/bin/sh
# make dist writes the same bytes each time, and the tarball builds.
# slow: builds the program from the tarball
. "$TOP/tests/e2e/build.inc"

git -C "$TOP" rev-parse -q --verify HEAD >/dev/null 2>&1 || { echo 'not a git repository with a commit'; exit 77; }

git clone -q "$TOP" "$TMPDIR/clone" || exit 1
cd "$TMPDIR/clone" || exit 1
[ -e Makefile ] || { echo 'the Makefile is not committed yet'; exit 77; }
tarball=broadside-$(cat VERSION).tar.gz

t 'make dist works' make dist
cp "$tarball" "$TMPDIR/first"
find . -name '*.c' -exec touch {} +
t 'make dist works again' make dist
t 'both tarballs have the same bytes' cmp "$tarball" "$TMPDIR/first"
t 'the tarball unpacks' tar -C "$TMPDIR" -xf "$tarball"
t 'the program builds from it' make -C "$TMPDIR/${tarball%.tar.gz}" -j2 CFLAGS=-O0
t 'the program runs' prints "$(cat VERSION)" "$TMPDIR/${tarball%.tar.gz}/broadside" --version
done_testing
