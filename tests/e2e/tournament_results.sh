#!/bin/sh
# shellcheck disable=SC2154 # player, roomy and unsafe are set in tournament.inc
# Results so far: an interrupted or failed tournament has a table and a report, the report grows while
# matches are played, and the bye of a swiss counts as a win.
# slow: plays tournaments with bots in jails and waits for pages (12 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tournament.inc"

# --- interrupted ------------------------------------------------------------------------------------

# until_page TEXT: waits until out/index.html contains it. Every page seen on the way is complete.
until_page() {
    tries=0
    until grep -q -e "$1" out/index.html 2>/dev/null; do
        [ ! -e out/index.html ] || [ "$(tail -n 1 out/index.html)" = '</html>' ] || return 1
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || return 1
        sleep 0.05
    done
}
# start ARGUMENTS...: in the background; its process is $arena.
start() {
    : >first.err
    (exec "$BROADSIDE" tournament ${unsafe:+"$unsafe"} "$@" >first.txt 2>first.err) &
    arena=$!
}
# The first match is that of the built-in bots. Those with guests take long enough to look at it.
grows() {
    # shellcheck disable=SC2086
    start "$(bot fair)" random "$(bot fair Bob)" hunt --games 20000 --seed 3 --threads 1 --db i.db \
        --report out $roomy
    until_page 'id="standings"' && until_page 'not complete'
}
check 'the report is written while matches are played' grows
interrupted() {
    kill -INT "$arena"
    wait "$arena"
    [ $? -eq 130 ] && grep -Eq ' [1-5] match(es)? played, not complete$' first.txt &&
        grep -q '^ *1\. ' first.txt && grep -Eq '^ +[0-9]\. .* \+0( +0){4} +- +- +- +0$' first.txt &&
        grep -q 'interrupted; complete matches are stored' first.err &&
        tail -n 1 first.err | grep -q 'to continue: broadside tournament --resume 1' &&
        grep -q 'wrote out/index.html' first.err
}
check 'an interrupt prints the table so far and writes the report' interrupted
rebuilt() {
    cp first.txt first.copy && run results --db i.db && cmp -s out.txt first.copy && rm -r out &&
        run results --db i.db --report out && grep -q 'not complete' out/index.html
}
check 'results prints the same table and rebuilds the report' rebuilt
as_json() {
    # shellcheck disable=SC2086
    start "$(bot fair)" random "$(bot fair Bob)" hunt --games 20000 --seed 3 --threads 1 --db j.db \
        --json $roomy
    tries=0
    until run results --db j.db && grep -q ' 1 match played' out.txt; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || return 1
        sleep 0.1
    done
    kill -INT "$arena"
    wait "$arena"
    [ $? -eq 130 ] && grep -q '"complete": false' first.txt && [ "$(matches first.txt)" -eq 1 ] &&
        [ "$(grep -c '"elo": null' first.txt)" -eq 2 ] && [ "$(grep -c '"mean_shots": null' first.txt)" -eq 2 ]
}
check 'with --json the results so far are JSON' as_json

# private_copies: how many folders of guests there are.
private_copies() { find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'broadside-run-*' | wc -l; }
# Before the first match, bots are tested. With a deadline that takes seconds.
tested() {
    for arguments in '--finish-by 8h' '--resume 1 --db p.db --add ./late'; do
        mkdir -p late && cp "bots/$player" late/ && echo "{\"command\": [\"./$player\", \"fair\"]}" >late/bot.json
        bots=./late
        [ -e p.db ] && run tournament null random --games 2 --db p.db && bots=
        # shellcheck disable=SC2086
        start $bots ${bots:+hunt --db p.db} $arguments
        tries=0
        until grep -aqs "$player" /proc/[0-9]*/cmdline; do
            tries=$((tries + 1))
            [ "$tries" -lt 600 ] || return 1
            sleep 0.02
        done
        kill -INT "$arena"
        wait "$arena"
        [ $? -eq 130 ] && grep -q 'interrupted while the bots were tested; ' first.err && [ ! -s first.txt ] &&
            [ "$(private_copies)" -eq 0 ] || { cat first.err; return 1; }
        [ -z "$bots" ] || grep -q 'nothing was started or stored$' first.err || return 1
        [ -n "$bots" ] || { grep -q 'the bots of --add were not added' first.err &&
            tail -n 1 first.err | grep -q 'to continue: broadside tournament --resume 1'; } || return 1
    done
    run results --list --db p.db && [ "$(wc -l <out.txt)" -eq 1 ] && grep -q ' 2 bots ' out.txt
}
check 'an interrupt while the bots are tested starts nothing and leaves nothing' tested

# --- a report that cannot be written ----------------------------------------------------------------

in_the_way() {
    rm -rf out r.db
    # shellcheck disable=SC2086
    start random "$(bot fair)" easy "$(bot fair Bob)" --games 1000 --seed 3 --threads 1 --db r.db \
        --report out $roomy
    until_page 'id="standings"' || return 1
    until [ -f out ]; do # the arena may write the page in between
        rm -rf out
        : >out
    done 2>/dev/null
    until_there first.err 'warning: the report is not up to date: ' || return 1
    kill -INT "$arena"
    wait "$arena"
    [ $? -eq 130 ] && [ "$(grep -c 'not up to date' first.err)" -eq 1 ] && grep -q '^ *1\. ' first.txt
}
check 'a report that cannot be written is reported once and stops nothing' in_the_way
rm -rf out

# --- a bye ------------------------------------------------------------------------------------------

# null loses to all, random to hunt. In the first stage, hunt has no opponent.
bye() {
    run tournament null random hunt --format swiss --stages 1 --games 4 --seed 2 --db b.db &&
        grep -q '^ *1\. hunt  *+1 *1 *0 *0 *4 ' out.txt &&
        grep -q '^hunt had a bye, which counts as a match won with all rounds$' out.txt &&
        run results --db b.db --json && [ "$(grep -c '"byes": 1' out.txt)" -eq 1 ] &&
        [ "$(grep -c '"byes": 0' out.txt)" -eq 2 ]
}
check 'the bye of a swiss counts as a match won' bye
late() {
    run tournament --resume 1 --db b.db --add easy && [ "$(grep -c 'had a bye' out.txt)" -eq 0 ] &&
        grep -q ', 2 matches played' out.txt
}
check 'a late bot meets the one that had a bye' late
# Four bots play two stages; the fifth joins when both are over.
missed() {
    run tournament null random hunt parity --format swiss --stages 2 --games 4 --seed 2 --db m.db &&
        run tournament --resume 1 --db m.db --add easy && ! grep -q 'had a bye' out.txt &&
        run results --db m.db && ! grep -q 'had a bye' out.txt
}
check 'stages that a late bot missed are not byes' missed

# --- the number of rounds ---------------------------------------------------------------------------

thousand() {
    run tournament null random --seed 1 --db k.db && grep -q ', 1000 rounds per match' out.txt &&
        timeout 60 "$BROADSIDE" match null random --rules tournament --seed 1 >out.txt 2>&1 &&
        grep -q ' 1000 rounds' out.txt
}
check 'a match has 1000 rounds unless --games says otherwise' thousand
check 'no processes or files are left' nothing_left

plan
