#!/bin/sh
# shellcheck disable=SC2034,SC2154 # variables of faults.inc
# Every system call and every allocation of a game fails once: no announced move is lost, and what
# the game says about its history, its file and its record is true.
# slow: dozens of games (with SOAK one for each call) (10 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/moves.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/faults.inc"

awk 'BEGIN { print ""; for (r = 1; r <= 10; r++) for (c = 1; c <= 10; c++) print substr("ABCDEFGHIJ", c, 1) r }' >all.txt
head -n 9 all.txt >some.txt
sed 1d all.txt >cells.txt

# A game goes on if it cannot be saved, and says so.
says_so() {
    cat out.txt err.txt | grep -Eq "$expected"
}

run_game() { broadside play --plain --bot hunt --seed 3 --record game.txt <../all.txt; }
recover_game() { promises; }
admits_game() { says_so; }
sweep_all game 'a game' 4

# The input ends after a few moves: the game stays unfinished.
run_unfinished() { broadside play --plain --bot hunt --seed 3 <../some.txt; }
recover_unfinished() { promises; }
admits_unfinished() { says_so; }
sweep_all unfinished 'an unfinished game' 3

prepare_resumed() { again play --plain --bot hunt --seed 3 <../some.txt; }
run_resumed() { broadside play --plain --continue <../cells.txt; }
recover_resumed() { promises; }
admits_resumed() { says_so; }
sweep_all resumed 'a resumed game' 3

plan
