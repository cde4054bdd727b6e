#!/bin/sh
# shellcheck disable=SC2034,SC2154 # variables of faults.inc
# Every system call and every allocation of a plan, a part and a join fails once, or the process is
# killed there: what is published is whole, and repeating the command gives what one machine gives. A
# full disk loses nothing, and a jailed bot cannot read the plan.
# slow: dozens of parts (with SOAK one for each call) (20 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/bot.inc"
. "$TOP/tests/e2e/shards.inc"
cd "$TMPDIR" || exit 1
"$BROADSIDE" results --list --db /dev/null 2>&1 | grep -q without &&
    { skip 'faults of parts' 'built without SQLite'; plan; exit 0; }

# --- the plan and the jail --------------------------------------------------------------------------

# A bot that leaves if it can read the plan, by the path from its folder or by the full one.
mkdir -p bots/spy
cat >bots/spy/bot.json <<END
{"name": "Spy", "command": ["./spy"]}
END
cat >peek <<END
for file in ../../cup.plan ../cup.plan cup.plan '$TMPDIR/cup.plan' '$TMPDIR/sim.plan' ../../sim.plan; do
    if cat "\$file" >/dev/null 2>&1; then exit 3; fi
done
for file in /proc/[0-9]*/fd/[3-9]* /proc/[0-9]*/fd/[1-9][0-9]*; do
    if [ -f "\$file" ] && head -c 15 "\$file" 2>/dev/null | grep -q 'SQLite format'; then exit 4; fi
done
END
write_bot bots/spy/spy "printf 'name Spy\nauthors me\nplays all\nready\n'" \
    "[ \"\$shots\" -eq 0 ] && { $(cat peek) }"
limits='--limit start=60000 --limit move=60000 --limit bank=900000'
# spied UNSAFE: plays parts of both kinds of plans; prints how many games the spy broke.
spied() {
    rm -f cup.plan sim.plan ./*.db
    # shellcheck disable=SC2086
    run tournament bots/spy hunt --games 2 --plan cup.plan $limits $1 &&
        run sim --bot bots/spy --games 2 --plan sim.plan $limits $1 &&
        run tournament --plan cup.plan --shard 1/1 --db cup.db $1 &&
        run sim --plan sim.plan --shard 1/1 --db sim.db $1 || { sed 's/^/# /' err.txt >&2; return 1; }
    run results sim.db
    grep -c 'broke 2 games' out.txt
    run results cup.db --json
    sed -n 's/.*"exit": \([0-9]*\).*/\1/p' out.txt | head -n 1
}
why=$(no_jail)
if [ -z "$why" ]; then
    hidden() {
        spied '' >found.txt && [ "$(tr '\n' ' ' <found.txt)" = '0 0 ' ] || { sed 's/^/# /' found.txt; return 1; }
    }
    check 'a jailed bot beside the plan cannot read it' hidden
    inside() {
        refused 2 'at least two bots that can play' tournament bots/spy hunt --games 2 --plan bots/spy/cup.plan &&
            grep -q 'is in the folder of the guest' err.txt && [ ! -e bots/spy/cup.plan ] &&
            refused 1 'is in the folder of the guest' sim --bot bots/spy --games 2 --plan bots/spy/sim.plan &&
            [ ! -e bots/spy/sim.plan ]
    }
    check 'a plan in the folder of a bot is refused' inside
    moved() {
        cp cup.plan sim.plan bots/spy/
        refused 1 'Spy' tournament --plan bots/spy/cup.plan --shard 1/1 --db x.db &&
            refused 1 'spy' sim --plan bots/spy/sim.plan --shard 1/1 --db x.db
        moved=$?
        rm bots/spy/*.plan
        return $moved
    }
    check 'also when the parts are played' moved
else
    skip 'a jailed bot beside the plan cannot read it' "$why"
fi
# Outside a jail it does find the plan, so the test is one.
finds() {
    : >cup.plan
    (cd bots/spy && printf 'broadside\nmatch 2\nround 1\nact\n' | ./spy >/dev/null)
    [ $? -eq 3 ]
}
check 'outside a jail it can' finds

# --- faults -------------------------------------------------------------------------------------------

. "$TOP/tests/e2e/faults.inc"
prepare_plan() { :; }
run_plan() { broadside tournament hunt easy random --games 4 --seed 1 --threads 1 --plan t.plan; }
recover_plan() {
    # There is a whole plan, or none.
    [ -e t.plan ] || again tournament hunt easy random --games 4 --seed 1 --threads 1 --plan t.plan
    {
        again tournament --plan t.plan --shard 1/1 --db again.db && again results again.db >again.txt &&
            again tournament hunt easy random --games 4 --seed 1 --db again.one >again.one.txt
    } >again.out 2>again.err && cmp again.txt again.one.txt
}
admits_plan() { return 0; } # the estimate on the screen is a measurement
sweep_all plan 'a plan' 3 400

prepare_part() { again tournament hunt easy random --games 4 --seed 1 --threads 1 --plan t.db.plan; }
run_part() { broadside tournament --plan t.db.plan --shard 1/1 --db part.db --threads 1; }
recover_part() {
    if [ "$ended" -eq 0 ] || [ -e part.db ]; then
        "$check_database" part.db || return 1
    fi
    run_again='tournament --plan t.db.plan --shard 1/1 --db part.db --threads 1'
    # shellcheck disable=SC2086
    again $run_again | grep -q '3 of 3 matches complete' && again results part.db >again.table || return 1
    [ -f "../$scenario.table" ] || cp again.table "../$scenario.table"
    cmp again.table "../$scenario.table"
}
sweep_all part 'a part of a tournament' 4 600

prepare_sim() { again sim --bot hunt --bot random --games 12 --seed 1 --threads 1 --plan t.db.plan; }
run_sim() { broadside sim --plan t.db.plan --shard 1/1 --db part.db --threads 1; }
recover_sim() {
    again sim --plan t.db.plan --shard 1/1 --db part.db | grep -q '24 of 24 games complete' &&
        again results part.db >again.out || return 1
    sed 's/ *[0-9]*$//' again.out >again.table
    [ -f "../$scenario.table" ] || cp again.table "../$scenario.table"
    cmp again.table "../$scenario.table"
}
sweep_all sim 'a part of a simulation' 4 600

prepare_join() {
    again sim --bot hunt --bot random --games 12 --seed 1 --threads 1 --plan t.db.plan
    for k in 1 2; do again sim --plan t.db.plan --shard "$k/2" --db "part-$k.db"; done
    cp part-1.db all.db.old
}
run_join() { broadside join part-1.db part-2.db -o all.db; }
recover_join() {
    if [ -e all.db ]; then again results --db all.db >/dev/null || return 1; fi
    again join part-1.db part-2.db -o all.db | grep -q '24 games, complete'
}
sweep_all join 'a join' 4 600

# --- a full disk --------------------------------------------------------------------------------------

cd "$TMPDIR" || exit 1
if unshare -rm true 2>/dev/null; then
    full_disk() {
        rm -rf small && mkdir -p small && rm -f full.plan
        run sim --bot hunt --bot random --games 2000 --seed 1 --plan full.plan || return 1
        export TMPDIR BROADSIDE
        unshare -rm sh -c '
            mount -t tmpfs -o size=256k none small || exit 77
            cat /dev/zero >small/filler 2>/dev/null
            "$BROADSIDE" sim --plan full.plan --shard 1/1 --db small/part.db >full.txt 2>full.err
            [ $? -eq 1 ] && grep -q -e "No space left" -e "disk is full" full.err || exit 1
            [ ! -e small/part.db ] || exit 1
            rm small/filler
            "$BROADSIDE" sim --plan full.plan --shard 1/1 --db small/part.db >full.txt 2>full.err &&
                cp small/part.db whole.db || exit 1
            cat /dev/zero >small/filler 2>/dev/null
            "$BROADSIDE" join small/part.db -o small/all.db >full.txt 2>full.err
            [ $? -eq 1 ] && grep -q -e "No space left" -e "disk is full" full.err && [ ! -e small/all.db ] &&
                cmp small/part.db whole.db' || { sed 's/^/# /' full.err; return 1; }
        run results whole.db && [ ! -s err.txt ]
    }
    check 'on a full disk nothing is published, and nothing is lost' full_disk
else
    skip 'on a full disk nothing is published, and nothing is lost' 'no file system can be mounted'
fi
plan
