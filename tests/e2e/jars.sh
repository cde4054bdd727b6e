#!/bin/sh
# Test jars for every generation of the Java framework: they play fairly, throw exceptions, place their
# ships illegally and waste shots.
# slow: compiles Java and starts about twenty virtual machines (15 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/jars.inc"

# What is played: NAME=MODE=GAMES.
fair='G1=probe=10 G2=v3-probe=10 G3=2014:probe=10 G4=2013:probe=10 X3=throw-name=3'
throwing='G5=throw-all=5 G6=error-all=5 G7=deep-all=1 G8=2014:throw-all=5 G9=2013:throw-all=5'
placing='Y1=place-overlap=3 Y2=place-off=3 Y3=place-far=3 Y4=place-null=3 Y5=place-foreign=3
Y6=place-twice=3 Y7=place-none=3 Y8=place-late=3'
shooting='Y11=shot-null=3 Y12=shot-off=3 Y13=shot-repeat=3'
# shellcheck disable=SC2086 # lists of words
check 'the test jars compile against the bridge' build_jars $fair $throwing $placing $shooting
# shellcheck disable=SC2086
play_jars $fair $throwing $placing $shooting

# The probe checks the calls it gets, and throws an exception if one is wrong.
plays_fairly() {
    unbroken "$1" 10 && is "$1" wrecks 0 && is "$1" wasted 0 &&
        logs "$1" "summary generation=$2" || return 1
    ! grep 'summary.* [a-z][A-Za-z]*[A-Z][A-Za-z]*=' "$1.d/a.log"
}
check 'a jar for the current framework gets every callback in order and throws nothing' plays_fairly G1 v4
check 'so does a jar for the framework of 2015' plays_fairly G2 v3
check 'so does a jar for the framework of 2014' plays_fairly G3 2014
check 'so does a jar for the framework of 2013' plays_fairly G4 2013
own_output() { logs G1 '^fire J10$' && logs G1 '^ended [0-9]'; }
check 'all output of a bot is in its log' own_output
reason=$(no_jail)
if [ -z "$reason" ]; then
    check 'a jar sees itself but not the jars beside it' logs G1 '^neighbours 1$'
else
    skip 'a jar sees itself but not the jars beside it' "$reason"
fi
nameless() { unbroken X3 3 && grep -q '"name": *"X3"' X3.json; }
check 'a bot whose name throws an exception is named after its file' nameless

throws_everywhere() {
    unbroken "$1" "$2" && is "$1" wrecks $((5 * $2)) && is "$1" wasted $((99 * $2)) &&
        logs "$1" "getFireCoordinates=$((100 * $2)) hitFeedBack=$((100 * $2))"
}
check 'exceptions in every callback are counted; the bot has no ships and shoots at (0, 0)' throws_everywhere G5 5
check 'so are Errors' throws_everywhere G6 5
check 'so are stack overflows' throws_everywhere G7 1
check 'so are those of a jar for the framework of 2014' throws_everywhere G8 5
check 'so are those of a jar for the framework of 2013' throws_everywhere G9 5
enemy_full() { tr ',{}' '\n' <G5.json | grep -c '"won": *5' | grep -qx 1; }
check 'the opponent of a bot that only throws wins every round' enemy_full

for entry in Y1=15 Y2=15 Y3=15 Y4=15 Y5=15 Y6=0 Y7=15; do
    places() { unbroken "${entry%=*}" 3 && is "${entry%=*}" wrecks "${entry#*=}"; }
    mode=$(printf '%s\n' "$placing" | tr ' ' '\n' | sed -n "s/^${entry%=*}=\\(.*\\)=3/\\1/p")
    check "$mode: ${entry#*=} wrecks" places
done
late() { unbroken Y8 3 && is Y8 wrecks 3 && logs Y8 ' late=[1-9]'; }
check 'ships placed after placeShips has returned are ignored' late
shoots() { unbroken "$1" 3 && is "$1" wasted "$2"; }
check 'a shot at null is wasted' shoots Y11 300
check 'a shot off the board is wasted' shoots Y12 300
check 'a repeated shot is wasted' shoots Y13 297

# --- the archive of classes ---------------------------------------------------------------------

archived() {
    (cd "$BUILD/java" && echo quit | java -Xshare:on -XX:SharedArchiveFile=broadside-java.jsa \
        -Xlog:class+load:file="$TMPDIR/classes.txt" -jar broadside-java.jar play E1.jar) 2>log.txt
    grep -q 'broadside.host.Host source: shared objects file (top)' classes.txt ||
        { sed 's/^/# /' log.txt; return 1; }
}
# The archive of another bridge: its jar has another time.
ignored() {
    mkdir -p other && cp "$BROADSIDE" other && cp -r "$BUILD/java" other && touch other/java/*.jar &&
        chmod -R o+rX other || return 1
    timeout 100 other/broadside match ./jars/G1.jar random --rules tournament --games 2 --unsafe \
        --records other.d --json >other.json 2>err.txt || { sed 's/^/# /' err.txt; return 1; }
    grep -q 'broadside-java: summary' other.d/a.log && ! grep -i -e cds -e archive other.d/a.log
}
if [ -s "$BUILD/java/broadside-java.jsa" ]; then
    check "the archive has the bridge's classes" archived
else
    skip "the archive has the bridge's classes" 'this Java makes no archives'
fi
check 'an archive that does not fit is silently ignored' ignored

plan
