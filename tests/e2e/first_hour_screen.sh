#!/bin/sh
# The first hour of a player: a fresh copy, `make play`, Enter, Enter, a whole game with the arrow keys,
# its replay, a rematch, and quit. Presses only keys that the screen names at that moment.
# slow: builds a fresh copy (12 s)
set -u
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tmux.inc"
. "$TOP/tests/e2e/screen.inc"

# names KEY: does the screen say what the key does?
names() {
    screen_text >screen.txt
    case $1 in Up | Down | Left | Right) grep -Eq "(^| )(arrows|$1) " screen.txt && return 0 ;; esac
    grep -Fq 'Press any key to continue.' screen.txt || grep -Eq "(^| )$1 [a-z+-]" screen.txt
}

press() {
    for key in "$@"; do
        names "$key" || {
            echo "# $key is not named on the screen:"
            sed 's/^/# /' screen.txt
            return 1
        }
        screen_keys "$key" || return 1
    done
}

copy_built_tree copy
fresh_home

builds() {
    screen_start 80x24 'make -C copy play' && SCREEN_PATIENCE=1800 screen_has '▶ Play ' 'classic against medium'
}
check 'a fresh copy builds and opens its menu' builds

starts() {
    press Enter && screen_has 'place your fleet' 'The fleet is complete.' && press Enter && enter_battle
}
check 'Enter, Enter starts a game with a random fleet' starts

# Reads the enemy's cells from the saved game.
plays() {
    ship_cells b >targets
    while read -r cell; do
        screen_has 'arrows move' || return 1
        for key in $(keys_to "$cell"); do press "$key" || return 1; done
        is_at "$cell"
        screen_has "The cursor is at $cell." && press Enter && next_turn || return 1
    done <targets
    screen_has "Player wins: medium's fleet is sunk" 'game 1 in your history'
}
check 'a whole game is won with the arrow keys and Enter' plays

replays() {
    press v && screen_has 'Replay: Player against medium' 'Move 0 of' && press Right &&
        screen_has 'Move 1 of' && press m && screen_has 'saw it' && press End &&
        screen_has "'s fleet is sunk" && press Escape && screen_has 'rematch'
}
check 'its replay shows every move and what each side knew' replays

again() {
    press r && screen_has 'The fleet is complete.' && press Tab && screen_has 'fits' && press r &&
        press Escape && screen_has 'The fleet is complete.' && press f &&
        press Enter && enter_battle && press Enter && next_turn && screen_has 'X resign' &&
        press X && screen_has 'Resign and lose' && press y && screen_has 'medium wins'
}
check 'a rematch is played and resigned' again

leaves() {
    press Enter && screen_has 'Statistics' 'classic against medium' && press q && screen_has '[exit 0]'
}
check 'the menu quits' leaves

knows() {
    "$BROADSIDE" stats >stats.txt && grep -q medium stats.txt &&
        "$BROADSIDE" replay --plain last >lines.txt && grep -q 'Player' lines.txt
}
check 'the games are in the statistics, and the last one can be replayed' knows

plan
