#!/bin/sh
# shellcheck disable=SC2034,SC2154 # variables of faults.inc
# Every system call and every allocation of commands that read the database, a record or a position
# fails once: the database stays as it was, and pages and pictures are complete or absent.
# slow: dozens of reports (with SOAK one for each call) (12 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/faults.inc"

# same_again FILE...: the database is intact, each file is complete or absent, and the command works.
same_again() {
    [ ! -f t.db ] || "$check_database" t.db || return 1
    [ -d "../$scenario.whole" ] || cp -r . "../$scenario.whole"
    for file; do
        [ ! -f "$file" ] || [ -n "$is_foreign" ] || cmp -s "$file" "../$scenario.whole/$file" || { echo "$file is incomplete"; return 1; }
    done
    fault_kind=none fault_at=0
    "run_$scenario" >out.txt || { cat err.txt; return 1; }
    steady . | cmp - "../$scenario.steady"
}

prepare_page() { again tournament hunt easy random --games 4 --seed 1 --threads 1 --db t.db; }
run_page() { broadside results --db t.db --report rep; }
recover_page() { same_again rep/index.html; }
sweep_all page 'a page' 3

prepare_json() { prepare_page; }
run_json() { broadside results 1 --db t.db --json; }
recover_json() { same_again; }
sweep_all json 'results as JSON' 2

prepare_stats() {
    awk 'BEGIN { print ""; for (r = 1; r <= 10; r++) for (c = 1; c <= 10; c++) print substr("ABCDEFGHIJ", c, 1) r }' |
        again play --plain --bot hunt --seed 3 --record game.txt
}
run_stats() { broadside stats --list; }
recover_stats() { same_again; }
sweep_all stats 'statistics' 2

prepare_replay() { prepare_stats; }
run_replay() { broadside replay game.txt --plain; }
recover_replay() { same_again; }
sweep_all replay 'a replay' 2

# Finding the fonts takes most of the time.
[ -n "${SOAK:-}" ] || kinds='alloc:write:write -p:rename'
run_picture() { broadside analyze 'E5=miss F6=hit' --chart heat.svg; }
recover_picture() { same_again heat.svg; }
sweep_all picture 'a heat map' 2 500

prepare_animation() { prepare_stats; }
run_animation() { broadside analyze --record game.txt --animate game.gif; }
recover_animation() { same_again game.gif; }
sweep_all animation 'an animation' 2 500

plan
