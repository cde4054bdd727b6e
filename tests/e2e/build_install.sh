#!/bin/sh
# make install installs a working program and library under DESTDIR; uninstall removes all of it.
# slow: links and installs the program (3 s)
. "$TOP/tests/e2e/build.inc"

# A copy with its objects, so that the tree under test stays unchanged and little is rebuilt.
tree=$TMPDIR/tree
copy_built_tree "$tree"
cd "$tree" || exit 1

stage=$TMPDIR/stage
usr=$stage/usr
version=$(cat VERSION)
mk() { make --no-print-directory -j2 DESTDIR="$stage" prefix=/usr "$@"; }

t 'make install works' mk install
t 'the program runs' prints "$version" "$usr/bin/broadside" --version
t 'the library is installed with its soname' test -e "$usr/lib/libbroadside.so.${version%%.*}"
t 'no installed file contains the path of the build' fails grep -rqF "$TMPDIR" "$usr"

if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_SYSROOT_DIR="$stage" PKG_CONFIG_PATH="$usr/lib/pkgconfig"
    # A program that includes every public header.
    (cd "$usr/include" && for h in broadside/*.h; do [ -e "$h" ] && echo "#include <$h>"; done) >"$TMPDIR/user.c"
    echo 'int main(void) { return 0; }' >>"$TMPDIR/user.c"
    links() {
        flags=$(PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 \
            pkg-config --cflags --libs broadside) &&
            ${CC:-cc} -std=c11 -pedantic -Wall -Werror -o "$TMPDIR/user" "$TMPDIR/user.c" -Wl,--no-as-needed $flags &&
            LD_LIBRARY_PATH=$usr/lib "$TMPDIR/user"
    }
    t 'pkg-config prints the version' prints "$version" pkg-config --modversion broadside
    t 'a program links through pkg-config' links
    t 'the program needs the library' prints "libbroadside.so.${version%%.*}" readelf -d "$TMPDIR/user"
else
    skip 'a program links through pkg-config' 'pkg-config is not installed'
fi

touch "$usr/lib/other" "$usr/bin/other"
t 'make uninstall works' mk uninstall
left() {
    find "$stage" ! -type d
    [ "$(find "$stage" ! -type d | wc -l)" -eq 2 ] && [ ! -e "$usr/include/broadside" ] &&
        [ -z "$(find "$usr/share" -mindepth 1 -type d -empty ! -path '*/man*')" ]
}
t 'only files of other packages are left' left

# Below a prefix in the user's home, no folder is left.
unset PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_PATH
home=$TMPDIR/home/.local
own() { make --no-print-directory prefix="$home" "$@"; }
own install >/dev/null
t 'fish completions are installed below the prefix' test -e "$home/share/fish/vendor_completions.d/broadside.fish"
own uninstall >/dev/null
nothing() { find "$home"; [ "$(find "$home" | wc -l)" -le 1 ]; }
t 'uninstall leaves no folder below the prefix' nothing

fish_at() { make --no-print-directory -n install prefix=/usr/local | grep -o '[^:" ]*/broadside\.fish' | tail -n 1; }
t 'with the default prefix, fish completions are in /etc' prints /etc/fish/completions/broadside.fish fish_at

# As root, every folder is writable.
if [ "$(id -u)" -ne 0 ]; then
    t 'a read-only prefix prints a hint' prints 'sudo make install' make check-writable prefix=/usr
elif command -v setpriv >/dev/null && setpriv --reuid=65534 --clear-groups test -r Makefile; then
    t 'a read-only prefix prints a hint' prints 'sudo make install' \
        setpriv --reuid=65534 --clear-groups make check-writable prefix=/usr
else
    skip 'a read-only prefix prints a hint' 'another user cannot read this folder'
fi
done_testing
