#!/bin/sh
# stats, and replay of games by number: on a history that is made here, on none, and on bad ones.
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
TZ=UTC
export TZ

keep=$TOP/build/release/tests/write_history
data=$HOME/.local/share/broadside

# says PATTERN COMMAND...: it succeeds and prints a line like that.
says() {
    pattern=$1
    shift
    "$@" >said.txt 2>&1 && grep -q -e "$pattern" said.txt || { cat said.txt; return 1; }
}
# json PATTERN COMMAND...: the same for what it prints as one line.
json() {
    pattern=$1
    shift
    "$@" >said.txt && tr '\n' ' ' <said.txt | grep -q -e "$pattern" || { cat said.txt; return 1; }
}
# refuses STATUS PATTERN COMMAND...: it fails with this status, and one line on standard error.
refuses() {
    wanted=$1 pattern=$2
    shift 2
    "$@" >said.txt 2>err.txt
    [ $? -eq "$wanted" ] && grep -q -e "$pattern" err.txt && [ "$(wc -l <err.txt)" -eq 1 ] ||
        { cat said.txt err.txt; return 1; }
}

stats() { "$BROADSIDE" stats "$@"; }

if stats 2>&1 | grep -q libsqlite3-dev; then
    check 'without SQLite the package is named' refuses 1 libsqlite3-dev stats
    check 'and replay does the same' refuses 1 libsqlite3-dev "$BROADSIDE" replay last
    plan
    exit 0
fi

check 'no games yet is fine' says '^No games yet' stats
check 'nor a list of them' says '^No games yet' stats --list
check 'and none to replay' refuses 1 'no games in the history yet' "$BROADSIDE" replay last
nothing_made() { [ ! -e "$HOME/.local" ]; }
check 'reading creates no files' nothing_made

"$keep" Ann random classic 1 >/dev/null
"$keep" Ann random classic 2 9 >/dev/null
"$keep" Ann +Bob classic 3 5 >/dev/null
"$keep" Zoë hunt classic 4 5 >numbers.txt
check 'games are numbered' grep -qx 4 numbers.txt
"$keep" Ann random classic 2 9 >numbers.txt
check 'the same game is stored once' grep -qx 2 numbers.txt
no_saves() { [ -z "$(ls -A "$HOME/.local/state/broadside/games")" ]; }
check 'no file of a finished game is left' no_saves
private() { [ "$(stat -c %a "$data/history.db")" = 600 ] && [ "$(stat -c %a "$data")" = 700 ]; }
check 'the history is private' private

check 'standings count' says '^Ann  *random  *classic  *2 ' stats
check 'two people count for both' says '^Bob  *Ann  *classic  *1 ' stats
aligned() {
    # An ë is one character, however many bytes awk takes it for.
    stats | sed 's/ë/e/g' | awk 'index($0, " classic ") { print index($0, " classic ") }' | sort -u >columns.txt
    [ "$(wc -l <columns.txt)" -eq 1 ]
}
check 'names that are not ASCII keep the columns' aligned
lines() { [ "$(stats "$@" | grep -c " classic ")" -eq "$wanted" ]; }
wanted=2; check 'of one player' lines --player Ann
wanted=1; check 'against one bot' lines --bot hunt
wanted=1; check 'against one person' lines --opponent Bob
wanted=4; check 'by rules' lines --rules classic
wanted=2; check 'at most N rows' lines --rows 2
wanted=4; check 'all games' lines --list
wanted=3; check 'games of one player' lines --list --player Ann
wanted=1; check 'the latest games' lines --list --rows 1
check 'a game that was resigned' says '^ *2 .* random beat Ann .* resigned' stats --list
check 'games that are not there' says '^No matching games' stats --rules salvo
check 'a name that would steer the terminal' says '^No matching games' stats --player "$(printf '\033[2J')"
check 'one kind of opponent' refuses 2 'bot and --opponent cannot be used together' stats --bot random --opponent Bob
check 'no operands' refuses 2 'unexpected argument' stats Ann
check 'the number of rows is not 0' refuses 2 "rows '0' is not a whole number" stats --rows 0

if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    check 'standings as JSON' json '"opponent": "random",.*"games": 2, *"won": 1' stats --json --bot random
    check 'games as JSON' json '"id": 3,[^}]*"name": "Ann"[^}]*}[^}]*"name": "Bob"' stats --list --json
    check 'losing streaks are negative' json '"streak": -1' stats --json --player Zoë
else
    skip 'as JSON' 'the program is built without JSON'
fi

check 'a game by its number' says '^Ann (a) against random (b), classic' "$BROADSIDE" replay 2
check 'the last one' says ' (a) against ' "$BROADSIDE" replay last
check 'no such game' refuses 1 'no game 99' "$BROADSIDE" replay 99
check 'game 0' refuses 1 '0: No such file' "$BROADSIDE" replay 0
echo 'not a record' >./2
check 'a file of that name takes precedence' refuses 1 '^broadside replay: 2: line 1' "$BROADSIDE" replay 2
rm ./2

cp "$data/history.db" good.db
echo 'a diary' >"$data/history.db"
rm -f "$data"/history.db-*
check 'a file that is not a database is reported' refuses 1 'is not a database' stats
check 'for replay too' refuses 1 'is not a database' "$BROADSIDE" replay 1
check 'and is left alone' grep -qx 'a diary' "$data/history.db"
unkept() {
    "$keep" Ann random classic 7 3 >said.txt 2>err.txt
    [ $? -eq 1 ] && grep -q 'stays in .*/broadside/games/' err.txt && ! no_saves
}
check 'a game that the history cannot store keeps its file' unkept
cp good.db "$data/history.db"
"$keep" Ann random classic 8 3 >numbers.txt
check 'and is stored later' grep -qx 6 numbers.txt
check 'then its file is removed' no_saves

# A disk that is really full: a small one of memory, in a name space of its own.
full_disk() {
    unshare -rm sh -c '
        mount -t tmpfs -o size=400k none "$1" || exit 77
        export HOME="$1"
        i=0
        while [ $i -lt 100 ] && "$2" Ann random classic $((100 + i)) >/dev/null 2>err.txt; do
            i=$((i + 1))
        done
        [ $i -gt 0 ] && [ $i -lt 100 ] || { echo "$i games"; exit 1; }
        grep -q "full\|No space" err.txt || { cat err.txt; exit 1; }
        rm -rf "$1/.local/state/broadside/games"
        "$3" stats | grep -q "^Ann  *random  *classic  *$i " || { "$3" stats; exit 1; }
    ' sh "$1" "$keep" "$BROADSIDE"
}
mkdir small
full_disk "$TMPDIR/small" >said.txt 2>&1
case $? in
77) skip 'a full disk loses no game' 'no file system can be mounted here' ;;
0) check 'a full disk loses no game' true ;;
*) cat said.txt; check 'a full disk loses no game' false ;;
esac
plan
