#!/bin/sh
# Plays the screen game: places fleets with keys and mouse, wins and loses whole games, uses every
# special move, salvos and typed commands, and lets two people play.
# slow: whole games, key by key (15 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tmux.inc"
. "$TOP/tests/e2e/screen.inc"

# --- placing --------------------------------------------------------------------------------------

place_by_keys() {
    begin 80x24 '"$BROADSIDE" play --bot random --pace none --seed 5' &&
        screen_has 'The fleet is complete.' 'Enter start' && screen_keys c &&
        screen_has 'Carrier C6 h fits. Enter to place it.' 'Battleship not placed' \
            'Destroyer  not placed' 'arrows move' &&
        screen_keys Up Up Up Up Up && screen_has 'Carrier C1 h fits' && screen_keys Enter &&
        screen_has 'Battleship D6 h fits' && screen_keys r && screen_has 'Battleship D6 v fits' &&
        screen_keys Up Up Up Up Up && screen_has 'Does not fit: ' 'Carrier' &&
        screen_keys Enter && screen_has 'Does not fit: ' '▶ ····' &&
        screen_keys Down && screen_has 'Battleship D2 v fits' && screen_keys Enter &&
        screen_has 'Cruiser' 'Battleship D2 v' &&
        screen_keys u && screen_has '▶ ····' 'Battleship D2 v fits' && screen_keys Enter &&
        screen_has '▶ ···' &&
        screen_keys o && screen_has 'Cruiser' ' fits. Enter to place it.' && screen_keys Enter &&
        screen_has 'Submarine' 'Destroyer  not placed' && screen_keys f &&
        screen_has 'The fleet is complete.' 'Carrier    C1 h' 'Battleship D2 v' &&
        screen_lacks 'not placed' && screen_keys Enter && enter_battle &&
        screen_has "Player's fleet" && grep -q '^fleet a .*Carrier C1 h, Battleship D2 v, ' "$(saved)"
}
check 'keys place a fleet: rotate, undo, random places, and the reason why a ship does not fit' place_by_keys

# Moves the ships from the middle of the board to rows 1, 3, 5, 7 and 9.
place_all() {
    begin 80x24 '"$BROADSIDE" play --bot random --pace none --seed 5' &&
        screen_has 'The fleet is complete.' && screen_keys c && screen_has 'Carrier C6 h fits' || return 1
    row=1
    for start in 'Carrier C6' 'Battleship D6' 'Cruiser D6' 'Submarine D6' 'Destroyer E6'; do
        ship=${start% *}
        screen_has "$start h fits" || return 1
        lines=$((row - 6))
        while [ $lines -lt 0 ]; do screen_keys Up; lines=$((lines + 1)); done
        while [ $lines -gt 0 ]; do screen_keys Down; lines=$((lines - 1)); done
        screen_keys Left Left Left Left Left && screen_has "$ship A$row h fits" &&
            screen_keys Enter || return 1
        row=$((row + 2))
    done
    screen_has 'The fleet is complete.' && screen_keys Enter && enter_battle &&
        grep -q '^fleet a .* Carrier A1 h, Battleship A3 h, Cruiser A5 h, Submarine A7 h, Destroyer A9 h' \
            "$(saved)"
}
check 'the arrow keys place every ship' place_all

# click CELL: clicks on the left board, in the encoding $mouse. Its A1 is in column 5 and row 5 of the
# screen.
click() {
    x=$((2 * ($(printf '%d' "'$1") - 65) + 5))
    y=$((${1#?} + 4))
    # shellcheck disable=SC2059 # the bytes in octal
    case $mouse in
    sgr) screen_type "$(printf '\033[<0;%d;%dM\033[<0;%d;%dm' $x $y $x $y)" ;;
    x10) screen_type "$(printf '\033[M '"$(printf '\\%o\\%o' $((x + 32)) $((y + 32)))"'\033[M#!!')" ;;
    esac
}

# by_mouse ENCODING TERM
by_mouse() {
    mouse=$1
    begin 80x24 "TERM=$2"' "$BROADSIDE" play --bot random --pace none --seed 5' &&
        screen_has 'The fleet is complete.' 'Carrier    I6 v' && click I7 &&
        screen_has 'Carrier I6 v fits' && click I6 && screen_has 'Carrier F6 h fits' && click C1 &&
        screen_has 'The fleet is complete.' 'Carrier    C1 h' &&
        screen_keys Enter && enter_battle && click A1 && screen_has 'Player fires at A1' 'turn 2: Player' &&
        click A1 && screen_has 'already shot at A1' 'turn 2: Player'
}
for encoding in sgr x10; do
    for term in xterm-256color screen-256color; do
        check "the mouse moves a ship and fires once ($encoding, $term)" by_mouse $encoding $term
    done
done

# split_click TERM PART PART: a report in the encoding that curses does not know on that terminal is a
# click, even in two parts. On a busy machine they can be too far apart and are ignored, so there are
# several tries.
split_click() {
    begin 80x24 "TERM=$1"' "$BROADSIDE" play --bot random --pace none --seed 5 --rule first=a' &&
        screen_has 'The fleet is complete.' && screen_keys Enter && enter_battle && screen_poll in_parts "$2" "$3"
}
in_parts() {
    screen_type "$(printf '%b' "$1")" && sleep 0.04 && screen_type "$(printf '%b' "$2")" &&
        screen_now yes 'Player fires at A1: ' 'turn 2: Player'
}
check 'an X10 click that arrives in two parts fires' split_click xterm-256color '\033[M ' '%%'
check 'so does one in SGR' split_click screen-256color '\033[<0;5' ';5M'

clicks_aim() {
    mouse=sgr
    begin 80x24 'TERM=xterm-256color "$BROADSIDE" play --rules advanced --bot random --pace none --seed 5' \
        --rule first=a && screen_has 'The fleet is complete.' && screen_keys Enter && enter_battle &&
        screen_keys r && screen_has 'Aiming: radar' && click B3 && screen_has 'Aiming: radar B3' &&
        click B3 && screen_has 'turn 2: Player' 'radar 2' || return 1
    begin 80x24 'TERM=xterm-256color "$BROADSIDE" play --rules salvo --bot random --pace none --seed 5' \
        --rule first=a && screen_has 'The fleet is complete.' && screen_keys Enter &&
        screen_has 'Salvo: 0 of 5' && click A1 && screen_has 'Salvo: 1 of 5' && click B1 &&
        screen_has 'Salvo: 2 of 5' && click A1 && screen_has 'Salvo: 1 of 5'
}
check 'two clicks make a special move, and a click adds a cell to a salvo or removes it' clicks_aim

same_fleet() {
    fresh_home
    printf '\nquit\n' | "$BROADSIDE" play --plain --bot random --seed 77 >plain.txt || return 1
    begin 80x24 '"$BROADSIDE" play --bot random --pace none --seed 77' && screen_has 'The fleet is complete.' &&
        screen_keys Enter && enter_battle && fleet=$(sed -n 's/^fleet a [0-9a-f]* //p' "$(saved)") &&
        grep -qF "Your fleet: $fleet." plain.txt
}
check 'a seed gives the same fleet on the screen and as text' same_fleet

# At 120x40 a cell has four columns and two rows; a click on any of them is a click on the cell.
large_cells() {
    begin 120x40 'TERM=xterm-256color "$BROADSIDE" play --bot random --pace none --seed 5' &&
        screen_has 'The fleet is complete.' && screen_keys Enter && enter_battle &&
        screen_type "$(printf '\033[<0;12;7M\033[<0;12;7m')" && screen_has 'Player fires at C2' 'turn 2: Player' &&
        screen_type "$(printf '\033[<0;15;8M\033[<0;15;8m')" && screen_has 'already shot at C2' 'turn 2: Player' &&
        screen_type "$(printf '\033[<0;16;8M\033[<0;16;8m')" && screen_has 'Player fires at D2' 'turn 3: Player'
}
check 'a click fires at a large cell' large_cells

# --- classic --------------------------------------------------------------------------------------

# start_battle OPTIONS...: starts a game with the random fleet.
start_battle() {
    begin 80x24 '"$BROADSIDE" play --pace none' "$@" && screen_has 'The fleet is complete.' &&
        screen_keys Enter && enter_battle
}

wins_classic() {
    start_battle --bot random --seed 5 || return 1
    ship_cells b >targets
    [ "$(wc -l <targets)" -eq 17 ] && shoot_all <targets &&
        screen_has "Player wins: random's fleet is sunk" 'Both fleets match the commitments' \
            'r rematch'
}
check 'a classic game is won with the arrow keys' wins_classic

loses_classic() {
    start_battle --bot exact --seed 6 || return 1
    water_cells b >targets
    shoot_all <targets && screen_has "exact wins: Player's fleet is sunk"
}
check 'a classic game is lost by shooting at water' loses_classic

shot_twice() {
    start_battle --bot random --seed 7 && shoot A1 && screen_has "turn 2: Player" &&
        moves=$(grep -c ' -> ' "$(saved)") && [ "$moves" -ge 2 ] && screen_keys Enter &&
        screen_has 'You have already shot at A1; nothing was fired.' 'turn 2: Player' && screen_keys Space &&
        screen_has 'turn 2: Player' && [ "$(grep -c ' -> ' "$(saved)")" = "$moves" ]
}
check 'shooting at a cell twice does not cost the turn' shot_twice

typed() {
    start_battle --bot random --seed 7 && screen_keys : && screen_has 'A move or a question' &&
        screen_type 'torpedo' && screen_has 'torpedo_' 'Ctrl-U clear' && screen_keys C-u &&
        screen_lacks 'torpedo_' && screen_type 'B3' && screen_has 'B3_' && screen_keys Enter &&
        screen_has 'Player fires at B3' 'turn 2: Player' && screen_keys : && screen_has 'A move' &&
        screen_type 'cell B3' && screen_keys Enter && screen_has 'B3' 'turn 2: Player' &&
        screen_lacks 'A move or' && screen_keys : && screen_has 'A move' && screen_type 'Z99' &&
        screen_keys Enter && screen_lacks 'A move or' && screen_has 'Z99' 'turn 2: Player' &&
        screen_keys : && screen_has 'A move' && screen_type fleet && screen_keys Enter &&
        screen_has 'Carrier' 'Escape back' && screen_keys Escape && screen_has 'turn 2: Player' &&
        screen_keys : && screen_has 'A move' && screen_type x && screen_keys Escape &&
        screen_lacks 'A move or' && screen_has 'turn 2: Player' || return 1
    echo mine >broadside.record
    for answer in n y; do
        screen_keys : && screen_has 'A move' && screen_type save && screen_keys Enter &&
            screen_has 'Save the record as' && screen_keys Enter &&
            screen_has 'broadside.record already exists. Overwrite it?' &&
            [ "$(cat broadside.record)" = mine ] && screen_keys $answer && screen_lacks 'Overwrite it?' || return 1
    done
    screen_has 'Saved to broadside.record.' && grep -q '^fleet b ' broadside.record && screen_keys : &&
        screen_has 'A move' && screen_type resign && screen_keys Enter && screen_has 'random wins'
}
check 'moves and questions can be typed, and mistakes are explained' typed

# Enter ends the pause and does not fire: otherwise the status line would say that E5 was already shot
# at. The pause may be over before the test sees it, so it tries several times.
skips() {
    begin 80x24 '"$BROADSIDE" play --pace slow --bot random --seed 7 --rule first=a' &&
        screen_has 'The fleet is complete.' && screen_keys Enter && enter_battle || return 1
    for try in 1 2 3 4 5; do
        screen_keys Enter
        screen_any 'Press any key to continue.' "turn $((try + 1)): Player" || return 1
        if grep -q 'Press any key' screen.txt; then
            screen_keys Enter && screen_lacks 'Press any key' && screen_has "turn $((try + 1)): Player" &&
                screen_keys Right && screen_has 'The cursor is at' &&
                ! grep -q 'already shot at' screen.txt && return 0
        fi
        screen_keys Right
    done
    return 1
}
check "a key ends the pause after the enemy's move and does nothing else" skips

advice() {
    start_battle --bot random --seed 7 && screen_keys i &&
        screen_has 'The coach advises firing at ' ' % chance of a ship.' 'turn 1: Player'
}
check 'the coach gives advice without costing the turn' advice

# obey TURNS OPTIONS...: presses Enter after each hint, for at most so many turns, and checks that it
# plays the advice. The moves are in advised.txt.
obey() {
    most=$1
    shift
    start_battle --bot random --seed 7 --rule first=a "$@" || return 1
    : >advised.txt
    for turn in $(seq "$most"); do
        screen_keys i && screen_has 'The coach advises ' "turn $turn: Player" || return 1
        advised=$(sed -n 's/:.*//; s/\.$//; s/advises firing at /advises fire /; s/.*The coach advises //p' screen.txt)
        echo "$advised" >>advised.txt
        screen_keys Enter && screen_any "turn $((turn + 1)): Player" 'r rematch' || return 1
        ! is_over || return 0
        grep ' a .* -> ' "$(saved)" | tail -n 1 | grep -q " a $advised -> " || return 1
    done
}

obeys() {
    obey 2 --rules grid20 && grep -q fire advised.txt || return 1
    obey 25 --rules advanced --rule "'fleet=Boat 1, Boat 1, Boat 1, Barge 3'" --rule board=6x6 \
        --rule reinforce=1 --rule reinforce-kind=new || return 1
    for word in radar artillery torpedo raise; do
        grep -q "^$word" advised.txt || { sed 's/^/# /' advised.txt; return 1; }
    done
}
check "Enter plays the coach's advice, also a special move or a reinforcement" obeys

resigns() {
    start_battle --bot random --seed 7 && screen_keys X && screen_has 'Resign and lose' &&
        screen_keys n && screen_lacks 'Resign and lose' && screen_keys X &&
        screen_has 'Resign and lose' && screen_keys y && screen_has 'random wins'
}
check 'resigning needs confirmation' resigns

# --- advanced -------------------------------------------------------------------------------------

# special KEY CELL TEXT: aims a special move at the cell, and checks that it is shown but not made yet.
special() {
    moves=$(grep -c ' -> ' "$(saved)")
    screen_keys "$1" && screen_has 'Aiming: ' || return 1
    # shellcheck disable=SC2046 # a word for each key
    set -- "$1" "$2" "$3" $(keys_to "$2")
    is_at "$2"
    text=$3
    shift 3
    [ $# -eq 0 ] || screen_keys "$@" || return 1
    screen_has "Aiming: $text. Enter to confirm, Escape to cancel." &&
        [ "$(grep -c ' -> ' "$(saved)")" = "$moves" ]
}

# reversed: the number of cells in reverse video.
reversed() {
    screen_text -e | awk '{ n += gsub(/\033\[[0-9;]*7m/, "") } END { print n + 0 }'
}

# left_board: the signs on the enemy's board.
left_board() {
    sed -n '5,14s/^....\(.\{1,19\}\).*/\1/p' screen.txt | tr -d ' []()\n'
}

specials() {
    start_battle --rules advanced --rule first=a --rule hints=2 --rule hint-after=2 --bot random \
        --seed 11 || return 1
    ship_cells b >targets # Carrier 5, Battleship 4, Destroyer 3, Submarine 2
    first=$(sed -n 1p targets)
    screen_has 'r radar 3' 's smoke 0' 'a artillery locked' 't torpedo locked' 'hints 2 (0/2)' &&
        screen_keys a && screen_has 'Artillery is locked' && screen_keys t && screen_has 'The torpedo is locked' &&
        screen_keys i && screen_has 'No hint: ' 'turn 1: Player' && screen_keys : && screen_has 'A move' &&
        screen_type hint && screen_keys Enter && screen_lacks 'A move or' &&
        screen_has 'No hint: ' 'turn 1: Player' && ! grep -q ' -> ' "$(saved)" || return 1
    before=$(reversed)
    special r "$first" "radar $first" && [ "$(reversed)" -gt "$before" ] && screen_keys Escape &&
        screen_lacks Aiming: && screen_has 'turn 1: Player' 'r radar 3' || return 1
    special r "$first" "radar $first" && screen_keys Enter && next_turn &&
        screen_has 'enemy ships found' 'r radar 2' || return 1
    case $(left_board) in *'?'*) ;; *) return 1 ;; esac
    # Two misses in a row earn a hint.
    shoot "$(water_cells b | sed -n 1p)" && shoot "$(water_cells b | sed -n 2p)" &&
        screen_has 'i hints 2' && ! grep -q 'hints 2 (' screen.txt && screen_keys i &&
        screen_has 'hints 1 (0/2)' && enter_battle || return 1
    # Sinking the Submarine unlocks the artillery and adds smoke.
    shoot "$(sed -n 13p targets)" && shoot "$(sed -n 14p targets)" &&
        screen_has 'Submarine, sunk' 's smoke 1' 'a artillery unlocked' 't torpedo locked' &&
        [ "$(left_board | grep -o '▓' | wc -l)" -eq 2 ] || return 1
    # While smoke is aimed, the player's ships are shown, even under rules that hide them.
    screen_keys s && screen_has 'Aiming: smoke ' "Player's fleet" && sed -n '5,14s/^.\{28\}\(.\{20\}\).*/\1/p' screen.txt |
        grep -q '■' && screen_keys Up && screen_has 'Aiming: smoke ' && screen_keys Enter && next_turn &&
        screen_has 's smoke 0' 'smoke screen' && ! grep -q "Player's fleet" screen.txt || return 1
    tenth=$(sed -n 10p targets)
    special a "$tenth" "artillery $tenth" && screen_keys Enter && next_turn &&
        screen_has 'artillery' || return 1
    # The third sinking unlocks the torpedo.
    for line in 10 11 12 6 7 8 9; do
        cell=$(sed -n ${line}p targets)
        grep -q " a .*$cell=" "$(saved)" || shoot "$cell" || return 1
    done
    screen_has 'Battleship, sunk' 't torpedo unlocked' || return 1
    column=$(echo "$first" | tr -d 0-9) row=$(echo "$first" | tr -d A-Z)
    special t "$first" "torpedo $row" && screen_keys Tab &&
        screen_has "Aiming: torpedo $column." && screen_keys Tab &&
        screen_has "Aiming: torpedo $row." && screen_keys Tab && screen_has "Aiming: torpedo $column." &&
        screen_keys Enter && next_turn &&
        grep -Eq "^ Player fires torpedo $column: .*hit $first.*[0-9] miss" screen.txt && grep -q '^ random ' screen.txt ||
        return 1
    for line in 1 2 3 4 5; do
        is_over && break
        cell=$(sed -n ${line}p targets)
        grep -q " a .*$cell=" "$(saved)" || shoot "$cell" || return 1
    done
    screen_has "Player wins: random's fleet is sunk" 'Both fleets match the commitments'
}
check 'an advanced game is won with every special move, each previewed first' specials

torpedo_row() {
    start_battle --rules advanced --rule "'fleet=Boat 1, Boat 1, Boat 1, Barge 3'" --rule first=a \
        --rule board=6x6 --bot random --seed 3 || return 1
    ship_cells b >targets
    for line in 1 2 3; do shoot "$(sed -n ${line}p targets)" || return 1; done
    screen_has 't torpedo unlocked' || return 1
    cell=$(sed -n 4p targets)
    special t "$cell" "torpedo ${cell#?}" && screen_keys Enter && next_turn &&
        screen_has 't torpedo locked' && grep -q " a torpedo ${cell#?} -> .*$cell=hit" "$(saved)"
}
check 'a torpedo can run along a row' torpedo_row

all_specials() {
    start_battle --rules advanced --rule own-map=shown --rule hints=2 --rule reinforce=1 --bot random \
        --seed 3 && screen_has "Player's fleet" 'r radar 3' 's smoke 0' 'a artillery 0' 't torpedo 0' \
        'i hints 2' 'e raise 0'
}
check 'all special moves are listed beside two boards' all_specials

slip() {
    start_battle --rules advanced --rule first=a --bot random --seed 11 && shoot A1 && screen_keys Enter &&
        screen_has 'already shot at A1; nothing was fired.' 'turn 2: Player' && screen_keys : &&
        screen_has 'A move' && screen_type bord && screen_keys Enter && next_turn &&
        screen_has "Player loses the turn: 'bord' is not a move; type 'help'" 'turn 3: Player' &&
        screen_keys : && screen_has 'A move' && screen_type A1 && screen_keys Enter && next_turn &&
        screen_has 'Player loses the turn: A1 has already been shot at.' 'turn 4: Player'
}
check 'a typed mistake that costs the turn is explained, and Enter on a shot cell costs nothing' slip

# raise_battle KIND: sinks an enemy ship, which allows one reinforcement.
raise_battle() {
    start_battle --rules advanced --rule first=a --rule own-map=shown --rule reinforce=1 \
        --rule reinforce-kind="$1" --rule "'fleet=Tug 1, Submarine 2, Barge 3'" --bot random --seed 3 &&
        shoot "$(ship_cells b | sed -n 1p)"
}

raises() {
    raise_battle new && screen_has 'e raise unlocked' && screen_keys e && screen_has 'Aiming: raise Submarine ' &&
        screen_keys Enter && next_turn && grep -q ' a raise Submarine .* -> ' "$(saved)" &&
        raise_battle raise && screen_has 'e raise locked' && screen_keys e &&
        screen_has 'You have lost no ship to raise.' 'turn 2: Player'
}
check 'e aims a new ship, and says so if there is no lost ship to raise' raises

loses_advanced() {
    start_battle --rules advanced --rule first=b --rule board=6x6 --rule "'fleet=Boat 2, Barge 3'" \
        --bot hard --seed 3 || return 1
    water_cells b >targets
    shoot_all <targets && screen_has "hard wins: Player's fleet is sunk"
}
check 'an advanced game is lost' loses_advanced

# --- salvo ----------------------------------------------------------------------------------------

salvo() {
    begin 80x24 '"$BROADSIDE" play --rules salvo --rule first=a --bot random --pace none --seed 5' &&
        screen_has 'The fleet is complete.' && screen_keys Enter &&
        screen_has 'Salvo: 0 of 5 cells chosen' && screen_keys Enter && screen_has 'Salvo: 1 of 5' &&
        screen_keys Enter && screen_has 'Salvo: 0 of 5' && screen_keys Enter Right Enter Right Enter &&
        screen_has 'Salvo: 3 of 5' && screen_keys u && screen_has 'Salvo: 2 of 5' &&
        screen_keys Enter Right Enter Right Enter && screen_has 'all 5 cells chosen' &&
        ! grep -q ' a .* -> ' "$(saved)" && screen_keys Enter && screen_has 'turn 2: Player' &&
        grep -q '^1 a fire E5 F5 G5 H5 I5 -> ' "$(saved)" && screen_keys i &&
        screen_has 'The coach advises these 5 cells: ' 'all 5 cells chosen' && screen_keys Enter &&
        screen_has 'turn 3: Player' && grep -q '^3 a fire \([A-J][0-9]* \)\{5\}-> ' "$(saved)"
}
check "a salvo is chosen cell by cell, corrected, and fired, and so is the coach's" salvo

# --- two people -----------------------------------------------------------------------------------

# blank: the terminal shows one line of text, and no board, not even in its history.
blank() {
    screen_text -S - >all.txt
    screen_text -a -S - >>all.txt 2>/dev/null
    ! grep -q '[#~]' all.txt && [ "$(grep -c '[^ ]' all.txt)" -eq 1 ]
}

two_people() {
    begin 80x24 '"$BROADSIDE" play --two-player --ascii --name Ann --name Bob --seed 5 --rule first=a' &&
        screen_has 'Ann, press Enter to place your fleet.' && blank && screen_keys Enter &&
        screen_has 'Ann, place your fleet' && screen_keys Enter &&
        screen_has 'Bob, press Enter to place your fleet.' && blank && screen_keys Enter &&
        screen_has 'Bob, place your fleet' && screen_keys Enter &&
        screen_has 'Ann, press Enter when you are ready.' && blank && screen_keys Enter &&
        screen_has "Bob's waters" "Ann's fleet" 'turn 1: Ann' || return 1
    case $(left_board) in *[!~]*) return 1 ;; esac
    screen_keys Enter && screen_has 'Press Enter, then pass the keyboard to Bob.' && screen_keys x Right &&
        screen_keys Enter && screen_has 'Bob, press Enter when you are ready.' && blank &&
        screen_keys Enter && screen_has "Ann's waters" "Bob's fleet" 'turn 1: Bob' || return 1
    case $(left_board) in *[!~]*) return 1 ;; esac
    ! grep -q "Ann's fleet" screen.txt && screen_keys Up Enter &&
        screen_has 'pass the keyboard to Ann' && screen_keys Enter && screen_has 'Ann, press Enter' && blank &&
        screen_keys Enter && screen_has 'turn 2: Ann' "Ann's fleet" 'The cursor is at E5.' &&
        screen_keys q && screen_has 'Leave this game? It is saved' && screen_keys y &&
        screen_has 'Continue' 'Two players' && ! grep -q '#' screen.txt
}
wide_names() {
    begin 80x24 '"$BROADSIDE" play --two-player --name 東京 --name Zoë --seed 5 --rule first=a' &&
        screen_has '東京, press Enter' && screen_keys Enter && screen_has 'The fleet is complete.' &&
        screen_keys Enter && screen_has 'Zoë, press' && screen_keys Enter && screen_has 'The fleet is complete.' &&
        screen_keys Enter && screen_has '東京, press' && screen_keys Enter &&
        screen_has 'turn 1: 東京' "    Zoë's waters              東京's fleet          Zoë"
}
check 'names with wide characters keep the columns straight' wide_names
check 'two people: the screen is blank between turns, and each sees only their own fleet' two_people

# two_begin OPTIONS...: two people place random fleets, and Ann is to move.
two_begin() {
    begin 80x24 '"$BROADSIDE" play --two-player --ascii --name Ann --name Bob --seed 5 --rule first=a' "$@" &&
        screen_has 'Ann, press Enter' && screen_keys Enter && screen_has 'Ann, place your fleet' && screen_keys Enter &&
        screen_has 'Bob, press Enter' && screen_keys Enter && screen_has 'Bob, place your fleet' && screen_keys Enter &&
        screen_has 'Ann, press Enter' && screen_keys Enter && screen_has 'turn 1: Ann'
}

# types NAME MOVE: the player types a move.
types() {
    screen_has ": $1" && screen_keys : && screen_has 'A move or a question' && screen_type "$2" &&
        screen_has "${2}_" && screen_keys Enter && screen_lacks 'A move or a question'
}

# passes NAME: the keyboard goes to the player.
passes() {
    screen_has "pass the keyboard to $1" && screen_keys Enter && screen_has "$1, press Enter" && screen_keys Enter &&
        screen_has "'s waters" "turn " ": $1"
}

news() {
    two_begin --rules advanced --rule equal-turns=yes --rule board=6x6 --rule "'fleet=Tug 1, Boat 2'" || return 1
    ship_cells b >targets
    ! grep -q 'SHA-256' screen.txt && screen_keys c && screen_has 'Ann has committed to a fleet: SHA-256' \
        "$(sed -n 's/^commit b //p' "$(saved)")" && screen_keys Escape && screen_has 'turn 1: Ann' &&
        types Ann "$(sed -n 1p targets)" && screen_has "and Bob's Tug is sunk. Ann gains a smoke screen and" &&
        passes Bob && types Bob "$(water_cells a | sed -n 1p)" && passes Ann &&
        types Ann 'smoke A1' && screen_has 'Ann lays a smoke screen at A1.' && passes Bob &&
        screen_has 'Ann lays a smoke screen.' && types Bob 'radar B2' &&
        screen_has 'Bob uses radar at B2: no enemy ships found.' && ! grep -q 'uses up' screen.txt || return 1
    case $(left_board) in *__*) ;; *) return 1 ;; esac
    passes Ann && screen_has 'Ann lays a smoke screen at A1.' \
        "Bob uses radar at B2: no enemy ships found. The sweep uses up Ann's smoke" &&
        types Ann "$(sed -n 2p targets)" && passes Bob && types Bob "$(water_cells a | sed -n 2p)" && passes Ann || return 1
    # The Tug is drawn as sunk, in a cell of three columns, the Boat as hit.
    [ "$(left_board | tr -cd '%*' | tr -s '%*')" = '%*' ] || [ "$(left_board | tr -cd '%*' | tr -s '%*')" = '*%' ] || return 1
    types Ann "$(sed -n 3p targets)" && screen_has 'fleet is sunk; Bob has one last move.' && passes Bob &&
        screen_has 'fleet is sunk; Bob has one last move.' 'last move, turn 4: Bob' &&
        types Bob "$(water_cells a | sed -n 3p)" && screen_has "Ann wins: Bob's fleet is sunk"
}
check 'news of both sides: used smoke, the last move, and no hashes' news

# Bob's cursors on both boards start in the middle, not where Ann laid smoke.
own_cursors() {
    two_begin --rules advanced --rule board=6x6 --rule "'fleet=Tug 1, Boat 2'" &&
        types Ann "$(ship_cells b | sed -n 1p)" && passes Bob && types Bob "$(ship_cells a | sed -n 1p)" && passes Ann &&
        screen_keys s && screen_has 'Aiming: smoke C3.' && screen_keys Up Up Left Left &&
        screen_has 'Aiming: smoke A1.' && screen_keys Enter && passes Bob && screen_keys s &&
        screen_has 'Aiming: smoke ' && grep -q 'Aiming: smoke C3\.' screen.txt
}
check "the cursor does not betray the other player's smoke" own_cursors

# Each burst of Enter has the effect of one.
bursts() {
    two_begin && screen_keys -N 8 Enter && screen_has 'Press Enter, then pass the keyboard to Bob.' &&
        screen_keys -N 8 Enter && screen_has 'Bob, press Enter when you are ready.' && blank &&
        screen_keys -N 8 Enter && screen_has 'turn 1: Bob' && screen_keys Right &&
        screen_has 'The cursor is at F5.' && [ "$(grep -c ' -> ' "$(saved)")" -eq 1 ]
}
check 'pressing Enter too often neither shows the other fleet nor fires' bursts

# Eight hits in a row do not push Ann's own result off the screen, and her panel shows the damage.
stays() {
    two_begin --rule hit-again=yes || return 1
    ship_cells a >targets
    miss=$(water_cells b | sed -n 1p)
    types Ann "$miss" && screen_has "Ann fires at $miss: miss." && passes Bob || return 1
    for line in 1 2 6 7 8 10 13 14; do
        cell=$(sed -n ${line}p targets)
        types Bob "$cell" && screen_has "Bob fires at $cell: hit." || return 1
    done
    types Bob "$(water_cells a | sed -n 1p)" && passes Ann &&
        screen_has "Ann fires at $miss: miss." "Bob fires at $cell: hit." '**### Carrier' '***#  Battleship' &&
        [ "$(grep -c '^ Bob fires at' screen.txt)" -eq 4 ]
}
check "the player's own last result stays visible, and the panel shows the damage" stays

plan
