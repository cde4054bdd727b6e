#!/bin/sh
# A Broadside bot: searches the board in steps and shoots next to its hits.
#
# The strategy comes first; it is the part to change. The communication with the arena below needs
# no change. Broadside's docs/PROTOCOL.md explains the lines.
#
# Standard output belongs to the arena. For debug output use: echo ... >&2
# It is plain POSIX shell and starts no other programs, because that would be slow.

# What the bot supports; see PROTOCOL.md. Remove `no-touch` if you place ships next to each other.
plays='salvo hit-again specials reinforce race wrecks no-touch unnamed'

# --- strategy -----------------------------------------------------------------------------------

# A cell is a number: row * width + column, both from 0. The shell has no arrays, so the name of cell 23
# is in the variable name_23, and the number of D3 is in number_D3.
number_cells() {
    cells=$((width * height))
    row=0 cell=0
    while [ "$row" -lt "$height" ]; do
        row=$((row + 1)) column=0
        for letters in A B C D E F G H I J K L M N O P Q R S T U V W X Y Z AA AB AC AD AE AF; do
            [ "$column" -lt "$width" ] || break
            eval "name_$cell=$letters$row number_$letters$row=$cell"
            column=$((column + 1)) cell=$((cell + 1))
        done
    done
}

# All random numbers come from the seed and the round, so that every match can be repeated.
start_round() {
    chance=$((seed + $1 * 7919))
    draw "$cells"
    at=$drawn # the position of the search
    # A step that has no common divisor with the number of cells reaches every cell.
    common=0
    while [ "$common" -ne 1 ]; do
        draw "$cells"
        step=$drawn common=$drawn other=$cells
        while [ "$other" -ne 0 ]; do
            rest=$((common % other))
            common=$other other=$rest
        done
    done
    targets= # cells next to hits
    shot=' ' # all cells shot at, separated by blanks
}

# draw BELOW: sets drawn to a random number from 0 to BELOW - 1
draw() {
    chance=$(((chance * 1103515245 + 12345) % 2147483648))
    drawn=$((chance / 65536 % $1))
}

# Our layout: "A1 h, B3 v, ..." in the order of the fleet, or "random".
place() {
    echo random
}

# choose: sets cell to the next cell to shoot at
choose() {
    while :; do
        if [ -n "$targets" ]; then
            cell=${targets%% *} targets=${targets#* }
        else
            cell=$at at=$(((at + step) % cells))
        fi
        case $shot in *" $cell "*) continue ;; esac
        shot="$shot$cell "
        return
    done
}

# answer CELL WHAT: the result of a shot; WHAT is miss, hit, sunk, stopped or wasted
answer() {
    case $2 in
    hit)
        [ $(($1 % width)) -eq 0 ] || targets="$(($1 - 1)) $targets"
        [ "$1" -lt "$width" ] || targets="$(($1 - width)) $targets"
        [ $(($1 % width)) -eq $((width - 1)) ] || targets="$(($1 + 1)) $targets"
        [ "$1" -ge $((cells - width)) ] || targets="$(($1 + width)) $targets"
        ;;
    stopped) shot="${shot%%" $1 "*} ${shot#*" $1 "}" ;; # by smoke: shoot at it again later
    esac
}

# --- communication ------------------------------------------------------------------------------

# act SHOTS
act() {
    move=fire left=$1
    while [ "$left" -gt 0 ]; do
        choose
        eval "move=\"\$move \$name_$cell\""
        left=$((left - 1))
    done
    echo "$move"
}

# outcome WORD...: fire E5 -> E5=hit again
outcome() {
    for word; do
        case $word in
        *=*)
            what=${word#*=}
            eval "answer \$number_${word%%=*} ${what%%:*}"
            ;;
        esac
    done
}

while read -r kind words; do
    case $kind in
    broadside) printf 'plays %s\nready\n' "$plays" ;;
    rule)
        case $words in
        'board = '*)
            width=${words#board = }
            height=${width#*x} width=${width%x*}
            ;;
        esac
        ;;
    match) # match 1000 seed 4711
        words=${words#* seed }
        # The last eight digits, because the shell's numbers are small; the 1 in front keeps leading
        # zeros from making it an octal number.
        words=00000000${words%% *}
        seed=1${words#"${words%????????}"}
        number_cells
        ;;
    round) start_round "${words%% *}" ;;
    place) place ;;
    act)
        words=${words%% *}
        act "${words:-1}"
        ;;
    outcome)
        # shellcheck disable=SC2086 # a list of words
        outcome $words
        ;;
    quit) break ;;
    esac
done
