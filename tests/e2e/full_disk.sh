#!/bin/sh
# On a full disk a game is never lost: the program says what is not saved, offers another place, and
# fails. What it calls saved is there.
# slow: mounts small file systems (5 s)
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
if [ -z "${INSIDE:-}" ]; then
    unshare -rm true 2>/dev/null || { echo 'no file system can be mounted'; exit 77; }
    INSIDE=yes exec unshare -rm "$TOP/tests/e2e/full_disk.sh"
fi
mkdir -p small elsewhere
mount -t tmpfs -o size=256k none small || { echo 'no file system can be mounted'; exit 77; }
HOME=$TMPDIR/small
games=$HOME/.local/state/broadside/games

fill() { cat /dev/zero >small/filler 2>/dev/null; }
empty() { rm -rf small/* small/.local small/.config; }
# until_exists PATTERN: waits for a file.
until_exists() {
    tries=0
    # shellcheck disable=SC2086 # a pattern
    while ! ls $1 >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || return 1
        sleep 0.05
    done
}
# All cells but those of row 10, where the enemy has a ship. So many moves need more room than the
# block that the file of the game already has.
shots=$(for row in 1 2 3 4 5 6 7 8 9; do for column in A B C D E F G H I J; do echo "$column$row"; done; done)
# Questions are asked on a terminal only.
terminal='script -qec' log=/dev/null
# play_and_fill LAST...: a game whose disk fills up after the fleets are placed; then these lines are typed
# after many shots.
play_and_fill() {
    empty
    rm -f keys && mkfifo keys
    $terminal "'$BROADSIDE' play --plain --pace none --bot random --seed 1" $log <keys >out.txt 2>err.txt &
    exec 3>keys
    echo >&3
    until_exists "$games/*" && fill
    # shellcheck disable=SC2086 # one line each
    printf '%s\n' $shots "$@" >&3
    exec 3>&-
    wait "$!"
    status=$?
}
# nothing_false: no file is promised that is not there with its result.
nothing_false() {
    sed -n 's/.*stays in \([^:]*\):.*/\1/p' out.txt | while read -r file; do grep -q '^result ' "$file" || exit 1; done
}

to_a_file() {
    play_and_fill resign quit elsewhere/game.txt
    [ "$status" -eq 1 ] && output_has 'The finished game is not saved' 'broadside replay elsewhere/game.txt' &&
        nothing_false && "$BROADSIDE" replay --plain elsewhere/game.txt >out.txt && output_has resigned
}
check 'a finished game goes to another file' to_a_file
to_a_folder() {
    play_and_fill resign quit elsewhere/game.txt elsewhere
    [ "$status" -eq 1 ] && output_has 'elsewhere/game.txt already exists' &&
        "$BROADSIDE" replay --plain elsewhere/broadside-*.record >out.txt && output_has resigned
}
check 'or folder, and no file is overwritten' to_a_folder
to_output() {
    terminal='sh -c' log=
    play_and_fill resign quit elsewhere/unwanted.txt
    terminal='script -qec' log=/dev/null
    [ ! -e elsewhere/unwanted.txt ] && [ "$status" -eq 1 ] && sed -n '/^broadside record/,$p' out.txt >printed.txt &&
        "$BROADSIDE" replay --plain printed.txt >out.txt && output_has resigned
}
check 'or to standard output, if nobody can be asked' to_output
unfinished() {
    play_and_fill quit no/such/folder/game elsewhere/half.txt
    [ "$status" -eq 1 ] && output_has 'The unfinished game is not saved' 'no/such/folder' 'play --load elsewhere/half.txt' ||
        return 1
    empty
    printf 'resign\n' | "$BROADSIDE" play --plain --load elsewhere/half.txt >out.txt 2>&1 && output_has 'game 1 in your history'
}
check 'an unfinished game can be continued from elsewhere' unfinished
stays() {
    shots=A1
    play_and_fill resign quit
    [ "$status" -eq 1 ] && output_has 'it stays in' && nothing_false || return 1
    rm small/filler
    printf '' | "$BROADSIDE" play --plain --seed 1 >out.txt 2>&1
    "$BROADSIDE" stats >out.txt && grep -Eq '^Player +random +classic +1 ' out.txt
}
check 'a game that stays in its file gets into the history later' stays
from_the_start() {
    empty
    fill
    printf '\nA1\nresign\n' | "$BROADSIDE" play --plain --bot random --seed 1 >out.txt 2>err.txt
    [ $? -eq 1 ] && grep -q '^result ' out.txt && grep -q 'No space left\|full' err.txt
}
check 'a disk that is full from the start loses nothing' from_the_start
# The rows of a simulation that fit are kept whole, and its figures are printed.
rows() {
    empty
    "$BROADSIDE" sim --bot random,null --games 1000000 --seed 1 --csv small/games.csv >out.txt 2>err.txt
    [ $? -eq 1 ] && grep -Eq 'small/games.csv: No space left on device; it has the games of the first [0-9]+ boards' err.txt &&
        grep -Eq '^random +9[0-9]\.' out.txt && [ "$(wc -l <small/games.csv)" -gt 1000 ] &&
        [ -z "$(tail -c 1 small/games.csv)" ] && ! grep -Evq '^[0-9]+,(random|null),[0-9]+,[0-9]+,sunk$|^board' small/games.csv
}
check 'the CSV file of a simulation keeps whole rows' rows
plan
