#!/bin/sh
# The program builds and runs with only a compiler and make, and does not contain the path of the
# folder it is built in.
# slow: builds everything twice
. "$TOP/tests/e2e/build.inc"

for name in one another; do
    copy_tree "$TMPDIR/$name"
    t "the program builds in $name" make -C "$TMPDIR/$name" -j2 PKG_CONFIG=false CFLAGS='-O0 -g'
    t "the program runs in $name" prints "$(cat "$TOP/VERSION")" "$TMPDIR/$name/broadside" --version
done
for file in broadside build/release/libbroadside.a "build/release/libbroadside.so.$(cat "$TOP/VERSION")"; do
    t "both builds have the same bytes: $file" cmp "$TMPDIR/one/$file" "$TMPDIR/another/$file"
done
bare() { ! ldd "$TMPDIR/one/broadside" | grep -Ev 'libc\.|libm\.|linux-vdso|ld-linux|libpthread'; }
t 'the program needs only libc' bare
done_testing
