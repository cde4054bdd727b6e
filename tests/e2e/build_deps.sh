#!/bin/sh
# scripts/deps prints nothing if all packages are installed, installs missing ones with apt, and lists
# them if it cannot. The test fakes the commands it uses in a private PATH; nothing is installed.
. "$TOP/tests/e2e/build.inc"

CC=cc # one word, so that a fake can stand for it
export CC
bin=$TMPDIR/bin
mkdir "$bin"
for command in sh cat tr sed cut grep find id env; do ln -s "$(command -v $command)" "$bin/$command"; done
# fake NAME BODY: creates a command.
fake() {
    printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}
deps() { PATH=$bin "$bin/sh" "$TOP/scripts/deps" "$@" </dev/null; }
log() { cat "$TMPDIR/log" 2>/dev/null; }
install_play() { deps play >"$TMPDIR/deps.txt"; cat "$TMPDIR/deps.txt"; }
fake sudo 'shift; exec "$@"'

t 'an unknown target fails' fails deps nonsense
t 'without apt, play continues' deps play
t 'and lists the missing packages' prints 'pkg-config: finds' deps play
t 'with what they are for' prints 'libjansson-dev: JSON, bots' deps play
t 'and how to get them all' prints 'apt-get install pkg-config libncurses-dev libsqlite3-dev libjansson-dev libcairo2-dev' deps play
t 'without apt, test fails' fails deps test
t 'and lists the missing packages' prints 'libcmocka-dev: unit tests' deps test

fake apt-cache 'exit 0'
fake apt-get "echo \"\$@\" >>$TMPDIR/log; exit 1"
t 'if apt fails, play continues' deps play
t 'apt updates the package lists first' prints update log
t 'if apt fails, test fails' fails deps test

rm "$TMPDIR/log"
fake apt-get "echo \"\$@\" >>$TMPDIR/log; case \$* in *--assume-no*) echo 'Need to get 1,234 kB/2 MB of archives.'; exit 1 ;; esac; printf '#!/bin/sh\n' >$bin/pkg-config; /bin/chmod +x $bin/pkg-config"
t 'missing packages are installed' prints "'make play' needs these packages" install_play
t 'the download size is printed first' prints 'apt will download 1,234 kB/2 MB' cat "$TMPDIR/deps.txt"
t 'one call of apt-get installs them all' prints 'install -y --no-install-recommends pkg-config' log
rm "$TMPDIR/log"
fake bwrap ''
fake cc ''
fake wasm-ld ''
mkdir -p "$TMPDIR/clang" && : >"$TMPDIR/clang/libclang_rt.builtins-wasm32.a"
fake clang "echo $TMPDIR/clang"
# The font, Python and wasi-libc are looked for in /usr, where no fake can be.
if [ ! -d /usr/share/fonts/truetype/dejavu ] || [ ! -x /usr/bin/python3 ] || [ ! -e /usr/include/wasm32-wasi/stdlib.h ]; then
    skip_script 'nothing is printed if everything is installed' 'the font, python3 or wasi-libc is missing'
fi
silent() { [ -z "$(deps play 2>&1)" ] && [ ! -e "$TMPDIR/log" ]; }
t 'nothing is printed if everything is installed' silent
done_testing
