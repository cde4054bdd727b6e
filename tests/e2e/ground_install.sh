#!/bin/sh
# make install puts a working program and library under DESTDIR; uninstall takes all of it away.
. "$TOP/tests/e2e/ground.inc"

# A copy with its objects, so that the tree under test is not touched and little is built again.
tree=$TMPDIR/tree
copy_tree "$tree"
mkdir -p "$tree/build"
cp -a "$TOP/build/release" "$tree/build/"
cp -a "$TOP/broadside" "$tree/"
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
    [ "$(find "$stage" ! -type d | wc -l)" -eq 2 ] && [ ! -e "$usr/include/broadside" ]
}
t 'and leaves only what others put there' left
done_testing
