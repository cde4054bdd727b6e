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
    make -C "$folder" -j2 PKG_CONFIG=false JAVAC= WASM_CC=no CFLAGS='-O0 -g' "$@"
}
t 'the program builds' build one all
t 'the program runs' prints "$(cat "$TOP/VERSION")" "$TMPDIR/one/broadside" --version
t 'the program does not contain its path' fails grep -qF "$TMPDIR" "$TMPDIR/one/broadside"
bare() { ! ldd "$TMPDIR/one/broadside" | grep -Ev 'libc\.|libm\.|linux-vdso|ld-linux|libpthread'; }
t 'the program needs only libc' bare

# make play on a machine without any package, on which nothing can be installed.
mkdir "$TMPDIR/bin"
ln -s /usr/bin/* "$TMPDIR/bin/"
rm -f "$TMPDIR/bin/apt-get" "$TMPDIR/bin/pkg-config" "$TMPDIR/bin/sudo"
PLAIN=1
export PLAIN
bare_play() { printf '\n\n\n\nquit\n' | PATH=$TMPDIR/bin build one play >"$TMPDIR/play.txt" 2>&1 || { cat "$TMPDIR/play.txt"; return 1; }; }
t 'make play works' bare_play
t 'it lists what is missing' prints 'libcairo2-dev: charts' cat "$TMPDIR/play.txt"
t 'it says how to get that' prints 'apt-get install pkg-config libncurses-dev' cat "$TMPDIR/play.txt"
t 'the game starts' prints 'classic rules against' cat "$TMPDIR/play.txt"
cd "$TMPDIR" || exit 1
t 'sim works' prints 'random' one/broadside sim --bot random --games 10
t 'without JSON, the message names the package' prints 'install libjansson-dev' fails one/broadside sim --bot random --games 10 --json
t 'without SQLite, the message names the package' prints 'libsqlite3-dev' fails one/broadside stats
t 'without cairo, the message names the package' prints 'install libcairo2-dev' fails one/broadside sim --bot random --games 10 --chart x.svg
t 'without the page, the message names the packages' prints 'install ' fails one/broadside serve
t 'new-bot works' one/broadside new-bot python swift
t 'without JSON, a bot with a bot.json is refused with the package' prints 'libjansson-dev' fails one/broadside sim --bot ./swift --games 10

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
