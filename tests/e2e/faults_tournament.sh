#!/bin/sh
# shellcheck disable=SC2034,SC2154 # variables of faults.inc
# Every system call and every allocation of a tournament fails once: nothing is lost, nothing false is
# said, and the tournament can be resumed with the same table.
# slow: dozens of tournaments (with SOAK one for each call) (12 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tournament.inc"
. "$TOP/tests/e2e/faults.inc"

table() {
    same_parts "$1" | sed '1,/^  "standings"/d'
}

# resumed_is_same: the tournament is stored if the run said so, and ends in the same table. Without an
# entry in the database, it is played again with the same terms.
resumed_is_same() {
    if [ "$ended" -eq 0 ] || grep -q 'stored as number 1' err.txt || again results 1 --db t.db >again.txt 2>&1; then
        "$check_database" t.db && again tournament --resume 1 --db t.db --json >again.json 2>again.err || return 1
    else
        # shellcheck disable=SC2086
        again tournament $terms --db t.db --json >again.json 2>again.err || return 1
    fi
    table again.json >again.table
    [ -f "../$scenario.table" ] || cp again.table "../$scenario.table"
    cmp again.table "../$scenario.table"
}

# --- built-in bots --------------------------------------------------------------------------------------

terms='hunt easy random --games 4 --seed 1 --threads 1'
# shellcheck disable=SC2086
run_fresh() { broadside tournament $terms --db t.db --report rep; }
recover_fresh() { resumed_is_same; }
sweep_all fresh 'a tournament' 4

# Killed after some of its matches.
prepare_resumed() {
    total=$("$fail_call" -q -k write -l calls.txt "$BROADSIDE" tournament hunt easy random --games 4 --seed 1 \
        --threads 1 --db other.db >/dev/null && sed -n 's/^calls //p' calls.txt)
    "$fail_call" -q -k write -n $((total * 3 / 4)) -x "$BROADSIDE" tournament hunt easy random --games 4 --seed 1 \
        --threads 1 --db t.db --json
    rm -f other.db* calls.txt
    again results 1 --db t.db | grep -q 'not complete'
}
run_resumed() { broadside tournament --resume 1 --db t.db --report rep --json; }
recover_resumed() { resumed_is_same && cmp again.table ../fresh.table; }
sweep_all resumed 'a resumed tournament' 3

# --- a guest ----------------------------------------------------------------------------------------------

# A fault of the arena is never the guest's: no round is broken by it.
prepare_guest() { mkdir bots && cp "../bots/$player" bots/; }
guest_terms="--games 3 --seed 1:00000000000000000000000000000000 --threads 1 $roomy $unsafe"
# shellcheck disable=SC2086
run_guest() { broadside tournament "$(bot fair)" hunt $guest_terms --db t.db; }
recover_guest() {
    nothing_left || { echo 'a guest is still running'; return 1; }
    if [ "$ended" -eq 0 ] || grep -q 'stored as number 1' err.txt; then
        # shellcheck disable=SC2086
        "$check_database" t.db && again tournament --resume 1 --db t.db $unsafe --json >again.json 2>again.err || return 1
    else
        # shellcheck disable=SC2086
        again tournament "$(bot fair)" hunt $guest_terms --db t.db --json >again.json 2>again.err || return 1
    fi
    table again.json >again.table
    [ -f ../guest.table ] || cp again.table ../guest.table
    cmp again.table ../guest.table
}
sweep_all guest 'a tournament with a guest' 4 500 # most allocations are in libseccomp

plan
