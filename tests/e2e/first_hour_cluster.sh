#!/bin/sh
# shellcheck disable=SC2154 # player, roomy, secret and unsafe are set in check.inc and tournament.inc
# The first hour on a cluster: a folder of bots becomes a plan, three parts are played with GNU parallel,
# one of them is killed and started again, and the joined table is that of one machine. The same plan
# then runs through Slurm.
# slow: plays tournaments of guests (40 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tournament.inc"
. "$TOP/tests/e2e/slurm.inc"
command -v parallel >/dev/null || left_out 'parallel is not installed'

# --- bots, jailed if this machine can ----------------------------------------------------------------
for mode in fair crash leave; do
    mkdir -p "class/$mode"
    cp "bots/$player" "class/$mode/"
    printf '{"name": "%s", "authors": "a test", "command": ["./%s", "%s"]}\n' "$mode" "$player" "$mode" \
        >"class/$mode/bot.json"
done
set -- ./class hunt parity medium --games 60 --seed "4:$secret" --max-broken 20
planned() {
    # shellcheck disable=SC2086
    run tournament "$@" $roomy --db one.db --json && cp out.txt one.json && [ "$(matches one.json)" -eq 15 ] &&
        run results --db one.db && cp out.txt one.txt && run tournament "$@" $roomy --plan cup.plan &&
        output_has 'cup.plan: a plan of 15 matches' && [ "$(stat -c %a cup.plan)" = 600 ]
}
check 'a folder of bots becomes a plan that only its owner can read' planned "$@"

# table FOLDER: the parts in the folder give the result of one machine.
table() {
    run results "$1"/part-*.db && cmp out.txt one.txt && run results "$1"/part-*.db --json && same out.txt one.json
}

# --- GNU parallel ------------------------------------------------------------------------------------
# worker K: plays part K; the second is killed before it can be complete.
cat >worker <<END
#!/bin/sh
"$BROADSIDE" tournament $unsafe --plan cup.plan --shard auto/3 --db "part-\$1.db" --threads 1 &
[ "\$1" -ne 2 ] || kill -9 \$!
wait \$!
END
chmod +x worker
parallel_shards() {
    parallel --jobs 3 ./worker ::: 1 2 3 >shards.txt 2>&1
    [ $? -eq 1 ] # one of them failed
}
check 'three parts are started, and one is killed' parallel_shards
missing() {
    run results part-*.db
    grep -q 'part 2/3 owes [1-9]' err.txt
}
check 'what is missing is named' missing
again() { run tournament --plan cup.plan --shard 2/3 --db part-2.db --threads 1 && grep -qE 'part 2/3: ([0-9]+) of \1 ' out.txt; }
check 'it is started again' again
check 'results of the parts equal those of one machine' table .
by_command() {
    run cluster parallel cup.plan --folder three --parts 3 --run && table three
}
check 'cluster parallel does all that' by_command

# --- Slurm -------------------------------------------------------------------------------------------
why=$(slurm_missing)
if [ -n "$why" ]; then
    skip 'the same plan runs through Slurm' "$why"
    plan
    exit 0
fi
trap 'slurm_stop' EXIT
trap 'exit 1' INT TERM HUP
submitted() {
    slurm_start >start.txt 2>&1 || { sed 's/^/# /' start.txt; return 1; }
    run cluster slurm cup.plan --parts 4 --submit && output_has 'array 1-4' 'joins the parts' || return 1
    tries=0
    while [ -n "$(squeue -h)" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { squeue; return 1; }
        sleep 0.3
    done
    grep -q 'all.db: 15 matches, complete' cup.parts/join.log || { sed 's/^/# /' cup.parts/*.log; return 1; }
}
check 'the same plan runs through Slurm' submitted
check 'and gives the same table' table cup.parts
finished() { "$BROADSIDE" cluster status cup.plan >out.txt && output_has '15 of 15 matches complete (100 %)' '4 parts: 4 complete'; }
check 'the status says that all is complete' finished
ended() { slurm_stop && slurm_ended && nothing_left; }
check 'no process of Slurm or of a bot is left' ended
plan
