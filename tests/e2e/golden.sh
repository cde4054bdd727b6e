#!/bin/sh
# Files that the first version has written: every later one reads them, and finds the same in them.
set -u
. "$(dirname "$0")/check.inc"
cd "$TMPDIR" || exit 1
golden=$TOP/tests/golden

# replays NAME TEXT: the record replays to its end, and the text stands in what is shown.
replays() {
    "$BROADSIDE" replay "$golden/records/$1.txt" --plain >"$1.out" 2>&1 && grep -q "$2" "$1.out"
}

# ends NAME RESULT MOVES: how the record says that it ended, and so does replaying it.
ends() {
    moves=$(grep -c '^[0-9]* [ab] ' "$golden/records/$1.txt")
    [ "$moves" -eq "$3" ] && grep -q "^result $2\$" "$golden/records/$1.txt" && replays "$1" .
}

check 'a classic round' ends classic 'a sunk' 111
check 'an advanced round' ends advanced 'a sunk' 91
check 'a round of a tournament' ends tournament 'a points' 152
check 'a round of salvos' ends salvo 'a sunk' 29
check 'a round of ships that may not touch' ends russian 'a sunk' 107
check 'a game of one' ends solo 'a sunk' 96
check 'a round that was broken, up to where it was' replays broken .

# The commitment can be checked by hand, as docs/RECORDS.md says.
committed() {
    told=$(sed -n 's/^commit b //p' "$golden/records/classic.txt" | head -n 1)
    shown=$(sed -n 's/^fleet b //p' "$golden/records/classic.txt" | head -n 1 | sha256sum)
    [ "$told" = "${shown%% *}" ]
}
check 'its commitment is that of its fleet' committed

changed() {
    sed '/^1 a fire/s/=miss/=hit/' "$golden/records/classic.txt" >changed.txt
    ! cmp -s changed.txt "$golden/records/classic.txt" && ! "$BROADSIDE" replay changed.txt --plain >out 2>&1 &&
        grep -q 'changed.txt' out
}
check 'and a changed answer is noticed' changed

goes_on() {
    cp "$golden/game.save" game.save
    printf 'E5\nquit\n' | "$BROADSIDE" play --load ./game.save --plain >out 2>&1
    grep -q '^2 b ' "$golden/game.save" && grep -q 'E5' out && grep -qi 'random' out
}
check 'a game under way goes on' goes_on

if "$BROADSIDE" results --list >/dev/null 2>out || ! grep -q 'built without' out; then
    tournament() {
        cp "$golden/tournaments-3.db" store.db && "$BROADSIDE" results --list --db store.db >out 2>&1 && [ -s out ] &&
            "$BROADSIDE" results --db store.db >out 2>&1 && grep -q '^ *1\. ' out
    }
    check 'a store of tournaments' tournament
else
    skip 'a store of tournaments' 'the program is built without SQLite'
fi
plan
