#!/bin/sh
# The first hour of a player: a fresh copy, `make play PLAIN=1`, a name and Enter for everything else;
# an advanced game against medium with all four special moves, which is left, continued and won; then
# the statistics and the replay.
# slow: builds a fresh copy (5 s)
. "$TOP/tests/e2e/build.inc"
PATH=$TMPDIR/copy:$PATH
copy_built_tree "$TMPDIR/copy"
cd "$TMPDIR/copy" || exit 1

# play LINES...: the output is in out.txt.
play() {
    printf '%s\n' "$@" | timeout 100 make play PLAIN=1 >"$TMPDIR/out.txt" 2>&1
    status=$?
    cat "$TMPDIR/out.txt"
    return "$status"
}
output_has() { grep -q -e "$1" "$TMPDIR/out.txt" || { cat "$TMPDIR/out.txt"; echo "does not print: $1"; return 1; }; }

t 'a fresh copy builds, asks, and starts a game' play Ann advanced '' '' status 'radar D4' quit
t 'the default opponent is medium' output_has 'Broadside: advanced rules against medium'
t 'the prompt has the name of the player' output_has '^Ann> '
t 'both sides commit to a fleet' output_has 'medium has committed to a fleet: SHA-256'
t 'radar gets a result' output_has 'radar at D4: .*enemy ships found'
t 'quitting saves the game' output_has 'To continue it: broadside play --continue'

# The saved game contains the enemy's fleet, so only its owner may read it.
saved=$(ls "$HOME"/.local/state/broadside/games/*.save)
t 'the saved game is private' prints '-rw-------' ls -l "$saved"

# cells SHIP: the cells of an enemy ship, one per line.
cells() {
    sed -n 's/^fleet b [0-9a-f]* //p' "$saved" | tr ',' '\n' | awk -v ship="$1" '
        BEGIN { length_of["Carrier"] = 5; length_of["Battleship"] = 4; length_of["Destroyer"] = 3; length_of["Submarine"] = 2 }
        $1 == ship {
            column = index("ABCDEFGHIJ", substr($2, 1, 1)); row = substr($2, 2)
            for (i = 0; i < length_of[ship]; i++)
                print substr("ABCDEFGHIJ", column + ($3 == "h" ? i : 0), 1) row + ($3 == "v" ? i : 0)
        }'
}
submarine=$(cells Submarine) destroyer=$(cells Destroyer) battleship=$(cells Battleship) carrier=$(cells Carrier)

# shellcheck disable=SC2086
t 'the game is resumed' play '' $submarine 'smoke A1' "artillery $(echo $carrier | cut -d ' ' -f 1)" stock quit
t 'with all its moves' output_has 'The game continues after [1-9]'
t 'a sinking is announced' output_has "hit, and medium's Submarine is sunk"
t 'a sinking gives smoke and artillery' output_has 'Ann gains a smoke screen and artillery'
t 'smoke is laid' output_has 'Ann lays a smoke screen at A1'
t 'artillery fires' output_has 'Ann fires artillery'

# A line across the Carrier's last cell, which leaves the rest of the ship afloat.
# shellcheck disable=SC2086
set -- $carrier
case $1 in
"$(echo "$5" | cut -c 1)"*) line=$(echo "$5" | cut -c 2-) ;;
*) line=$(echo "$5" | cut -c 1) ;;
esac
# shellcheck disable=SC2086
t 'the game is resumed again' play '' $destroyer $battleship stock "torpedo $line" quit
t 'the third sinking unlocks the torpedo' output_has 'Torpedo: unlocked'
t 'the torpedo is fired' output_has 'Ann fires torpedo'

t 'the game is played to its end' play '' "$3" "$4" ''
t 'the player wins' output_has "Ann wins: medium's fleet is sunk"
t 'the fleets match the commitments' output_has 'Both fleets match the commitments made at the start'
t 'the coach rates the moves' output_has 'Ann: [0-9]* of [0-9]* moves were the best'

t 'stats counts the game' prints 'medium' broadside stats
t 'stats --list numbers the game' prints '1' broadside stats --list
t 'replay shows the game by number' prints "Ann wins: medium's fleet is sunk" broadside replay 1
t 'replay last shows the game' prints 'Ann fires torpedo' broadside replay last
left_nothing() { [ -z "$(ls "$HOME/.local/state/broadside/games")" ]; }
t 'no unfinished game is left' left_nothing
done_testing
