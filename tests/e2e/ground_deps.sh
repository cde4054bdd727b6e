#!/bin/sh
# scripts/deps: silent when all is there, asks apt for what is missing, says so when it cannot.
# The commands that it looks for are stand-ins in a PATH of our own; nothing is installed.
. "$TOP/tests/e2e/ground.inc"

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
fake sudo 'shift; exec "$@"'

t 'without apt play goes on' deps play
t 'and says what it lacks' says 'pkg-config: finds' deps play
t 'without apt test fails' fails deps test
t 'and says what it lacks' says 'libcmocka-dev: unit tests' deps test

fake apt-cache 'exit 0'
fake apt-get "echo \"\$@\" >>$TMPDIR/log; exit 1"
t 'when apt fails play goes on' deps play
t 'having fetched the lists once' says update log
t 'when apt fails test does' fails deps test

rm "$TMPDIR/log"
fake apt-get "echo \"\$@\" >>$TMPDIR/log; printf '#!/bin/sh\n' >$bin/pkg-config; /bin/chmod +x $bin/pkg-config"
t 'installs' says "To install with apt, for 'play'" deps play
t 'with one call' says 'install -y --no-install-recommends pkg-config' log
rm "$TMPDIR/log"
silent() { [ -z "$(deps play 2>&1)" ] && [ ! -e "$TMPDIR/log" ]; }
t 'silent when all is there' silent
t 'no such target' fails deps nonsense
done_testing
