#!/bin/sh
# stats, and replay of games by number: with a history, without one, and with damaged ones.
# sanitized: the history
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
TZ=UTC
export TZ

keep=$TOP/build/release/tests/write_history
data=$HOME/.local/share/broadside

# prints PATTERN COMMAND...: the command succeeds and prints a matching line.
prints() {
    pattern=$1
    shift
    "$@" >out.txt 2>&1 && grep -q -e "$pattern" out.txt || { cat out.txt; return 1; }
}
# json PATTERN COMMAND...: the same, with the output joined to one line.
json() {
    pattern=$1
    shift
    "$@" >out.txt && tr '\n' ' ' <out.txt | grep -q -e "$pattern" || { cat out.txt; return 1; }
}
# refuses STATUS PATTERN COMMAND...: the command fails with this status and one matching line.
refuses() {
    wanted=$1 pattern=$2
    shift 2
    "$@" >out.txt 2>err.txt
    [ $? -eq "$wanted" ] && grep -q -e "$pattern" err.txt && [ "$(wc -l <err.txt)" -eq 1 ] ||
        { cat out.txt err.txt; return 1; }
}

stats() { "$BROADSIDE" stats "$@"; }

if stats 2>&1 | grep -q libsqlite3-dev; then
    check 'without SQLite, stats names the package to install' refuses 1 libsqlite3-dev stats
    check 'so does replay' refuses 1 libsqlite3-dev "$BROADSIDE" replay last
    plan
    exit 0
fi

check 'stats works without games' prints '^No games yet' stats
check 'so does stats --list' prints '^No games yet' stats --list
check 'replay last reports that there are no games' refuses 1 'no games in the history yet' "$BROADSIDE" replay last
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

check 'stats counts games by player, opponent and rules' prints '^Ann  *random  *classic  *2 ' stats
check 'a two-player game counts for both players' prints '^Bob  *Ann  *classic  *1 ' stats
aligned() {
    # awk may count the bytes of an ë.
    stats | sed 's/ë/e/g' | awk 'index($0, " classic ") { print index($0, " classic ") }' | sort -u >columns.txt
    [ "$(wc -l <columns.txt)" -eq 1 ]
}
check 'names that are not ASCII stay in their columns' aligned
wide() {
    mkdir wide && HOME=$TMPDIR/wide "$keep" 東京 hunt classic 4 5 >/dev/null && HOME=$TMPDIR/wide stats >out.txt &&
        grep -q '^東京           hunt           classic ' out.txt
}
check 'so do wide ones' wide
lines() { [ "$(stats "$@" | grep -c " classic ")" -eq "$wanted" ]; }
wanted=2; check '--player selects a player' lines --player Ann
wanted=1; check '--bot selects a bot' lines --bot hunt
wanted=1; check '--opponent selects a person' lines --opponent Bob
wanted=4; check '--rules selects rules' lines --rules classic
wanted=2; check '--rows limits the number of rows' lines --rows 2
wanted=4; check '--list shows all games' lines --list
wanted=3; check '--list shows the games of one player' lines --list --player Ann
wanted=1; check '--list --rows shows the latest games' lines --list --rows 1
check '--list shows a resignation' prints '^ *2 .* random beat Ann .* resigned' stats --list
check 'stats says that no game matches' prints '^No matching games' stats --rules salvo
check 'a name cannot control the terminal' prints '^No matching games' stats --player "$(printf '\033[2J')"
check '--bot and --opponent cannot be combined' refuses 2 'bot and --opponent cannot be used together' stats --bot random --opponent Bob
check 'the arguments of stats are files' refuses 1 'Ann: No such file' stats Ann
check '--rows refuses 0' refuses 2 "rows '0' is not a whole number" stats --rows 0

if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    check 'stats prints JSON' json '"opponent": "random",.*"games": 2, *"won": 1' stats --json --bot random
    check 'stats --list prints JSON' json '"id": 3,[^}]*"name": "Ann"[^}]*}[^}]*"name": "Bob"' stats --list --json
    check 'losing streaks are negative in JSON' json '"streak": -1' stats --json --player Zoë
else
    skip 'stats prints JSON' 'built without JSON'
fi

# Ratings and high scores, in a separate history.
old_home=$HOME
HOME=$TMPDIR/rated
mkdir "$HOME"
"$keep" Ann easy classic 1 win >/dev/null
"$keep" Ann random classic - win >/dev/null
unrated() { stats >out.txt && ! grep -q -e Rating -e 'High scores' out.txt; }
check 'a game with a given seed or against another bot is not rated' unrated
"$keep" Ann easy classic - win >/dev/null
check 'one game has a rating with its error' prints '^Ann: 1[5-9][0-9][0-9] +- [0-9]* (95 %: .*), from 1 game$' stats
check 'wins only are no certain rating' prints 'You won every rated game' stats
"$keep" Ann expert classic - 3 >/dev/null
"$keep" Ben medium advanced - 3 >/dev/null
"$keep" Ben easy equal-turns - 3 >/dev/null
"$keep" Ben easy classic - win >/dev/null
check 'the ratings of the levels are shown' prints '^Rating in Elo (classic: easy 1[0-9]*, medium 1500, hard 1[0-9]*, expert 1[0-9]*)$' stats
check 'few games say little' prints 'A rating from so few games says little' stats --player Ann
check 'the chart shows the rating after each game' prints '^  [_.:=+*#-]\{2\}  1[0-9]* to 1[0-9]*$' stats --ascii --player Ann
blocks() { LC_ALL=C.UTF-8 stats --player Ann >out.txt && grep -q '^  █▁  1' out.txt || { cat out.txt; return 1; }; }
check 'in blocks in a UTF-8 locale' blocks
ascii_only() { LC_ALL=C stats >out.txt && ! LC_ALL=C grep -q '[^ -~]' out.txt; }
check 'in ASCII in another one' ascii_only
check 'high scores are the fewest shots' prints '^  classic  *easy  *17 shots .* Ann, game 3$' stats
check 'of each person' prints '^  classic  *easy  *17 shots .* Ben, game 7$' stats
if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    check 'JSON has the ratings' json '"player": "Ben",[^}]*"elo": 1[0-9.]*,[^}]*"games": 2,[^}]*"course": \[' stats --json
    check 'and the high scores' json '"high_scores": \[.*"opponent": "easy",[^}]*"shots": 17' stats --json
fi
"$keep" Ann exact classic - 3 >/dev/null
check 'a level has one name, its title, and the name that --bot needs' prints '^Ann  *expert (exact)  *classic  *1 ' stats
check 'also in the list' prints ' expert (exact) beat Ann  *resigned' stats --list
in_line() {
    printf '%s\n' '' resign | "$BROADSIDE" play --plain --bot random --rule first=a --rule hit-again=yes \
        --name 'A name of thirty characters or' >/dev/null || return 1
    stats >out.txt && grep -qF 'classic+first=a+hit-again=yes' out.txt || return 1
    awk '/^player/ { at = index($0, " games") + 6 } /^$/ { exit } { if (substr($0, at - 1, 2) !~ /^[s0-9] $/) bad = 1; rows++ } END { exit bad || rows < 5 }' out.txt ||
        { cat out.txt; return 1; }
    stats --list | awk '{ n[match($0, / moves?,/)] = 1 } END { for (i in n) count++; exit count != 1 }'
}
check 'long names of rules and players keep the columns in line' in_line

# The same games as records.
stats >all.txt
stats --list >list.txt
check '--export writes the records of all games' prints '^9 games written\.$' stats --export games.txt
check 'which only the owner can read' [ "$(stat -c %a games.txt)" = 600 ]
enough() { { stats --list 2>err.txt; echo $? >status.txt; } | sed q >/dev/null; [ ! -s err.txt ]; }
check 'a reader that has seen enough is no error to report' enough
keeps() {
    cp games.txt before.txt
    ! stats --player Nobody --export games.txt >out.txt 2>err.txt && grep -q "no such game, so 'games.txt' is not written" err.txt &&
        cmp games.txt before.txt
}
check 'without a game it keeps the file' keeps
check 'with what they do not contain themselves' grep -qx '# bot b easy' games.txt
same() {
    expected=$1
    shift
    stats "$@" >out.txt && diff "$expected" out.txt
}
check 'stats reads them from a file as from the history' same all.txt games.txt
check '--list too' same list.txt --list games.txt
check 'a game that is in two files counts once' same all.txt games.txt games.txt
wanted=2; check 'a filter applies to files' lines --player Ben games.txt
check 'and to --export' prints '^1 game written\.$' stats --player Ben --rules advanced --export ben.txt
check 'games in the history are not added again' prints '^0 games added, 9 already there\.$' stats --import games.txt
sed 's/$/\r/' games.txt >crlf.txt
check 'other line ends are the same games' prints '^0 games added, 9 already there\.$' stats --import crlf.txt
HOME=$TMPDIR/other
mkdir "$HOME"
check 'a fresh history gets the games of files' prints '^9 games added, 0 already there\.$' stats --import games.txt ben.txt
check 'it shows the same' same all.txt
if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    check '--import prints JSON' json '"added": 0, *"known": 9' stats --import games.txt --json
    check '--export prints JSON' json '"exported": 9' stats --export again.txt --json
fi
check 'an export of an import is the same' cmp games.txt again.txt

printf '%s\n' '' A1 A2 resign | "$BROADSIDE" play --plain --bot hunt --name Cy --record one.txt >/dev/null
touch -d 2026-01-02T03:04:05Z one.txt
check 'a record alone has the bot by its name and the time of its file' prints '^Cy  *hunt  *classic .* 2026-01-02 03:04$' stats one.txt
check 'play --record wrote the game of the history' prints '^0 games added, 1 already there\.$' stats --import one.txt
seeded() {
    printf '%s\n' '' resign | "$BROADSIDE" play --plain --bot easy --name Di --seed 3 --record seeded.txt >/dev/null &&
        grep -qx '# seed given' seeded.txt && stats seeded.txt >out.txt && grep -q '^Di  *easy ' out.txt && ! grep -q Rating out.txt ||
        { cat out.txt; return 1; }
    printf '%s\n' '' resign | "$BROADSIDE" play --plain --bot easy --name Di --record drawn.txt >/dev/null &&
        ! grep -q '# seed given' drawn.txt && prints '^Rating' stats drawn.txt
}
check 'play --record says that the seed was given, so the game is not rated' seeded
sed '/^result/,$d; /resign/d' one.txt >open.txt
left_out() {
    stats open.txt one.txt >out.txt 2>err.txt && grep -q '^Cy ' out.txt && grep -qx 'broadside stats: 1 unfinished game is left out' err.txt
}
check 'an unfinished game is left out, with a note' left_out
sed '/^# bot/d; s/^player a Cy/player a random/' one.txt >bots.txt
check 'so is one without a person' prints '^broadside stats: 1 game without a person is left out$' stats bots.txt
check 'so are two' prints '^broadside stats: 2 games without a person are left out$' stats bots.txt bots.txt
check 'then there is nothing to show' prints '^No games of people in the files' stats bots.txt
replay() { "$BROADSIDE" replay "$@"; }
cat open.txt bots.txt drawn.txt one.txt >four.txt
check 'replay says how many records a file has' refuses 1 '^broadside replay: four.txt: the file has 4 records; choose one with --game N' replay four.txt
check '--game chooses one' prints '^Di (a) against easy (b)' replay four.txt --game 3
check 'by the number that stats FILE --list shows' prints '^ *3 .* beat Di ' stats four.txt --list
check 'which counts the records left out, too' prints '^ *4 .* beat Cy ' stats four.txt --list
check 'a record that is not there is refused' refuses 1 'four.txt: there is no record 5: the file has 4 records' replay four.txt --game 5
check 'a file with one record needs no number' prints '^Cy (a) against hunt (b)' replay one.txt
numbers_of_history() {
    mkdir fresh && HOME=$TMPDIR/fresh stats --import four.txt >out.txt 2>&1 && HOME=$TMPDIR/fresh stats --list >out.txt &&
        grep -q '^ *1 ' out.txt && grep -q '^ *2 ' out.txt || { cat out.txt; return 1; }
}
check 'an import gets the next numbers of the history' numbers_of_history
forged=$(grep -n '^[0-9]* a ' four.txt | tail -n 1 | sed 's/:.*//')
sed "${forged}s/ resign / gun /" four.txt >forged.txt
for how in --plain --coach; do
    check "the line of an error is that of the file: $how" refuses 1 "forged.txt: line $forged: " replay forged.txt --game 4 "$how"
done
# ended TIME: the record one.txt with this time; the file is of 2026-01-02.
ended() { { echo '# a game'; echo "# ended $1"; cat one.txt; } >ended.txt && touch -d 2026-01-02T03:04:05Z ended.txt; }
wrong_time() {
    ended "$1" && stats ended.txt >out.txt 2>err.txt && grep -q '2026-01-02 03:04$' out.txt &&
        grep -q "^broadside stats: ended.txt: line 2: '# ended $2.*; the game gets the time of its file$" err.txt || { cat out.txt err.txt; return 1; }
}
check 'a note with a wrong time is reported with file and line' wrong_time yesterday "yesterday' is not a time such as"
check 'so is one with a date that does not exist' wrong_time 2026-02-30T10:50:38Z "2026-02-30T10:50:38Z' is not a time"
check 'and one in the future' wrong_time 9999-01-01T00:00:00Z "9999-01-01T00:00:00Z' is in the future"
check 'a note cannot control the terminal' wrong_time "$(printf '\033[2J')" '?\[2J'
right_time() { ended 2026-03-04T05:06:07Z && stats ended.txt >out.txt 2>err.txt && grep -q '2026-03-04 05:06$' out.txt && [ ! -s err.txt ]; }
check 'a right one is used' right_time
sed '/^seed/d' one.txt >seedless.txt
sed '/^result/,$d' one.txt >cut.txt
check 'a record without its seed is the game that the history has' prints '^0 games added, 1 already there\.$' stats --import seedless.txt
check 'a record without its result is left out, with a note' prints '^broadside stats: 1 game without its result line is left out$' stats --import cut.txt
whole_later() {
    mkdir later && HOME=$TMPDIR/later && prints '^1 game added, 0 already' stats --import seedless.txt &&
        prints '^0 games added, 1 already' stats --import one.txt && rm -r later && mkdir later &&
        prints '^1 game added, 1 already' stats --import seedless.txt one.txt
    status=$?
    HOME=$TMPDIR/other
    return $status
}
check 'in any order' whole_later
bad=$(grep -n '^[0-9]* a fire' games.txt | sed -n '40s/:.*//p')
sed "${bad}s/ fire / gun /" games.txt >bad.txt
check 'a damaged record is reported with file and line' refuses 1 "^broadside stats: bad.txt: line $bad: " stats bad.txt
HOME=$TMPDIR/empty
mkdir "$HOME"
check 'also by --import' refuses 1 "^broadside stats: bad.txt: line $bad: " stats --import one.txt bad.txt
check 'which then adds nothing' nothing_made
echo 'a diary' >diary.txt
check 'another file is no record' refuses 1 "diary.txt: line 1: expected 'broadside record', found 'a diary'" stats diary.txt
: >nothing.txt
check 'nor is an empty one' refuses 1 'nothing.txt: there is no record in this file' stats nothing.txt
check '--import needs files' refuses 2 '--import needs a file' stats --import
check '--export without games writes nothing' refuses 1 'no games in the history yet' stats --export never.txt
never() { [ ! -e never.txt ]; }
check 'no file' never
HOME=$old_home

check 'replay shows a game by number' prints '^Ann (a) against random (b), classic' "$BROADSIDE" replay 2
check 'replay last shows the last game' prints ' (a) against ' "$BROADSIDE" replay last
check 'replay refuses an unknown number' refuses 1 'no game 99' "$BROADSIDE" replay 99
check 'replay refuses game 0' refuses 1 '0: No such file' "$BROADSIDE" replay 0
echo 'not a record' >./2
check 'a file of that name takes precedence' refuses 1 '^broadside replay: 2: line 1' "$BROADSIDE" replay 2
rm ./2

cp "$data/history.db" good.db
echo 'a diary' >"$data/history.db"
rm -f "$data"/history.db-*
check 'a file that is not a database is reported' refuses 1 'is not a database' stats
check 'replay reports it too' refuses 1 'is not a database' "$BROADSIDE" replay 1
check 'and is left alone' grep -qx 'a diary' "$data/history.db"
unkept() {
    "$keep" Ann random classic 7 3 >out.txt 2>err.txt
    [ $? -eq 1 ] && grep -q 'stays in .*/broadside/games/' err.txt && ! no_saves
}
check 'a game that the history cannot store keeps its file' unkept
cp good.db "$data/history.db"
"$keep" Ann random classic 8 3 >numbers.txt
check 'and is stored later' grep -qx 6 numbers.txt
check 'then its file is removed' no_saves

if command -v sqlite3 >/dev/null; then
    left_out() {
        cp good.db "$data/history.db"
        sqlite3 "$data/history.db" "UPDATE $1" || return 1
        for list in '' --list; do
            # shellcheck disable=SC2086 # no word if empty
            stats $list >out.txt 2>err.txt && grep -q '1 damaged game is left out' err.txt && grep -q 'classic' out.txt &&
                ! grep -q 'Zoë' out.txt || { cat out.txt err.txt; return 1; }
        done
    }
    for change in 'side SET shots = -1 WHERE game = 4' 'side SET hits = 2000 WHERE game = 4' 'side SET advised = -1 WHERE game = 4' \
        'game SET ended = -100000000000 WHERE id = 4' "side SET turns = 'x' WHERE game = 4" 'game SET moves = -5 WHERE id = 4'; do
        check "a damaged game is left out, with a note: $change" left_out "$change"
    done
    cp good.db "$data/history.db"
else
    skip 'a damaged game is left out, with a note' 'there is no sqlite3'
fi

# A full disk: a small tmpfs in a separate mount namespace.
full_disk() {
    unshare -rm true 2>/dev/null || return 77
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
full_disk "$TMPDIR/small" >out.txt 2>&1
case $? in
77) skip 'a full disk loses no game' 'no file system can be mounted' ;;
0) check 'a full disk loses no game' true ;;
*) cat out.txt; check 'a full disk loses no game' false ;;
esac
plan
