#!/bin/sh
# The program builds and runs with only a compiler and make, and does not contain the path of the
# folder it is built in. make dist writes the same bytes each time, and the tarball builds.
# slow: builds everything twice (35 s)
. "$TOP/tests/e2e/build.inc"

copy_tree "$TMPDIR/one"
# The other copy is the tarball of the last commit, which is the same unless something has changed.
changed=
if git -C "$TOP" rev-parse -q --verify HEAD >/dev/null 2>&1 && git clone -q "$TOP" "$TMPDIR/clone" &&
    [ -e "$TMPDIR/clone/Makefile" ]; then
    changed=$(git -C "$TOP" status --porcelain)
    cd "$TMPDIR/clone" || exit 1
    tarball=broadside-$(cat VERSION).tar.gz
    t 'make dist works' make dist
    cp "$tarball" "$TMPDIR/first"
    find . -name '*.c' -exec touch {} +
    t 'make dist works again' make dist
    t 'both tarballs have the same bytes' cmp "$tarball" "$TMPDIR/first"
    mkdir "$TMPDIR/another"
    t 'the tarball unpacks' tar -C "$TMPDIR/another" --strip-components=1 -xf "$tarball"
else
    skip 'make dist works' 'not a git repository with a commit'
    copy_tree "$TMPDIR/another"
fi

for name in one another; do
    t "the program builds in $name" make -C "$TMPDIR/$name" -j2 PKG_CONFIG=false CFLAGS='-O0 -g'
    t "the program runs in $name" prints "$(cat "$TMPDIR/$name/VERSION")" "$TMPDIR/$name/broadside" --version
done
for file in broadside build/release/libbroadside.a "build/release/libbroadside.so.$(cat "$TOP/VERSION")"; do
    if [ -n "$changed" ]; then
        skip "both builds have the same bytes: $file" 'there are changes that are not committed'
    else
        t "both builds have the same bytes: $file" cmp "$TMPDIR/one/$file" "$TMPDIR/another/$file"
    fi
done
bare() { ! ldd "$TMPDIR/one/broadside" | grep -Ev 'libc\.|libm\.|linux-vdso|ld-linux|libpthread'; }
t 'the program needs only libc' bare
done_testing
