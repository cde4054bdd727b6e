#!/bin/sh
# A tournament in parts: the joined parts are the tournament of one machine, what is missing or in
# conflict is named, and files that do not belong together are refused.
# slow: plays a tournament several times (15 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/shards.inc"
cd "$TMPDIR" || exit 1
"$BROADSIDE" results --list --db /dev/null 2>&1 | grep -q without &&
    { skip 'a tournament in parts' 'built without SQLite'; plan; exit 0; }

part() {
    "$BROADSIDE" tournament --plan cup.plan --shard "$1" --db "$2" >out.txt 2>err.txt
}

bots='hunt parity random heatmap easy medium fit'
# shellcheck disable=SC2086
{
    run tournament $bots --games 40 --seed 5 --db one.db
    cp out.txt one.txt
    run results --db one.db --json
    cp out.txt one.json
}

# --- the plan -----------------------------------------------------------------------------------------
# shellcheck disable=SC2086
plan_it() {
    run tournament $bots --games 40 --seed 5 --plan cup.plan && output_has 'cup.plan: a plan of 21 matches' &&
        [ "$(stat -c %a cup.plan)" = 600 ]
}
check 'a plan says how many matches it has, and only its owner can read it' plan_it
check 'a plan is never overwritten' refused 1 'cup.plan already exists' tournament hunt random --plan cup.plan
check 'bots and parts do not go together' refused 2 "unexpected argument 'hunt'" \
    tournament hunt random --plan cup.plan --shard 1/3 --db part.db
check 'a part needs a file' refused 2 '--shard needs --db' tournament --plan cup.plan --shard 1/3
check 'the terms of a plan are fixed' refused 2 'the terms of a planned tournament are fixed' \
    tournament --plan cup.plan --shard 1/3 --db part.db --games 5
check 'a part that does not exist is refused' refused 2 'part 4 is not one of the parts 1 to 3' \
    tournament --plan cup.plan --shard 4/3 --db part.db
check 'a plan that is a part, or none, is refused' refused 1 'is not a plan' \
    tournament --plan one.db --shard 1/3 --db part.db
auto() {
    SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=2 SLURM_ARRAY_TASK_COUNT=20 part auto auto.db &&
        output_has 'part 1/20: ' || return 1
    rm auto.db
    # One element of an array, submitted again.
    SLURM_ARRAY_TASK_ID=20 SLURM_ARRAY_TASK_MIN=20 SLURM_ARRAY_TASK_COUNT=1 part auto/20 auto.db &&
        output_has 'part 20/20: ' || return 1
    rm auto.db
    SGE_TASK_ID=21 SGE_TASK_FIRST=2 SGE_TASK_LAST=21 SGE_TASK_STEPSIZE=1 part auto auto.db &&
        output_has 'part 20/20: ' || return 1
    ! SGE_TASK_ID=3 SGE_TASK_FIRST=1 SGE_TASK_LAST=39 SGE_TASK_STEPSIZE=2 part auto step.db &&
        grep -q 'SGE_TASK_STEPSIZE is 2' err.txt
}
check 'the scheduler says which part it is' auto

# --- parts --------------------------------------------------------------------------------------------
three_parts() {
    for k in 1 2 3; do part "$k/3" "part-$k.db" || return 1; done
    output_has 'part 3/3: 7 of 7 matches complete in part-3.db'
}
check 'three parts play seven matches each' three_parts
again() {
    cp part-2.db before.db
    part 2/3 part-2.db && output_has '7 of 7' && cmp part-2.db before.db
}
check 'a complete part that is started again changes nothing' again
same_table() {
    run results part-1.db part-2.db part-3.db && cmp out.txt one.txt && [ ! -s err.txt ] &&
        run results part-3.db part-1.db part-2.db part-1.db && cmp out.txt one.txt
}
check 'the table of the parts is that of one machine, in any order' same_table
same_file() {
    run join part-*.db -o all.db && output_has 'all.db: 21 matches, complete' && [ ! -s err.txt ] &&
        run results --db all.db --json && figures out.txt >all.figures && figures one.json >one.figures &&
        cmp all.figures one.figures && grep -q '"elo"' all.figures
}
check 'so is the joined file, with all figures as JSON' same_file
same_report() {
    run results --db all.db --report joined && run results --db one.db --report alone || return 1
    for folder in joined alone; do
        # Without the times at which the tournament started and ended.
        sed 's/20[0-9-]* [0-9:]* UTC//g' "$folder/index.html" >"$folder.page"
    done
    [ "$(wc -c <joined.page)" -gt 100000 ] && cmp joined.page alone.page
}
check 'and its report, with rounds and heat maps' same_report

# --- what is missing ----------------------------------------------------------------------------------
missing() {
    run join part-1.db part-3.db -o some.db
    [ $? -eq 1 ] && output_has 'some.db: 14 matches, not complete' &&
        [ "$(grep -c 'missing: .*, which part 2/3 owes' err.txt)" -eq 7 ] &&
        grep -q 'part 2/3 owes 7 matches' err.txt
}
check 'missing matches are listed with the part that owes them' missing
later() {
    run join some.db part-2.db -o some.db && output_has 'some.db: 21 matches, complete' &&
        run results --db some.db && cmp out.txt one.txt
}
check 'a part that arrives later is joined with the joined file' later
finish_here() {
    run join part-1.db part-3.db -o rest.db
    run tournament --resume 1 --db rest.db && cmp out.txt one.txt
}
check 'one machine can play what is missing' finish_here
not_resumed() {
    cp part-1.db resumed.db && cp cup.plan resumed.plan || return 1
    refused 2 'resumed.db is part 1/3 of a plan; continue it with --plan and --shard' \
        tournament --resume 1 --db resumed.db --add greedy &&
        refused 2 'resumed.plan is a plan; play its parts' tournament --resume 1 --db resumed.plan &&
        run results part-2.db part-3.db resumed.db && cmp out.txt one.txt &&
        part 1/3 resumed.db && output_has '7 of 7'
}
check 'a plan or a part is not resumed as a tournament' not_resumed
keeps_history() {
    cp one.db mine.db
    refused 1 'not a joined result of this plan; it was not changed' join part-*.db -o mine.db &&
        cmp one.db mine.db && refused 1 'it was not changed' join part-2.db part-3.db -o part-1.db
}
check 'another database is not overwritten, nor a part' keeps_history
keeps_plan() {
    cp cup.plan kept.plan
    refused 1 'kept.plan is the plan; write the joined result to another file' \
        join kept.plan part-1.db -o kept.plan &&
        refused 1 'kept.plan is the plan' join part-1.db part-2.db -o kept.plan &&
        cmp cup.plan kept.plan
}
check 'the plan is not overwritten' keeps_plan

# --- what does not belong together --------------------------------------------------------------------
# shellcheck disable=SC2086
foreign() {
    run tournament $bots --games 40 --seed 5 --plan other.plan &&
        run tournament --plan other.plan --shard 2/3 --db other-2.db || return 1
    refused 1 'other-2.db does not belong to the same plan' join part-1.db other-2.db -o x.db &&
        refused 1 'part-1.db does not belong to the same plan' \
            tournament --plan other.plan --shard 1/3 --db part-1.db && [ ! -e x.db ]
}
check 'a part of another plan is refused' foreign
joined_plan() {
    run join part-1.db part-3.db -o half.db
    for file in half.db all.db; do
        refused 1 "$file is a joined result, not a plan" tournament --plan "$file" --shard 1/2 --db x.db &&
            refused 1 "$file is a joined result, not a plan" cluster status "$file" || return 1
    done
    [ ! -e x.db ] && rm half.db
}
check 'a joined result is not taken for a plan' joined_plan
not_a_part() {
    cp cup.plan kept.plan && cp all.db kept.db
    for file in kept.plan kept.db; do
        refused 1 "$file is a plan or a joined result, not part 1/2" \
            tournament --plan cup.plan --shard 1/2 --db "$file" || return 1
    done
    cmp cup.plan kept.plan && cmp all.db kept.db
}
check 'a part is not written to a plan or a joined result' not_a_part
two_splits() {
    mkdir -p mixed && cp part-1.db mixed && part 1/2 mixed/half-1.db || return 1
    refused 1 'parts, but other files here are from a split into' cluster status cup.plan --folder mixed
}
check 'parts of different splits in one folder are named' two_splits
check 'another part is not continued' refused 1 'part-1.db is part 1/3 of this plan, not part 2/3' \
    tournament --plan cup.plan --shard 2/3 --db part-1.db
half_written() {
    size=$(wc -c <part-2.db)
    for bytes in 100 4096 $((size / 2)) $((size - 1000)) $((size - 1)); do
        head -c "$bytes" part-2.db >half.db
        refused 1 'half.db is damaged' join part-1.db half.db -o x.db || return 1
    done
    refused 1 'half.db is damaged' \
        tournament --plan cup.plan --shard 2/3 --db half.db && [ ! -e x.db ]
}
check 'a file that was cut off is refused, not joined' half_written
no_file() {
    refused 2 'gone.db: No such file' join part-1.db gone.db -o x.db &&
        refused 2 'gone.plan: No such file' tournament --plan gone.plan --shard 1/2 --db x.db && [ ! -e x.db ]
}
check 'a file that does not exist is named' no_file
if command -v python3 >/dev/null; then
    other_version() {
        cp cup.plan old.plan && tamper old.plan "UPDATE tournament SET plan_version = '0.1'" &&
            refused 1 'was planned with Broadside 0.1' tournament --plan old.plan --shard 1/3 --db x.db
    }
    check 'another version of the program is refused' other_version
    conflict() {
        cp part-1.db odd.db && tamper odd.db 'UPDATE match SET signature = signature + 1 WHERE number = (SELECT min(number) FROM match)'
        run join part-*.db odd.db -o odd-all.db
        [ $? -eq 1 ] && [ "$(grep -c 'conflict: in odd.db, .* against .* has a different result' err.txt)" -eq 1 ] &&
            run results --db odd-all.db && cmp out.txt one.txt
    }
    check 'a match with two results is named, and the first counts' conflict
fi
clock() {
    # Other machines have other clocks.
    touch -d '2001-01-01' part-1.db && touch -d '2060-01-01' part-2.db cup.plan
    part 2/3 part-2.db && run results part-*.db && cmp out.txt one.txt
}
check 'wrong clocks change nothing' clock

# --- swiss --------------------------------------------------------------------------------------------
# shellcheck disable=SC2086
swiss() {
    run tournament $bots --format swiss --stages 3 --games 10 --seed 3 --db swiss.db && cp out.txt swiss.txt
    run tournament $bots --format swiss --stages 3 --games 10 --seed 3 --plan stage-1.plan || return 1
    for stage in 1 2 3; do
        for k in 1 2; do
            run tournament --plan "stage-$stage.plan" --shard "$k/2" --db "stage-$stage-$k.db" || return 1
        done
        run join "stage-$stage.plan" "stage-$stage-1.db" "stage-$stage-2.db" -o "stage-$stage.db" || return 1
        [ "$stage" -eq 3 ] || run tournament --plan "stage-$((stage + 1)).plan" --after "stage-$stage.db" || return 1
    done
    run results --db stage-3.db && cmp out.txt swiss.txt
}
check 'a swiss is planned stage by stage' swiss
check 'a complete swiss has no next stage' refused 1 'all stages are complete' \
    tournament --plan stage-4.plan --after stage-3.db
swiss_missing() {
    run join stage-1-1.db -o half-stage.db
    refused 1 'of stage 1 are missing' tournament --plan x.plan --after half-stage.db &&
        refused 1 'the matches of earlier stages are in the plan; name it too' \
            join stage-2-1.db stage-2-2.db -o x.db
}
check 'a stage is not planned before the one before it is complete' swiss_missing
other_stage() {
    # All stages have the same key; a part of one is not a part of another.
    mkdir old new && cp stage-1-?.db old && cp stage-2-1.db new || return 1
    run cluster status stage-2.plan --folder old && output_has '0 of 3 matches complete' &&
        output_has 'no part has been started' || return 1
    run cluster status stage-1.plan --folder old && output_has '3 of 3 matches complete' || return 1
    cp stage-1-?.db new
    run cluster status stage-2.plan --folder new && output_has '1 of 3 matches complete' &&
        output_has '2 parts: 1 complete, 1 waiting' || return 1
    cp stage-1-1.db kept.db
    refused 1 'kept.db is a part of stage 1; use another file for stage 2' \
        tournament --plan stage-2.plan --shard 1/2 --db kept.db && cmp stage-1-1.db kept.db || return 1
    # A fifth part has nothing to do, so its file fits any stage.
    run tournament --plan stage-1.plan --shard 5/5 --db idle.db &&
        run tournament --plan stage-2.plan --shard 5/5 --db idle.db &&
        run tournament --plan stage-2.plan --shard 1/2 --db stage-2-1.db && output_has '1 of 1 match complete in'
}
check 'matches of an earlier stage do not count for a later one' other_stage
keeps_stage_plan() {
    cp stage-2.plan kept.plan
    refused 1 'kept.plan is the plan; write the joined result to another file' \
        join kept.plan stage-2-1.db stage-2-2.db -o kept.plan &&
        refused 1 'kept.plan is the plan' join stage-2-1.db stage-2-2.db -o kept.plan &&
        cmp stage-2.plan kept.plan && run join stage-1.plan stage-1-?.db -o stage-1.db
}
check 'the plan of a later stage is not overwritten, and a joined stage can be' keeps_stage_plan
check 'only a swiss is planned stage by stage' refused 1 'only a swiss' \
    tournament --plan x.plan --after all.db
plan
