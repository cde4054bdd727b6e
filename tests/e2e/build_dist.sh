#!/bin/sh
# make dist gives the same bytes each time, and what it gives builds.
# slow: builds the program from the tar ball
. "$TOP/tests/e2e/build.inc"

git -C "$TOP" rev-parse -q --verify HEAD >/dev/null 2>&1 || { echo 'this is not a git tree with a commit'; exit 77; }

git clone -q "$TOP" "$TMPDIR/clone" || exit 1
cd "$TMPDIR/clone" || exit 1
[ -e Makefile ] || { echo 'the Makefile is not committed yet'; exit 77; }
ball=broadside-$(cat VERSION).tar.gz

t 'dist' make dist
cp "$ball" "$TMPDIR/first"
find . -name '*.c' -exec touch {} +
t 'dist again' make dist
t 'the same bytes' cmp "$ball" "$TMPDIR/first"
t 'unpacks' tar -C "$TMPDIR" -xf "$ball"
t 'builds' make -C "$TMPDIR/${ball%.tar.gz}" -j2 CFLAGS=-O0
t 'runs' says "$(cat VERSION)" "$TMPDIR/${ball%.tar.gz}/broadside" --version
done_testing
