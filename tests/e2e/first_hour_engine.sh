#!/bin/sh
# The first hour of a newcomer who has just built the program: looks at the rules, writes a rules file,
# lets bots play by it, plays, saves the record, replays it, and tries to cheat.
. "$TOP/tests/e2e/build.inc"
cd "$TMPDIR" || exit 1
PATH=$(dirname "$BROADSIDE"):$PATH

# one_line COMMAND...: prints exactly one line on standard error and nothing on standard output.
one_line() {
    "$@" >out 2>err
    cat out err
    [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ]
}

# --- looking around
t 'help lists the commands' prints 'play against a bot' broadside help
aligned() {
    [ "$(broadside help | sed -n 's/^\(  [a-z-]*  *\).*/\1/p' | awk '{ print length }' | sort -u | wc -l)" -eq 1 ]
}
t 'help aligns the commands in two columns' aligned
narrow() { for command in play match tournament; do ! broadside help "$command" | grep -q '.\{97\}' || return 1; done; }
t 'help fits on a screen' narrow
t 'help of a command lists its options' prints --record broadside help play
t '--version prints the version' prints "broadside $(cat "$TOP/VERSION")" broadside --version
t 'rules lists the presets' prints advanced-strict broadside rules
t 'rules prints a preset' prints 'specials = radar 3, smoke, artillery, torpedo' broadside rules advanced
t 'rules lists the knobs' prints 'sweep|cells|shield' broadside rules --knobs
t 'bots lists the bots' prints 'null' broadside bots
t 'and their other names' prints 'expert (exact) 44.5 shots' broadside bots
t 'a wrong command prints one line' one_line exits 2 broadside sink
t 'a wrong option prints one line' one_line exits 2 broadside match random null --game 5
t 'a wrong preset prints one line' one_line exits 2 broadside rules clasic
t 'a wrong bot prints one line' one_line exits 2 broadside match random nul

# --- a rules file
broadside rules classic >mine.rules
reads_back() { broadside rules mine.rules | diff mine.rules -; }
t 'the output of rules can be read back unchanged' reads_back
sed -e 's/^name = .*/name = mine/' -e 's/^board = .*/board = 9x9/' -e 's/^touch = .*/touch = no/' mine.rules >edited
mv edited mine.rules
t 'an edited file is accepted' prints 'board = 9x9' broadside rules mine.rules
t 'and read back unchanged' reads_back
t '--rule changes a rules file' prints 'name = mine+announce=none' broadside rules mine.rules --rule announce=none
t 'bots play by the rules file' prints 'mine rules, 50 rounds, seed 3' \
    broadside match random null --rules mine.rules --games 50 --seed 3
sed 's/^touch = .*/touch = perhaps/' mine.rules >bad.rules
t 'a wrong value is reported with its line' prints "bad.rules: line 4: touch = 'perhaps'" broadside rules bad.rules
t 'and exits with status 2' exits 2 broadside rules bad.rules
t 'a missing file exits with status 1' exits 1 broadside rules ./none.rules
t 'an impossible fleet is refused' prints 'the ships cover 120 cells' broadside rules --rule fleet=4x30
t 'rules that contradict each other are refused' prints 'cannot be combined' broadside rules salvo --rule hit-again=yes

# --- a match
result() { broadside match random random --games 300 --rules "$1" --seed 42 --threads "$2" 2>/dev/null; }
for preset in $(broadside rules | cut -d ' ' -f 1); do
    same() { result "$preset" 1 >one && result "$preset" 3 >three && cat one && diff one three; }
    t "$preset: one thread and three threads give the same match" same
done
if broadside bots --json >/dev/null 2>&1; then
    t 'match prints JSON' prints '"rounds": 10' broadside match random null --games 10 --json
    t 'rules prints JSON' prints '"board": "10x10"' broadside rules classic --json
    t 'bots prints JSON' prints '"bot": "random"' broadside bots --json
    json=yes
else
    json=
    t 'a build without JSON says which package to install' prints libjansson-dev broadside bots --json
fi

# --- a game: place ships, save the record, replay it
play() {
    printf '%s\n' 'A1 h' 'A3 h' 'A5 h' 'A7 h' 'A9 h' help status fire E5 'fire k11' nonsense board fleet stock log '' \
        F6 resign | broadside play --bot random --seed 7 --name Ann --record game.txt
}
t 'a game is played to its end' play
play >out.txt 2>&1
t 'the ships are where they were placed' prints '  1 # # # # # ~ ~ ~ ~ ~' cat out.txt
t 'a shot gets a result' prints 'Ann fires at E5:' cat out.txt
t "'fire' without a cell asks where" prints 'fire where?' cat out.txt
t 'a cell off the board is explained' prints "'k11' is off the board: the last column is J" cat out.txt
t 'nonsense is explained' prints "'nonsense' is not a move" cat out.txt
t 'the winner is announced' prints 'random wins: Ann has resigned.' cat out.txt
t 'only the owner can read the record' prints -rw------- ls -l game.txt
cp game.txt first.txt
play >again.txt 2>&1
t 'the same seed and moves give the same game' diff out.txt again.txt
t 'and the same record' diff first.txt game.txt
t 'replay shows the moves' prints '1. Ann fires at E5:' broadside replay game.txt
t 'replay --from starts at a later move' prints '3. Ann fires at F6:' broadside replay game.txt --from 3
t 'and omits the earlier ones' fails prints '1. Ann' broadside replay game.txt --from 3
t 'replay --boards draws the boards' prints "Ann's fleet" broadside replay game.txt --boards
[ "$json" ] && t 'replay --json prints JSON' prints '"move": "fire F6"' broadside replay game.txt --json

# committed SIDE: the commitment that status shows before the first shot matches the fleet in the record.
committed() {
    hash=$(sed -n "s/^fleet $1 //p" game.txt | head -n 1 | sha256sum | cut -d ' ' -f 1)
    echo "$hash"
    grep -q "has committed to a fleet: SHA-256 $hash" out.txt && grep -q "^commit $1 $hash" game.txt
}
t 'sha256sum confirms the fleet of side a' committed a
t 'sha256sum confirms the fleet of side b' committed b

# --- cheating
# forge NAME SED-COMMAND TEXT: the forged record is refused with this text, status 1.
forge() {
    sed "$2" game.txt >forged.txt
    refused() {
        ! cmp game.txt forged.txt || return 1
        prints "forged.txt: line $wanted_line: $3" broadside replay forged.txt && exits 1 broadside replay forged.txt
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
cut_is_refused() { prints 'cut.txt: line' broadside replay cut.txt && exits 1 broadside replay cut.txt; }
t 'a record cut in the middle of a line is refused' cut_is_refused
sed '/^5 /,$d' game.txt >running.txt
t 'the record of a running game replays' exits 0 broadside replay running.txt
t 'and says that the game is not over' prints 'The game is not over.' broadside replay running.txt

# --- leaving
t 'the end of input while placing ends the game' prints Goodbye broadside play --bot random --seed 1
leave() { printf '\n' | broadside play --bot random --seed 1; }
t 'the end of input at the prompt ends the game' prints Goodbye leave
quit() { printf '\nquit\n' | broadside play --bot random --seed 1 --record left.txt; }
t 'quit ends the game' prints Goodbye quit
t 'and leaves a record that replays' exits 0 broadside replay left.txt
special() {
    printf '\nradar E5\ntorpedo B\nB2\nresign\n' | broadside play --bot random --rules advanced --seed 2
}
t 'a locked torpedo costs the turn under advanced rules' prints 'the torpedo is locked' special
done_testing
