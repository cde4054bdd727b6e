#!/bin/sh
# The tutorial from end to end, as text and on the screen: wrong input gets help, nothing is stored.
# Then the rating and the high scores on the screen; stats.sh tests their figures.
# slow: plays in a terminal (3 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME BROADSIDE_PLAIN

no_games() { [ -z "$(ls -A "$HOME/.local/state/broadside/games" 2>/dev/null)" ]; }
no_history() { no_games && "$BROADSIDE" stats 2>&1 | grep -q -e '^No games yet' -e libsqlite3-dev; }

tutor() { "$BROADSIDE" play --tutorial "$@" >out.txt 2>err.txt; }
by_text() {
    printf '%s\n' F7 C3 D3 'smoke F5' 'radar E8' 'artillery E8' hint F10 'artillery B8' 'torpedo I' |
        tutor --name Ann && output_has 'Step 1 of 10. Welcome.' "Type 'smoke F5'" 'Ann fires at F7: miss.' \
        'Step 8 of 10.' "sank Enemy's Carrier at I6" 'You have sunk the whole fleet'
}
check 'the tutorial is played as text' by_text
check 'it leaves no unfinished game and no statistics' no_history
spoken() {
    printf '%s\n' F7 C3 | tutor --speak && output_has 'Step 3 of 10.' && ! grep -q '~ ~ ~' out.txt
}
check 'it is spoken without boards' spoken
helps() {
    printf '%s\n' B2 'radar F7' fly '' resign hint save F7 quit | tutor && output_has 'Step 2 of 10.' &&
        [ "$(grep -c "Type 'fire F7', or 'quit' to leave." out.txt)" -eq 8 ] &&
        [ "$(grep -c 'Not now: this step is about another move.' out.txt)" -eq 4 ] &&
        ! grep -q "to play it" out.txt && output_has 'The tutorial is not saved.' && [ ! -e broadside.record ] &&
        output_has "'fly' is not a move" 'You left the tutorial. Nothing is saved.' &&
        [ "$(grep -c 'Player fires' out.txt)" -eq 1 ]
}
check 'wrong input gets help and changes nothing' helps
ends() { tutor </dev/null && output_has 'You left the tutorial.'; }
check 'it ends with its input' ends
refused() { ! tutor --bot hard && grep -q 'cannot be used together' err.txt; }
check 'it cannot be combined with an opponent' refused

. "$TOP/tests/e2e/tmux.inc"
. "$TOP/tests/e2e/screen.inc"

# at STEP CELL KEY...: presses the keys, moves from the cursor to the cell and presses Enter.
at() {
    cell=$1
    shift
    [ $# -eq 0 ] || screen_keys "$@" || return 1
    # shellcheck disable=SC2046 # a word for each key
    screen_keys $(keys_to "$cell") Enter || return 1
    cursor=$cell
}
by_keys() {
    enter_battle && screen_has 'Step 1 of 10. Welcome.' 'Move the cursor to F7 (arrows), then press Enter.' &&
        at F7 && screen_has 'Now try C3' && at C3 && screen_has 'shoot at D3' && at D3 &&
        screen_has 'Press s, move to F5 (arrows), then press Enter.' || return 1
    enemy=$cursor cursor=$1 # the cursor on the own board is where the enemy shot last
    at F5 s && screen_has 'The sweep uses up' 'Press r, move to E8' || return 1
    cursor=$enemy
    at E8 r && screen_has 'Found: at least one' && at E8 a && screen_has 'Ask the' 'Press i.' &&
        screen_keys i && screen_has 'The coach advises firing at F10' 'almost certain' && screen_keys Enter &&
        screen_has 'The Destroyer is sunk' || return 1
    cursor=F10
    at B8 a && screen_has 'turn it with Tab, move to column I' && at I8 t Tab &&
        screen_has "sank Enemy's Carrier" "The enemy's fleet is sunk." 'Press any key' && screen_keys Space && screen_has 'The end of the tutorial' 'You have sunk the whole fleet'
}
back_to_menu() { screen_keys Escape && screen_has 'learn the moves in three minutes' 'Statistics'; }

fresh_home
mkdir -p "$HOME/.config/broadside"
echo 'pace = none' >"$HOME/.config/broadside/settings"
screen_start 80x24 "$BROADSIDE" play --tutorial --screen
check 'the tutorial is played on the screen at 80x24' by_keys E6
check 'it ends in the menu' back_to_menu
check 'it leaves no unfinished game and no statistics' no_history

# In a small terminal there is a page for each step.
paged() {
    screen_start 60x20 "$BROADSIDE" play --tutorial --screen --name Zoë && screen_has 'Step 1 of 10' 'Begin with a' &&
        screen_keys Escape && enter_battle && at F7 && screen_has 'Step 2 of 10' 'Now try C3' &&
        screen_keys Escape && screen_has 'The cursor is at' 'Move the cursor to C3' 'Zoë fires at F7' 'Enemy fires at A10' &&
        screen_keys '?' && screen_has 'Step 2 of 10'
}
check 'it can be played at 60x20' paged

# From the menu, in ASCII, with mistakes.
from_menu() {
    screen_start 100x30 "$BROADSIDE" play --screen --ascii && screen_has 'Tutorial' &&
        screen_keys End Up Up Up Up Up && screen_has '> Tutorial' && screen_keys Enter && screen_has 'Welcome.'
}
check 'the menu has the tutorial' from_menu
mistakes() {
    enter_battle && screen_keys z && screen_has 'Not now. Move the cursor to F7' &&
        screen_keys Enter && screen_has 'Not now. Move the cursor to F7' 'turn 1' &&
        screen_keys r Enter && screen_has 'Not now.' 'Welcome.' && screen_keys t &&
        screen_lacks 'Not now.' && screen_keys i && screen_has 'Not now. Move the cursor to F7' && screen_keys t &&
        screen_lacks 'Not now.' && screen_keys X && screen_has 'Not now.' && screen_keys '?' && screen_has 'Step 1 of 10' 'leaves the tutorial' &&
        screen_keys Escape && screen_has 'The cursor is at' && screen_keys : &&
        screen_has 'A move or a question' && screen_type 'fire B2' && screen_keys Enter &&
        screen_has 'Not now.' && screen_keys : && screen_has 'A move or a question' &&
        screen_type f7 && screen_keys Enter && screen_has 'Now try C3'
}
check 'wrong keys and moves get help' mistakes
leaves() {
    screen_keys Escape && screen_has 'Leave the tutorial?' && screen_keys y &&
        screen_has 'learn the moves in three minutes' && no_games
}
check 'Escape leaves the tutorial' leaves

if "$BROADSIDE" stats 2>&1 | grep -q libsqlite3-dev; then
    skip 'Statistics has a rating' 'built without SQLite'
else
    fresh_home
    keep=$BUILD/tests/write_history
    for bot in easy:win medium:3 easy:win medium:3; do
        "$keep" Ann "${bot%:*}" classic - "${bot#*:}" >/dev/null
    done
    # statistics CHART OPTION...: Statistics has the rating with this chart.
    statistics() {
        chart=$1
        shift
        screen_start 80x24 "$BROADSIDE" play --screen "$@" && screen_has 'Tutorial' &&
            screen_keys End Up Up && screen_has ' Statistics' && screen_keys Enter &&
            screen_has 'Rating in Elo' 'Ann: 1' '(95 %: ' "  $chart  1" 'High scores' '17 shots'
    }
    check 'Statistics has a rating with a chart, and high scores' statistics '█▁▄▁'
    check 'in ASCII too' statistics '#_-_' --ascii
    narrow() {
        screen_size 60x20 && screen_keys Escape && screen_has 'Tutorial' && screen_keys Enter &&
            screen_has 'player   opponent  rules     all  won lost shots best hits' &&
            grep -Eq '^ Ann      easy      classic     2    2    0  +17.0   17 100%$' screen.txt
    }
    check 'at 60x20 each row of its table fits' narrow
fi
plan
