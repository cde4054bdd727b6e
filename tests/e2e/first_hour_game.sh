#!/bin/sh
# The first hour of somebody who wants to play: a fresh copy, `make play PLAIN=1`, a name and Enter for
# everything else; a game of advanced rules against medium with all four special moves, left in the
# middle, continued, won; then the statistics and the replay.
# slow: builds a fresh copy
. "$TOP/tests/e2e/build.inc"
PATH=$TMPDIR/copy:$PATH
copy_built_tree "$TMPDIR/copy"
cd "$TMPDIR/copy" || exit 1

# play LINES...: what it says is in said.txt.
play() {
    printf '%s\n' "$@" | timeout 100 make play PLAIN=1 >"$TMPDIR/said.txt" 2>&1
    status=$?
    cat "$TMPDIR/said.txt"
    return "$status"
}
heard() { grep -q -e "$1" "$TMPDIR/said.txt" || { cat "$TMPDIR/said.txt"; echo "nobody says: $1"; return 1; }; }

t 'a fresh copy builds, asks, and starts a game' play Ann '' '' '' 'radar D4' quit
t 'Enter everywhere is advanced rules against medium' heard 'Broadside: advanced rules against medium'
t 'the player is called by name' heard '^Ann> '
t 'both sides commit to a fleet' heard 'medium has committed to a fleet: SHA-256'
t 'radar answers' heard 'Radar at D4: .*enemy ships found'
t 'leaving keeps the game' heard 'To continue it: broadside play --continue'

# Only the saved game knows where the enemy is, and nobody but its owner can read it.
saved=$(ls "$HOME"/.local/state/broadside/games/*.save)
t 'the saved game is private' says '-rw-------' ls -l "$saved"

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
t 'it goes on where it was' play '' $submarine 'smoke A1' "artillery $(echo $carrier | cut -d ' ' -f 1)" stock quit
t 'with the moves that were made' heard 'The game continues after [1-9]'
t 'a sinking is told' heard "hit, and medium's Submarine is sunk"
t 'a sinking brings smoke and artillery' heard 'Ann gains a smoke screen and artillery'
t 'smoke is laid' heard 'Ann lays a smoke screen at A1'
t 'artillery fires' heard 'Ann: artillery'

# A line across the Carrier's last cell, so that some of it is left for later.
# shellcheck disable=SC2086
set -- $carrier
case $1 in
"$(echo "$5" | cut -c 1)"*) line=$(echo "$5" | cut -c 2-) ;;
*) line=$(echo "$5" | cut -c 1) ;;
esac
# shellcheck disable=SC2086
t 'the third sinking brings a torpedo' play '' $destroyer $battleship stock "torpedo $line" quit
t 'which is in stock' heard 'Torpedo: unlocked'
t 'and runs' heard 'Ann: torpedo'

t 'the game is finished' play '' "$3" "$4" ''
t 'and won' heard "Ann wins: medium's fleet is sunk"
t 'the commitments hold' heard 'Both fleets match the commitments made at the start'
t 'the coach compares the shots' heard 'Ann: [0-9]* of [0-9]* moves were best'

t 'the statistics know the game' says 'medium' broadside stats
t 'the game has a number' says '1' broadside stats --list
t 'it can be seen again' says "Ann wins: medium's fleet is sunk" broadside replay 1
t 'it is the last one' says 'Ann: torpedo' broadside replay last
left_nothing() { [ -z "$(ls "$HOME/.local/state/broadside/games")" ]; }
t 'no unfinished game is left' left_nothing
done_testing
