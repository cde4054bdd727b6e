#!/bin/sh
# shellcheck disable=SC2034,SC2154 # variables of faults.inc
# Every system call and every allocation of a tournament fails once: nothing is lost, nothing false is
# said, and the tournament can be resumed with the same table.
# slow: dozens of tournaments (with SOAK one for each call)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/faults.inc"

table() {
    sed -e '1,/^  "standings"/d' "$1" | grep -v '"seconds"\|_per_second"'
}

# resumed_is_same: the tournament that the run promised to have stored ends in the same table.
resumed_is_same() {
    if grep -q 'stored as number 1' err.txt || [ "$ended" -eq 0 ]; then
        "$check_database" t.db && again tournament --resume 1 --db t.db --json >again.json 2>again.err || return 1
    elif again results 1 --db t.db >again.txt 2>&1; then
        again tournament --resume 1 --db t.db --json >again.json 2>again.err || return 1
    else
        again tournament $entrants --games 4 --seed 1 --threads 1 --db t.db --json >again.json || return 1
    fi
    table again.json >again.table
    [ -f ../whole.table ] || cp again.table ../whole.table
    cmp again.table ../whole.table
}

entrants='hunt easy random'
run_fresh() { broadside tournament $entrants --games 4 --seed 1 --threads 1 --db t.db --report rep; }
recover_fresh() { resumed_is_same; }
sweep_all fresh 'a tournament' 4

plan
