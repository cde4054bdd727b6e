#!/bin/sh
# Two players at one keyboard: neither ever sees the other's secrets.
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

# play INPUT OPTIONS...: the output is in out.txt and err.txt.
play() {
    input=$1
    shift
    timeout 20 "$BROADSIDE" play --plain --two-player "$@" <"$input" >out.txt 2>err.txt
}

# split_turns: splits out.txt where the players change, into turn.0, turn.1 and so on.
split_turns() {
    rm -f turn.*
    awk -v n=0 '/^-----/ { n++; next } { print > ("turn." n) }' out.txt
}
# secret PARITY TEXT: the text is in a turn of this parity (0 is Ann, 1 is Ben) and in none of the other.
secret() {
    own=no
    for turn in turn.*; do
        if [ $((${turn#turn.} % 2)) -eq "$1" ]; then
            grep -qF "$2" "$turn" && own=yes
        elif grep -qF "$2" "$turn"; then
            echo "# $turn shows: $2"
            return 1
        fi
    done
    [ "$own" = yes ] || { echo "# not printed: $2"; return 1; }
}

# One shot sinks a boat of one cell and so earns smoke.
small='--rules advanced --rule own-map=shown --rule first=a'
fleet='Carrier 5, Battleship 4, Boat 1, Tug 1'
game() {
    # Ann's placement, Ben's; then one turn per line, each with two Enters to pass the keyboard.
    { printf 'A1 h\nA3 h\nA5 h\nA7 h\n\n\n'
      printf 'J1 v\nI1 v\nH9 h\nH10 h\n\n\n'
      printf 'H9\n\n\n'                              # Ann sinks the Boat
      printf 'A5\n\n\n'                              # Ben sinks hers
      printf 'smoke C2\n\n\n'                        # Ann hides
      printf 'repeat\nlog\nboard\nrow 1\ncell A1\nsmoke G7\n\n\n' # Ben asks questions, and hides too
      printf 'repeat\nlog\nboard\nhint\nC9\n\n\n'
      printf 'quit\n'; } >in.txt
    # shellcheck disable=SC2086
    play in.txt --name Ann --name Ben --seed 4 $small --rule "fleet=$fleet" && split_turns
}
check 'two players play' game
check 'every turn is separated from the next' test -e turn.7 -a ! -e turn.8
check 'without a terminal there are no escape codes' sh -c '! grep -q "$(printf "\033")" out.txt'
check 'her fleet is on her board only' secret 0 "Ann's fleet"
check 'his fleet is on his board only' secret 1 "Ben's fleet"
check 'only she learns where her smoke is' secret 0 'Ann lays a smoke screen at C2'
check 'only he learns where his smoke is' secret 1 'Ben lays a smoke screen at G7'
smoke_announced() { grep -q 'Ann lays a smoke screen\.' turn.5 && grep -q 'Ben lays a smoke screen\.' turn.6; }
check 'the other player learns that smoke was laid' smoke_announced
result_shown_twice() { grep -q "Ann fires at H9: hit, and Ben's Boat is sunk" turn.2 &&
    grep -q "^Ben, press Enter when you are ready. Ann fires at H9: hit, and Ben's Boat is sunk" turn.3; }
check 'both players see each result once' result_shown_twice
no_rows() {
    for turn in turn.1 turn.3 turn.5 turn.7; do
        sed -n 's/^ *1 \([^ ].\{18\}\)  *.*/\1/p' "$turn" | grep -q '#' && return 1
    done
    return 0
}
check 'the board of the enemy shows no ships' no_rows

laid_at_random() {
    printf '\n\n\n\n\nquit\n' >in.txt
    play in.txt --name Ann --name Ben --seed 4 --rule first=b || return 1
    split_turns
    hers=$(sed -n 's/.*Your fleet: //p' turn.0)
    [ -n "$hers" ] && secret 0 "$hers" && [ ! -e turn.2 ]
}
check 'random fleets are shown to their owners only; the second to place may move at once' laid_at_random

again() {
    # A hit earns another turn, so the players change after the miss.
    { printf 'A1 h\nA3 h\n\n\nA1 h\nA3 h\n\n\n'
      printf 'A1\nB1\nboard\nJ10\n\n\nquit\n'; } >in.txt
    play in.txt --name Ann --name Ben --rule first=a --rule hit-again=yes --rule fleet=3,2 && split_turns &&
        [ "$(grep -c '^Ann> ' turn.2)" -ge 3 ] && grep -q 'Ann fires at A1' turn.3 &&
        grep -q 'Ann fires at J10' turn.3 && [ ! -e turn.4 ]
}
check 'a player with another turn stays, and the other then sees all of it' again

every_end() {
    cp in.txt all.txt
    lines=$(wc -l <all.txt)
    while [ "$lines" -gt 0 ]; do
        lines=$((lines - 1))
        head -n "$lines" all.txt >in.txt
        play in.txt --name Ann --name Ben --rule first=a --rule hit-again=yes --rule fleet=3,2 &&
            grep -q Goodbye out.txt || return 1
    done
}
check 'the end of input at any prompt ends the game' every_end

names_asked() {
    printf 'Ann\nann\nBen\n\nquit\n' >in.txt
    play in.txt --seed 4 && grep -q 'is already called Ann' out.txt && grep -q 'Ann against Ben' out.txt || return 1
    printf '\n\nquit\n' >in.txt
    play in.txt --name Eve --seed 4 && grep -q 'Eve against Player 2' out.txt
}
check 'missing names are asked for, and must differ' names_asked

wrong() {
    for options in '--name A --name a' '--name A --name B --name C' '--bot random'; do
        # shellcheck disable=SC2086
        play /dev/null $options
        [ $? -eq 2 ] && [ "$(wc -l <err.txt)" -eq 1 ] || return 1
    done
    "$BROADSIDE" play --name A --name B </dev/null >out.txt 2>err.txt
    [ $? -eq 2 ] && grep -q two-player err.txt
}
check 'options that make no sense for two people are refused' wrong

race() {
    { printf '\n\n\n\n'
      for row in 1 2 3 4 5; do for column in A B C D E; do echo "$column$row"; done; done
      printf '\n\n'
      for row in 1 2 3 4 5; do for column in A B C D E; do echo "$column$row"; done; done; } >in.txt
    play in.txt --name Ann --name Ben --rules tournament --rule board=5x5 --rule fleet=3,2 --seed 1 &&
        grep -q 'race by\|both score' out.txt
}
check 'two players race' race

resumed() {
    rm -rf "$HOME/.local/state" # games of the same second have no order
    { printf 'A1 h\nA3 h\n\n\nA1 h\nA3 h\n\n\nE5\n'; } >in.txt
    play in.txt --name Ann --name Ben --rule first=a --rule fleet=3,2 || return 1
    printf '\nF5\n\n\nquit\n' >in.txt
    timeout 20 "$BROADSIDE" play --continue <in.txt >out.txt 2>err.txt && split_turns &&
        grep -q '^Ben, press Enter' turn.1 && grep -q "Ben's fleet" turn.1 && grep -q "Ann fires at E5" turn.1 &&
        ! grep -q 'fleet$' turn.0
}
check 'a resumed game of two continues with the player whose turn it is' resumed

# --- a real terminal

if ! command -v tmux >/dev/null; then
    skip 'the terminal is cleared' 'tmux is not installed'
    plan
    exit 0
fi
TMUX_TMPDIR=$TMPDIR
export TMUX_TMPDIR
unset TMUX
t() { tmux -L two -f /dev/null "$@"; }
# waits TEXT: until it is in the last lines of the pane.
waits() {
    tries=0
    while ! t capture-pane -p -J | grep -qF "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] || { t capture-pane -p -J | sed 's/^/# /'; return 1; }
        sleep 0.05
    done
}
types() { t send-keys "$1" Enter; }
on_screen() {
    t new-session -d -x 90 -y 40 "TERM=screen '$BROADSIDE' play --plain --pace none --two-player --name Ann \
        --name Ben --rule first=a --rule fleet=3,2" || return 1
    t pipe-pane -o 'cat >raw.txt'
    waits 'length 3' && types 'A1 h' && waits 'length 2' && types 'A3 v' && waits 'hand over to Ben' || return 1
    t capture-pane -p -S - >before.txt
    types '' && waits 'Ben, press Enter' || return 1
    t capture-pane -p -S - >after.txt
    grep -q 'A1 h' before.txt && ! grep -q 'A1 h' after.txt && ! grep -q 'A3 v' after.txt || return 1
    types '' && waits 'length 3' && types '' && waits 'hand over to Ann' && types '' &&
        waits 'Ann, press Enter' && types '' && waits 'Ann>' && types 'J10' &&
        waits 'hand over to Ben' && types '' && waits 'Ben, press Enter' || return 1
    t capture-pane -p -S - >after.txt
    ! grep -q '#' after.txt && types '' && waits 'Ann fires at J10' && types quit
}
cleared() { grep -qF "$(printf '\033[2J\033[3J')" raw.txt; }
check 'on a terminal neither the screen nor the scrollback shows a secret' on_screen
check 'because both are cleared' cleared
t kill-server 2>/dev/null
wide_names() {
    printf '\n\n\n\n\n\nquit\n' | "$BROADSIDE" play --plain --two-player --name 東京 --name Zoë --seed 5 --rule first=a >out.txt &&
        grep -q "   Zoë's waters              東京's fleet$" out.txt
}
check 'names with wide characters keep the columns straight' wide_names
plan
