#!/bin/sh
# shellcheck disable=SC2154 # player, roomy and unsafe are set in tournament.inc
# Bots that are added, removed or replaced by a new version: only the affected matches are played, and
# versions are never mixed silently.
# slow: plays half a dozen tournaments with bots in jails (15 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tournament.inc"

# folder NAME MODE: makes a folder with a bot.
folder() {
    mkdir -p "$1"
    cp "bots/$player" "$1/"
    echo "{\"command\": [\"./$player\", \"$2\", \"$1\"]}" >"$1/bot.json"
}
folder ann fair
folder bob crash
folder eve fair

# lines: the result of each match, by its bots and without its time.
lines() {
    same_parts out.txt | awk '
        /^      "signature":/ { signature = $2 }
        /^        "bot":/ && signature { sub(/^ *"bot": /, ""); names = names $0 }
        /^      "rounds":/ && signature { print names, signature; signature = names = "" }' | sort
}

# go ARGUMENTS...: resumes the tournament; its lines are in now.txt, the earlier ones in then.txt.
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

# --- adding -------------------------------------------------------------------------------------------

added() {
    go --add ./eve && [ "$(played)" -eq 4 ] && [ "$(wc -l <now.txt)" -eq 10 ] &&
        [ "$(comm -12 then.txt now.txt | wc -l)" -eq 6 ] && [ "$(grep -c '"eve"' now.txt)" -eq 4 ]
}
check 'a late bot plays its four matches and the others none' added
from_start() {
    run tournament hunt random easy --games 15 --seed 7 --db s.db --json &&
        run tournament --resume 1 --add parity --db s.db --json && lines >later.txt &&
        run tournament hunt random easy parity --games 15 --seed 7 --db s.db --json &&
        lines >start.txt && [ "$(wc -l <start.txt)" -eq 6 ] && cmp -s start.txt later.txt
}
check 'without guests, the results are as if it had played from the start' from_start
new_secret() {
    run results --db t.db && [ "$(grep -c '^to repeat' out.txt)" -eq 2 ] &&
        grep -q '^to repeat matches 1-6: --seed 7:' out.txt &&
        grep -q '^to repeat matches 7-10, with eve: --seed 7:' out.txt &&
        [ "$(sed -n 's/^to repeat.*--seed //p' out.txt | sort -u | wc -l)" -eq 2 ]
}
check 'with guests, later matches have another secret: the first one was shown' new_secret
nothing_to_do() {
    go && [ "$(played)" -eq 0 ] && cmp -s then.txt now.txt && grep -q '"complete": true' out.txt
}
check 'then no matches are left' nothing_to_do

# --- removing ----------------------------------------------------------------------------------------

removed() {
    go --remove ann && [ "$(played)" -eq 0 ] && [ "$(wc -l <now.txt)" -eq 6 ] &&
        [ "$(comm -12 then.txt now.txt | wc -l)" -eq 6 ] && ! grep -q '"ann"' now.txt
}
check 'removing a bot removes its matches' removed
check 'and it cannot be removed twice' refused 2 "has no bot 'ann'" tournament --resume 1 --db t.db --remove ann
back() {
    run results --list --db t.db && grep -q ' 4 bots .* 6 matches of   15 rounds' out.txt &&
        go --add ./ann && [ "$(played)" -eq 4 ] && [ "$(wc -l <now.txt)" -eq 10 ] &&
        [ "$(grep -c '"ann"' now.txt)" -eq 4 ] && ! grep -q '(2)' now.txt && run results --db t.db --list &&
        grep -q ' 5 bots .* 10 matches of' out.txt && run results --db t.db &&
        grep -q '^to repeat matches 1-2, 4, 7, with ann: --seed 7:' out.txt
}
check 'it is no longer counted, and comes back under its name' back
twice() {
    refused 2 "add: ann already takes part; if it has changed, use --replace 'ann'" \
        tournament --resume 1 --db t.db --add null --add ./ann/ &&
        refused 2 'add: hunt already takes part' tournament --resume 1 --db t.db --add hunt &&
        mkdir -p some && cp -R ann some/dora && go --add some && [ "$(played)" -eq 5 ] &&
        refused 2 "add: there is no new bot in 'some'" tournament --resume 1 --db t.db --add some &&
        grep -q 'add: ann (2) already takes part' err.txt && cp -R eve some/fred && go --add some &&
        [ "$(played)" -eq 6 ] && go --remove ./some/dora --remove ./some/fred
}
check 'a bot that takes part is not added again' twice

# --- replacing ----------------------------------------------------------------------------------------

echo '# better' >>eve/notes.txt
changed() {
    stopped "eve has changed since its matches were played; use --replace 'eve' to play them again, or --remove 'eve'" \
        tournament --resume 1 --db t.db --add null && run results --json --db t.db &&
        lines >still.txt && cmp -s still.txt now.txt && grep -q '"complete": true' out.txt
}
check 'changed files are refused, and nothing is written' changed
several() {
    echo '# worse' >>bob/notes.txt
    run tournament --resume 1 --db t.db && grep -q "eve has changed .*--replace 'eve'.*--remove 'eve'" err.txt &&
        grep -q 'bob has changed' err.txt && grep -q 'no matches left to play' err.txt &&
        stopped 'eve has changed' tournament --resume 1 --db t.db --replace ann && grep -q 'bob has changed' err.txt &&
        mv ann hidden && cp t.db* hidden && go --remove ./ann/ --remove ./bob && [ "$(played)" -eq 0 ] &&
        [ "$(wc -l <now.txt)" -eq 3 ] && grep -q 'eve has changed' err.txt
    status=$?
    mv hidden/t.db* . && mv hidden ann && rm bob/notes.txt && mv then.txt now.txt
    return "$status"
}
check 'all changed bots are named, and changed or missing ones can be removed' several
replaced() {
    go --replace eve && [ "$(played)" -eq 4 ] && [ "$(wc -l <now.txt)" -eq 10 ] &&
        [ "$(comm -12 then.txt now.txt | wc -l)" -eq 6 ]
}
check '--replace plays only the matches of that bot again' replaced
by_path() {
    folder eve crash
    go --replace ./eve && [ "$(played)" -eq 4 ] && [ "$(comm -12 then.txt now.txt | wc -l)" -eq 6 ]
}
check 'a bot can be named by its folder, and a new version plays differently' by_path
broken_now() {
    folder eve broken
    go --replace eve && grep -q '^broadside tournament: excluded: eve: crash: ' err.txt &&
        [ "$(wc -l <now.txt)" -eq 6 ] && grep -q '"why": ".*crash' out.txt
}
check 'a new version that fails is excluded' broken_now
mended() {
    folder eve fair
    go --replace eve && [ "$(played)" -eq 4 ] && [ "$(wc -l <now.txt)" -eq 10 ]
}
check 'and takes part again once it is fixed' mended
# The author of a new version may have seen the fleets in the report of an interrupted tournament.
interrupted() {
    run tournament random null hunt --games 20 --seed "7:$secret" --db i.db &&
        python3 -c 'import sqlite3
with sqlite3.connect("i.db") as db: db.execute("UPDATE tournament SET state = 0, ended = 0")' &&
        run tournament --resume 1 --replace hunt --db i.db && [ "$(grep -c '^to repeat' out.txt)" -eq 2 ] &&
        grep -q "^to repeat match 1.*: --seed 7:$secret\$" out.txt && grep -q '^to repeat matches 2-3.*: --seed 7:' out.txt
}
if python3 -c 'import sqlite3' 2>/dev/null; then
    check 'matches that are played again have a new secret' interrupted
else
    skip 'matches that are played again have a new secret' 'no Python with SQLite'
fi

# --- errors -------------------------------------------------------------------------------------------

check 'an unknown name is refused' refused 2 "has no bot 'zoe'" tournament --resume 1 --db t.db --replace zoe
not_added() {
    refused 2 "add: there is no bot 'hnut'" tournament --resume 1 --db t.db --add hnut &&
        refused 2 "add: './zoe' does not exist; it was looked up as " tournament --resume 1 --db t.db --add ./zoe &&
        run results --db t.db && ! grep -q 'hnut\|zoe' out.txt
}
check 'a missing bot is not added' not_added
check 'replacing and removing a bot at once is refused' refused 2 'cannot be both replaced and removed' \
    tournament --resume 1 --db t.db --replace eve --remove eve
gone() {
    mv bob hidden
    stopped "bob: .*No such file.*; use --remove 'bob'" tournament --resume 1 --db t.db --add null
    status=$?
    mv hidden bob
    return "$status"
}
check 'missing files are reported before anything is played' gone
dead() {
    chmod -x "bob/$player" # the same bytes
    stopped "bob no longer starts: .*; use --remove 'bob' to remove it" tournament --resume 1 --db t.db --add null
    status=$?
    chmod +x "bob/$player"
    return "$status"
}
check 'so is a bot that no longer starts' dead
untouched() {
    run results --json --db t.db && lines >still.txt && cmp -s still.txt now.txt && grep -q '"complete": true' out.txt
}
check 'none of these changed anything' untouched
elsewhere() {
    here=$PWD
    mkdir -p away && cd away || return 1
    timeout 100 "$BROADSIDE" tournament ${unsafe:+"$unsafe"} --resume 1 --db ../t.db --add null --json \
        >../out.txt 2>../err.txt
    status=$?
    cd "$here" || return 1
    [ "$status" -eq 0 ] && [ "$(matches out.txt)" -eq 15 ]
}
check 'it can be resumed from another folder' elsewhere
# Matches of 300 rounds are long enough to interrupt.
long() {
    # shellcheck disable=SC2086
    run tournament ./bob ./eve hunt --games 300 --seed 7 --db long.db $roomy
}
check 'a longer tournament' long
# late ARGUMENTS...: resumes with added bots and is stopped as soon as they play.
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
check 'killed while added bots play, it resumes with them' half_way
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
check 'a second process is refused and changes nothing' two_at_once
# other_version HOW: the files of ann change or disappear during the tournament.
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
    [ "$status" -eq 1 ] && grep -q '^ *1\. ' first.txt && grep -q 'ann: the files changed during the tournament' first.err &&
        grep -q 'to continue: ' first.err && run results --json --db v.db && grep -q '"complete": false' out.txt &&
        [ "$(matches out.txt)" -ge 3 ] && [ "$(matches out.txt)" -lt 6 ] &&
        ! grep -q '"crash": [1-9][0-9][0-9]' out.txt &&
        stopped "ann has changed since its matches were played; use --replace 'ann'" tournament --resume 1 --db v.db &&
        run tournament --resume 1 --db v.db --replace ann --json && [ "$(matches out.txt)" -eq 6 ]
}
if [ -z "$unsafe" ]; then
    check 'a bot that changes during the tournament is reported, and the others play on' other_version new
    check 'so is a bot whose folder disappears' other_version gone
fi
in_league() {
    # shellcheck disable=SC2086
    run tournament random null hunt parity --league 'weak=[rn]*' --league 'strong=*' --games 4 --seed 1 --db l.db &&
        run tournament --resume 1 --db l.db --add easy --league 'weak=e*' --json && [ "$(matches out.txt)" -eq 4 ] &&
        run tournament --resume 1 --db l.db --add medium --add hard --json && [ "$(matches out.txt)" -eq 9 ] &&
        ! grep -q '"others": \[' out.txt
}
check 'an added bot is put into a league, by --league or as at the start' in_league
swiss() {
    run tournament random null hunt parity --format swiss --games 4 --seed 1 --db w.db --json &&
        [ "$(matches out.txt)" -eq 4 ] && run tournament --resume 1 --db w.db --add easy --json &&
        grep -q '"complete": true' out.txt && [ "$(matches out.txt)" -gt 4 ]
}
check 'bots can be added to a swiss' swiss
check 'no processes or files are left' nothing_left

plan
