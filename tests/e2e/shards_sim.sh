#!/bin/sh
# shellcheck disable=SC2154 # secret is set in check.inc
# A simulation in parts: the joined parts are the simulation of one machine, digit by digit, with bots
# that learn and guests too; what is missing or in conflict is named, and what cannot be right is
# refused.
# slow: plays simulations several times (10 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/bot.inc"
. "$TOP/tests/e2e/shards.inc"
cd "$TMPDIR" || exit 1
"$BROADSIDE" results --list --db /dev/null 2>&1 | grep -q without &&
    { skip 'a simulation in parts' 'built without SQLite'; plan; exit 0; }
why=$(no_jail)
unsafe=
# shellcheck disable=SC2034
[ -z "$why" ] || unsafe=--unsafe

# table FILE: without the speeds.
table() {
    awk '/games\/s/ { at = index($0, "games/s") + 7 } at && /^$/ { at = 0 }
        at { print substr($0, 1, at - 11) substr($0, at); next } { print }' "$1"
}
part() {
    "$BROADSIDE" sim --plan sim.plan --shard "$1" --db "$2" $unsafe >out.txt 2>err.txt
}
# same_results PARTS ARGUMENTS...: plays on one machine and in parts; everything must be the same.
same_results() {
    parts=$1
    shift
    rm -f sim.plan p-*.db all.db
    run sim "$@" --chart one.svg && table out.txt >one.txt && run sim "$@" --json && figures out.txt >one.json &&
        run sim "$@" --plan sim.plan || { sed 's/^/# /' err.txt; return 1; }
    for k in $(seq "$parts"); do
        part "$k/$parts" "p-$k.db" || { sed 's/^/# /' err.txt; return 1; }
    done
    run results p-*.db --chart all.svg && table out.txt >all.txt && diff one.txt all.txt >&2 &&
        cmp one.svg all.svg && run join p-*.db -o all.db && output_has ', complete' &&
        run results --db all.db --json && figures out.txt >all.json && diff one.json all.json >&2
}

# --- the same figures ---------------------------------------------------------------------------------
check 'three parts give the table, chart and JSON of one machine' \
    same_results 3 --bot hunt,parity,random --games 2000 --seed 5
check 'a single bot' same_results 2 --bot medium --games 300 --seed 6
check 'by rules in which turns decide, with other placements' \
    same_results 4 --bot medium,easy --games 300 --seed 7 --rules advanced --placement sequential
check 'fewer boards than parts' same_results 5 --bot hunt,parity --games 3 --seed 7
check 'a bot that learns, which plays all boards in one part' \
    same_results 3 --bot admiral,hunt,parity --games 40 --seed 8 --placement easy
check 'only bots that learn' same_results 2 --bot admiral --games 30 --seed 9 --placement medium
"$BROADSIDE" sim --bot null --games 20 --seed 1 --records layouts >/dev/null 2>&1
printf '%s\n' 'Carrier A7 h, Battleship B5 h, Cruiser A4 v, Submarine G6 h, Destroyer D4 h' \
    'Carrier C10 h, Battleship F3 v, Cruiser E7 v, Submarine C5 h, Destroyer B9 h' >fleets.txt
check 'a file of layouts' same_results 3 --bot hunt,parity --games 500 --seed 9 --placement ./fleets.txt
mkdir guest
write_bot guest/bot "printf 'name Guest\nauthors me\nplays all\nready\n'" \
    '[ "$rounds" -eq 60 ] && [ "$round" -eq 13 ] && echo "fire at will" && continue'
# shellcheck disable=SC2086
{
    check 'a guest that breaks a game, beside built-in bots' \
        same_results 3 --bot ./guest/bot --bot hunt --bot random --games 60 --seed "9:$secret" $unsafe
    check 'which its part says as well' grep -q 'broke 1 game, not counted: illegal-move' all.txt
}

# --- plan and parts -----------------------------------------------------------------------------------
rm -f ./*.db sim.plan
bots='--bot hunt --bot parity --games 3000 --seed 5'
# shellcheck disable=SC2086
plan_it() {
    run sim $bots --plan sim.plan && output_has 'sim.plan: a plan of 6000 games' &&
        [ "$(stat -c %a sim.plan)" = 600 ]
}
check 'only the owner can read a plan' plan_it
check 'a plan is never overwritten' refused 1 'sim.plan already exists' sim --bot hunt --plan sim.plan
check 'the bots are in the plan' refused 2 '--shard and --bot cannot be used together' \
    sim --bot hunt --plan sim.plan --shard 1/2 --db p.db
check 'a part needs a file' refused 2 '--shard needs --db' sim --plan sim.plan --shard 1/2
check 'every game as CSV needs one machine' refused 2 '--csv cannot be used with --plan: parts keep sums' \
    sim --bot hunt --plan x.plan --csv games.csv
check 'so do records' refused 2 '--records cannot be used with --plan' sim --bot hunt --plan x.plan --records dir
check 'the chart is drawn from the joined parts' refused 2 "'broadside results PART... --chart FILE'" \
    sim --plan sim.plan --shard 1/2 --db p.db --chart x.svg
again() {
    part 1/2 p-1.db && part 2/2 p-2.db && cp p-2.db before.db && part 2/2 p-2.db &&
        output_has 'games complete' && cmp p-2.db before.db
}
check 'a complete part that is started again changes nothing' again
missing() {
    run join p-1.db -o some.db
    [ $? -eq 1 ] && output_has 'not complete' && grep -q 'missing: board.* which part 2/2 owes' err.txt &&
        grep -q 'part 2/2 owes [0-9]* games' err.txt && run results --db some.db && output_has 'PARTIAL: ' &&
        run join some.db p-2.db -o some.db && output_has 'some.db: 6000 games, complete'
}
check 'what is missing is listed with the part that owes it, and can be added' missing
keeps_plan() {
    cp sim.plan kept.plan
    refused 1 'kept.plan is the plan; write the joined result to another file' \
        join kept.plan p-1.db -o kept.plan && cmp sim.plan kept.plan &&
        refused 1 'kept.plan is a plan or a joined result, not part 1/3' \
            sim --plan sim.plan --shard 1/3 --db kept.plan
}
check 'the plan is not overwritten, nor taken for a part' keeps_plan
check 'a part is not overwritten by what was joined' refused 1 'it was not changed' join p-2.db -o p-1.db
check 'the options of tournaments do not work' refused 2 '--csv works only for tournaments' results p-1.db --csv
run tournament hunt random --games 2 --db cup.db
check 'nor --chart for a tournament' refused 2 '--chart works only for simulations' \
    results --db cup.db --chart x.svg
secret_is_hidden() {
    # shellcheck disable=SC2086
    run sim --bot ./guest/bot --bot hunt --games 50 --seed "1:$secret" --plan secret.plan $unsafe &&
        "$BROADSIDE" sim --plan secret.plan --shard 1/2 --db s-1.db $unsafe >out.txt 2>err.txt || return 1
    run results s-1.db && ! grep -q "$secret" out.txt err.txt && run results s-1.db --json &&
        ! grep -q "$secret" out.txt && "$BROADSIDE" sim --plan secret.plan --shard 2/2 --db s-2.db $unsafe >/dev/null 2>&1 &&
        run results s-1.db s-2.db && grep -q "$secret" out.txt
}
check 'the secret is shown once all parts are there' secret_is_hidden

# --- refusals -----------------------------------------------------------------------------------------
foreign() {
    # shellcheck disable=SC2086
    run sim $bots --plan other.plan && run sim --plan other.plan --shard 2/2 --db other-2.db || return 1
    refused 1 'other-2.db does not belong to the same plan' join p-1.db other-2.db -o x.db &&
        refused 1 'p-1.db does not belong to the same plan' sim --plan other.plan --shard 1/2 --db p-1.db &&
        refused 1 'p-1.db is part 1/2 of this plan, not part 2/2' sim --plan sim.plan --shard 2/2 --db p-1.db &&
        refused 1 'is not the plan of a simulation' sim --plan p-1.db --shard 2/2 --db x.db && [ ! -e x.db ]
}
check 'parts of other plans, and other parts, are refused' foreign
half_written() {
    size=$(wc -c <p-2.db)
    for bytes in 100 4096 $((size / 2)) $((size - 1000)); do
        head -c "$bytes" p-2.db >half.db
        refused 1 'half.db is damaged' join p-1.db half.db -o x.db || return 1
    done
    [ ! -e x.db ]
}
check 'a file that was cut off is refused' half_written
changed_bot() {
    echo '# changed' >>guest/bot
    rm -f s-1.db
    refused 1 "./guest/bot is not the bot of the plan: its files have changed" \
        sim --plan secret.plan --shard 1/2 --db s-1.db $unsafe && [ ! -e s-1.db ]
}
check 'a bot whose files have changed is refused' changed_bot
changed_layouts() {
    run sim --bot hunt --games 10 --placement ./fleets.txt --plan fleets.plan || return 1
    echo '# changed' >>fleets.txt
    refused 1 "./fleets.txt is not the placement of the plan" sim --plan fleets.plan --shard 1/1 --db f.db
}
check 'and a file of layouts that has changed' changed_layouts
if command -v python3 >/dev/null; then
    other_version() {
        cp sim.plan old.plan && tamper old.plan "UPDATE simulation SET plan_version = '0.1'" &&
            refused 1 'was planned with Broadside 0.1' sim --plan old.plan --shard 1/3 --db x.db
    }
    check 'another version of the program is refused' other_version
    conflict() {
        cp p-1.db odd.db && tamper odd.db "UPDATE sim_unit SET result = (SELECT result FROM sim_unit o ORDER BY unit DESC LIMIT 1) WHERE rowid = 1"
        run join p-*.db odd.db -o odd-all.db
        [ $? -eq 1 ] && [ "$(grep -c 'conflict: odd.db has other results of board' err.txt)" -eq 1 ]
    }
    check 'boards with two results are named' conflict
    damaged() {
        for change in "result = x'00'" "result = zeroblob(40)" "result = result || x'00'" "unit = 100000" \
            "core_us = x'ff'" "jailed = 7"; do
            cp p-1.db bad.db && tamper bad.db "UPDATE sim_unit SET $change WHERE rowid = 1" || return 1
            refused 1 'damaged' results bad.db p-2.db || { echo "# $change"; return 1; }
        done
    }
    check 'results that no game can have are refused' damaged
fi
plan
