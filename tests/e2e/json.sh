#!/bin/sh
# The output of every --json matches docs/json-schema.json, from which docs/JSON.md is generated.
# sanitized: every kind of output
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/bot.inc"
cd "$TMPDIR" || exit 1
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME

schema=$TOP/docs/json-schema.json
checker=$BUILD/tests/check_json
"$checker" "$schema" bots </dev/null >/dev/null 2>&1
if [ $? -eq 77 ]; then
    skip 'the JSON output matches its schema' 'built without JSON'
    plan
    exit 0
fi

# valid_as DEFINITION COMMAND [ARGUMENT...]: its JSON output matches this definition. Status 1 is fine:
# check-bot uses it for a bot with problems.
valid_as() {
    definition=$1
    shift
    "$BROADSIDE" "$@" --json >out.json 2>err.txt
    if [ $? -gt 1 ] || ! "$checker" "$schema" "$definition" <out.json 2>why.txt; then
        sed 's/^/# /' err.txt why.txt
        return 1
    fi
}
# valid COMMAND [ARGUMENT...]: the definition has the name of the command.
valid() { valid_as "$1" "$@"; }
# has TEXT: the last output has it, so the case that is tested did occur.
has() { grep -q -F -e "$1" out.json || { echo "# no $1"; return 1; }; }
valid_with() {
    text=$1
    shift
    valid "$@" && has "$text"
}
# invalid NAME TEXT: the checker itself rejects this.
invalid() { ! echo "$2" | "$checker" "$schema" "$1" 2>/dev/null; }

check 'the checker rejects a value that is not JSON' invalid sides '{"a": }'
check 'a field that is not in the schema' invalid sides '{"c": "x"}'
check 'a field of the wrong type' invalid sides '{"a": 1}'
check 'and a missing field' invalid trouble '{"kind": "crash"}'
check 'an unknown word' invalid trouble '{"kind": "tired", "sentence": ""}'
check 'a second value that is wrong' invalid sides '{"a": "x"} {"a": 1}'

# --- every command has a definition

commands=$("$BROADSIDE" help | sed -n 's/^  \([a-z][a-z-]*\).*/\1/p')
defined() {
    for command in $commands; do
        "$BROADSIDE" help "$command" | grep -q -e '^  --json ' || continue
        found=yes
        grep -q "^    \"$command\": {" "$schema" || { echo "# $command"; return 1; }
    done
    [ "${found:-no}" = yes ]
}
check 'every command with --json has a definition' defined

# --- a guest that breaks a round

mkdir bots
write_bot bots/guest "printf 'name Guest\nauthors me\nplays all\nready\n'" \
    '[ "$rounds" -eq 12 ] && [ "$round" -eq 3 ] && echo "fire at will" && continue'

# --- every command

check 'analyze, exact' valid_with '"exact": true' analyze E5=hit F5=miss
check 'analyze, sampled' valid_with '"stderr": {' analyze --rules grid20
check 'bots' valid bots
check 'train' valid train --number 2 --puzzles 2
check 'train with an answer' valid_with '"answer": {' train --date 2026-01-31 --answer J7
check 'rules' valid rules
check 'rules of one name' valid_with '"board": "10x10"' rules classic
check 'sim' valid_with '"pairs": [' sim --bot hunt,null --games 20 --seed 1
check 'sim with special moves and one game' valid_with '"stderr": null' \
    sim --bot medium --games 1 --seed 1 --rules advanced
check 'sim with a guest that breaks a game' valid_with '"trouble": {' \
    sim --bot ./bots/guest --bot random --games 12 --seed 1 --unsafe
check 'match' valid_with '"signature": ' match hunt random --games 20 --seed 1
check 'match with a sequential test' valid_with '"verdict": ' \
    match hunt random --games 400 --seed 1 --sprt
check 'match with a guest that breaks a round' valid_with '"trouble": {' \
    match ./bots/guest random --games 12 --seed 1 --paired --unsafe
check 'gym' valid_with '"advice": [' gym hunt --style area --rounds 8 --matches 2 --seed 1
check 'gym with a guest' valid_with '"limits": {' \
    gym ./bots/guest --style static --rounds 12 --matches 1 --seed 1 --unsafe
check 'check-bot' valid_with '"findings": []' check-bot hunt --games 4
check 'check-bot with findings' valid_with '"severity": "problem"' \
    check-bot ./bots/guest --games 12 --rules classic --unsafe

"$BROADSIDE" match hunt random --games 1 --seed 1 --records games >/dev/null 2>&1
"$BROADSIDE" sim --bot hunt --games 1 --seed 1 --records games >/dev/null 2>&1
check 'replay' valid_with '"winner": ' replay games/round-000001.txt
check 'replay of a game of sim' valid_with '"solo": true' replay games/hunt-000001.record
check 'replay with a review' valid_with '"best_chance": ' replay games/round-000001.txt --coach

# --- commands with a database

if "$BROADSIDE" stats 2>&1 | grep -q libsqlite3-dev; then
    skip 'stats, tournament and results' 'built without SQLite'
else
    "$BUILD/tests/write_history" Ann random classic 1 >/dev/null
    "$BUILD/tests/write_history" Ann +Bob classic 3 5 >/dev/null
    check 'stats' valid_with '"standings": [' stats
    check 'stats --list' valid_with '"games": [' stats --list
    check 'stats --export' valid_with '"exported": 2' stats --export games.txt
    check 'stats --import' valid_with '"known": 2' stats --import games.txt
    check 'stats of a file' valid_with '"standings": [' stats games.txt

    check 'tournament' valid_with '"superiority": ' \
        tournament hunt random ./bots/guest ./bots/missing --games 12 --seed 1 --db t.db --unsafe
    check 'which lists the excluded bots' has '"why": '
    check 'tournament with leagues' valid_with '"leagues": {' tournament hunt random parity easy \
        --league A=hunt,random --league B=parity,easy --total --games 4 --seed 1 --db t.db
    check 'tournament, swiss' valid_with '"stage": 1' \
        tournament hunt random parity --format swiss --games 4 --seed 1 --db t.db
    check 'tournament, gauntlet' valid_with '"leaders": 1' \
        tournament hunt random parity --format gauntlet --games 4 --seed 1 --db t.db
    check 'results' valid_with '"id": 1' results 1 --db t.db

    check 'tournament --plan' valid_as tournament-plan \
        tournament hunt random parity --games 4 --plan cup.plan
    for part in 1 2; do
        check "tournament --shard, part $part" valid_as tournament-part \
            tournament --plan cup.plan --shard "$part/2" --db "part-$part.db"
    done
    check 'which says that it is complete' has '"complete": true'
    check 'join' valid join part-1.db part-2.db -o all.db
    check 'join of a part' valid_with '"complete": false' join part-1.db -o some.db
    check 'cluster status' valid_with '"state": "complete"' cluster status cup.plan --folder .
    check 'cluster status of a plan that was not started' valid_with '"parts": []' cluster status cup.plan
    check 'results of parts' valid results part-1.db part-2.db
    check 'sim --plan' valid_as sim-plan sim --bot hunt,random --games 20 --plan sim.plan
    for part in 1 2; do
        check "sim --shard, part $part" valid_as sim-part \
            sim --plan sim.plan --shard "$part/2" --db "sim-$part.db"
    done
    check 'which says that it is complete' has '"complete": true'
    check 'join of a simulation' valid_with '"games": 40' join sim-1.db sim-2.db -o sim-all.db
    check 'results of a simulation' valid_as sim results --db sim-all.db
    check 'results of a part of it' valid_as sim results sim-1.db

    progress() {
        "$BROADSIDE" tournament hunt random --games 4 --seed 1 --db t.db --progress json \
            >/dev/null 2>err.txt && grep '^{' err.txt >lines.json &&
            "$checker" "$schema" progress <lines.json
    }
    check 'the lines of --progress json' progress
fi

# --- the document

documented() {
    sed '1,/^<!-- generated /d' "$TOP/docs/JSON.md" >document.md
    "$checker" "$schema" --document | diff document.md - >difference.txt && return
    sed 's/^/# /' difference.txt
    echo '# docs/JSON.md is not up to date; run: make json-doc'
    return 1
}
check 'docs/JSON.md is generated from the schema' documented

plan
