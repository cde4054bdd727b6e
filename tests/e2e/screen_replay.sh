#!/bin/sh
# The viewer: records of all kinds, every key, terminal sizes, signs and colours; watching bots; and the
# end of a game, which opens the viewer.
# slow: waits for screens (12 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tmux.inc"

LANG=C.UTF-8
export LANG BROADSIDE
unset NO_COLOR BROADSIDE_PLAIN LC_ALL LC_CTYPE
show=$TOP/build/release/tests/show_game
if grep -q 'built without the screen game' "$BROADSIDE"; then
    echo 'the program is built without the screen game'
    exit 77
fi

shots() {
    for row in 1 2 3 4 5 6 7 8 9 10; do
        for column in A B C D E F G H I J; do echo "$column$row"; done
    done
}

# record RULES BOT FILE: records a game in which Ann shoots in reading order. Uses another HOME, because
# --plain is remembered.
record() {
    { echo; shots; shots; } |
        HOME=$TMPDIR/other timeout 60 "$BROADSIDE" play --plain --rules "$1" --bot "$2" --seed 9 \
            --name Ann --record "$3" >/dev/null
}
mkdir -p other
record classic hunt classic.record
record advanced random advanced.record
record grid20 hunt grid20.record
"$BROADSIDE" sim --bot hunt --games 1 --seed 3 --records solo >/dev/null 2>&1
moves=$(grep -c ' -> ' classic.record)
sed '/^31 /,$d' classic.record >cut.record

# open FILE OPTIONS...: opens the viewer at 80x24.
open() {
    screen_start 80x24 '"$BROADSIDE" replay' "$@"
}

opens() {
    open classic.record && screen_has "Move 0 of $moves." "Ann's waters" "hunt's waters" 'Paused' \
        'Left back' 'Right next' 'Space play' 'm heat map' 'Escape exit' &&
        screen_keys q && screen_has '[exit 0]' && ! grep -q 'waters' screen.txt
}
check 'replay opens the viewer on a terminal, and q exits and restores the terminal' opens

steps() {
    open classic.record && screen_has 'Move 0 of' &&
        screen_keys Right && screen_has 'Move 1 of' ' 1. ' &&
        screen_keys Right Right && screen_has 'Move 3 of' ' 1. ' ' 2. ' ' 3. ' '(' &&
        screen_keys Left && screen_has 'Move 2 of' && screen_lacks ' 3. ' &&
        screen_keys PageDown && screen_has 'Move 12 of' &&
        screen_keys PageUp && screen_has 'Move 2 of' &&
        screen_keys End && screen_has "Move $moves of $moves. hunt wins: Ann's fleet is sunk." &&
        screen_keys Right && screen_keys Home && screen_has 'Move 0 of' &&
        screen_keys Left && screen_keys Right && screen_has 'Move 1 of'
}
check 'steps, jumps by ten, start and end reach every move' steps

jumps() {
    open classic.record && screen_has 'Move 0 of' &&
        screen_type 17 && screen_has 'Go to move number' '17_' && screen_keys Enter &&
        screen_has 'Move 17 of' && screen_lacks 'Go to move' &&
        screen_type 99999 && screen_has '99999_' && screen_keys Enter &&
        screen_has "Move $moves of $moves" && screen_type 4x && screen_has '4x_' &&
        screen_keys Enter && screen_lacks 'Go to move' && screen_has "Move $moves of $moves"
}
check 'a typed number goes to that move, or to the last; anything else is ignored' jumps

from() {
    open classic.record --from 20 && screen_has 'Move 20 of' && open classic.record --from 9999 &&
        screen_has "Move $moves of $moves"
}
check '--from starts at that move' from

plays() {
    screen_start 80x24 'HOME=$TMPDIR/playing "$BROADSIDE" replay classic.record --from 115' &&
        screen_has 'Move 115' 'Paused, 1 s per move.' &&
        screen_type '+++++' && screen_has '0.05 s per move.' && screen_keys Space &&
        screen_has "Move $moves of $moves" 'Paused' && screen_type '------' &&
        screen_has '4 s per move.' && screen_keys Space && screen_has 'Move 0 of' 'Playing' \
        'Space pause' && screen_keys Space && screen_has 'Paused'
}
# The speed is remembered, so each check that changes it has its own HOME.
own_speed() {
    HOME=$TMPDIR/speed screen_start 80x24 'HOME=$TMPDIR/speed "$BROADSIDE" replay classic.record' &&
        screen_has 'Paused, 1 s per move.' '? help' && screen_type '++' && screen_has '0.25 s per move.' &&
        screen_keys '?' && screen_has 'In a replay' 'one move back' 'Escape back' && screen_keys Escape &&
        screen_has 'Move 0 of' '0.25 s per move.' && screen_keys q && screen_has '[exit 0]' &&
        grep -q '^replay-seconds = 0.25$' "$TMPDIR/speed/.config/broadside/settings" &&
        screen_start 80x24 'HOME=$TMPDIR/speed "$BROADSIDE" replay classic.record' &&
        screen_has 'Paused, 0.25 s per move.'
}
check '? shows the keys of the viewer, and its own speed is remembered' own_speed

check 'it plays at the speed shown, pauses at the end, and starts again' plays

heat() {
    open classic.record --from 2 && screen_has "Ann's waters" && screen_keys m &&
        screen_has 'Move 1 as' 'Move 2 as' 'saw it' 'exact chance' 'm ships' &&
        grep -q ' 21 21 ' screen.txt && grep -Fq '(' screen.txt && screen_lacks "'s waters" &&
        screen_keys m && screen_has "Ann's waters" && screen_lacks 'saw it'
}
check 'heat maps show what each side knew before its move, in percent' heat

certain() {
    open classic.record && screen_keys m End && screen_has "Move $moves as hunt saw it" &&
        grep -q '(!!)' screen.txt && screen_has '!! certain, - no ship.'
}
check 'the last hit of a game was certain' certain

solo() {
    open solo/hunt-000001.record && screen_has 'hunt alone against' "uniform's waters" \
        'not sunk yet after 0 shots' && ! grep -q "hunt's waters" screen.txt &&
        screen_keys End && screen_has 'The fleet is sunk after 37 shots.' &&
        screen_keys m && screen_has 'as hunt saw it'
}
check 'a solo game has one board' solo

specials() {
    radar=$(sed -n 's/^\([0-9]*\) b radar .*/\1/p' advanced.record | head -1)
    smoke=$(sed -n 's/^\([0-9]*\) b smoke .*/\1/p' advanced.record | head -1)
    open advanced.record --from "$radar" && screen_has "$radar. random uses radar" &&
        [ "$(grep -o '(.  .)' screen.txt | wc -l)" -ge 2 ] &&
        screen_text -e >colours.txt && grep -q "$(printf '\033')\\[[0-9;]*7m" colours.txt &&
        screen_keys m && screen_has 'saw it' &&
        screen_type "$smoke" && screen_keys Enter && screen_has "$smoke. random lays a smoke screen" &&
        screen_keys m && screen_has "▶ random's waters" && grep -q '(.  .)' screen.txt
}
check 'the areas of radar and smoke are marked' specials

large() {
    open grid20.record --from 6 && screen_has "Ann's waters" 'follows' 'Tab other board' &&
        ! grep -q "hunt's waters" screen.txt &&
        screen_keys Tab && screen_has "stays on Ann's" && screen_keys Tab &&
        screen_has "stays on hunt's" "hunt's waters" && screen_keys m && screen_has 'as Ann saw it' \
        'estimated chance' && screen_size 140x50 && screen_has 'as Ann saw it' 'as hunt saw it' &&
        ! grep -q 'Tab' screen.txt && screen_size 80x24 && screen_has 'Tab other board'
}
check 'if there is room for only one board, Tab switches between them' large

resizes() {
    open classic.record --from 5 && screen_has 'Move 5 of' && screen_size 20x5 &&
        screen_has 'Needs 60x20.' && screen_size 80x24 &&
        screen_has 'Move 5 of' "Ann's waters" && screen_size 120x40 && screen_has 'Move 5 of' &&
        screen_keys m && screen_has 'exact chance' && screen_size 81x24 && screen_has 'saw it' || return 1
    sed 's/Ann/Annabelle/' classic.record >long.record && open long.record && screen_size 60x20 && screen_has 'Move 0' &&
        screen_keys End && screen_has "Annabelle's fleet is sunk" && screen_keys m &&
        screen_has 'chance of a ship; ' "fires at B1: hit, and Annabelle's Destroyer is" ' sunk.'
}
check 'the terminal can be resized at any time; below 60x20 the viewer waits' resizes

ascii() {
    screen_start 80x24 'LANG=C "$BROADSIDE" replay classic.record' && screen_has 'Move 0 of' &&
        screen_keys End && screen_has '> ' '%' && screen_keys m && screen_has 'saw it' &&
        [ "$(LC_ALL=C tr -d '\n -~' <screen.txt | wc -c)" -eq 0 ]
}
check 'in the C locale everything is ASCII' ascii

colourless() {
    open classic.record --from 30 && screen_has 'Move 30' && screen_keys m && screen_has 'saw it' &&
        screen_text -e >colours.txt && grep -q '38;5;\|\[3[1-7]m' colours.txt &&
        screen_start 80x24 'NO_COLOR=1 "$BROADSIDE" replay classic.record --from 30' &&
        screen_has 'Move 30' && screen_keys m && screen_has 'saw it' &&
        screen_text -e >colours.txt && ! grep -q '38;5;\|48;5;\|\[3[1-7]m\|\[4[1-7]m' colours.txt
}
check 'NO_COLOR removes colours' colourless

unfinished() {
    open cut.record && screen_has 'Move 0 of 30.' && screen_keys End &&
        screen_has 'Move 30 of 30.' 'The record ends here; the game is not over.'
}
check 'an unfinished record is recognised' unfinished

broken() {
    sed '0,/=miss/s//=hit/' classic.record >broken.record
    open broken.record && screen_has '[exit 1]' 'broadside replay: broken.record: line' &&
        ! grep -q 'waters' screen.txt &&
        open nowhere.record && screen_has '[exit 1]' 'nowhere.record'
}
check 'an invalid record is reported with its line before any screen is drawn' broken

plain_ways() {
    screen_start 80x50 'BROADSIDE_PLAIN=1 "$BROADSIDE" replay classic.record' &&
        screen_has 'Enter, a move number, or q' &&
        screen_start 80x50 'TERM=dumb "$BROADSIDE" replay classic.record' &&
        screen_has 'Enter, a move number, or q' &&
        screen_start 80x50 '"$BROADSIDE" replay classic.record --boards' &&
        screen_has 'Enter, a move number, or q' &&
        screen_start 80x50 '"$BROADSIDE" replay classic.record --plain' && screen_has '[exit 0]' &&
        "$BROADSIDE" replay classic.record >lines.txt && grep -q '^1\. ' lines.txt
}
check 'replay prints lines of text on request and on terminals it cannot draw on' plain_ways

interrupts() {
    open classic.record --from 3 && screen_has 'Move 3 of' && screen_keys C-c &&
        screen_has 'Quit Broadside?' && screen_keys n && screen_lacks 'Quit Broadside?' &&
        screen_has 'Move 3 of' && screen_keys C-c && screen_has 'Quit Broadside?' &&
        screen_keys y && screen_has '[exit 0]'
}
check 'Ctrl-C asks before quitting' interrupts

terminated() {
    screen_start 80x24 'sh -c '\''echo $$ >pid; exec "$BROADSIDE" replay classic.record'\' &&
        screen_has 'Move 0 of' && kill -TERM "$(cat pid)" && screen_has '[exit' &&
        ! grep -q waters screen.txt
}
check 'SIGTERM restores the terminal' terminated

coach() {
    "$BROADSIDE" replay --coach cut.record >coach.txt && grep -q '^Ann.s moves:' coach.txt &&
        grep -q '^hunt.s moves:' coach.txt &&
        grep -Eq '^ +[0-9]+\. fire A1: (hit|miss) \(8 % chance of a hit\); the best move was firing at E5 \(21 %\)' \
            coach.txt && grep -q '^Ann: .* actual hits: [0-9]*\.' coach.txt &&
        "$BROADSIDE" replay --coach solo/hunt-000001.record >coach.txt &&
        [ "$(grep -c "'s moves:\$" coach.txt)" -eq 1 ] || return 1
    "$BROADSIDE" replay --coach --from 3 cut.record 2>err.txt
    [ $? -eq 2 ] && grep -q 'cannot be used together' err.txt
}
check '--coach compares every shot of both sides with the best one' coach

if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    coach_json() {
        "$BROADSIDE" replay --coach --json cut.record >coach.json &&
            for field in '"review": {' '"a": \[' '"number": ' '"move": "fire A1"' '"chance": 0.08' \
                '"best": "fire E5"' '"best_chance": 0.21' '"hits": '; do
                grep -q "$field" coach.json || return 1
            done
        "$BROADSIDE" replay --json cut.record >plain.json && ! grep -q '"review"' plain.json
    }
    check '--coach --json has the review of each side' coach_json
else
    skip '--coach --json has the review of each side' 'built without JSON'
fi

if [ -x "$show" ]; then
    watches() {
        screen_start 80x24 "$show watch classic hunt parity 4" &&
            screen_has 'so far' 'as hunt saw it' 'as parity saw it' 'Move 5 of 5' &&
            screen_keys Space && screen_has Paused &&
            at=$(sed -n 's/^ Move \([0-9]*\) of.*/\1/p' screen.txt) &&
            screen_keys Right && screen_has "Move $((at + 1)) of $((at + 1)) so far" &&
            screen_keys Left Left && screen_has "Move $((at - 1)) of $((at + 1)) so far" &&
            screen_keys Home && screen_has "Move 0 of $((at + 1))" && screen_keys End PageDown &&
            screen_has "Move $((at + 11)) of $((at + 11))" && screen_type '+++' &&
            screen_keys m Space && screen_has "'s fleet is sunk" 'Paused' &&
            screen_lacks 'so far' && screen_keys Escape && screen_has 'left: back'
    }
    check 'watching bots: both heat maps, pause, steps, and the end' watches

    ends() {
        screen_start 80x24 "$show end classic + hunt 4" &&
            screen_has "'s fleet is sunk" "Ann's fleet" "hunt's fleet" 'shots  hits  rate turns' \
                'Both fleets match the commitments made at the start.' 'game 7 in your history' 'Seed 4.' \
                'v replay' 'c coach' 'w save record' 'r rematch' 'Enter menu' &&
            screen_keys v && screen_has 'Replay: Ann against hunt' 'Move 0 of' && screen_keys q &&
            screen_has 'Seed 4.' && screen_keys c && screen_has "The coach's review" 'fire A1: ' &&
            screen_keys End && screen_has 'Ann: ' 'moves were the best' && screen_keys Escape &&
            screen_has 'Seed 4.' && screen_keys r && screen_has 'left: back, rematch' '[exit 0]'
    }
    check 'the end shows fleets, figures and commitments, and offers replay, review and rematch' ends

    saves() {
        screen_start 80x24 "$show end classic + hunt 4" && screen_has 'Seed 4.' &&
            screen_keys w && screen_has 'Save the record as' 'broadside.record_' && screen_keys Enter &&
            screen_has 'Saved to broadside.record.' &&
            [ "$(stat -c %a broadside.record)" = 600 ] &&
            "$BROADSIDE" replay --plain broadside.record >lines.txt && echo mine >broadside.record &&
            screen_keys w && screen_has 'Save the record as' && screen_keys Enter &&
            screen_has 'Overwrite it?' && screen_keys n && screen_lacks 'Overwrite it?' &&
            [ "$(cat broadside.record)" = mine ] && screen_keys w && screen_has 'Save the record as' &&
            screen_keys Enter && screen_has 'Overwrite it?' && screen_keys y &&
            screen_has 'Saved to broadside.record.' && grep -q '^seed 4' broadside.record &&
            screen_keys w && screen_has 'Save the record as' && screen_type '/no/where' &&
            screen_keys Enter && screen_has 'Not saved: ' && screen_keys Enter &&
            screen_has 'left: back' '[exit 0]'
    }
    check 'only the owner can read a saved record, and no file is overwritten unasked' saves

    end_large() {
        screen_start 80x24 "$show end grid20 hunt parity 4" &&
            screen_has "parity's fleet" 'Tab other board' && screen_keys Tab &&
            screen_has "hunt's fleet" && screen_size 20x5 && screen_has 'Needs' &&
            screen_size 100x40 && screen_has "hunt's fleet" "parity's fleet" && screen_keys C-c &&
            screen_has 'Quit Broadside?' && screen_keys y && screen_has 'left: quit'
    }
    check 'the end of a game on a large board fits, and Ctrl-C asks' end_large
else
    for name in watching 'the end' saving 'a large end'; do
        skip "$name" 'the test tools are not built'
    done
fi

plan
