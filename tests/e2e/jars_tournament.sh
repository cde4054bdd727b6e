#!/bin/sh
# A tournament of ten jars and three built-in bots (ten with SOAK): it finishes, and the table adds up.
# slow: compiles Java and starts over a hundred virtual machines
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/jars.inc"

jars='G1=probe=1 G2=v3-probe=1 G3=2014:probe=1 G4=2013:probe=1 Y5=throw-all=1 Y6=error-all=1
Y7=place-overlap=1 R8=exit-second=1 R9=shot-null=1 R10=place-late=1'
native='random medium null'
[ -z "${SOAK:-}" ] || native='random easy medium hard hunt hunt-line parity parity-line fit null'
bots=$((10 + $(echo "$native" | wc -w)))
# shellcheck disable=SC2086 # lists of words
check 'the ten jars compile' build_jars $jars

# A few rounds are enough to test the tournament.
play() {
    # shellcheck disable=SC2086
    timeout 280 "$BROADSIDE" tournament jars/*.jar $native --games 3 --seed 7 --unsafe --db t.db \
        --json >t.json 2>err.txt || { sed 's/^/# /' err.txt; return 1; }
}
check 'ten jars and the built-in bots play all their matches' play

# numbers KEY: the values in the standings, by rank. The matches follow the standings.
numbers() {
    sed -n "s/^      \"$1\": \([-0-9.]*\),*\$/\1/p" t.json | head -n "$bots"
}
sum() {
    numbers "$1" | awk '{ sum += $1 } END { print sum + 0 }'
}
adds_up() {
    [ "$(numbers won | wc -l)" -eq "$bots" ] || return 1
    [ "$(numbers rounds | sort -u)" = $((3 * (bots - 1))) ] || return 1
    [ "$(sum won)" -eq "$(sum lost)" ] && [ "$(sum rounds_won)" -eq "$(sum rounds_lost)" ] &&
        [ $(($(sum won) + $(sum lost) + $(sum drawn))) -eq $((bots * (bots - 1))) ] &&
        [ $(($(sum rounds_won) + $(sum rounds_lost) + $(sum rounds_drawn))) -eq $((3 * bots * (bots - 1))) ]
}
check 'every bot has all matches and rounds, and wins equal losses' adds_up
leagues() {
    "$BROADSIDE" results --db t.db >table.txt && [ "$(grep -c '^league ' table.txt)" -eq 3 ] &&
        grep -q '^total war: ' table.txt && [ "$(grep -Ec '^ +[0-9]+\. R10  ' table.txt)" -eq 2 ]
}
check 'the letters of the jars form leagues, and tables show their IDs' leagues
ranked() { numbers points >points.txt && sort -rn points.txt | cmp -s - points.txt; }
check 'the table is sorted by points' ranked
# A bot that always throws has no ships and hits nothing, so it loses to every bot with ships.
at_the_end() {
    tr -d ' ",' <t.json | awk -F : '$1 == "bot" { bot = $2 } $1 == "rounds_won" { print bot, $2 }' >won.txt
    [ "$(head -n "$bots" won.txt | tail -n 8 | grep -c -e throw -e error)" -eq 2 ] ||
        { sed 's/^/# /' won.txt; return 1; }
}
check 'bots that only throw exceptions are last' at_the_end
crashes() { [ "$(sed -n 's/^        "crash": \([1-9][0-9]*\).*/\1/p' t.json | wc -l)" -eq 1 ]; }
check 'only the bot that calls System.exit crashes' crashes
plan
