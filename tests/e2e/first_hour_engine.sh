#!/bin/sh
# The first hour of somebody who has just built the program: look at the rules, make some of one's own,
# let bots play by them, play, keep the game, replay it, and try to cheat.
. "$TOP/tests/e2e/build.inc"
cd "$TMPDIR" || exit 1
PATH=$(dirname "$BROADSIDE"):$PATH

# exits STATUS COMMAND...
exits() {
    wanted_status=$1
    shift
    "$@"
    is=$?
    [ "$is" -eq "$wanted_status" ] || { echo "exit status $is, not $wanted_status"; return 1; }
}
# one_line COMMAND...: says exactly one line on standard error and nothing on standard output.
one_line() {
    "$@" >out 2>err
    cat out err
    [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ]
}

# --- looking around
t 'help lists the commands' says 'play against a bot' broadside help
aligned() {
    [ "$(broadside help | sed -n 's/^\(  [a-z-]*  *\).*/\1/p' | awk '{ print length }' | sort -u | wc -l)" -eq 1 ]
}
t 'in two columns' aligned
narrow() { for command in play match tournament; do ! broadside help "$command" | grep -q '.\{97\}' || return 1; done; }
t 'help fits on a screen' narrow
t 'help of a command tells its options' says --record broadside help play
t 'the version' says "broadside $(cat "$TOP/VERSION")" broadside --version
t 'rules lists the presets' says advanced-strict broadside rules
t 'rules prints one' says 'specials = radar 3, smoke, artillery, torpedo' broadside rules advanced
t 'rules lists the knobs' says 'sweep|cells|shield' broadside rules --knobs
t 'bots lists the bots' says 'null' broadside bots
t 'a wrong command says one line' one_line exits 2 broadside sink
t 'a wrong option says one line' one_line exits 2 broadside match random null --game 5
t 'a wrong preset says one line' one_line exits 2 broadside rules clasic
t 'a wrong bot says one line' one_line exits 2 broadside match random nul

# --- rules of one's own
broadside rules classic >mine.rules
reads_back() { broadside rules mine.rules | diff mine.rules -; }
t 'what rules prints is read back the same' reads_back
sed -e 's/^name = .*/name = mine/' -e 's/^board = .*/board = 9x9/' -e 's/^touch = .*/touch = no/' mine.rules >edited
mv edited mine.rules
t 'an edited file is taken' says 'board = 9x9' broadside rules mine.rules
t 'and read back the same' reads_back
t 'a knob on top of it' says 'name = mine+announce=none' broadside rules mine.rules --rule announce=none
t 'bots play by the file' says 'mine rules, 50 rounds, seed 3' \
    broadside match random null --rules mine.rules --games 50 --seed 3
sed 's/^touch = .*/touch = perhaps/' mine.rules >bad.rules
t 'a wrong value is named with its line' says "bad.rules: line 4: touch = 'perhaps'" broadside rules bad.rules
t 'and the status is 2' exits 2 broadside rules bad.rules
t 'a file that is not there fails' exits 1 broadside rules ./none.rules
t 'an impossible fleet is refused' says 'the ships cover 120 cells' broadside rules --rule fleet=4x30
t 'a contradiction is refused' says 'cannot be combined' broadside rules salvo --rule hit-again=yes

# --- a match
result() { broadside match random random --games 300 --rules "$1" --seed 42 --threads "$2" 2>/dev/null; }
for preset in $(broadside rules | cut -d ' ' -f 1); do
    same() { result "$preset" 1 >one && result "$preset" 3 >three && cat one && diff one three; }
    t "$preset: one thread and three give the same match" same
done
if broadside bots --json >/dev/null 2>&1; then
    t 'a match as JSON' says '"rounds": 10' broadside match random null --games 10 --json
    t 'rules as JSON' says '"board": "10x10"' broadside rules classic --json
    t 'bots as JSON' says '"bot": "random"' broadside bots --json
    json=yes
else
    json=
    t 'without JSON the program says what to install' says libjansson-dev broadside bots --json
fi

# --- a game, placed by hand, kept, replayed
play() {
    printf '%s\n' 'A1 h' 'A3 h' 'A5 h' 'A7 h' 'A9 h' help fire E5 'fire k11' nonsense board fleet stock log '' \
        F6 resign | broadside play --bot random --seed 7 --name Ann --record game.txt
}
t 'a game' play
play >said 2>&1
t 'the fleet lies where it was put' says '  1 # # # # # ~ ~ ~ ~ ~' cat said
t 'a shot is answered' says 'Ann: fire E5. E5:' cat said
t 'a bare fire asks where' says 'fire where?' cat said
t 'a cell off the board is explained' says "'k11' is off the board: the last column is J" cat said
t 'nonsense is explained' says "'nonsense' is not a move" cat said
t 'the end is told' says 'random wins: Ann has resigned.' cat said
t 'the record is for its owner only' says -rw------- ls -l game.txt
cp game.txt first.txt
play >said2 2>&1
t 'the same seed and moves give the same game' diff said said2
t 'and the same record' diff first.txt game.txt
t 'replay shows it' says '1. Ann: fire E5. E5:' broadside replay game.txt
t 'from a later move' says '3. Ann: fire F6. F6:' broadside replay game.txt --from 3
t 'without the earlier ones' fails says '1. Ann' broadside replay game.txt --from 3
t 'with boards' says "Ann's fleet" broadside replay game.txt --boards
[ "$json" ] && t 'as JSON' says '"move": "fire F6"' broadside replay game.txt --json

# The commitment shown before the first shot is that of the fleet in the record.
committed() {
    hash=$(sed -n "s/^fleet $1 //p" game.txt | head -n 1 | sha256sum | cut -d ' ' -f 1)
    echo "$hash"
    grep -q "has committed to a fleet: SHA-256 $hash" said && grep -q "^commit $1 $hash" game.txt
}
t 'sha256sum confirms the fleet of side a' committed a
t 'sha256sum confirms the fleet of side b' committed b

# --- cheating
# forge NAME SED-COMMAND TEXT: the forged record is refused with this text, status 1.
forge() {
    sed "$2" game.txt >forged.txt
    refused() {
        ! cmp game.txt forged.txt || return 1
        says "forged.txt: line $wanted_line: $3" broadside replay forged.txt && exits 1 broadside replay forged.txt
    }
    wanted_line=$(diff game.txt forged.txt | sed -n '1s/^\([0-9]*\).*/\1/p')
    t "$1" refused "$@"
}
forge 'another target is refused at its line' 's/^3 a fire F6/3 a fire F7/' 'the record says'
forge 'another answer is refused at its line' 's/^2 \(.*\)=miss/2 \1=hit/' 'the record says'
forge 'another fleet is refused at its line' 's/^\(fleet b.*\)Carrier [A-J][0-9]*/\1Carrier A1/' 'the fleet of side b does not match'
forge 'another result is refused at its line' 's/^result b/result a/' "expected result b resigned, found 'result a resigned'"
forge 'a missing move is refused at its line' '/^2 /d' "expected move 2, found '3'"
head -c -40 game.txt >cut.txt
cut_is_refused() { says 'cut.txt: line' broadside replay cut.txt && exits 1 broadside replay cut.txt; }
t 'a record cut in the middle of a line is refused' cut_is_refused
sed '/^5 /,$d' game.txt >running.txt
t 'the record of a running game replays' exits 0 broadside replay running.txt
t 'and says so' says 'The game is not over.' broadside replay running.txt

# --- leaving
t 'end of input while placing' says Goodbye broadside play --bot random --seed 1
leave() { printf '\n' | broadside play --bot random --seed 1; }
t 'end of input at the prompt' says Goodbye leave
quit() { printf '\nquit\n' | broadside play --bot random --seed 1 --record left.txt; }
t 'quit' says Goodbye quit
t 'leaves a record that replays' exits 0 broadside replay left.txt
special() {
    printf '\nradar E5\ntorpedo B\nB2\nresign\n' | broadside play --bot random --rules advanced --seed 2
}
t 'a locked torpedo costs the turn under advanced rules' says 'the torpedo is locked' special
done_testing
