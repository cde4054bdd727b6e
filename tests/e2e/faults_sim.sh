#!/bin/sh
# shellcheck disable=SC2034,SC2154 # variables of faults.inc
# Every system call and every allocation of a simulation, an analysis and a match fails once: each
# file that the program names is complete.
# slow: dozens of simulations (with SOAK one for each call) (10 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/faults.inc"

# whole: the same command works afterwards; files of the failed run are complete or absent.
whole() {
    [ "$ended" -ne 0 ] || return 0
    steady . >../recovered.steady
    cmp "../$scenario.steady" ../recovered.steady
}
run_again() {
    fault_kind=none fault_at=0
    "run_$scenario" >out.txt && ended=0 && whole
}
# complete_or_absent FILE...: is each like without the fault?
complete_or_absent() {
    for file; do
        [ ! -f "$file" ] || [ -n "$is_foreign" ] || cmp -s "$file" "../reference.$scenario/$file" || { echo "$file is incomplete"; return 1; }
    done
}

# whole_rows FILE: is the file, which is written during the run, the beginning of the one without the fault?
whole_rows() {
    head -c "$(wc -c <"$1")" "../reference.$scenario/$1" | cmp -s - "$1" && [ -z "$(tail -c 1 "$1")" ] ||
        { echo "$1 has a broken row"; return 1; }
}

run_sim() { broadside sim --bot hunt,random --games 3 --seed 1 --threads 1 --csv s.csv --records games; }
recover_sim() {
    [ -d "../reference.$scenario" ] || cp -r . "../reference.$scenario"
    { [ ! -f s.csv ] || [ -n "$is_foreign" ] || whole_rows s.csv; } && complete_or_absent games/*.record && run_again
}
sweep_all sim 'a simulation' 4

run_match() { broadside match hunt random --games 3 --seed 1 --records games --json; }
recover_match() {
    [ -d "../reference.$scenario" ] || cp -r . "../reference.$scenario"
    complete_or_absent games/*.txt && run_again
}
sweep_all match 'a match' 3

# Finding the fonts takes most of the time.
[ -n "${SOAK:-}" ] || kinds='alloc:write:write -p:rename'
run_chart() { broadside sim --bot random --games 3 --seed 1 --threads 1 --chart s.png --json; }
recover_chart() {
    [ -d "../reference.$scenario" ] || cp -r . "../reference.$scenario"
    complete_or_absent s.png && run_again
}
sweep_all chart 'a simulation with a chart' 3 500 # most allocations are in fontconfig

# --- what a killed process leaves -----------------------------------------------------------------------

left_behind() {
    find . -name '*.broadside.new' | wc -l
}
killed_writer() {
    mkdir -p "$TMPDIR/killed" && cd "$TMPDIR/killed" || return 1
    set -- sim --bot random --games 3 --seed 1 --threads 1 --records games --csv s.csv
    "$fail_call" -q -k rename -n 2 -x "$BROADSIDE" "$@" >out.txt 2>err.txt
    [ $? -eq 137 ] && [ "$(left_behind)" -eq 1 ] || return 1
    again "$@" >out.txt 2>err.txt && [ "$(left_behind)" -eq 0 ] && [ "$(find games -type f | wc -l)" -eq 3 ]
}
check 'the next run removes the temporary file of a killed one' killed_writer

plan
