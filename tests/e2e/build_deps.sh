#!/bin/sh
# scripts/deps prints nothing if all packages are installed, installs missing ones with apt, and lists
# them if it cannot. The commands it uses are stand-ins in a private PATH; nothing is installed.
. "$TOP/tests/e2e/build.inc"

bin=$TMPDIR/bin
mkdir "$bin"
for command in sh cat tr sed cut grep find id env; do ln -s "$(command -v $command)" "$bin/$command"; done
# fake NAME BODY
fake() {
    printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}
deps() { PATH=$bin "$bin/sh" "$TOP/scripts/deps" "$@" </dev/null; }
log() { cat "$TMPDIR/log" 2>/dev/null; }
install_play() { deps play >"$TMPDIR/said"; cat "$TMPDIR/said"; }
fake sudo 'shift; exec "$@"'

t 'without apt, play continues' deps play
t 'and lists what is missing' says 'pkg-config: finds' deps play
t 'without apt, test fails' fails deps test
t 'and lists what is missing' says 'libcmocka-dev: unit tests' deps test

fake apt-cache 'exit 0'
fake apt-get "echo \"\$@\" >>$TMPDIR/log; exit 1"
t 'if apt fails, play continues' deps play
t 'after updating the package lists' says update log
t 'if apt fails, test fails' fails deps test

rm "$TMPDIR/log"
fake apt-get "echo \"\$@\" >>$TMPDIR/log; case \$* in *--assume-no*) echo 'Need to get 1,234 kB/2 MB of archives.'; exit 1 ;; esac; printf '#!/bin/sh\n' >$bin/pkg-config; /bin/chmod +x $bin/pkg-config"
t 'installs' says "'make play' needs these packages" install_play
t 'states the download size' says 'apt will download 1,234 kB/2 MB' cat "$TMPDIR/said"
t 'with one call' says 'install -y --no-install-recommends pkg-config' log
rm "$TMPDIR/log"
fake bwrap ''
fake "${CC:-cc}" ''
silent() { [ -z "$(deps play 2>&1)" ] && [ ! -e "$TMPDIR/log" ]; }
t 'silent if everything is installed' silent
t 'no such target' fails deps nonsense
done_testing
