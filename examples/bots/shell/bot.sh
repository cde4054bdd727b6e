#!/bin/sh
# A Broadside bot: goes over the board in steps, and shoots beside what it has hit.
#
# The strategy comes first; it is the part to change. Below it is the conversation with the arena,
# line by line, which needs no change. docs/PROTOCOL.md of Broadside says what the lines mean.
#
# Standard output belongs to the arena. To see what the bot thinks, use: echo ... >&2
# It is plain POSIX shell and starts no other program, as that would take longer than all the rest.

# What the bot can deal with; see PROTOCOL.md. Take `no-touch` out if you place ships that may touch.
plays='salvo hit-again specials reinforce race wrecks no-touch unnamed'

# --- the strategy -------------------------------------------------------------------------------

# A cell has a number, row * width + column, both counted from 0. The shell has no arrays; cell 23 has
# its name in the variable name_23, and the variable number_D3 has the 23. Names go first.
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

# All chance comes from the seed and the round, so that every match can be played again.
start_round() {
    chance=$((seed + $1 * 7919))
    draw "$cells"
    at=$drawn # where the search is
    # A step without a common divisor with the number of cells comes to every cell, and then again.
    common=0
    while [ "$common" -ne 1 ]; do
        draw "$cells"
        step=$drawn common=$drawn other=$cells
        while [ "$other" -ne 0 ]; do
            rest=$((common % other))
            common=$other other=$rest
        done
    done
    targets= # cells beside hits
    shot=' ' # all cells shot at, with blanks around each
}

# draw BELOW: a number from 0 to BELOW - 1, in drawn
draw() {
    chance=$(((chance * 1103515245 + 12345) % 2147483648))
    drawn=$((chance / 65536 % $1))
}

# Where our ships lie: "A1 h, B3 v, ..." in the order of the fleet, or "random".
place() {
    echo random
}

# choose: the next cell to shoot at, in cell
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

# answer CELL WHAT: what became of a shot, WHAT being miss, hit, sunk, stopped or wasted
answer() {
    case $2 in
    hit)
        [ $(($1 % width)) -eq 0 ] || targets="$(($1 - 1)) $targets"
        [ "$1" -lt "$width" ] || targets="$(($1 - width)) $targets"
        [ $(($1 % width)) -eq $((width - 1)) ] || targets="$(($1 + 1)) $targets"
        [ "$1" -ge $((cells - width)) ] || targets="$(($1 + width)) $targets"
        ;;
    stopped) shot="${shot%%" $1 "*} ${shot#*" $1 "}" ;; # by smoke: it may be shot at again
    esac
}

# --- the conversation ---------------------------------------------------------------------------

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
        # Its last eight digits, as the shell's numbers are too small for all; the 1 keeps zeros
        # in front from making it an octal number.
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
