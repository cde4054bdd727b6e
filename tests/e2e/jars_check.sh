#!/bin/sh
# The example jars, and the problems that check-bot finds in jars.
# slow: compiles Java and plays a few hundred rounds between jars (12 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/jars.inc"

examples() {
    "$TOP/examples/jars/build" -o examples >build.txt 2>&1 || { sed 's/^/# /' build.txt; return 1; }
    ls examples >list.txt
    [ "$(tr '\n' ' ' <list.txt)" = 'E1.jar E2.jar E3.jar G1.jar G2.jar ' ]
}
check 'one command builds the examples' examples
# beats A B GAMES: A wins most of the rounds.
beats() {
    timeout 100 "$BROADSIDE" match "./examples/$1.jar" "./examples/$2.jar" --rules tournament \
        --games "$3" --unsafe --json >ex.json 2>err.txt || { sed 's/^/# /' err.txt; return 1; }
    [ "$(value ex won)" -gt $(($3 / 2)) ] || { echo "# won $(value ex won) of $3"; return 1; }
}
check 'E2 beats E1' beats E2 E1 40
check 'the finisher beats E2' beats E3 E2 40
check 'the hunter beats the finisher' beats G1 E3 100
check 'the learner beats the hunter' beats G2 G1 300

# The examples of the framework (version 4) need 88.7 and 100 shots against random fleets. The mean of
# 300 rounds has an error of 0.5.
shots() {
    for jar in E1 E2; do
        timeout 100 "$BROADSIDE" match "./examples/$jar.jar" random --rules tournament --games 300 \
            --unsafe --json >ex.json 2>err.txt || { sed 's/^/# /' err.txt; return 1; }
        value ex mean_shots >"$jar.txt"
    done
    awk '{ exit !($1 > 99.9) }' E1.txt && awk '{ exit !($1 > 86.2 && $1 < 91.2) }' E2.txt ||
        { echo "# E1 $(cat E1.txt), E2 $(cat E2.txt)"; return 1; }
}
check 'E1 and E2 need as many shots as those of the framework' shots

# --- check-bot ----------------------------------------------------------------------------------

check 'the jars with problems compile' build_jars G5=throw-all=1 Y8=place-late=1 E5=probe=1 \
    R1=exit-placeShips=1 R2=shot-null=1 R3=throw-factory=1
cp jars/G5.jar jars/mybot.jar
newer() {
    mkdir -p newer && (cd newer && jar xf ../jars/E5.jar && for class in e5/*.class; do
        printf '\000\143' | dd of="$class" bs=1 seek=6 conv=notrunc 2>/dev/null
    done && jar cfM ../jars/E5.jar e5 helpers)
}
check 'a jar for a newer Java is made' newer
checked() {
    timeout 100 "$BROADSIDE" check-bot ./examples/G1.jar --games 40 --unsafe >out.txt 2>err.txt ||
        { sed 's/^/# /' out.txt err.txt; return 1; }
    grep -q 'jar: g1.G1, generation v4' out.txt && grep -q '^against E2: ' out.txt &&
        grep -q 'fine: 40 rounds' out.txt
}
check 'check-bot finds no problem in an example' checked
# finds NAME TEXT...: check-bot fails and prints each TEXT.
finds() {
    timeout 100 "$BROADSIDE" check-bot "./jars/$1.jar" --games 6 --unsafe >out.txt 2>err.txt
    [ $? -eq 1 ] || { sed 's/^/# /' out.txt err.txt; return 1; }
    shift
    for text; do
        grep -q -e "$text" out.txt || { echo "# not printed: $text"; sed 's/^/# /' out.txt err.txt; return 1; }
    done
}
silent() { ! grep -q 'summary' out.txt; }
check 'check-bot counts exceptions by callback' finds G5 'It throws exceptions' \
    'In startMatch once, in startRound 6 times' 'in getFireCoordinates 600' \
    'on purpose, in startMatch' '|  at g5.Core.misbehave' 'forget them in startRound'
not_ours() { ! grep -q -e broadside.host -e '?at ' out.txt; }
check 'check-bot shows only the part of a stack trace that is in the bot' not_ours
check 'check-bot explains System.exit' finds R1 'System.exit in placeShips' 'throw an exception instead'
check 'check-bot explains a shot at null' finds R2 'null is off the board'
check 'check-bot shows why the factory failed' finds R3 'no factory today' '|  at r3.R3.<init>'
check 'check-bot prints no summary if nothing was played' silent
echo 'no jar' >jars/R4.jar
check 'check-bot explains a file that is not a jar' finds R4 'A jar is a zip file'
check 'check-bot explains ships that are placed too late' finds Y8 'after placeShips has returned' 'sinks\|before the first shot'
check 'check-bot reports a name that breaks the naming rules' finds mybot 'would not find it' 'mybot.jar'
check 'check-bot reports a jar for a newer Java' finds E5 'newer Java than the one installed' 'for Java 55'

# needs_bridge COMMAND...: without the bridge, the command blames the installation and not the bot.
needs_bridge() {
    timeout 60 bare/broadside "$@" --unsafe >out.txt 2>err.txt && return 1
    [ ! -s out.txt ] && grep -q 'Java bridge' err.txt && return 0
    sed 's/^/# /' out.txt err.txt
    return 1
}
no_bridge() {
    mkdir -p bare && cp "$BROADSIDE" bare/broadside && needs_bridge check-bot ./examples/G1.jar &&
        needs_bridge match ./examples/G1.jar random --rules tournament --games 1
}
check 'without the bridge, jars are refused with an explanation' no_bridge

plan
