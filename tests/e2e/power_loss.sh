#!/bin/sh
# shellcheck disable=SC2034,SC2154 # variables of faults.inc
# The power fails at some point of a game or a tournament, and what was not synced is lost or partly
# there: what the program had promised by then is on disk, and no file is empty or damaged.
# slow: dozens of points (with SOAK all of them) (10 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/moves.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/faults.inc"

power_loss=$BUILD/tests/power_loss
models='synced names data 1 2'
most=5
if [ -n "${SOAK:-}" ]; then
    models="$models zeros all 3 4 5 6 7 8 9 10"
    most=100000
fi
awk 'BEGIN { print ""; for (r = 1; r <= 10; r++) for (c = 1; c <= 10; c++) print substr("ABCDEFGHIJ", c, 1) r }' >all.txt

# record COMMAND...: runs it in a copy of before/, recording what it does.
record() {
    rm -rf run record
    cp -a before run
    (cd run && HOME=$PWD/home "$fail_call" -r ../record -d "$(pwd -P)" "$@") >out.all 2>err.all || {
        sed 's/^/# /' err.all
        return 1
    }
    points=$("$power_loss" record)
    # If nothing is lost, it is what is on disk.
    rm -rf after
    "$power_loss" record "$points" all before after printed && diff -r run after
}

# lose CHECK: loses the power at each point and in each way. CHECK runs in the folder, with what was
# printed in out.txt; `ended` is the status that scripts of faults.inc expect.
lose() {
    failures=0 ended=1
    for point in $(positions $((points - 1)) "$most"); do
        for model in $models; do
            cd "$TMPDIR" || exit 1
            rm -rf after
            "$power_loss" record "$point" "$model" before after printed || return 1
            mkdir -p after/home && cd after || return 1
            HOME=$PWD/home
            export HOME
            cp ../printed out.txt
            : >err.txt
            "$1" >../found.txt 2>&1 || {
                echo "# after $point of $points events, $model:"
                sed 's/^/#   /' ../found.txt | head -n 8
                failures=$((failures + 1))
            }
        done
        [ $failures -lt 5 ] || break
    done
    cd "$TMPDIR" || exit 1
    [ $failures -eq 0 ]
}

# --- games --------------------------------------------------------------------------------------------

rm -rf before && mkdir -p before/home
game() { record "$BROADSIDE" play --plain --bot hunt --seed 3 --record game.txt <all.txt; }
check 'a game is recorded' game
# Settings are whole, too: a file that is not empty has the line for every key.
game_is_stored() {
    promises || return 1
    [ ! -f home/.config/broadside/settings ] || grep -q '^pace = ' home/.config/broadside/settings
}
check 'no announced move is lost' lose game_is_stored

resumable() {
    rm -rf before && mkdir -p before/home
    head -n 9 all.txt >some.txt
    (cd before && HOME=$PWD/home again play --plain --bot hunt --seed 3 <../some.txt >../first.txt) || return 1
    sed 1d all.txt | record "$BROADSIDE" play --plain --continue --record game.txt
}
check 'a resumed game is recorded' resumable
# The moves of both sittings.
both_are_stored() {
    cat ../first.txt out.txt >both.txt
    grep -v 'The game is saved' both.txt >out.txt
    promises
}
check 'no move of either sitting is lost' lose both_are_stored

# --- tournaments --------------------------------------------------------------------------------------

table() {
    sed -e '1,/^  "standings"/d' "$1" | grep -v '"seconds"\|_per_second"'
}
tournament() {
    rm -rf before && mkdir -p before/home
    (cd before && HOME=$PWD/home && again tournament hunt random --games 5 --seed 2 --db t.db --report old &&
        again results 1 --db t.db --json) >old.json 2>old.err || return 1
    cp before/old/index.html old.html
    mv before/old before/rep
    record "$BROADSIDE" tournament hunt easy random --games 4 --seed 1 --threads 1 --db t.db --report rep || return 1
    (cd run && HOME=$PWD/home again results 2 --db t.db --json) >new.json
    cp run/rep/index.html new.html
    table old.json >old.table
    table new.json >new.table
}
check 'a tournament in a database with an older one is recorded' tournament

old_or_new() {
    "$check_database" t.db && again results 1 --db t.db --json >again.json || return 1
    table again.json | cmp - ../old.table || return 1
    # The page grows with the matches, so there are others between the old and the new one.
    tail -n 1 rep/index.html | grep -q '</html>' || { echo 'rep/index.html is damaged'; return 1; }
    grep -q 'stored as number 2' out.txt || return 0
    again tournament --resume 2 --db t.db --json >again.json 2>again.err || return 1
    table again.json | cmp - ../new.table || return 1
    # What was printed as the final table is complete, and what was reported as written is there.
    ! grep -q 'wrote rep/index.html' out.txt || cmp rep/index.html ../new.html || return 1
    ! grep -q '^tournament 2: ' out.txt || grep -q 'no matches left' again.err
}
check 'the older one, the page and what was promised are there' lose old_or_new

fresh_tournament() {
    rm -rf before && mkdir -p before/home
    record "$BROADSIDE" tournament hunt easy random --games 4 --seed 1 --threads 1 --db t.db --report rep || return 1
    (cd run && HOME=$PWD/home again results 1 --db t.db --json) >new.json
    table new.json >new.table
}
check 'a tournament in a new database is recorded' fresh_tournament
new_or_nothing() {
    [ ! -s t.db ] || "$check_database" t.db || return 1
    [ ! -f rep/index.html ] || tail -n 1 rep/index.html | grep -q '</html>' || { echo 'rep/index.html is damaged'; return 1; }
    grep -q 'stored as number 1' out.txt || return 0
    again tournament --resume 1 --db t.db --json >again.json && table again.json | cmp - ../new.table
}
check 'a tournament that was announced as stored can be resumed' lose new_or_nothing

plan
