#!/bin/sh
# The plain game on a real terminal: screen and scrollback are cleared before the other player looks;
# terminals that cannot be cleared; keys and hang-ups that end the game.
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

if ! command -v tmux >/dev/null; then
    echo 'tmux is not installed'
    exit 77
fi
unset TMUX TMUX_PANE
t() {
    timeout 20 tmux -u -f /dev/null -S "$TMPDIR/pty" "$@"
}
trap 't kill-server 2>/dev/null' EXIT
terminal=screen

t new-session -d -s idle 'sleep 600' || exit 1 # so that the server stays

# window COMMAND: runs it in a window so small that each board scrolls the last one away.
window() {
    t kill-session -t game 2>/dev/null
    t new-session -d -s game -x 80 -y 20 "trap : INT; $1; echo status \$?; sleep 60" &&
        t pipe-pane -t game -o "cat >raw.txt"
}
starts() {
    quoted=
    for word; do quoted="$quoted '$word'"; done
    window "TERM=$terminal '$BROADSIDE' play $quoted"
}
all() { t capture-pane -t game -p -J -S -1000 2>/dev/null; }
shows() {
    tries=0
    until all | tail -n 30 | grep -qF "$1"; do
        tries=$((tries + 1))
        [ $tries -lt 200 ] || {
            echo "# waited for: $1"
            all | tail -n 12 | sed 's/^/# /'
            return 1
        }
        sleep 0.05
    done
}
types() { t send-keys -t game -l "$1" && t send-keys -t game Enter; }

# type_and_see LINE TEXT: types the line, then waits for the text.
type_and_see() { types "$1" && shows "$2"; }

# handed NAME: presses Enter; then the terminal shows nothing but the prompt for NAME.
handed() {
    type_and_see '' "$1, press Enter when you are ready." && all >handed.txt || return 1
    [ "$(grep -c . handed.txt)" -eq 1 ]
}
hides() {
    for secret; do
        ! grep -qF "$secret" handed.txt || {
            echo "# still there: $secret"
            return 1
        }
    done
}

# --- two people ---------------------------------------------------------------------------------

two_people() {
    starts --plain --pace none --two-player --name Ann --name Ben --rules advanced --rule first=a \
        --rule own-map=shown --rule 'fleet=Carrier 5, Battleship 4, Boat 1, Tug 1' --seed 4 || return 1
    shows 'Carrier (length 5)' && type_and_see 'B2 h' 'Battleship (length 4)' && type_and_see board '  2 ~ # # # # #' &&
        type_and_see 'B4 h' 'Boat (length 1)' && type_and_see 'B6 h' 'Tug (length 1)' && type_and_see 'B8 h' 'hand over to Ben'
}
check 'the first player places a fleet' two_people
after_placing() { handed Ben && hides 'B2 h' 'B4 h' 'B6 h' 'B8 h' '#' 'Carrier' 'Ann'; }
check 'and nothing of it is left on the screen or in the scrollback' after_placing

he_places() {
    type_and_see '' 'Carrier (length 5)' && type_and_see 'J1 v' 'Battleship' && type_and_see 'I1 v' 'Boat' && type_and_see 'H9 h' 'Tug' &&
        type_and_see 'H10 h' 'hand over to Ann' && handed Ann && hides 'J1 v' 'I1 v' 'H9 h' 'H10 h' '#' 'committed'
}
check 'the same holds for the second player' he_places

battle() {
    type_and_see '' 'Ann>' && all | grep -q '  2 ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ .* 2 ~ # # # # #' &&
        type_and_see H9 'hand over to Ben' && handed Ben && hides '#' 'H9' 'sunk' || return 1
    type_and_see '' 'Ben>' && all >his.txt && grep -q "Ann fires at H9: hit, and Ben's Boat is sunk" his.txt &&
        ! grep -q '  2 ~ # # # # #' his.txt || return 1
    type_and_see B6 'hand over to Ann' && handed Ann && hides '#' 'B6' && type_and_see '' 'Ann>'
}
check "one player's boards are gone when the other looks" battle

smoke() {
    type_and_see 'smoke C2' 'lays a smoke screen at C2' && shows 'hand over to Ben' && handed Ben &&
        hides 'C2' 'smoke' '#' || return 1
    type_and_see '' 'Ben>' && type_and_see log 'Ann lays a smoke screen.' && type_and_see repeat 'Ben>' && all >his.txt &&
        ! grep -q 'C2' his.txt && ! grep -q 'smoke screen at' his.txt
}
check 'only its owner ever sees where smoke was laid' smoke

other_questions() {
    for question in board fleet stock log status repeat 'cell C2' 'row 2' 'open hits' hint help; do
        type_and_see "$question" 'Ben>' || return 1
    done
    sleep 0.2
    all >his.txt
    ! grep -q 'Carrier hit\|under smoke' his.txt && ! grep -q "Ann's fleet" his.txt && ! grep -q 'B2 h' his.txt
}
check 'and no question of the other player reveals it' other_questions

# Ben presses Enter too often: that is not Ann, who has to be ready.
too_early() {
    t send-keys -t game -l B7 && t send-keys -t game Enter Enter Enter Enter && shows 'Ann, press Enter when you are ready.' &&
        sleep 0.3 && ! all | grep -qF 'Ann>' && type_and_see '' 'Ann>' && type_and_see A9 'hand over to Ben' && handed Ben &&
        type_and_see '' 'Ben>'
}
check 'keys pressed too early do not skip the blank screen' too_early

the_end() {
    type_and_see resign 'compare your shots' && all >end.txt && grep -q 'Ann wins: Ben has resigned' end.txt &&
        grep -q 'Ann reveals: .* Carrier B2 h' end.txt && type_and_see no 'status 0'
}
check 'at the end both fleets are shown' the_end

# --- a terminal that cannot be cleared -----------------------------------------------------------

dumb() {
    terminal=dumb
    starts --two-player --name Ann --name Ben --rules advanced --rule first=a --seed 4 || return 1
    terminal=screen
    shows 'This terminal cannot be cleared' && shows 'Carrier (length 5)' && type_and_see '' 'hand over to Ben' &&
        type_and_see '' 'Ben, press Enter' && all | grep -q -e '------------------------------' && type_and_see quit 'status 0'
}
check 'TERM=dumb: the game warns that the screen cannot be cleared, and prints a line instead' dumb
no_codes() { ! LC_ALL=C grep -q "$(printf '\033')" raw.txt; }
check 'TERM=dumb: there are no escape codes' no_codes

forced_plain() {
    window "BROADSIDE_PLAIN=1 TERM=screen '$BROADSIDE'"
    shows 'Your name' && type_and_see Zoe 'Rules (? lists them)' && type_and_see quit 'status 0' && no_codes
}
check 'BROADSIDE_PLAIN: the game asks in lines of text, without escape codes' forced_plain

# --- ways to leave ------------------------------------------------------------------------------

end_key() {
    starts --plain --bot hunt --seed 4 --rule first=a && shows 'Carrier (length 5)' && type_and_see '' 'Player>' &&
        type_and_see A1 'A1: ' && shows 'Player>' && t send-keys -t game C-d && shows 'Goodbye.' && shows 'The game is saved' &&
        shows 'status 0'
}
check 'Ctrl-D says goodbye and saves the game' end_key
resumed() {
    starts --plain --continue && shows 'The game continues after' && shows 'Player>' && type_and_see log 'Shots so far: 1: A1'
}
check 'which can be resumed' resumed
asks_to_overwrite() {
    echo important >broadside.record
    type_and_see save 'Overwrite it? Yes or no [no]' && type_and_see '' 'Not saved: broadside.record already exists' &&
        [ "$(cat broadside.record)" = important ] && type_and_see save 'Overwrite it?' && type_and_see yes 'Saved to broadside.record' &&
        grep -q '^broadside record' broadside.record && rm broadside.record
}
check 'save asks before it overwrites a file' asks_to_overwrite

# The pane is closed while the game runs.
hung_up() {
    type_and_see B1 'B1: ' && sleep 0.2 && t kill-session -t game && starts --plain --continue && shows 'Player>' &&
        type_and_see log 'Shots so far: 2: A1'
}
check 'a terminal that disappears loses no move' hung_up
interrupted() {
    type_and_see C1 'C1: ' && sleep 0.2 && t send-keys -t game C-c && shows 'status' && starts --plain --continue && shows 'Player>' &&
        type_and_see log 'Shots so far: 3: A1' && type_and_see quit 'status 0'
}
check 'neither does Ctrl-C' interrupted

plan
