#!/bin/sh
# Files that the first version wrote: later versions read them and find the same in them.
# sanitized: old files
set -u
. "$(dirname "$0")/check.inc"
cd "$TMPDIR" || exit 1
golden=$TOP/tests/golden

# replays NAME TEXT: the record replays to its end, and the output contains TEXT.
replays() {
    "$BROADSIDE" replay "$golden/records/$1.txt" --plain >"$1.out" 2>&1 && grep -q "$2" "$1.out"
}

# ends NAME RESULT MOVES: the record has this result and number of moves, and replays.
ends() {
    moves=$(grep -c '^[0-9]* [ab] ' "$golden/records/$1.txt")
    [ "$moves" -eq "$3" ] && grep -q "^result $2\$" "$golden/records/$1.txt" && replays "$1" .
}

check 'a classic record replays' ends classic 'a sunk' 111
check 'an advanced record replays' ends advanced 'a sunk' 91
check 'a tournament record replays' ends tournament 'a points' 152
check 'a salvo record replays' ends salvo 'a sunk' 29
check 'a record of ships that may not touch replays' ends russian 'a sunk' 107
check 'a solo record replays' ends solo 'a sunk' 96
check 'the record of a broken round replays as far as it goes' replays broken .

# Checks the commitment as docs/RECORDS.md explains.
committed() {
    commitment=$(sed -n 's/^commit b //p' "$golden/records/classic.txt" | head -n 1)
    hash=$(sed -n 's/^fleet b //p' "$golden/records/classic.txt" | head -n 1 | sha256sum)
    [ "$commitment" = "${hash%% *}" ]
}
check 'the fleet matches its commitment' committed

changed() {
    sed '/^1 a fire/s/=miss/=hit/' "$golden/records/classic.txt" >changed.txt
    ! cmp -s changed.txt "$golden/records/classic.txt" && ! "$BROADSIDE" replay changed.txt --plain >out 2>&1 &&
        grep -q 'changed.txt' out
}
check 'a changed answer is refused' changed

resumed() {
    cp "$golden/game.save" game.save
    printf 'E5\nquit\n' | "$BROADSIDE" play --load ./game.save --plain >out 2>&1
    grep -q '^2 b ' "$golden/game.save" && grep -q 'E5' out && grep -qi 'random' out
}
check 'a saved game is resumed' resumed

cp "$golden/tournaments-3.db" store.db
"$BROADSIDE" results --list --db store.db >out 2>&1
if ! grep -q 'built without' out; then
    tournament() {
        [ "$(wc -l <out)" -gt 0 ] && "$BROADSIDE" results --db store.db >out 2>&1 && grep -q '^ *1\. ' out
    }
    check 'results reads an old tournament database' tournament
else
    skip 'results reads an old tournament database' 'built without SQLite'
fi
plan
