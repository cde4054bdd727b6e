#!/bin/sh
# shellcheck disable=SC2154 # secret is set in check.inc
# Parts as processes, killed with -9 at random moments, repeated, and played twice at once: what is
# joined is what an undisturbed machine gives. CHAOS_SEED repeats the moments; with SOAK it takes longer.
# slow: plays a tournament and a simulation in parts, with accidents (20 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/bot.inc"
. "$TOP/tests/e2e/shards.inc"
cd "$TMPDIR" || exit 1
"$BROADSIDE" results --list --db /dev/null 2>&1 | grep -q without &&
    { skip 'parts that are killed' 'built without SQLite'; plan; exit 0; }
unsafe=
[ -z "$(no_jail)" ] || unsafe=--unsafe
state=${CHAOS_SEED:-$(($(date +%s) % 100000))}
echo "# CHAOS_SEED=$state"
parts=4 accidents=3 size=1
[ -z "${SOAK:-}" ] || accidents=60 size=10

# draw BELOW: sets $drawn.
draw() {
    state=$(((state * 1103515245 + 12345) % 2147483648))
    drawn=$((state / 1024 % $1))
}

mkdir guest
write_bot guest/bot "printf 'name Guest\nauthors me\nplays all\nready\n'" ''
limits='--limit start=60000 --limit move=60000 --limit bank=900000'

# start K: a run of part K in the background; its process is added to $running.
start() {
    # shellcheck disable=SC2086 # exec: signals go to broadside itself, not to a shell
    (exec "$BROADSIDE" "$kind" --plan "$kind.plan" --shard "$1/$parts" --db "$kind-$1.db" --threads 1 $unsafe \
        >/dev/null 2>>log.txt) &
    running="$running $!"
}
# is_complete K
is_complete() {
    [ -e "$kind-$1.db" ] || return 1
    # shellcheck disable=SC2086
    run "$kind" --plan "$kind.plan" --shard "$1/$parts" --db "$kind-$1.db" $unsafe
}
# accident: some parts run, some of them twice; after a while one process after the other is killed.
accident() {
    running=
    for k in $(seq $parts); do
        draw 3
        [ "$drawn" -eq 0 ] && continue
        start "$k"
        [ "$drawn" -eq 1 ] || start "$k"
    done
    for process in $running; do
        draw 600
        sleep "$(awk -v ms="$drawn" 'BEGIN { printf "%.3f", ms / 1000 }')"
        kill -9 "$process" 2>/dev/null
    done
    for process in $running; do wait "$process" 2>/dev/null; done
    # Whatever is published is whole.
    for k in $(seq $parts); do
        [ -e "$kind-$k.db" ] || continue
        run results "$kind-$k.db" || { echo "# part $k:"; sed 's/^/# /' err.txt; return 1; }
    done
}
chaos() {
    kind=$1
    : >log.txt
    left=$accidents
    while [ "$left" -gt 0 ]; do
        accident || return 1
        left=$((left - 1))
    done
    # Then every part is played to its end, each by two runs at once.
    running=
    for k in $(seq $parts); do start "$k"; start "$k"; done
    for process in $running; do
        wait "$process" || { sed 's/^/# /' log.txt; return 1; }
    done
    for k in $(seq $parts); do is_complete "$k" || return 1; done
}

tournament_is_same() {
    # shellcheck disable=SC2086
    set -- hunt parity heatmap medium easy ./guest --games $((size * 40)) --seed "3:$secret" $limits $unsafe
    mkdir -p guest && printf '{"name": "Guest", "command": ["./bot"]}\n' >guest/bot.json
    run tournament "$@" --db one.db && cp out.txt one.txt && run results --db one.db --json && figures out.txt >one.json &&
        run tournament "$@" --plan tournament.plan || { sed 's/^/# /' err.txt; return 1; }
    chaos tournament && run join tournament-?.db -o all.db && output_has '15 matches, complete' && [ ! -s err.txt ] &&
        run results --db all.db && cmp out.txt one.txt && run results --db all.db --json && figures out.txt | cmp - one.json
}
check 'a tournament whose parts are killed, repeated and played twice' tournament_is_same

sim_is_same() {
    rm -f guest/bot.json
    # shellcheck disable=SC2086
    set -- --bot exact --bot hunt --bot admiral --bot ./guest/bot --games $((size * 80)) --seed "3:$secret" $limits $unsafe
    run sim "$@" --json && figures out.txt >one.json && run sim "$@" --plan sim.plan || { sed 's/^/# /' err.txt; return 1; }
    chaos sim && run join sim-?.db -o sim-all.db && output_has ' games, complete' && [ ! -s err.txt ] &&
        run results --db sim-all.db --json && figures out.txt | cmp - one.json
}
check 'a simulation with bots that learn and a guest' sim_is_same
sums_are_same() {
    rm -f sim.plan sim-?.db
    set -- --bot hunt --bot medium --bot exact --games $((size * 1500)) --seed 4
    run sim "$@" --json && figures out.txt >one.json && run sim "$@" --plan sim.plan || return 1
    chaos sim && run join sim-?.db -o sim-sums.db && output_has ' games, complete' && [ ! -s err.txt ] &&
        run results --db sim-sums.db --json && figures out.txt | cmp - one.json
}
check 'a simulation that keeps sums' sums_are_same
plan
