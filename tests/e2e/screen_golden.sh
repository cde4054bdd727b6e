#!/bin/sh
# The placing of a fleet and the battle as they look: a position with radar sweeps, an open hit, a sunk ship, smoke and own damage,
# in terminals of several sizes and in ASCII. tests/golden/README.md says how to make the files anew.
# slow: a game, key by key (3 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tmux.inc"
. "$TOP/tests/e2e/screen.inc"

# types MOVE: types a move, and waits for the next turn.
types() {
    screen_keys : && screen_has 'A move or a question' && screen_type "$1" && screen_has "${1}_" &&
        screen_keys Enter && next_turn
}

# sized NAME SIZE...: the screen is golden in terminals of these sizes.
sized() {
    screen=$1
    shift
    for size; do
        screen_size "$size" && is_golden "$screen-$size" || return 1
    done
}

placing() {
    begin 80x24 '"$BROADSIDE" play --pace none --rules advanced --rule own-map=shown --rule first=a --bot hunt --seed 11' &&
        screen_has 'The fleet is complete.' && screen_keys Tab && screen_has ' fits.' &&
        sized placing 60x20 120x40 80x24
}
check 'a fleet is placed in terminals of several sizes' placing

battle() {
    screen_keys Escape && screen_has 'The fleet is complete.' && screen_keys Enter && enter_battle || return 1
    ship_cells b >targets # Carrier 5, Battleship 4, Destroyer 3, Submarine 2
    types "radar $(sed -n 1p targets)" && types 'radar A9' || return 1
    for line in 13 14 6 7; do
        types "$(sed -n ${line}p targets)" || return 1
    done
    types 'smoke C3' && types 'artillery H5' && is_golden battle-80x24
}
check 'a battle at 80x24' battle

check 'the same at 120x40 and 200x60' sized battle 120x40 200x60

one_board() {
    sized battle 60x20 && screen_keys Tab && is_golden battle-60x20-own && screen_keys Tab && is_golden battle-60x20
}
check 'the same at 60x20, one board at a time' one_board

status() {
    screen_size 80x24 && is_golden battle-80x24 && screen_keys c && screen_has 'SHA-256' 'Escape back' &&
        screen_keys Escape && is_golden battle-80x24
}
check 'the commitments are a key away' status

ascii() {
    screen_keys q && screen_has 'Leave this game?' && screen_keys y && screen_has 'Continue' && screen_keys q &&
        screen_has '[exit 0]' &&
        screen_start 80x24 '"$BROADSIDE" play --continue --pace none --ascii' && is_golden battle-ascii
}
check 'the same in ASCII, resumed' ascii
plan
