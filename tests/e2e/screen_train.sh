#!/bin/sh
# Puzzles on the screen: asked, hinted, answered, explained and stored as by `broadside train`.
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tmux.inc"
. "$TOP/tests/e2e/screen.inc"

results() { grep -v '^#' "$HOME/.local/share/broadside/training"; }
# enters SIZE: opens Train in the menu.
enters() {
    begin "$1" '"$BROADSIDE"' && screen_has '▶ Play' && screen_keys End && screen_has '▶ Quit' && screen_keys Up Up Up &&
        screen_any '▶ Train' '▶ Replay' || return 1
    ! grep -q '▶ Replay' screen.txt || screen_keys Up
    screen_has '▶ Train' 'the puzzle of the day, and practice' && screen_keys Enter &&
        screen_has 'Puzzle of ' 'Which shot' 'Enemy waters' 'The cursor is at ' 'i hint' 'q menu'
}
practises() { screen_keys n && screen_has 'Practice puzzle 1' 'Carrier' && screen_lacks 'Puzzle of '; }

check 'the menu has the puzzle of the day' enters 80x24
check 'n goes to the first practice puzzle' practises
refused() {
    screen_has 'The cursor is at F5.' && screen_keys Down && screen_has 'The cursor is at F6.' && screen_keys Enter &&
        screen_has 'F6 has already been shot at.' && screen_keys Down && screen_has 'The cursor is at F7.' && screen_lacks 'already' && [ ! -e "$HOME/.local/share/broadside/training" ]
}
check 'the cursor starts beside the shot in the middle, which is refused, and nothing is stored' refused
cost=$(sed -n 's/.*TRAINING_HINT_COST = \([0-9]*\).*/\1/p' "$TOP/src/session/training.h")
helps() {
    screen_keys '?' && screen_has 'Help' 'Practice puzzle 1' 'In a puzzle' 'three cells' "A hint costs $cost points." && screen_keys Escape && screen_has 'The cursor is at F7.'
}
check '? lists the keys' helps
answers() {
    screen_keys Up Up Up Right Right && screen_has 'The cursor is at H4.' && screen_keys Enter &&
        screen_has 'Score: 100 of 100. H4 is the' '[54]' 'Chance of a ship' 'over 1 puzzle' 'n next puzzle' &&
        results | grep -q '  1  H4  100$'
}
check 'the best shot scores 100, with the heat map, and is stored' answers
explains() { screen_keys c && screen_has 'Score: 100' 'Escape back' && screen_keys Escape && screen_has 'n next puzzle'; }
check 'c shows the whole explanation' explains
fixed() { screen_keys Up Enter && screen_keys n Enter && screen_has 'Practice puzzle 2' 'Which shot' && [ "$(results | wc -l)" -eq 1 ]; }
check 'an answer cannot be changed, and keys of one puzzle do not answer the next' fixed
hinted() {
    screen_keys i && screen_has 'A best shot is among' && screen_keys Down Down Right Right && screen_has 'The cursor is at H8.' &&
        screen_keys Enter && screen_has 'Score: 80 of 100, after a hint' 'over 2 puzzles' '[' && results | grep -q '  2  H8  80$'
}
check 'a hint costs points' hinted
marks() { screen_keys n && screen_has 'Practice puzzle 3' && screen_keys Left Left Left Left Left && screen_has 'The cursor is at A5.' &&
    screen_keys Enter && screen_has 'Score: 23' '[12]' '(34)'; }
check 'another shot is marked beside the best ones' marks
leaves() { screen_keys q && screen_has '▶ Train' && screen_keys q && screen_has '[exit 0]'; }
check 'q goes back to the menu' leaves

same() {
    "$BROADSIDE" train --number 1 --answer E4 >out.txt && grep -q 'You answered it before, with H4' out.txt && grep -q 'over 3 puzzles' out.txt
}
check 'broadside train knows these results' same
known() {
    "$BROADSIDE" train --answer "$("$BROADSIDE" train --json | sed -n 's/.*"cell": "\(.*\)",/\1/p' | sed 1q)" >/dev/null &&
        screen_start 80x24 '"$BROADSIDE"' && screen_has '▶ Play' && screen_keys End Up Up Up Up && screen_has '▶ Train' && screen_keys Enter &&
        screen_has 'You answered it before' && screen_keys Space && screen_any 'Score' 'already been shot at' && screen_keys n && screen_has 'Practice puzzle 4'
}
if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    check 'the screen knows those of broadside train' known
else
    skip 'the screen knows those of broadside train' 'built without JSON'
fi

small() {
    enters 60x20 && practises && screen_keys i && screen_has 'A best shot is among' && screen_keys Enter &&
        screen_has 'Score: ' '...' 'of them with' 'c explanation' && screen_keys c && screen_has 'after F5' && screen_keys Escape
}
check 'everything has room at 60x20, and the explanation a page' small
resized() { screen_has 'n next puzzle' && screen_size 120x40 && screen_has 'after F5' && screen_lacks '...'; }
check 'a larger terminal shows it beside the board' resized
clicked() {
    enters 80x24 && practises || return 1
    # Column H is at 25 from 1, row 4 at 8.
    screen_tmux send-keys -l "$(printf '\033[<0;26;8M\033[<0;26;8m')"
    screen_has 'The cursor is at H4.' && screen_tmux send-keys -l "$(printf '\033[<0;26;8M\033[<0;26;8m')" && screen_has 'Score: 100 of 100'
}
check 'a click aims, and a second one answers' clicked
unstored() {
    fresh_home && mkdir -p "$HOME/.local/share/broadside/training" && screen_start 80x24 '"$BROADSIDE"' && screen_has '▶ Play' &&
        screen_keys End Up Up Up Up && screen_has '▶ Train' && screen_keys Enter && screen_has 'Results are not stored' && practises &&
        screen_keys Enter && screen_has 'Score: ' 'Results are not stored'
}
check 'results that cannot be stored are reported' unstored
plan
