#!/bin/sh
# The program builds and runs with only a compiler and make, and does not contain the path of the
# folder it is built in. make dist writes the same bytes each time, and the tarball builds.
# slow: builds everything once, and some of it (with SOAK all) again (25 s)
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

# build FOLDER TARGET...: without any library, in one of the copies.
build() {
    folder=$TMPDIR/$1
    shift
    make -C "$folder" -j2 PKG_CONFIG=false JAVAC= CFLAGS='-O0 -g' "$@"
}
t 'the program builds' build one all
t 'the program runs' prints "$(cat "$TOP/VERSION")" "$TMPDIR/one/broadside" --version
t 'the program does not contain its path' fails grep -qF "$TMPDIR" "$TMPDIR/one/broadside"
bare() { ! ldd "$TMPDIR/one/broadside" | grep -Ev 'libc\.|libm\.|linux-vdso|ld-linux|libpthread'; }
t 'the program needs only libc' bare

# All objects are compiled in the same way, so two layers show whether the folder matters.
t 'the other copy has every file that its build needs' build another -n all
cd "$TMPDIR/one" || exit 1
files=$(find build/release/src/base build/release/src/rules -name '*.o')
[ -z "${SOAK:-}" ] || files="broadside build/release/libbroadside.a build/release/libbroadside.so.$(cat VERSION)"
# shellcheck disable=SC2086 # a list of words
t 'the other copy builds' build another $files
same() {
    for file in $files; do
        cmp "$file" "$TMPDIR/another/$file" || return 1
    done
}
if [ -n "$changed" ]; then
    skip 'both builds have the same bytes' 'there are changes that are not committed'
else
    t 'both builds have the same bytes' same
fi
done_testing
