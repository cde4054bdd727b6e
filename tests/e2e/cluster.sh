#!/bin/sh
# shellcheck disable=SC2154 # player and unsafe are set in tournament.inc
# The scripts of `cluster` and its status, without Slurm: GNU parallel plays a plan, parts are killed and
# stopped, and nodes without a jail refuse. cluster_slurm.sh runs the same on a real Slurm.
# slow: plays a tournament several times (30 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tournament.inc"

place="$TMPDIR/it's a
\"place\""
mkdir "$place" && cd "$place" || exit 1
bots='hunt parity random heatmap easy medium fit hunt-line parity-line gunner'
cup='my {} "cup".plan'
# shellcheck disable=SC2086
{
    "$BROADSIDE" tournament $bots --games 3000 --seed 5 --db one.db >one.txt 2>err.txt
    "$BROADSIDE" tournament $bots --games 3000 --seed 5 --plan "$cup" >out.txt 2>err.txt
}
cluster() { timeout 100 "$BROADSIDE" cluster "$@" >out.txt 2>err.txt; }
# wrong STATUS TEXT ARGUMENTS...: refused with this status and text.
wrong() {
    wanted=$1 text=$2
    shift 2
    cluster "$@"
    [ $? -eq "$wanted" ] && grep -qF -e "$text" err.txt || { sed 's/^/# /' err.txt; return 1; }
}
joined() { "$BROADSIDE" results --db "$1/all.db" >out.txt 2>err.txt && cmp out.txt one.txt; }
# until_log PATTERN FILE: waits until the log says so.
until_log() {
    tries=0
    until grep -q -e "$1" "$2" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || { sed 's/^/# /' "$2"; return 1; }
        sleep 0.1
    done
}

# --- wrong use --------------------------------------------------------------------------------------
check 'an unknown action is named' wrong 2 "'pbs' is not slurm, parallel or status" pbs "$cup"
check 'an action needs a plan' wrong 2 'PLAN is missing' slurm
check 'options of another action are refused' wrong 2 "--nodes does not work with 'cluster parallel'" \
    parallel "$cup" --nodes 3
check 'a database is not a plan' wrong 1 'one.db is not a plan' slurm one.db
check 'a plan that does not exist is named' wrong 2 'gone.plan: No such file' status gone.plan
check 'the program of the nodes has an absolute path or a name' wrong 2 'use an absolute path' \
    slurm "$cup" --program ./broadside
check 'a limit on arrays that is too small is refused' wrong 2 "--array-limit '5'" slurm "$cup" --array-limit 5

# --- Slurm, without a cluster -----------------------------------------------------------------------
nothing_yet() { cluster status "$cup" && output_has '0 of 45 matches complete (0 %)' 'no part has been started' 'left: '; }
check 'the status of a plan that nobody has started' nothing_yet
no_folder() {
    cluster status "$cup" --folder gone && grep -q 'there is no folder' err.txt &&
        grep -q '/gone; --folder names another one' err.txt
}
check 'a folder that does not exist is named' no_folder
arrays() {
    cluster slurm "$cup" --folder arrays --parts 25 --nodes 3 --array-limit 11 --time 1:00:00 --partition "it's" \
        --sbatch=--account=club --threads 2 && output_has '25 parts, each ' 'arrays/submit.sh to play them' || return 1
    grep '^array [0-9]' arrays/submit.sh >got.txt
    printf '%s\n' 'array 1-9%3 part-%a.log 0' 'array 0-9%3 part-1%1a.log 10' 'array 0-5%3 part-2%1a.log 20' >want.txt
    cmp got.txt want.txt && grep -qF -e "--cpus-per-task=2 --signal=B:USR1@60 --time='1:00:00' --partition='it'\\''s'" arrays/submit.sh &&
        [ "$(grep -cF -e "'--account=club'" arrays/submit.sh)" -eq 2 ]
}
check 'more parts than an array may have become several arrays' arrays
check 'the status knows the parts before any has started' eval \
    'cluster status "$cup" --folder arrays && output_has "25 parts: 25 waiting"'
# with_limit LIMIT COMMAND...: here, Slurm has this MaxArraySize.
with_limit() {
    mkdir -p "$TMPDIR/limit"
    printf '#!/bin/sh\necho "MaxArraySize            = %s"\n' "$1" >"$TMPDIR/limit/scontrol"
    chmod +x "$TMPDIR/limit/scontrol"
    shift
    (PATH=$TMPDIR/limit:$PATH && "$@")
}
small_limit() {
    for limit in 2 9; do
        with_limit "$limit" wrong 1 "arrays of $limit elements; use --parts $((limit - 1)) or fewer" \
            slurm "$cup" --folder small --parts "$limit" || return 1
    done
    [ ! -e small ] && with_limit 9 cluster slurm "$cup" --folder small --parts 8 &&
        grep -qxF 'array 1-8 part-%a.log 0' small/submit.sh && with_limit 10 cluster slurm "$cup" --folder ten --parts 12 &&
        grep '^array [0-9]' ten/submit.sh >got.txt || return 1
    printf '%s\n' 'array 1-9 part-%a.log 0' 'array 0-2 part-1%1a.log 10' >want.txt
    cmp got.txt want.txt
}
check 'a Slurm whose arrays are too small for several is refused; ten elements are enough' small_limit
# submitted FOLDER: what submit.sh calls sbatch with, as jobs 1, 2, ...
submitted() {
    mkdir -p "$TMPDIR/fake"
    printf '#!/bin/sh\necho "$*" | tr "\\n" " " >>calls.txt\necho >>calls.txt\nwc -l <calls.txt\n' >"$TMPDIR/fake/sbatch"
    chmod +x "$TMPDIR/fake/sbatch"
    PATH=$TMPDIR/fake:$PATH sh "$1/submit.sh" >out.txt 2>err.txt
}
chained() {
    submitted arrays && submitted ten || return 1
    grep -n -o -e '--dependency=[a-z0-9:]*' arrays/calls.txt >got.txt
    printf '%s\n' 2:--dependency=afterany:1 3:--dependency=afterany:2 4:--dependency=afterany:1:2:3 >want.txt
    cmp got.txt want.txt && grep -n -o -e '--dependency=[a-z0-9:]*' ten/calls.txt >got.txt
    printf '%s\n' 3:--dependency=afterany:1:2 >want.txt
    cmp got.txt want.txt
}
check 'with --nodes, an array waits for the one before; without, only the join waits' chained
# links FOLDER NAME...: a PATH with nothing but these commands.
links() {
    folder=$1
    shift
    mkdir -p "$folder"
    for command; do ln -sf "$(command -v "$command")" "$folder/$command"; done
}
no_sbatch() {
    links "$TMPDIR/bare" sh env date hostname sed tail flock
    PATH=$TMPDIR/bare "$BROADSIDE" cluster slurm "$cup" --folder bare --parts 2 --submit >out.txt 2>err.txt
    [ $? -eq 1 ] && grep -q 'sbatch is not installed here; start ' err.txt && grep -q 'bare/submit.sh where jobs are submitted' err.txt &&
        [ -x bare/submit.sh ] && [ -x bare/part.sh ] && [ -x bare/join.sh ]
}
check 'without sbatch, --submit says so and the scripts are there' no_sbatch
sbatch_fails() {
    mkdir -p "$TMPDIR/full"
    printf '#!/bin/sh\n[ "$(cat count 2>/dev/null)" = x ] && { echo "sbatch: error: queue is full" >&2; exit 1; }\nprintf x >count\necho "17;site"\n' \
        >"$TMPDIR/full/sbatch"
    chmod +x "$TMPDIR/full/sbatch"
    (PATH=$TMPDIR/full:$PATH sh arrays/submit.sh) >out.txt 2>err.txt
    [ $? -eq 1 ] && output_has 'job 17: array 1-9%3' && grep -q 'queue is full' err.txt &&
        grep -q 'submitted before that: scancel 17 removes it' err.txt
}
check 'if sbatch fails half way, it says what was submitted' sbatch_fails
if command -v shellcheck >/dev/null; then
    lint() { shellcheck -S warning arrays/*.sh; }
    check 'the scripts are clean shell' lint
fi

# --- a part by its script ---------------------------------------------------------------------------
signalled() {
    cluster slurm "$cup" --folder alone --parts 2 || return 1
    sh alone/part.sh 1 &
    script=$!
    until_log 'matches left' alone/part-1.log || return 1
    cluster status "$cup" --folder alone && output_has '2 parts: 1 running, 1 waiting' 'part 1/2: running' \
        'with the 1 part that is running' || return 1
    kill -TERM "$script"
    wait "$script"
    [ $? -eq 130 ] && grep -q 'part 1/2: [0-9]* of 2[0-9] matches complete' alone/part-1.log &&
        cluster status "$cup" --folder alone && output_has '1 stopped, 1 waiting' 'part 1/2: stopped'
}
check 'a part that is asked to end publishes what it has, and is then stopped' signalled
# slowly FOLDER SECONDS: part 1 of 2 by its script, with a program that takes so long to start.
slowly() {
    printf '#!/bin/sh\nsleep %s\nexec %s "$@"\n' "$2" "$BROADSIDE" >slow.sh
    chmod +x slow.sh
    cluster slurm "$cup" --folder "$1" --parts 2 --program "$PWD/slow.sh" || return 1
    sh "$1/part.sh" 1 &
    script=$!
    until_log ': starts$' "$1/part-1.log"
}
early() {
    slowly early 2 || return 1
    kill -TERM "$script"
    wait "$script"
    [ $? -eq 130 ] && grep -q 'part 1/2: 0 of 2[0-9] matches complete' early/part-1.log
}
check 'a part that is asked to end while its program starts is not played to the end' early
nothing_late() {
    slowly nothing 2 || return 1
    kill -USR1 "$script"
    wait "$script"
    [ $? -eq 1 ] && grep -q 'part 1/2: 0 of 2[0-9] matches complete' nothing/part-1.log &&
        grep -q 'nothing was completed before the time limit' nothing/part-1.log
}
check 'a part that completes nothing before its time limit fails at once' nothing_late
continued() {
    sh alone/part.sh 1 && sh alone/part.sh 2 && sh alone/join.sh >out.txt && output_has 'all.db: 45 matches, complete' &&
        joined alone
}
check 'started again, it continues; the join is the tournament of one machine' continued
json() {
    cluster status "$cup" --folder alone --json && output_has '"complete": 45' '"state": "complete"' '"running": 0'
}
! "$BROADSIDE" bots --json >/dev/null 2>&1 || check 'the status is also JSON' json
check 'another number of parts in the same folder is refused' wrong 1 'alone has parts of 2, not of 3' \
    slurm "$cup" --folder alone --parts 3
another_plan() {
    "$BROADSIDE" tournament hunt parity --games 10 --plan other.plan >out.txt 2>err.txt || return 1
    cp alone/part.sh before.sh
    wrong 1 'alone has the scripts of' slurm other.plan --folder alone --parts 2 && cmp before.sh alone/part.sh &&
        grep -q '.cup..plan.*; use another --folder' err.txt && cluster slurm "$cup" --folder alone --parts 2
}
check 'the scripts of another plan are not replaced; those of this plan are' another_plan
by_hand() {
    mkdir hand && "$BROADSIDE" tournament --plan "$cup" --shard 2/3 --db hand/some.db >/dev/null 2>&1 &&
        head -c 5000 hand/some.db >hand/half.db || return 1
    cluster status "$cup" --folder hand && output_has '15 of 45 matches complete (33 %)' '3 parts: 1 complete, 2 waiting' \
        'times as long as planned' && grep -q 'half.db' err.txt
}
check 'parts by hand count too, and a damaged file is named' by_hand
parts=1000
[ -z "${SOAK:-}" ] || parts=10000
many() {
    mkdir many
    sed "s/^parts=.*/parts=$parts/" alone/part.sh >many/part.sh
    "$BROADSIDE" tournament --plan "$cup" --shard 1/"$parts" --db many/part-1.db >/dev/null 2>&1 || return 1
    (cd many && seq -f 'part-%.0f.db' 2 "$parts" | xargs -n 1000 sh -c 'for name; do ln part-1.db "$name"; done' sh) || return 1
    before=$(date +%s)
    cluster status "$cup" --folder many && output_has "$parts parts: " || return 1
    echo "# $(($(date +%s) - before)) s for $parts parts"
}
check "the status of $parts parts" many

# --- a simulation -----------------------------------------------------------------------------------
simulation() {
    # without the last column, games per second
    "$BROADSIDE" sim --bot hunt,parity,heatmap --games 4000 --seed 1 2>err.txt | sed 's/ [0-9]*$//' >sim.txt
    "$BROADSIDE" sim --bot hunt,parity,heatmap --games 4000 --seed 1 --plan sim.plan >out.txt 2>err.txt &&
        cluster slurm sim.plan --parts 3 && grep -q '"$program" sim --plan' sim.parts/part.sh || return 1
    for part in 1 3; do sh sim.parts/part.sh "$part" || return 1; done
    cluster status sim.plan && output_has '3 parts: 2 complete, 1 waiting' 'of 12000 games complete' || return 1
    sh sim.parts/join.sh >out.txt 2>err.txt && return 1
    grep -q 'part 2/3 owes [0-9]* games' err.txt && sh sim.parts/part.sh 2 && sh sim.parts/join.sh >out.txt &&
        output_has '12000 games, complete' && "$BROADSIDE" results sim.parts/all.db | sed 's/ [0-9]*$//' >out.txt &&
        cmp out.txt sim.txt
}
check 'a simulation is one more kind of plan' simulation

# --- GNU parallel -----------------------------------------------------------------------------------
if command -v parallel >/dev/null; then
    runs() { cluster parallel "$cup" --parts 4 --run && output_has 'all.db: 45 matches, complete' && joined 'my {} "cup".parts'; }
    check 'GNU parallel plays and joins the parts, with quotes and newlines in paths' runs
    # jobs PROCESSORS THREADS: the parts at a time of a script for so many threads on a machine with so many processors.
    jobs() {
        mkdir -p "$TMPDIR/processors"
        printf '#!/bin/sh\necho %s\n' "$1" >"$TMPDIR/processors/nproc"
        printf '#!/bin/sh\ncat >/dev/null\nprintf "%%s\\n" "$*" >calls.txt\n' >"$TMPDIR/processors/parallel"
        chmod +x "$TMPDIR/processors/nproc" "$TMPDIR/processors/parallel"
        cluster parallel "$cup" --folder jobs --parts 2 --threads "$2" || return 1
        (PATH=$TMPDIR/processors:$PATH sh jobs/run.sh) >out.txt 2>&1
        sed -n 's/.* --jobs \([^ ]*\) .*/\1/p' jobs/calls.txt
    }
    few_jobs() { [ "$(jobs 8 3) $(jobs 8 8) $(jobs 2 4) $(jobs 4 1)" = '2 1 1 4' ]; }
    check 'the threads of the parts are not more than the processors' few_jobs
    retried() {
        cluster parallel "$cup" --folder killed --parts 3 --jobs 2 --sshlogin : || return 1
        sh killed/run.sh >run.txt 2>&1 &
        script=$!
        until_log 'matches left' killed/part-2.log || return 1
        for process in /proc/[0-9]*; do
            tr '\0\n' '  ' <"$process/cmdline" | grep -q -e '^[^ ]*broadside tournament .*--shard 2/3 .*/killed/' &&
                kill -9 "${process#/proc/}"
        done 2>/dev/null
        wait "$script" || { sed 's/^/# /' run.txt; return 1; }
        grep -q 'ends with status 137' killed/part-2.log && grep -q 'ends with status 0' killed/part-2.log && joined killed
    }
    check 'a part that is killed is started again, and the result is complete' retried
    no_parallel() {
        PATH=$TMPDIR/bare "$BROADSIDE" cluster parallel "$cup" --folder none --run >out.txt 2>err.txt
        [ $? -eq 1 ] && grep -q 'GNU parallel is not installed' err.txt && [ -x none/run.sh ]
    }
    check 'without GNU parallel, --run says so' no_parallel
else
    skip 'GNU parallel plays the parts' 'parallel is not installed'
fi

# --- a node without a jail --------------------------------------------------------------------------
cd "$TMPDIR" || exit 1
guests() {
    # shellcheck disable=SC2086
    "$BROADSIDE" tournament ${unsafe:+"$unsafe"} "$(bot fair)" hunt --games 5 --plan guests.plan >out.txt 2>err.txt &&
        cluster slurm guests.plan --parts 1 && cluster slurm guests.plan --parts 1 --folder bold --unsafe
}
refuses() {
    guests || return 1
    PATH=$TMPDIR/bare sh guests.parts/part.sh 1 && return 1
    grep -q 'bubblewrap' guests.parts/part-1.log && grep -q 'ends with status 1' guests.parts/part-1.log &&
        [ ! -e guests.parts/part-1.db ]
}
check 'a node without bubblewrap refuses and says what is missing' refuses
unsafe_node() {
    PATH=$TMPDIR/bare sh bold/part.sh 1 && grep -q 'part 1/1: 1 of 1 match complete' bold/part-1.log &&
        grep -q 'guests run without full protection' bold/part-1.log
}
check 'with --unsafe it plays and says that the protection is missing' unsafe_node

# --- the folder of the bots -------------------------------------------------------------------------
elsewhere() {
    mkdir planned empty && cp -r bots planned/ || return 1
    # shellcheck disable=SC2086
    (cd planned && "$BROADSIDE" tournament ${unsafe:+"$unsafe"} "$(bot fair)" hunt --games 5 --plan ../mine.plan) \
        >out.txt 2>err.txt || { sed 's/^/# /' err.txt; return 1; }
    rm -f err.txt
    (cd empty && wrong 1 'this is not the folder in which you planned' slurm ../mine.plan --parts 1) &&
        [ ! -e mine.parts ] && (cd planned && cluster slurm ../mine.plan --parts 1 ${unsafe:+"$unsafe"}) &&
        sh mine.parts/part.sh 1 && grep -q 'part 1/1: 1 of 1 match complete' mine.parts/part-1.log
}
check 'command lines of bots start where cluster runs; where their files are not, it refuses' elsewhere
no_folder() {
    mkdir gone && (cd gone && rmdir ../gone && "$BROADSIDE" cluster slurm "$OLDPWD/mine.plan" --parts 1) >out.txt 2>err.txt
    [ $? -ne 0 ] && grep -q 'cannot find out the current folder' err.txt
}
check 'a current folder that does not exist is an error' no_folder

# --- Kubernetes and HTCondor ------------------------------------------------------------------------
# fenced LANGUAGE HEADING: the first block of this kind below the heading.
fenced() {
    awk -v open="\`\`\`$1" -v name="$2" '/^## / { here = $0 == "## " name } here && $0 == open { inside = 1; next }
        inside && /^```/ { exit } inside' "$TOP/docs/CLUSTER.md"
}
kubernetes() {
    fenced yaml Kubernetes >job.yaml
    sed -n '/args:/,/resources:/p' job.yaml | sed -e 1d -e '$d' -e 's/^ *-  *exec//' -e 's/^ *//' | tr '\n' ' ' >command.txt
    mkdir -p cup/parts && "$BROADSIDE" tournament hunt parity random --games 50 --plan cup/cup.plan >out.txt 2>&1 || return 1
    for index in 0 1 39; do
        sed -e "s| /cup/| $TMPDIR/cup/|g" -e "s|\"/cup/|\"$TMPDIR/cup/|" command.txt >one.sh
        echo >>one.sh
        (PATH=$(dirname "$BROADSIDE"):$PATH JOB_COMPLETION_INDEX=$index sh one.sh) >out.txt 2>err.txt || { cat err.txt; return 1; }
    done
    [ -s cup/parts/part-1.db ] && [ -s cup/parts/part-2.db ] && [ -s cup/parts/part-40.db ] && output_has 'part 40/40: '
}
check 'the command of the Kubernetes example runs' kubernetes
if python3 -c 'import yaml' 2>/dev/null; then
    manifest() {
        python3 -c 'import sys, yaml
job = yaml.safe_load(open("job.yaml"))
spec = job["spec"]
container = spec["template"]["spec"]["containers"][0]
assert job["kind"] == "Job" and spec["completionMode"] == "Indexed"
assert "auto/%d " % spec["completions"] in container["args"][0] and len(container["args"]) == 1
names = {volume["name"] for volume in spec["template"]["spec"]["volumes"]}
assert names == {mount["name"] for mount in container["volumeMounts"]}'
    }
    check 'its manifest is YAML, and its numbers agree' manifest
else
    skip 'the manifest is YAML' 'python3-yaml is not installed'
fi
condor() {
    fenced text HTCondor | sed -n 's/^arguments *= "\(.*\)"$/\1/p' | sed 's/\$(part)/3/g' >arguments.txt
    # shellcheck disable=SC2046 # the words of the command line
    (cd cup && "$BROADSIDE" $(cat ../arguments.txt)) >out.txt 2>err.txt && output_has 'part 3/40: '
}
check 'the command of the HTCondor example runs' condor
plan
