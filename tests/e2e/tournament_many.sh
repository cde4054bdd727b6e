#!/bin/sh
# More bots than a screen can show: a plan of hundreds of bots, one small part of it, its table and
# its page; and the limit.
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/shards.inc"
cd "$TMPDIR" || exit 1
"$BROADSIDE" results --list --db /dev/null 2>&1 | grep -q without &&
    { skip 'a tournament of many bots' 'built without SQLite'; plan; exit 0; }

# bots N: prints the names of N bots.
bots() {
    awk -v count="$1" 'BEGIN { split("hunt parity random easy", bot); while (i < count) print bot[i++ % 4 + 1] }'
}

plan_many() {
    # shellcheck disable=SC2046
    run tournament $(bots 304) --games 2 --seed 3 --plan many.plan &&
        output_has 'many.plan: a plan of 46056 matches' &&
        grep -q '304 bots, 46056 matches of 2 rounds' err.txt
}
check 'a tournament of 304 bots can be planned' plan_many
few_warnings() {
    grep -q 'hunt and hunt (2) are the same bot' err.txt &&
        grep -q 'warning: 280 more bots are like another one' err.txt && [ "$(wc -l <err.txt)" -lt 30 ]
}
check 'bots that are entered twice are named, but not hundreds of them' few_warnings
small_part() {
    run tournament --plan many.plan --shard 46056/46056 --db part.db --json &&
        output_has '"matches": 1,' '"finished": 1,' '"complete": true'
}
check 'one of 46056 parts plays its match' small_part
same_part() {
    run tournament --plan many.plan --shard 46056/46056 --db again.db &&
        run results --db part.db --json && figures out.txt >part.figures &&
        run results --db again.db --json && figures out.txt >again.figures &&
        cmp part.figures again.figures && grep -q '"match": [0-9]' part.figures
}
check 'another machine plays the same match' same_part
missing() {
    run join part.db -o all.db
    grep -q 'missing: 46035 more' err.txt && run results --db all.db --csv && [ "$(wc -l <out.txt)" -eq 305 ] &&
        grep -q '"easy (76)"' out.txt
}
check 'a join says how many are missing, and the table has all bots' missing
page() {
    run results --db all.db --report page && grep -q 'The top 64 of 304 bots' page/index.html &&
        grep -q 'id="bot-303"' page/index.html
}
check 'the page has all bots, and a cross table of the first' page
too_many() {
    # shellcheck disable=SC2046
    refused 2 'too many bots: a tournament takes at most 1024' tournament $(bots 1025) --games 2 --plan more.plan &&
        [ ! -e more.plan ]
}
check 'more than 1024 bots are refused before they are tested' too_many
plan
