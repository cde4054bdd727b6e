#!/bin/sh
# shellcheck disable=SC2154 # player, roomy and unsafe are set in tournament.inc
# A tournament gives the same results if it is killed ten times at random moments, if the disk is
# full, if the file is not writable or if the arena is stopped for a while. It does not use more and
# more memory, files or processes.
# slow: plays the same tournament many times over (20 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tournament.inc"

# --- killed -------------------------------------------------------------------------------------------

# start DB ARGUMENTS...: in the background; its process is $arena.
start() {
    db=$1
    shift
    : >out.txt
    : >err.txt
    # exec: signals go to broadside itself, not to a shell
    (exec "$BROADSIDE" tournament ${unsafe:+"$unsafe"} --db "$db" "$@" >out.txt 2>err.txt) &
    arena=$!
}

# now: milliseconds, if this system knows them.
now() {
    awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime
}

# nap MILLISECONDS
nap() {
    sleep "$(awk -v ms="$1" 'BEGIN { printf "%.3f", ms / 1000 }')"
}

class() {
    set -- --games 24 --seed "4:$secret" --max-broken 20 "$@"
    # shellcheck disable=SC2086
    start "$db" "$(bot fair)" "$(bot crash)" "$(bot leave)" "$(bot babble)" "$(bot misplace)" hunt \
        $roomy "$@"
}

uninterrupted() {
    db=whole.db
    before=$(now)
    class --json
    wait "$arena" || return 1
    took=$(($(now) - before))
    cp out.txt whole.json
    # it includes the broken rounds
    [ "$(matches whole.json)" -eq 15 ] && grep -q '"crash": 1[0-9],' whole.json &&
        grep -q '"illegal-move": 1[0-9],' whole.json && grep -q '"exit": [45],' whole.json &&
        grep -q '"wrecks": 150,' whole.json
}
check 'a tournament with bots that crash, leave, babble and misplace' uninterrupted

# Delays come from a seed that is printed, so that a failure can be repeated.
seed=$$
echo "# delays of seed $seed"
delays=$(awk -v seed="$seed" -v most="$((took / 10))" 'BEGIN {
    srand(seed)
    for (i = 0; i < 10; i++)
        printf "%d ", rand() * most
}')
killed=0 left_behind=no ended=no played=0
for delay in $delays; do
    if [ "$killed" -eq 0 ]; then
        db=killed.db
        class
    else
        start killed.db --resume 1
    fi
    until_there err.txt 'number 1 in' || break
    [ "$played" -lt 12 ] && nap "$delay" # not to the end by chance
    kill -9 "$arena" 2>/dev/null
    wait "$arena" 2>/dev/null
    [ $? -eq 137 ] || ended=yes
    killed=$((killed + 1))
    nothing_left || left_behind=yes
    "$BROADSIDE" results --db killed.db >table.txt 2>&1 || break
    played=$(sed -n 's/^tournament.*, \([0-9]*\) match[es]* played.*/\1/p' table.txt)
    echo "# killed after $played matches"
done
ten_times() { [ "$killed" -eq 10 ] && [ "$ended" = no ]; }
check 'it is killed ten times' ten_times
none_left() { [ "$left_behind" = no ]; }
check 'no guest outlives the arena' none_left
resumed() {
    run tournament --resume 1 --db killed.db --json && cp out.txt killed.json && same whole.json killed.json
}
check 'resumed, it gives the same table' resumed
check 'and no processes or files are left' nothing_left

# --- the disk -----------------------------------------------------------------------------------------

games='random hunt parity easy null random'
reference() {
    # shellcheck disable=SC2086
    run tournament $games --games 2000 --seed 8 --db big.db --json && cp out.txt big.json
}
check 'a tournament with enough space' reference
full() {
    # blocks of 512 bytes: enough for the tables and some matches
    # shellcheck disable=SC2086
    (ulimit -f 500 && exec timeout 60 "$BROADSIDE" tournament $games --games 2000 --seed 8 --db full.db) \
        >out.txt 2>err.txt
    [ $? -eq 1 ] && grep -q 'played, not complete$' out.txt &&
        grep -q '^broadside tournament: cannot write full.db: .*file size limits' err.txt &&
        grep -q "to continue: broadside tournament --resume 1 --db 'full.db'" err.txt
}
check 'a file that cannot grow ends it with a message' full
some() {
    run results --db full.db && grep -Eq ' ([1-9]|1[0-4]) match(es)? played, not complete$' out.txt
}
check 'complete matches are stored' some
with_room() {
    run tournament --resume 1 --db full.db --json && cp out.txt full.json && same big.json full.json
}
check 'with more space it resumes, with the same table' with_room

mkdir -p small
if unshare -rm sh -c 'mount -t tmpfs -o size=256k none small' 2>/dev/null; then
    # in_small COMMAND...: with a disk of 256 KB in small/, which lives as long as the command
    cat >in_small.sh <<'END'
mount -t tmpfs -o size=256k none small
timeout 60 "$BROADSIDE" tournament $1 --games 2000 --seed 8 --db small/t.db >small.out 2>small.err
echo $? >small.status
"$BROADSIDE" results --db small/t.db >small.table 2>&1
cp small/* kept/
mount -o remount,size=8m small
timeout 60 "$BROADSIDE" tournament --resume 1 --db small/t.db --json >small.json 2>>small.err
rm small/* && cp kept/* small/
mount -o remount,ro small
timeout 60 "$BROADSIDE" tournament --resume 1 --db small/t.db >ro.out 2>ro.err
echo $? >ro.status
timeout 60 "$BROADSIDE" tournament null null --games 2 --db small/t.db >new.out 2>new.err
echo $? >new.status
"$BROADSIDE" results --db small/t.db >ro.table 2>&1
END
    mkdir -p kept
    unshare -rm sh in_small.sh "$games"
    disk_full() {
        [ "$(cat small.status)" -eq 1 ] && grep -q '^broadside tournament: small/t.db: .*full' small.err &&
            grep -q 'to continue: ' small.err && grep -Eq ' [0-9]+ match(es)? played, not complete$' small.table
    }
    check 'a full disk ends it with a message' disk_full
    larger() { same big.json small.json; }
    check 'on a larger disk it resumes, with the same table' larger
    read_only() {
        [ "$(cat ro.status)" -eq 1 ] && [ ! -s ro.out ] && grep -q 'the database small/t.db is read-only$' ro.err &&
            ! grep -q 'number 1' ro.err && [ "$(cat new.status)" -eq 1 ] && grep -q 'the database small/t.db is read-only$' new.err
    }
    check 'a read-only file is reported' read_only
    readable() { grep -q '^ *1\. ' ro.table && grep -q 'not complete$' ro.table; }
    check 'but its results are shown' readable
else
    skip 'full and read-only disks' 'no file system can be mounted'
fi

# --- stopped --------------------------------------------------------------------------------------------

# A bot has three seconds; the arena is stopped for longer than that.
stop_seconds=5
[ -n "${SOAK:-}" ] && stop_seconds=60
patient() {
    start "$1" "$(bot fair one)" "$(bot fair two)" "$(bot crash)" --games 150 --seed "2:$secret" --max-broken 50 \
        --limit move=3000 --limit start=60000 --limit bank=60000 --json
}
awake() {
    patient awake.db && wait "$arena" && cp out.txt awake.json && [ "$(matches awake.json)" -eq 3 ]
}
check 'a tournament under short limits' awake
asleep() {
    patient asleep.db && until_there err.txt 'number 1 in' && nap 300 && kill -STOP "$arena" || return 1
    sleep "$stop_seconds"
    kill -CONT "$arena"
    wait "$arena" && cp out.txt asleep.json && same awake.json asleep.json
}
check "stopped for $stop_seconds seconds it comes out the same" asleep

# --- long runs --------------------------------------------------------------------------------------------

# Every fifth round of the guest starts a new process. The long run plays a million rounds.
rounds=250
[ -n "${SOAK:-}" ] && rounds=170000
sample() {
    awk '/^VmRSS/ { printf "%d ", $2 }' "/proc/$arena/status" 2>/dev/null
    # shellcheck disable=SC2012 # the names are numbers
    ls "/proc/$arena/fd" 2>/dev/null | wc -l | tr '\n' ' '
    awk -v parent="$arena" '{ sub(/.*\) /, "") } $2 == parent { n++ } END { print n + 0 }' \
        /proc/[0-9]*/stat 2>/dev/null
}
soak() {
    # shellcheck disable=SC2086
    start soak.db "$(bot crash)" random null easy --games "$rounds" --seed 1 --max-broken 1000000 $roomy
    : >samples.txt
    until_there err.txt 'number 1 in' || return 1
    while grep -q '^VmRSS' "/proc/$arena/status" 2>/dev/null; do # a zombie has none
        sample >>samples.txt
        nap "$([ -n "${SOAK:-}" ] && echo 1000 || echo 50)"
    done
    wait "$arena" && grep -q ' 6 matches played$' out.txt
}
check "matches of $rounds rounds, with a process for every fifth" soak
flat() {
    # Memory in KB, open files, processes: compares the second half of the samples with the first.
    awk 'NF == 3 { row[++n] = $0 }
        END {
            for (i = 1; i <= n; i++) {
                split(row[i], x, " ")
                for (k = 1; k <= 3; k++) {
                    half = i <= n / 2 ? 1 : 2
                    if (x[k] > most[half, k])
                        most[half, k] = x[k]
                }
            }
            printf "# KB, files, processes: %d %d %d, then %d %d %d\n", most[1, 1], most[1, 2], most[1, 3],
                most[2, 1], most[2, 2], most[2, 3]
            exit !(n >= 4 && most[2, 1] < 1.2 * most[1, 1] + 4096 && most[2, 1] < 200000 &&
                   most[2, 2] <= most[1, 2] + 8 && most[2, 3] <= most[1, 3] + 4)
        }' samples.txt
}
check 'memory, files and processes do not grow' flat
check 'and no processes or files are left' nothing_left

plan
