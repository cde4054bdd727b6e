#!/bin/sh
# results --reveal on a terminal: the whole screen, one key for each place, at any size.
# slow: drives terminals and waits for what they show (5 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tmux.inc"
"$BROADSIDE" results --list --db /dev/null 2>&1 | grep -q 'without' && {
    skip 'reveal' 'built without SQLite'
    plan
    exit 0
}
if grep -q 'built without the screen game' "$BROADSIDE"; then
    echo 'the program is built without the screen game'
    exit 77
fi
unset NO_COLOR BROADSIDE_PLAIN

"$BROADSIDE" tournament random easy hunt parity --games 20 --seed 1 --title 'Autumn class' --db t.db \
    --league 'weak=[re]*' --league 'strong=*' --total >table.txt 2>/dev/null
reveal() {
    TERM=xterm-256color screen_start "$1" "'$BROADSIDE' results --reveal --db t.db"
}

starts() { reveal 100x30 && screen_has 'Autumn class' '0 of 11   any key: next' && screen_lacks league; }
check 'it begins with the title' starts
first() { screen_keys Space && screen_has '1 of 11' 'league weak' && screen_lacks random; }
check 'a key shows the first league' first
place() { screen_keys x && screen_has '2 of 11' 'league weak' 'random' 'Broadside' ' rounds won, Elo ' && screen_lacks easy; }
check 'another key shows its last place, and nothing above' place
# Reverse video: the letters are drawn with blocks.
large() { screen_text -e >colours.txt && [ "$(grep -c "$(printf '\033')"'\[[0-9;]*7m' colours.txt)" -ge 5 ]; }
check 'the name is written in large letters' large
listed() { screen_keys Enter && screen_has '3 of 11' easy '2. random: '; }
check 'places that were shown are listed below' listed
back() { screen_keys BSpace && screen_has '2 of 11' && screen_lacks easy; }
check 'Backspace goes back' back
resized() { screen_size 60x14 && screen_has '2 of 11' random && screen_size 30x6 && screen_has '2 of 11' && screen_size 160x50 && screen_has '2 of 11' random; }
check 'it can be resized at any time, also below 60x20' resized
total() { screen_keys Right Right Right Right Right && screen_has '7 of 11' && screen_keys PageDown && screen_has '8 of 11' 'total war' 'random'; }
check 'after the leagues comes the total war' total
winner() { screen_keys Space Space Space && screen_has '11 of 11' parity '4. random: '; }
check 'the winner comes last' winner
ended() { screen_keys Space && screen_has '[exit 0]'; }
check 'one more key ends it' ended
quits() { reveal 100x30 && screen_has 'any key' && screen_keys q && screen_has '[exit 0]' && screen_lacks parity; }
check 'q quits without telling the winner' quits
plain() {
    screen_start 100x30 "'$BROADSIDE' results --reveal --plain --db t.db" && screen_has 'league weak' 'Press Enter for the next place' &&
        screen_lacks 'random' && screen_keys Enter && screen_has '2. random' && screen_lacks 'easy' &&
        screen_type q && screen_keys Enter && screen_has '[exit 0]' && screen_lacks easy
}
check '--plain: lines, and Enter shows the next' plain
dumb() {
    TERM=dumb screen_start 100x30 "TERM=dumb '$BROADSIDE' results --reveal --db t.db" && screen_has 'league weak' &&
        screen_keys Enter && screen_has '2. random'
}
check 'so on a terminal that cannot be drawn on' dumb
piped() {
    "$BROADSIDE" results --reveal --db t.db >out.txt </dev/null && ! grep -q Press out.txt && [ "$(grep -c '^[0-9]\. ' out.txt)" -eq 8 ] &&
        grep -qx 'total war' out.txt && [ "$(tail -n 1 out.txt | cut -d ' ' -f 1,2)" = '1. parity' ]
}
check 'without a terminal, everything at once' piped
plan
