#!/bin/sh
# shellcheck disable=SC2154 # slurm is set in slurm.inc
# A tournament on a real Slurm with two nodes on this machine: the commands of docs/CLUSTER.md, and
# parts that are requeued, stopped before the time limit and cancelled. The joined table equals that of
# one machine. With SOAK set, also killed workers and a node that fails.
# slow: plays a tournament through Slurm (35 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/docs.inc"
. "$TOP/tests/e2e/slurm.inc"
cd "$TMPDIR" || exit 1

left_out() {
    skip 'a tournament on Slurm' "$1"
    plan
    exit 0
}
why=$(slurm_missing)
[ -z "$why" ] || left_out "$why"
"$BROADSIDE" results --list --db /dev/null 2>&1 | grep -q without && left_out 'built without SQLite'
trap 'slurm_stop' EXIT
trap 'exit 1' INT TERM HUP
start() { slurm_start >start.txt 2>&1 || { sed 's/^/# /' start.txt; return 1; }; }
check 'munge, slurmctld and two nodes start' start
[ -s "$slurm/slurmctld.pid" ] || { plan; exit 1; }

mkdir bin
ln -s "$BROADSIDE" bin/broadside
PATH=$TMPDIR/bin:$PATH

# --- what one machine gives -------------------------------------------------------------------------
set -- hunt parity random heatmap easy medium fit hunt-line parity-line gunner --games 4000 --seed 5
alone() {
    broadside tournament "$@" --db one.db >one.txt 2>err.txt &&
        broadside tournament "$@" --plan cup.plan >out.txt 2>err.txt
}
check 'a tournament on one machine, and its plan' alone "$@"

# joined FOLDER: the result in the folder is the one of one machine.
joined() {
    broadside results --db "$1/all.db" >out.txt 2>err.txt && cmp out.txt one.txt
}
# until_empty FOLDER: waits until no job is left. Slurm starts a requeued job after two minutes; this
# takes three seconds, because within the same second the node would refuse it.
until_empty() {
    tries=0
    : >requeued.txt
    while [ -n "$(squeue -h 2>/dev/null)" ]; do
        for job in $(squeue -h -t pending -r -o '%i %r' | sed -n 's/ BeginTime$//p'); do
            echo "$job" >>requeued.txt
            [ "$(grep -cxF "$job" requeued.txt)" -ne 10 ] || {
                scontrol update JobId="$job" StartTime=now
                grep -vxF "$job" requeued.txt >others.txt
                mv others.txt requeued.txt
            }
        done
        tries=$((tries + 1))
        [ "$tries" -lt "${SOAK:+2}300" ] || { squeue; tail "$1"/*.log; return 1; }
        sleep 0.3
    done
}
# until_log PATTERN FILE: waits until the log says so.
until_log() {
    tries=0
    until grep -q -e "$1" "$2" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || { echo "# $2 does not say: $1"; sed 's/^/# /' "$2"; return 1; }
        sleep 0.1
    done
}

# --- the commands of the document -------------------------------------------------------------------
split_blocks "$TOP/docs/CLUSTER.md" blocks
# documented NAME: runs the commands of the console blocks below this heading.
documented() {
    awk -v name="$1" '/^#/ { inside = $0 ~ name } /^```/ { block = $0 == "```console" }
        inside && block && sub(/^\$ /, "")' "$TOP/docs/CLUSTER.md" >commands.txt
    [ -s commands.txt ]
}
run_documented() {
    documented '^### With Slurm$' && [ "$(wc -l <commands.txt)" -eq 5 ] || return 1
    while read -r command; do
        case $command in tail*) until_empty slurm || return 1 ;; esac
        echo "\$ $command" >>session.txt
        sh -c "$command" >>session.txt 2>&1 </dev/null || { sed 's/^/# /' session.txt; return 1; }
    done <commands.txt
}
check 'the commands of docs/CLUSTER.md for Slurm work' run_documented
check 'the result is that of one machine' joined slurm
said() {
    for text in 'job [0-9]*: array 1-6$' 'job [0-9]*: joins the parts into ' '^[0-9]* of 45 matches complete' \
        '^6 parts: ' 'all.db: 45 matches, complete'; do
        grep -q -e "$text" session.txt || { echo "# not printed: $text"; sed 's/^/# /' session.txt; return 1; }
    done
    [ "$(grep -l 'part [1-6]/6 on .*: ends with status 0' slurm/part-*.log | wc -l)" -eq 6 ]
}
check 'jobs, progress and the join are printed, and each part has its own log' said

# warn JOB: what --signal sends before the time limit. Slurm refuses while it changes the job.
warn() {
    tries=0
    while scancel --batch --signal=USR1 "$1" 2>&1 | grep -q 'try again' && [ "$tries" -lt 50 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
}

# --- requeued, stopped and cancelled ----------------------------------------------------------------
disturbed() {
    broadside cluster slurm cup.plan --parts 4 --submit >out.txt 2>err.txt || return 1
    job=$(sed -n 's/^job \([0-9]*\): array.*/\1/p' out.txt)
    scancel "${job}_4" # waits for a node
    until_log 'matches left' cup.parts/part-1.log && until_log 'matches left' cup.parts/part-2.log || return 1
    sleep 0.5
    broadside cluster status cup.plan >status.txt
    warn "${job}_1"
    scontrol requeue "${job}_2"
    until_empty cup.parts
}
check 'parts are requeued and cancelled' disturbed
running() { grep -q '^4 parts: .*2 running' status.txt && grep -q '^left: .* with the 2 parts' status.txt; }
check 'the status showed which parts were running' running
requeued() {
    grep -q 'the time limit is near, so the rest is queued again' cup.parts/part-1.log &&
        [ "$(grep -c ': starts' cup.parts/part-1.log)" -eq 2 ] && grep -q 'ends with status 0' cup.parts/part-1.log &&
        grep -q 'REQUEUE' cup.parts/part-2.log && [ "$(grep -c ': starts' cup.parts/part-2.log)" -eq 2 ] &&
        grep -q 'part 2/4: [0-9]* of [0-9]* matches complete' cup.parts/part-2.log
}
check 'a part that is stopped publishes its matches, is queued again and continues' requeued
owed() {
    grep -q 'part 4/4 owes 1[0-9] matches' cup.parts/join.log && grep -q 'not complete' cup.parts/join.log &&
        broadside cluster status cup.plan >out.txt && output_has '4 parts: 3 complete, 1 waiting'
}
check 'the join runs without the cancelled part and names what is missing' owed
again() { sh cup.parts/submit.sh >out.txt 2>&1 && until_empty cup.parts && joined cup.parts; }
check 'submitted again, the rest is played and the table is that of one machine' again

# ended: the daemons and jobs are gone.
ended() { slurm_stop && slurm_ended; }
[ -n "${SOAK:-}" ] || {
    check 'no process of Slurm is left' ended
    plan
    exit 0
}

# --- more parts than an array may have --------------------------------------------------------------
arrays() {
    broadside cluster slurm cup.plan --folder arrays --parts 12 --array-limit 11 --submit >out.txt 2>err.txt &&
        output_has ': array 1-9' ': array 0-2' && until_empty arrays && joined arrays &&
        grep -q 'part 12/12 on .*: ends with status 0' arrays/part-12.log && grep -q 'part 10/12 ' arrays/part-10.log
}
check 'two arrays play the parts of one plan, each with its own log' arrays

# --- chaos ------------------------------------------------------------------------------------------
# Delays and victims come from a seed that is printed, so that a failure can be repeated.
echo "# chaos of seed $$"
awk -v seed=$$ 'BEGIN { srand(seed); for (i = 0; i < 15; i++) printf "%d %d %.2f\n", rand() * 5, rand() * 12 + 1, rand() * 2 }' >chaos.txt
broadside tournament "$@" --games 10000 --db chaos-one.db >one.txt 2>err.txt &&
    broadside tournament "$@" --games 10000 --plan chaos.plan >out.txt 2>err.txt

# worker: a process of broadside that plays a part; empty if there is none.
worker() { pgrep -f -- "$TMPDIR/chaos.plan --shard" | head -n 1; }
disturb() {
    case $1 in
    0) victim=$(worker) && [ -n "$victim" ] && kill -9 "$victim" ;;
    1) scontrol requeue "${job}_$2" ;;
    2) scancel "${job}_$2" ;;
    3) warn "${job}_$2" ;;
    4)
        # A node that dies takes its job with it; Slurm notices and requeues the job.
        node=n$(($2 % 2 + 1))
        kill -9 "$(cat "$slurm/$node.pid")"
        for process in $(pgrep -f "slurmstepd: .*$node") $(pgrep -f -- "$TMPDIR/chaos.plan --shard"); do
            kill -9 "$process"
        done
        scontrol update NodeName="$node" State=DOWN Reason=chaos
        sleep 2
        slurm_node "$node"
        scontrol update NodeName="$node" State=RESUME
        ;;
    esac
}
submit() {
    sh chaos.parts/submit.sh >out.txt 2>err.txt || return 1
    job=$(sed -n 's/^job \([0-9]*\): array.*/\1/p' out.txt)
}
chaos() {
    broadside cluster slurm chaos.plan --parts 12 >out.txt && submit || return 1
    while read -r what part nap; do
        sleep "$nap"
        [ -n "$(squeue -h)" ] || { submit || return 1; }
        disturb "$what" "$part" >>chaos.log 2>&1
    done <chaos.txt
    until_empty chaos.parts
}
check 'workers are killed, parts requeued, cancelled and stopped, and nodes die' chaos
join_names() {
    broadside join chaos.plan chaos.parts/part-*.db -o check.db >out.txt 2>err.txt
    echo "# before the last submission: $(cat out.txt)"
    ! grep -q conflict err.txt
}
check 'no part contradicts another' join_names
undisturbed() { submit && until_empty chaos.parts && joined chaos.parts && grep -q ', complete' chaos.parts/join.log; }
check 'submitted once more, the table is that of one machine' undisturbed
check 'no process of Slurm is left' ended
plan
