#!/bin/sh
# shellcheck disable=SC2154 # player, roomy and unsafe are set in tournament.inc
# Groups with IDs as in the Java framework: tables show the IDs, the letters form leagues, and bots are
# replaced and removed by ID.
# slow: plays tournaments with bots in jails (10 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tournament.inc"

# folder NAME ID: makes a folder with a bot.
folder() {
    mkdir -p "class/$1"
    cp "bots/$player" "class/$1/"
    echo "{\"command\": [\"./$player\", \"fair\", \"$1\", \"$2\"]}" >"class/$1/bot.json"
}
folder Ann G1
folder Grace Y2
folder Bob R1
folder Cleo G2
folder Dan R3
folder Eve Y10

# headings: the headings of the tables, in order.
headings() { grep -e '^league ' -e '^total war' out.txt | tr '\n' ' '; }
by_letter() {
    # shellcheck disable=SC2086
    run tournament class hunt --games 3 --seed 1 --db t.db $roomy &&
        [ "$(headings)" = 'league Green league Yellow league Red total war: all bots of all leagues ' ] &&
        grep -q ', 21 matches played$' out.txt && ! grep -q warning err.txt
}
check 'the letters of IDs form leagues, and all play all' by_letter
shows_ids() {
    grep -q '^      ID   bot ' out.txt && grep -Eq '^ +[0-9]\. Y10  Eve ' out.txt &&
        grep -Eq '^ +[0-9]\.      hunt ' out.txt && grep -q ' is stronger than [GYR][0-9]* [A-Z]' out.txt
}
check 'tables show the IDs' shows_ids
in_json() {
    run results --db t.db --json && [ "$(grep -c '"id": "Y10"' out.txt)" -eq 8 ] &&
        grep -q '"total": true' out.txt && grep -q '"league": "Yellow"' out.txt &&
        grep -e '^    "[A-Z][a-z]*": \[' out.txt | tr -d ' ":[' | tr '\n' ' ' >names.txt &&
        [ "$(cat names.txt)" = 'Green Yellow Red ' ]
}
check 'so does JSON' in_json
in_csv() { run results --db t.db --csv && grep -q '^[0-9],"Eve","Y10","a test","Yellow",' out.txt; }
check 'and CSV' in_csv

none() {
    # shellcheck disable=SC2086
    run tournament class --league none --games 2 --seed 1 --db n.db $roomy && [ -z "$(headings)" ] &&
        grep -q ', 15 matches played$' out.txt
}
check '--league none: no leagues' none
ordered() {
    # shellcheck disable=SC2086
    run tournament class --league 'zeta=Y*' --league 'alpha=G*' --games 2 --seed 1 --db o.db $roomy &&
        [ "$(headings)" = 'league zeta league alpha league others ' ] && grep -q ', 3 matches' out.txt &&
        run results --db o.db && [ "$(headings)" = 'league zeta league alpha league others ' ]
}
check 'leagues by pattern, in the order given' ordered

# --- changes ----------------------------------------------------------------------------------------

removed() {
    run tournament --resume 1 --db t.db --remove Y10 && ! grep -q Eve out.txt &&
        [ "$(headings)" = 'league Green league Yellow league Red total war: all bots of all leagues ' ] &&
        grep -q ', 15 matches played$' out.txt
}
check 'a bot can be removed by its ID' removed
# The new version has another name, which all tables show.
replaced() {
    mv class/Bob other && folder Bob R1 && sed 's/"Bob"/"Robert"/' other/bot.json >class/Bob/bot.json &&
        run tournament --resume 1 --db t.db --replace R1 && grep -q ' 5 matches of 3 rounds left' err.txt ||
        return 1
    grep -Eq '^ +[0-9]\. R1 +Robert' out.txt && ! grep -q Bob out.txt &&
        run results --db t.db --json && grep -q '"bot": "Robert"' out.txt && ! grep -q '"Bob"' out.txt
}
check 'a bot can be replaced by its ID, and carries its new name' replaced
moved() {
    sed 's/"R1"/"Y7"/' other/bot.json >class/Bob/bot.json &&
        run tournament --resume 1 --db t.db --replace Robert && grep -Eq '^ +[0-9]\. Y7 +Bob' out.txt &&
        run results --db t.db --json && grep -A 9 '"bot": "Bob"' out.txt | grep -q '"league": "Yellow"'
}
check 'and its new ID, with the league of its letter' moved
check 'an unknown ID is refused' refused 2 "has no bot 'R1'" tournament --resume 1 --db t.db --remove R1

# --- twins ------------------------------------------------------------------------------------------

twins() {
    mkdir -p twins && cp -R class/Ann twins/Ann && cp -R class/Ann twins/Copy && cp -R class/Cleo twins/Cleo &&
        folder Zoe G2 && mv class/Zoe twins/Zoe
    # shellcheck disable=SC2086
    run tournament twins --games 2 --seed 1 --db w.db $roomy &&
        grep -q 'warning: G1 Ann and G1 Ann (2) are the same bot: their files are equal' err.txt &&
        grep -q 'warning: Cleo and Zoe have the same ID, G2' err.txt && [ "$(grep -c warning err.txt)" -eq 2 ]
}
check 'bots with the same files or ID are reported' twins
check 'an ID that two bots have is refused' refused 2 \
    "'G2' could be G2 Cleo (.*/twins/Cleo) or G2 Zoe (.*/twins/Zoe)" tournament --resume 1 --db w.db --remove G2
by_name() { run tournament --resume 1 --db w.db --remove Zoe --remove ./twins/Copy && ! grep -q 'Zoe\|(2)' out.txt; }
check 'a name or a path tells them apart' by_name
built_in_name() {
    folder hunt G8 && mkdir taken && mv class/hunt taken/
    # shellcheck disable=SC2086
    run tournament hunt taken --games 2 --seed 1 --db b.db $roomy &&
        grep -q "warning: a guest calls itself 'hunt', like a built-in bot; it is shown as 'hunt (guest)'" err.txt &&
        grep -Eq '^ +[12]\. G8  hunt \(guest\) ' out.txt && grep -Eq '^ +[12]\.     hunt  ' out.txt
}
check 'a guest cannot pass for a built-in bot' built_in_name
check 'no processes or files are left' nothing_left

plan
