#!/bin/sh
# shellcheck disable=SC2154 # player, roomy and unsafe are set in tournament.inc
# Bots that come late, go, or hand in another version of their files: only the matches that this
# touches are played, and nothing is mixed up silently.
# slow: plays half a dozen tournaments with bots in jails
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tournament.inc"

# folder NAME MODE: a bot in a folder of its own.
folder() {
    mkdir -p "$1"
    cp "bots/$player" "$1/"
    echo "{\"command\": [\"./$player\", \"$2\", \"$1\"]}" >"$1/bot.json"
}
folder ann fair
folder bob crash
folder eve fair

# lines: what each match came to, by its bots and without its time.
lines() {
    same_parts out.txt | awk '
        /^      "signature":/ { signature = $2 }
        /^        "bot":/ && signature { sub(/^ *"bot": /, ""); names = names $0 }
        /^      "rounds":/ && signature { print names, signature; signature = names = "" }' | sort
}

# go ARGUMENTS...: goes on with the tournament; its lines are in now.txt, those before in then.txt.
# Matches that were not played again still have their times in the store.
go() {
    mv now.txt then.txt
    run tournament --resume 1 --db t.db --json "$@" && lines >now.txt
}

# played: how many matches the last run had left to play.
played() {
    sed -n -e 's/^broadside tournament: [0-9]* bots, \([0-9]*\) match.* left, .*/\1/p' \
        -e 's/^broadside tournament: no matches left to play$/0/p' err.txt
}

first() {
    # shellcheck disable=SC2086
    run tournament ./ann ./bob hunt random --games 15 --seed 7 --db t.db --json $roomy && lines >now.txt &&
        [ "$(wc -l <now.txt)" -eq 6 ]
}
check 'four bots play six matches' first

# --- one more -----------------------------------------------------------------------------------------

added() {
    go --add ./eve && [ "$(played)" -eq 4 ] && [ "$(wc -l <now.txt)" -eq 10 ] &&
        [ "$(comm -12 then.txt now.txt | wc -l)" -eq 6 ] && [ "$(grep -c '"eve"' now.txt)" -eq 4 ]
}
check 'a late bot plays its four matches and the others none' added
from_start() {
    # shellcheck disable=SC2086
    run tournament ./ann ./bob hunt random ./eve --games 15 --seed 7 --db s.db --json $roomy &&
        lines >start.txt && cmp -s start.txt now.txt
}
check 'and it comes out as if it had been there from the beginning' from_start
nothing_to_do() {
    go && [ "$(played)" -eq 0 ] && cmp -s then.txt now.txt && grep -q '"complete": true' out.txt
}
check 'then nothing is left to be played' nothing_to_do

# --- one that goes ------------------------------------------------------------------------------------

removed() {
    go --remove ann && [ "$(played)" -eq 0 ] && [ "$(wc -l <now.txt)" -eq 6 ] &&
        [ "$(comm -12 then.txt now.txt | wc -l)" -eq 6 ] && ! grep -q '"ann"' now.txt
}
check 'a bot that is taken out takes its matches with it' removed
check 'and cannot be taken out twice' refused 2 "has no bot 'ann'" tournament --resume 1 --db t.db --remove ann
back() {
    go --add ./ann && [ "$(played)" -eq 4 ] && [ "$(wc -l <now.txt)" -eq 10 ] && grep -q '"ann (2)"' now.txt
}
check 'it may come back, as another' back

# --- another version ----------------------------------------------------------------------------------

echo '# better' >>eve/notes.txt
changed() {
    refused 1 "eve has changed since its matches were played; use --replace 'eve' to play them again" \
        tournament --resume 1 --db t.db --add null && run results --json --db t.db &&
        lines >still.txt && cmp -s still.txt now.txt && grep -q '"complete": true' out.txt
}
check 'files that have changed are refused, and nothing has happened' changed
replaced() {
    go --replace eve && [ "$(played)" -eq 4 ] && [ "$(wc -l <now.txt)" -eq 10 ] &&
        cmp -s then.txt now.txt # the same moves: only a file beside them is new
}
check '--replace plays its matches again, and no others' replaced
by_path() {
    folder eve crash
    go --replace ./eve && [ "$(played)" -eq 4 ] && [ "$(comm -12 then.txt now.txt | wc -l)" -eq 6 ]
}
check 'a bot is known by its folder as well; another one plays otherwise' by_path
broken_now() {
    folder eve broken
    go --replace eve && grep -q '^broadside tournament: excluded: eve: crash: ' err.txt &&
        [ "$(wc -l <now.txt)" -eq 6 ] && grep -q '"why": ".*crash' out.txt
}
check 'a new version that does not play is out' broken_now
mended() {
    folder eve fair
    go --replace eve && [ "$(played)" -eq 4 ] && [ "$(wc -l <now.txt)" -eq 10 ]
}
check 'and in again when it is mended' mended

# --- what does not go ---------------------------------------------------------------------------------

check 'a name that is not there' refused 2 "has no bot 'zoe'" tournament --resume 1 --db t.db --replace zoe
not_added() {
    refused 2 "add: there is no bot 'hnut'" tournament --resume 1 --db t.db --add hnut &&
        refused 2 "add: no such file or folder: './zoe'" tournament --resume 1 --db t.db --add ./zoe &&
        run results --db t.db && ! grep -q 'hnut\|zoe' out.txt
}
check 'a bot that is not there is not taken in' not_added
check 'both at once' refused 2 'cannot be both replaced and removed' \
    tournament --resume 1 --db t.db --replace eve --remove eve
gone() {
    mv bob hidden
    refused 1 'bob: .*No such file' tournament --resume 1 --db t.db --add null
    status=$?
    mv hidden bob
    return "$status"
}
check 'a bot whose files are gone is told before anything is played' gone
dead() {
    chmod -x "bob/$player" # the same bytes
    refused 1 'bob no longer starts: .*; use --remove to take it out' tournament --resume 1 --db t.db --add null
    status=$?
    chmod +x "bob/$player"
    return "$status"
}
check 'so is one that no longer starts' dead
untouched() {
    run results --json --db t.db && lines >still.txt && cmp -s still.txt now.txt && grep -q '"complete": true' out.txt
}
check 'none of these has changed anything' untouched
elsewhere() {
    here=$PWD
    mkdir -p away && cd away || return 1
    timeout 100 "$BROADSIDE" tournament ${unsafe:+"$unsafe"} --resume 1 --db ../t.db --add null --json \
        >../out.txt 2>../err.txt
    status=$?
    cd "$here" || return 1
    [ "$status" -eq 0 ] && [ "$(matches out.txt)" -eq 15 ]
}
check 'from another folder it goes on all the same' elsewhere
# Matches of 300 rounds take long enough to meet them in the middle.
long() {
    # shellcheck disable=SC2086
    run tournament ./bob ./eve hunt --games 300 --seed 7 --db long.db $roomy
}
check 'a longer one' long
# late ARGUMENTS...: it goes on with late bots, and is stopped at the beginning of that.
late() {
    rm -f first.err
    (exec "$BROADSIDE" tournament ${unsafe:+"$unsafe"} --resume 1 --db long.db --threads 1 "$@" >first.txt 2>first.err) &
    arena=$!
    until_there first.err 'number 1 in' && kill -STOP "$arena"
}
half_way() {
    late --add random --add null && kill -9 "$arena"
    wait "$arena" 2>/dev/null
    run results --db long.db && grep -q 'not complete$' out.txt &&
        run tournament --resume 1 --db long.db --json && [ "$(matches out.txt)" -eq 10 ]
}
check 'killed while late bots play, it goes on with them' half_way
two_at_once() {
    late --add parity --add easy || return 1
    refused 1 'is playing tournament 1' tournament --resume 1 --db long.db
    second=$?
    refused 1 'is playing tournament 1' tournament --resume 1 --db long.db --remove hunt
    third=$?
    run results --db long.db
    reading=$?
    kill -CONT "$arena"
    wait "$arena" && [ "$second$third$reading" = 000 ] && run results --json --db long.db && [ "$(matches out.txt)" -eq 21 ]
}
check 'one process plays it: a second one is told so and disturbs nothing' two_at_once
# other_version HOW: the files of ann change, or go, while the tournament is played.
other_version() {
    rm -rf v.db* ann first.err
    folder ann fair
    # shellcheck disable=SC2086
    (exec "$BROADSIDE" tournament ./ann ./bob ./eve hunt --games 300 --seed 7 --db v.db --threads 1 $roomy \
        >first.txt 2>first.err) &
    arena=$!
    until_there first.err 'number 1 in' && kill -STOP "$arena"
    if [ "$1" = gone ]; then mv ann hidden; else echo other >ann/notes; fi
    kill -CONT "$arena"
    wait "$arena"
    status=$?
    [ "$1" = gone ] && mv hidden ann && echo other >ann/notes
    cat first.err
    [ "$status" -eq 1 ] && grep -q 'ann: the files changed during the tournament' first.err &&
        grep -q 'to continue: ' first.err && run results --json --db v.db && grep -q '"complete": false' out.txt &&
        [ "$(matches out.txt)" -ge 3 ] && [ "$(matches out.txt)" -lt 6 ] &&
        ! grep -q '"crash": [1-9][0-9][0-9]' out.txt &&
        refused 1 "ann has changed since its matches were played; use --replace 'ann'" tournament --resume 1 --db v.db &&
        run tournament --resume 1 --db v.db --replace ann --json && [ "$(matches out.txt)" -eq 6 ]
}
if [ -z "$unsafe" ]; then
    check 'a bot that changes while it runs is left out and told of, the others play on' other_version new
    check 'so is one whose folder goes' other_version gone
fi
in_league() {
    # shellcheck disable=SC2086
    run tournament random null hunt parity --league 'weak=[rn]*' --league 'strong=*' --games 4 --seed 1 --db l.db &&
        run tournament --resume 1 --db l.db --add easy --league 'weak=e*' --json && [ "$(matches out.txt)" -eq 4 ] &&
        run tournament --resume 1 --db l.db --add medium --add hard --json && [ "$(matches out.txt)" -eq 5 ] &&
        grep -q '"others": \[' out.txt
}
check 'a late bot joins a league by --league' in_league
swiss() {
    run tournament random null hunt parity --format swiss --games 4 --seed 1 --db w.db --json &&
        [ "$(matches out.txt)" -eq 4 ] && run tournament --resume 1 --db w.db --add easy --json &&
        grep -q '"complete": true' out.txt && [ "$(matches out.txt)" -gt 4 ]
}
check 'a swiss takes late bots, too' swiss
check 'nothing stays behind' nothing_left

plan
