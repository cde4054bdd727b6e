#!/bin/sh
# With nothing but a compiler and make the program builds and runs, and the folder it is built in
# does not show in it.
# slow: builds everything twice
. "$TOP/tests/e2e/build.inc"

for name in one another; do
    copy_tree "$TMPDIR/$name"
    t "builds in $name" make -C "$TMPDIR/$name" -j2 PKG_CONFIG=false CFLAGS='-O0 -g'
    t "runs in $name" says "$(cat "$TOP/VERSION")" "$TMPDIR/$name/broadside" --version
done
for file in broadside build/release/libbroadside.a "build/release/libbroadside.so.$(cat "$TOP/VERSION")"; do
    t "the same bytes: $file" cmp "$TMPDIR/one/$file" "$TMPDIR/another/$file"
done
bare() { ! ldd "$TMPDIR/one/broadside" | grep -Ev 'libc\.|libm\.|linux-vdso|ld-linux|libpthread'; }
t 'needs only libc' bare
done_testing
