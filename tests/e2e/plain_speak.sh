#!/bin/sh
# The game for screen readers: no boards, and every question is answered with a sentence.
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

# play OPTIONS...: plays the lines of standard input, with a new home.
play() {
    rm -rf home
    HOME=$TMPDIR/home timeout 20 "$BROADSIDE" play --bot null --rule first=a --seed 3 "$@" >out.txt 2>err.txt
}
# place: prints the lines that place a known fleet.
place() { printf 'A1 h\nA2 h\nA3 h\nA4 h\nA5 h\n'; }

no_boards() {
    { place; printf 'E5\nE6\nresign\n'; } | play --speak && ! grep -q '~' out.txt && ! grep -q '^    A B' out.txt
}
check 'no board is shown, not even at the end' no_boards
board_asked() {
    { place; printf 'board\nquit\n'; } | play --speak && [ "$(grep -c 'A B C D' out.txt)" -eq 1 ]
}
check 'board shows it on request' board_asked

questions() {
    # null fires A1, B1, C1 in reading order.
    { place; printf 'J9\nJ10\ncell j9\ncell A1\ncell C3\ncell J1\nquit\n'; } | play --speak &&
        output_has "J9 in null's waters:" "A1 in null's waters: not shot at; in Player's waters: Carrier hit." \
            "C3 in null's waters: not shot at; in Player's waters: Cruiser." \
            "J1 in null's waters: not shot at; in Player's waters: empty." &&
        grep -qE "^Player> J9 in null's waters: (miss|hit); in Player's waters: empty.\$" out.txt
}
check 'cell says what is known about a cell' questions
lines() {
    { place; printf 'J10\nrow 1\nROW 10\ncolumn a\nquit\n'; } | play --speak &&
        output_has "Row 1 in null's waters: none shot at yet; in Player's waters: A Carrier hit, B to E Carrier, the rest empty." \
            "Row 10 in null's waters: J miss, the rest not shot at; in Player's waters: all empty." \
            "Column A in null's waters: none shot at yet; in Player's waters: 1 Carrier hit, 2 Battleship, 3 Cruiser, 4 Submarine, 5 Destroyer, the rest empty."
}
check 'row and column say what is known about a line' lines

# The first game reveals the enemy's fleet; the second has the same seed, so shots there hit.
open_hits() {
    { place; echo resign; } | play --record enemy.record || return 1
    destroyer=$(sed -n 's/^fleet b .*Destroyer //p' enemy.record)
    other=$(sed -n 's/^fleet b .*Carrier \([A-J][0-9]*\) .*/\1/p' enemy.record)
    cell=${destroyer% *}
    column=${cell%"${cell#?}"} row=${cell#?}
    case $destroyer in
    *v) next=$column$((row + 1)) ;;
    *) next=$(echo "$column" | tr A-I B-J)$row ;;
    esac
    { place; printf 'open hits\n%s\nopen hits\n%s\nopen hits\n%s\nOpen  Hits\nquit\n' "$cell" "$next" "$other"; } |
        play --speak || return 1
    output_has "Open hits: $cell." "Open hits: $other." && [ "$(grep -c 'no open hits' out.txt)" -eq 2 ]
}
check 'open hits are those that belong to no sunk ship' open_hits

# A sweep stays on record for its cells; a sunk ship is named.
sweeps() {
    { place; echo resign; } | play --record enemy.record || return 1
    destroyer=$(sed -n 's/^fleet b .*Destroyer //p' enemy.record)
    cell=${destroyer% *}
    column=${cell%"${cell#?}"} row=${cell#?}
    case $destroyer in
    *v) next=$column$((row + 1)) ;;
    *) next=$(echo "$column" | tr A-I B-J)$row ;;
    esac
    { place; printf 'radar %s\ncell %s\nrow %s\n%s\ncell %s\n%s\ncell %s\nopen hits\nfleet\nquit\n' \
        "$cell" "$cell" "$row" "$cell" "$cell" "$next" "$next"; } | play --speak --rule specials=radar &&
        output_has "$cell in null's waters: not shot at, radar at $cell found ships;" \
            "$cell in null's waters: hit, radar at $cell found ships;" \
            "$next in null's waters: Destroyer sunk, radar at $cell found ships;" 'There are no open hits.' \
            "Player's ships: Carrier (5) 3 hits, Battleship" &&
        grep -q "Row $row in null's waters: .*$column.* radar found ships" out.txt
}
check 'cell reports radar sweeps and sunk ships, and fleet the damage' sweeps
nothing_found() {
    { place; echo resign; } | play --record enemy.record || return 1
    # An area without a ship.
    { place; for row in 1 3 5 7 9; do for column in A C E G I; do echo "radar $column$row"; done; done | head -n 3
        printf 'board\nquit\n'; } | play --rule specials=radar && output_has 'Player> Player uses radar at A1: ' || return 1
    found=$(grep -c 'radar at .*: enemy ships found' out.txt) none=$(grep -c 'no enemy ships found' out.txt)
    [ $((found + none)) -eq 3 ] && [ "$none" -gt 0 ] || return 1
    sed '1,/^Player>  *null/d' out.txt | awk '/^ *[0-9]+ / { for (i = 2; i <= 11; i++) { f += $i == "?"; n += $i == "_" } }
        END { exit !(f == 4 * '"$found"' && n == 4 * '"$none"') }'
}
check 'board marks the sweeps, both found and empty' nothing_found

hard() {
    { place; printf 'J10\ncell J10\nrow 10\nquit\n'; } | play --speak --rule tracking=hard &&
        output_has "J10 in null's waters: not marked;" "Row 10 in null's waters: none marked;"
}
check 'with hard tracking a miss is announced but not marked' hard
hidden() {
    { place; printf 'cell A1\nrow 1\nquit\n'; } | play --speak --rule own-map=hidden &&
        output_has "A1 in null's waters: not shot at." "Row 1 in null's waters: none shot at yet." && ! grep -q 'Carrier hit' out.txt
}
check 'a hidden own map stays hidden' hidden

repeated() {
    { place; printf 'J10\nrepeat\nrepeat\nK11\nrepeat\n\nrepeat\nquit\n'; } | play --speak &&
        [ "$(grep -c 'Player fires at J10: miss.' out.txt)" -eq 3 ] &&
        [ "$(grep -c '^null fires at A1: hit.' out.txt)" -eq 3 ] &&
        [ "$(grep -c "'K11' is off the board" out.txt)" -eq 3 ]
}
check 'repeat prints the last answer again' repeated

# Under advanced rules every mistake costs the turn, but no question does.
no_turn_lost() {
    { printf '\n'
      printf 'cell\ncell K11\ncell B3 B4\ncell %s\nrow\nrow 11\nrow E\ncolumn\ncolumn K\ncolumn 5\nopen\nopen sesame\n' \
          "$(head -c 5000 /dev/zero | tr '\0' x)"
      printf 'repeat it\nhint 5\nrepeat\nfleet\nstock\nhelp\nsave\nstatus\nlog\nquit\n'; } |
        play --rules advanced --speak && ! grep -q 'loses the turn' out.txt && output_has 'Shots so far: 0' \
        'type it like this: cell B3' "'K11' is off the board" "'repeat' takes no arguments" &&
        [ "$(wc -c <out.txt)" -lt 10000 ]
}
check 'no question costs a turn' no_turn_lost
without_speak() {
    { place; printf 'cell A1\nquit\n'; } | play && output_has "Player> A1 in null's waters: not shot at;" 'A B C D'
}
check 'the questions work without --speak too' without_speak

one_sentence() {
    { place; printf 'J10\ncell A1\nrow 1\ncolumn C\nopen hits\nhint\nquit\n'; } | play --speak &&
        [ "$(grep -c '^Player> ..*\.$' out.txt)" -eq 6 ]
}
check 'each answer is one line' one_sentence

remembered() {
    rm -rf home2
    printf '\nquit\n' | HOME=$TMPDIR/home2 "$BROADSIDE" play --bot null --seed 1 --speak >/dev/null &&
        printf '\nquit\n' | HOME=$TMPDIR/home2 "$BROADSIDE" play --bot null --seed 1 >out.txt &&
        ! grep -q '~' out.txt &&
        printf '\nquit\n' | HOME=$TMPDIR/home2 "$BROADSIDE" play --bot null --seed 1 --plain >out.txt &&
        grep -q '~' out.txt &&
        printf '\nquit\n' | HOME=$TMPDIR/home2 "$BROADSIDE" play --bot null --seed 1 >out.txt &&
        grep -q '~' out.txt
}
check '--speak is remembered until --plain' remembered
plan
