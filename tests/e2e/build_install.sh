#!/bin/sh
# make install installs a working program and library under DESTDIR; uninstall removes all of it.
# slow: links and installs the program
. "$TOP/tests/e2e/build.inc"

# A copy with its objects, so that the tree under test stays unchanged and little is rebuilt.
tree=$TMPDIR/tree
copy_built_tree "$tree"
cd "$tree" || exit 1

stage=$TMPDIR/stage
usr=$stage/usr
version=$(cat VERSION)
mk() { make --no-print-directory -j2 DESTDIR="$stage" prefix=/usr "$@"; }

t 'installs' mk install
t 'the program runs' says "$version" "$usr/bin/broadside" --version
t 'the soname' test -e "$usr/lib/libbroadside.so.${version%%.*}"
t 'no path of the build' fails grep -rqF "$TMPDIR" "$usr"

if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_SYSROOT_DIR="$stage" PKG_CONFIG_PATH="$usr/lib/pkgconfig"
    # A program that includes every public header, as somebody else would write it.
    (cd "$usr/include" && for h in broadside/*.h; do [ -e "$h" ] && echo "#include <$h>"; done) >"$TMPDIR/user.c"
    echo 'int main(void) { return 0; }' >>"$TMPDIR/user.c"
    links() {
        flags=$(PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 \
            pkg-config --cflags --libs broadside) &&
            ${CC:-cc} -std=c11 -pedantic -Wall -Werror -o "$TMPDIR/user" "$TMPDIR/user.c" -Wl,--no-as-needed $flags &&
            LD_LIBRARY_PATH=$usr/lib "$TMPDIR/user"
    }
    t 'pkg-config knows the version' says "$version" pkg-config --modversion broadside
    t 'a program links through pkg-config' links
    t 'and loads the library' says "libbroadside.so.${version%%.*}" readelf -d "$TMPDIR/user"
else
    echo 'ok - a program links through pkg-config # SKIP pkg-config is not installed'
fi

touch "$usr/lib/other" "$usr/bin/other"
t 'uninstalls' mk uninstall
left() {
    find "$stage" ! -type d
    [ "$(find "$stage" ! -type d | wc -l)" -eq 2 ] && [ ! -e "$usr/include/broadside" ] &&
        [ -z "$(find "$usr/share" -mindepth 1 -type d -empty ! -path '*/man*')" ]
}
t 'and leaves only what others installed' left

# Below a prefix of the user's own, no folder remains.
unset PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_PATH
home=$TMPDIR/home/.local
own() { make --no-print-directory prefix="$home" "$@"; }
own install >/dev/null
t 'fish finds its completions in the home folder' test -e "$home/share/fish/vendor_completions.d/broadside.fish"
own uninstall >/dev/null
nothing() { find "$home"; [ "$(find "$home" | wc -l)" -le 1 ]; }
t 'and uninstall leaves nothing' nothing

fish_at() { make --no-print-directory -n install prefix=/usr/local | grep -o '[^:" ]*/broadside\.fish' | tail -n 1; }
t 'with the default prefix, fish finds them in /etc' says /etc/fish/completions/broadside.fish fish_at

# As root, every folder is writable.
if [ "$(id -u)" -ne 0 ]; then
    t 'a read-only prefix gets a hint' says 'sudo make install' make check-writable prefix=/usr
elif command -v setpriv >/dev/null && setpriv --reuid=65534 --clear-groups test -r Makefile; then
    t 'a read-only prefix gets a hint' says 'sudo make install' \
        setpriv --reuid=65534 --clear-groups make check-writable prefix=/usr
else
    echo 'ok - a read-only prefix gets a hint # SKIP another user cannot read this folder'
fi
done_testing
