#!/bin/sh
# The plain game: whole games, bad input, and every way in which input can end.
# sanitized: a game from start to end
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

all_cells() {
    for row in 1 2 3 4 5 6 7 8 9 10; do
        for column in A B C D E F G H I J; do echo "$column$row"; done
    done
}

# play INPUT OPTIONS...: a game against random with a new home; the output is in out.txt.
play() {
    input=$1
    shift
    rm -rf home
    HOME=$TMPDIR/home timeout 20 "$BROADSIDE" play --plain --bot random "$@" <"$input" >out.txt 2>err.txt
}

whole_game() {
    { echo; all_cells; } >in.txt
    play in.txt --seed 5 --record won.record &&
        grep -Eq '^(Player|null|random) wins' out.txt && "$BROADSIDE" replay won.record >replay.txt &&
        grep -q '^Seed 5' replay.txt
}
check 'a whole classic game is played to its end and its record replays' whole_game

small_stack() {
    { echo board; echo; all_cells | head -30; echo log; echo 'open hits'; echo resign; } >in.txt
    # shellcheck disable=SC3045 # dash and bash have ulimit -s
    (ulimit -s 64 && play in.txt --bot exact --seed 1) && grep -q 'rules against exact' out.txt &&
        grep -Eq '^Open hits|no open hits' out.txt
}
check 'a game against exact needs a stack of no more than 64 KB' small_stack

for rules in equal-turns advanced advanced-strict tournament grid20 salvo russian; do
    whole_rules() {
        { echo; all_cells; all_cells; all_cells; } >in.txt
        play in.txt --rules "$rules" --seed 1 --record "$rules.record" &&
            "$BROADSIDE" replay "$rules.record" >/dev/null
    }
    check "a game of $rules rules ends cleanly and its record replays" whole_rules
done

# Case 10 of the acceptance cases: end of input anywhere.
end_of_input() {
    { echo 'A1 h'; echo 'A2 h'; echo 'A3 h'; echo 'A4 h'; echo 'A5 h'; echo 'B3'; echo 'board'
      echo 'J10'; } >lines.txt
    for lines in 0 1 2 3 4 5 6 7 8; do
        head -n "$lines" lines.txt >in.txt
        play in.txt --seed 2 || return 1
        [ "$(wc -c <out.txt)" -lt 20000 ] || return 1
        grep -q 'Goodbye' out.txt || return 1
    done
    printf 'A1 h\nA2' >in.txt
    play in.txt --seed 2 && grep -q 'Goodbye' out.txt
}
check 'end of input at every prompt ends the game cleanly' end_of_input

placing() {
    printf 'undo\nA1 h\nC5 v\nundo\nboard\nhelp\nquit\n' >in.txt
    play in.txt && grep -q 'nothing to undo' out.txt && grep -q '^  1 # # # # # ~' out.txt &&
        ! grep -q '^  5 ~ ~ #' out.txt && [ "$(grep -c 'place your fleet' out.txt)" -eq 2 ]
}
check 'while placing, undo takes a ship back and board shows the fleet' placing

rest_at_random() {
    printf 'A1 h\nA2 h\nrandom\nquit\n' >in.txt
    play in.txt --seed 8 --record rest.record &&
        grep -q 'Your fleet: Carrier A1 h, Battleship A2 h, Cruiser' out.txt &&
        grep -q '^fleet a [0-9a-f]* Carrier A1 h, Battleship A2 h, Cruiser' rest.record || return 1
    cp out.txt before.txt
    play in.txt --seed 8 --record rest.record && cmp -s out.txt before.txt || return 1
    # Two ships in the middle of a 3x3 board leave no room for the third.
    printf 'A2 h\nrandom\nundo\nA1 h\n\nquit\n' >in.txt
    play in.txt --rule board=3x3 --rule fleet=3,2 --rule touch=no && grep -q 'The remaining ships do not fit' out.txt &&
        grep -q 'Your fleet: .* A1 h, .* [ABC]3 h\.' out.txt
}
check 'the rest of a fleet is placed at random around the ships already placed' rest_at_random

placement_reasons() {
    printf 'I1 h\nA1 h\nA1 v\nQ7 h\nB3\nquit\n' >in.txt
    play in.txt && [ "$(grep -c 'Not there' out.txt)" -eq 4 ] &&
        grep -q 'extends off the board' out.txt && grep -q 'overlaps' out.txt
}
check 'an impossible placement is refused with the reason, and the prompt repeats' placement_reasons

refused_again() {
    printf '\nB3\nB3\nK11\nnonsense\nradar B3\nlog\nquit\n' >in.txt
    play in.txt --seed 3 && grep -q 'has already been shot at' out.txt &&
        grep -q 'off the board' out.txt && grep -q 'not a move' out.txt &&
        grep -q 'no radar in these rules' out.txt && grep -q '^Player> Shots so far: 1' out.txt
}
check 'with invalid-input = again a mistake costs no turn, and the reason is given' refused_again

turn_lost() {
    printf '\nB3\nB3\nK11\nartillery A1\nquit\n' >in.txt
    play in.txt --rules advanced --rule first=a --seed 3 &&
        [ "$(grep -c 'Player loses the turn' out.txt)" -eq 3 ] && grep -q 'is locked' out.txt
}
check 'with invalid-input = lose-turn a mistake costs the turn, and the reason is given' turn_lost

own_map_hidden() {
    printf '\nquit\n' >in.txt
    play in.txt --rules advanced --seed 3 && ! grep -q "Player's fleet$" out.txt
}
check 'own-map = hidden shows only the enemy map' own_map_hidden

hostile_input() {
    { head -c 1000000 /dev/zero | tr '\0' 'A'
      printf '\n\n\nA1\n'
      head -c 20000 /dev/zero
      printf '\n\033[2J\377\376\n'; } >in.txt
    play in.txt --seed 3 && [ "$(wc -c <out.txt)" -lt 20000 ] && ! grep -q "$(printf '\033')" out.txt
}
check 'a million characters, NUL bytes and escape codes are just invalid lines' hostile_input

random_lines() {
    head -c 3000000 /dev/urandom | tr -dc 'a-jA-J0-9 \nrtspdo' | head -n 100000 >in.txt
    timeout 60 "$BROADSIDE" play --plain --bot random --rules advanced <in.txt >out.txt 2>err.txt
}
check '100,000 random lines end the game' random_lines

hostile_name() {
    printf '\nquit\n' >in.txt
    play in.txt --name "$(printf 'a\033[31mb\nc')" && ! grep -q "$(printf '\033')" out.txt
}
check 'a name cannot control the terminal' hostile_name

coach() {
    printf '\nhint\nhint please\nHINT\nquit\n' >in.txt
    play in.txt --seed 3 --rules advanced --rule first=a &&
        [ "$(grep -c 'The coach advises radar \([A-J][0-9]*\): [0-9.]* ship cells expected. Type .radar \1. to play it.$' out.txt)" -eq 2 ] &&
        grep -q "'hint' takes no arguments" out.txt && ! grep -q 'loses the turn' out.txt
}
check 'without hints in the rules the coach gives advice, which costs no turn' coach

# Types what the coach says, turn by turn.
obey() {
    : >obeyed.txt
    for turn in 1 2 3 4 5 6; do
        { echo; cat obeyed.txt; printf 'hint\nquit\n'; } >in.txt
        play in.txt --seed 3 --rules advanced --rule first=a && ! grep -q 'loses the turn' out.txt &&
            sed -n "s/.*Type '\(.*\)' to play it\.$/\1/p" out.txt >>obeyed.txt && [ "$(wc -l <obeyed.txt)" -eq $turn ] ||
            return 1
    done
    ! sort obeyed.txt | uniq -d | grep . && grep -q '^radar' obeyed.txt && grep -q '^fire' obeyed.txt
}
check 'the coach prints the command that plays its advice' obey

hint_move() {
    printf '\nhint\nquit\n' >in.txt
    play in.txt --seed 3 --rules advanced --rule first=a --rule hints=2 --rule hint-after=1 &&
        ! grep -q 'The coach\|loses the turn' out.txt && grep -q 'Not possible: ' out.txt
}
check 'with hints in the rules, hint is a move, and too early it costs no turn' hint_move

review() {
    printf '\nE5\nresign\n\n' >in.txt
    play in.txt --seed 7 --rule first=a && grep -q 'fire E5: hit (.* chance of a hit)' out.txt &&
        grep -q '^Player: .*Expected hits' out.txt || return 1
    printf '\nE5\nresign\nno\n' >in.txt
    play in.txt --seed 7 --rule first=a && ! grep -q 'Expected hits' out.txt
}
check 'after the game, Enter compares the shots with the best ones, and anything else exits' review

# Each revealed line hashes to the commitment that `status` shows before the first shot.
fair() {
    printf '\nstatus\nE5\nresign\n' >in.txt
    play in.txt --seed 3 --rule first=a &&
        grep -q 'Both fleets match the commitments made at the start' out.txt || return 1
    for who in Player random; do
        hash=$(sed -n "s/^$who reveals: //p" out.txt | sha256sum | cut -d ' ' -f 1)
        sed '/fires at E5/,$d' out.txt | grep -q "^$who has committed to a fleet: SHA-256 $hash\$" || return 1
    done
}
check 'at the end both fleets are revealed and match their commitments' fair

help_fits() {
    printf '\nhelp\nquit\n' >in.txt
    for preset in classic advanced salvo russian tournament; do
        play in.txt --rules "$preset" --rule first=a || return 1
        sed -n '/> Moves:/,/^On the boards/p' out.txt >help.txt
        grep -q 'open hits' help.txt && [ "$(wc -l <help.txt)" -lt 24 ] && ! grep -q '.\{81\}' help.txt || return 1
    done
    play in.txt --rules advanced --rule hints=1 --rule reinforce=1 && grep -q 'raise SHIP' out.txt
}
check 'help fits on a screen under all rules' help_fits

log_of_both() {
    printf '\nE5\nE6\nlog\nquit\n' >in.txt
    play in.txt --seed 3 --rule first=a && grep -q '^Player> Shots so far: 2: E5' out.txt &&
        grep -q '^1\. Player fires at E5' out.txt && grep -q '^4\. random fires' out.txt
}
check 'log shows the last moves of both sides' log_of_both

resign() {
    printf '\nresign\n' >in.txt
    play in.txt --seed 3 --rule first=a && grep -q 'Player has resigned' out.txt
}
check 'resign ends the game' resign

output_full() {
    { echo; all_cells; } >in.txt
    timeout 10 "$BROADSIDE" play --plain --bot random --seed 5 <in.txt >/dev/full 2>err.txt
    [ $? -eq 1 ] && grep -q 'writing failed' err.txt
}
check 'if the output is on a full disk, the game fails with a message' output_full

# If nothing reads the output any more, the game ends.
output_closed() {
    { yes board | timeout 20 "$BROADSIDE" play --plain --bot random --seed 5 2>err.txt
      echo $? >status.txt; } | head -n 3 >/dev/null
    [ "$(cat status.txt)" -eq 1 ] && grep -q 'writing failed' err.txt
}
check 'if the output is closed, the game ends with a message' output_closed

record_unwritable() {
    printf '\nresign\n' >in.txt
    play in.txt --seed 3 --record /nowhere/x.record
    [ $? -eq 1 ] && grep -q '/nowhere/x.record' err.txt
}
check 'if the record cannot be written, the game fails and names the file' record_unwritable

usage() {
    for wrong in '--rules nosuch' '--rule touch=maybe' '--rule' '--bot nosuch' '--bogus' 'operand' \
        '--seed -1' '--rule board=40x40' '--rule fleet=5,0' '--rule hit-again=yes --rule salvo=yes'; do
        # shellcheck disable=SC2086
        "$BROADSIDE" play $wrong </dev/null >out.txt 2>err.txt
        [ $? -eq 2 ] || return 1
        [ "$(wc -l <err.txt)" -eq 1 ] || return 1
    done
}
check 'wrong usage exits with 2 and one line that says what is wrong' usage

plan
