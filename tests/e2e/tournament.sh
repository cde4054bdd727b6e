#!/bin/sh
# shellcheck disable=SC2154 # player, roomy and unsafe are set in tournament.inc
# Tournaments from the command line: formats, excluded bots, tables, JSON and CSV, hostile names,
# deadlines, interrupts, and old files.
# slow: plays a dozen tournaments, some of them with bots in jails (30 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tournament.inc"

# --- each against each ----------------------------------------------------------------------------

played() {
    run tournament random hunt parity --games 60 --seed 3 --db all.db --title 'Our first' &&
        cp out.txt table.txt &&
        sed -n 1p out.txt | grep -qx 'tournament 1: Our first, tournament rules, all, 60 rounds per match, seed 3, 3 matches played' &&
        awk '/^ +[0-9]+\. / { print $2 }' out.txt | tr '\n' ' ' | grep -qx 'parity hunt random ' &&
        grep -q '3 bots, 3 matches of 60 rounds' err.txt && grep -q 'number 1 in all.db' err.txt
}
check 'all bots meet, and the strongest is first' played
again() {
    run results --db all.db && cmp -s out.txt table.txt && run results 1 --db all.db &&
        cmp -s out.txt table.txt
}
check 'results shows the same table later' again
revealed() {
    run results --reveal --db all.db && grep -q ' +2 points, 2 matches won, ' out.txt &&
        grep -q ' +0 points, 1 match won, ' out.txt && [ "$(awk '/^[0-9]+\. / { print $2 }' out.txt | tr '\n' ' ')" = \
        'random hunt parity ' ]
}
check '--reveal starts with the last place' revealed
listed() {
    run tournament null null --games 2 --seed 1 --db all.db && run results --list --db all.db &&
        [ "$(wc -l <out.txt)" -eq 2 ] && sed -n 1p out.txt | grep -q '^ *2 .* 2 bots  *1 match  *of  *2 rounds  complete$' &&
        sed -n 2p out.txt | grep -q '^ *1 .*complete  Our first$'
}
check '--list shows the latest first' listed
two_alike() {
    run results 2 --db all.db && grep -q '1\. null ' out.txt && grep -q ' null (2) ' out.txt
}
check 'entering a bot twice gives it two names' two_alike

# --- threads ----------------------------------------------------------------------------------------

guests() {
    rm -f "$1.db"
    # shellcheck disable=SC2086
    run tournament "$(bot fair)" "$(bot crash)" "$(bot misplace)" hunt --games 12 --seed "5:$secret" \
        --threads "$1" --db "$1.db" --json $roomy && cp out.txt "$1.json"
}
threads() {
    guests 1 && guests 2 && guests 5 && same 1.json 2.json && same 1.json 5.json &&
        [ "$(matches 1.json)" -eq 6 ] && grep -q '"crash": 2' 1.json
}
check 'a seed gives the same results on 1, 2 and 5 threads, even if bots crash' threads
stored_same() {
    run results --json --db 1.db && cp out.txt later.json && same 1.json later.json
}
check 'and the stored results are the same' stored_same
other_seed() {
    # shellcheck disable=SC2086
    run tournament "$(bot fair)" "$(bot crash)" "$(bot misplace)" hunt --games 12 --seed "6:$secret" \
        --db 6.db --json $roomy && cp out.txt 6.json && ! same 1.json 6.json >/dev/null
}
check 'another seed gives other results' other_seed
check 'no processes or files are left' nothing_left

# --- formats ----------------------------------------------------------------------------------------

# form WANTED ARGUMENTS...: a tournament of five built-in bots has WANTED matches.
form() {
    wanted=$1
    shift
    rm -f form.db
    run tournament null random easy hunt parity --games 4 --seed 2 --db form.db --json "$@" &&
        [ "$(matches out.txt)" -eq "$wanted" ]
}
check 'all: ten matches of five' form 10
check 'a gauntlet: the first against the rest' form 4 --format gauntlet
check 'two leaders: all matches with one of them' form 7 --format gauntlet --leaders 2
swiss() {
    form 6 --format swiss && [ "$(grep -c '"stage": 3' out.txt)" -eq 2 ] &&
        form 4 --format swiss --stages 2 && [ "$(grep -c '"stage": 2' out.txt)" -eq 2 ]
}
check 'a swiss: three stages of two matches and a bye' swiss
leagues() {
    form 4 --league 'weak=n*' --league 'weak=[re]a*' --league 'rest=*' &&
        grep -q '"rest": \[' out.txt && grep -q '"weak": \[' out.txt &&
        run results --db form.db && grep -qx 'league weak' out.txt && grep -qx 'league rest' out.txt &&
        [ "$(grep -c '^ *1\. ' out.txt)" -eq 2 ] && run results --csv --db form.db &&
        [ "$(grep -c '^1,' out.txt)" -eq 2 ] && [ "$(wc -l <out.txt)" -eq 6 ] &&
        run results --reveal --db form.db && [ "$(grep -c '^1\. ' out.txt)" -eq 2 ]
}
check 'leagues by name play among themselves' leagues
others() {
    form 2 --league 'ab=[nr]*' --league 'one=easy' && run results --db form.db &&
        grep -qx 'league others' out.txt && grep -q ' parity ' out.txt
}
check 'bots that match no league are in the league others' others
check '--total: bots of different leagues play too' form 10 --league 'weak=[nre]*' --total
total() {
    run results --db form.db && [ "$(grep -c '^ *1\. ' out.txt)" -eq 3 ]
}
check 'with an overall table' total
broken_league() {
    refused 2 "league 'a=': the pattern is empty; for example: Green='G\*'" tournament null random --league a= --db no.db &&
        refused 2 "league 'a=\[': a '\[' in the pattern is not closed" tournament null random --league 'a=[' --db no.db &&
        run tournament null random --league 'a=*' --league 'b=x*' --db no.db --games 2 &&
        grep -q "warning: no bot is in the league 'b'" err.txt && ! grep -q "league 'a'" err.txt && rm no.db
}
check 'a broken pattern of a league is refused, and a league without bots reported' broken_league
check 'leagues with one bot each are refused' refused 2 'no bot has an opponent' \
    tournament null random --league n=null --league r=random --db no.db --games 2
check '--paired plays pairs of rounds' form 10 --paired
check 'rules and a changed knob' form 10 --rules classic --rule salvo=yes

# --- excluded bots ------------------------------------------------------------------------------------

mkdir -p class/empty class/crashes class/fine class/.hidden class/strict
for name in crashes fine strict; do
    cp "bots/$player" "class/$name/"
    mode=fair
    [ "$name" = crashes ] && mode=broken
    [ "$name" = strict ] && mode=strict
    echo "{\"command\": [\"./$player\", \"$mode\", \"$name\"]}" >"class/$name/bot.json"
done
cp "bots/$player" class/loose
echo hello >class/readme.txt
echo '{"command": ["./nothing"]}' >class/.hidden/bot.json
folder() {
    # shellcheck disable=SC2086
    run tournament class/ hunt ./nosuch --games 3 --seed 1 --rules classic --rule hit-again=yes --db out.db $roomy || return 1
    grep -q '^broadside tournament: excluded: crashes: crash: ' err.txt &&
        grep -q '^broadside tournament: excluded: empty: .*bot.json' err.txt &&
        grep -q '^broadside tournament: excluded: strict: .*hit-again' err.txt &&
        grep -q '^broadside tournament: excluded: nosuch: .* does not exist' err.txt &&
        [ "$(grep -c ': excluded: ' err.txt)" -eq 4 ] && [ "$(grep -c '^excluded: ' out.txt)" -eq 4 ] &&
        grep -q ' 3 matches played$' out.txt && ! grep -q 'hidden\|readme' out.txt
}
check 'a folder of bots: excluded bots are reported with the reason, and the rest plays' folder
out_json() {
    run results --json --db out.db && [ "$(grep -c '"why": ' out.txt)" -eq 4 ]
}
check 'JSON lists the excluded bots' out_json
check 'one bot is not enough' refused 2 'two bots that can play' tournament hunt ./nosuch --db no.db
check 'an empty folder is refused' refused 2 'no bots in' tournament class/empty/ --db no.db
check 'no bots are refused' refused 2 'BOT is missing' tournament --db no.db
check 'an unknown format is refused' refused 2 "--format 'cup': the value must be all, gauntlet or swiss" tournament null null --format cup --db no.db
check '--leaders needs a gauntlet' refused 2 'only works with --format gauntlet' tournament null null --leaders 2 --db no.db
check '--stages needs a swiss' refused 2 'only works with --format swiss' tournament null null --format all --stages 2 --db no.db
check '--total needs leagues' refused 2 'only works with --league' tournament null null --total --db no.db
early() { refused 2 'expected a time of day such as' tournament null null --finish-by 25:00 --db no.db && [ "$(wc -l <err.txt)" -eq 1 ]; }
check 'an invalid deadline is reported before anything else' early

# --- names ----------------------------------------------------------------------------------------------

esc=$(printf '\033')
hostile() {
    # shellcheck disable=SC2086
    run tournament "cmd:bots/$player fair '=1+1\"x,y'" "cmd:bots/$player fair '=1+1\"x,y'" \
        "cmd:bots/$player fair '${esc}[31mred'" "cmd:bots/$player fair '</script><b>'" \
        --games 2 --seed 1 --db names.db $roomy
}
check 'bots with hostile names play' hostile
clean() {
    ! grep -q "$esc" out.txt && ! grep -q "$esc" err.txt && grep -q '=1+1"x,y (2)' out.txt &&
        grep -q '</script><b>' out.txt
}
check 'their names do not control the terminal' clean
csv() {
    run results --csv --db names.db && ! grep -q "$esc" out.txt && [ "$(wc -l <out.txt)" -eq 5 ] &&
        grep -q "^[1-4],\"'=1+1\"\"x,y\"," out.txt && grep -q "^[1-4],\"'=1+1\"\"x,y (2)\"," out.txt &&
        sed -n 1p out.txt | grep -q '^rank,bot,id,authors,league,points,'
}
check 'spreadsheets do not treat them as formulas' csv
json_names() {
    run results --json --db names.db && grep -q '"bot": "=1+1\\"x,y (2)"' out.txt && ! grep -q "$esc" out.txt
}
check 'JSON keeps the full names' json_names

# --- deadlines ----------------------------------------------------------------------------------------

for time in soon 25:00 12:60 7 8d 1001h -1h 0m '' '2027-13-01 10:00' '2027-02-30 10:00' '2027-00-10 10:00' \
    '2001-01-01 10:00' '10:00:00' '2027-01-01'; do
    check "--finish-by '$time' is refused" refused 2 '^broadside tournament: --finish-by' \
        tournament null null --games 2 --db time.db --finish-by "$time"
done
for time in 8h 90m 3000s 23:59 0:00 07:05 '2099-12-31 07:30'; do
    check "--finish-by '$time' is taken" run tournament null null --games 2 --db time.db --finish-by "$time"
done
fewer() {
    rm -f fewer.db
    # exec, because the signal is for broadside itself
    (exec "$BROADSIDE" tournament random random random random random random --games 1000000 --seed 1 \
        --threads 1 --db fewer.db --finish-by 1m >out.txt 2>err.txt) &
    arena=$!
    until_there err.txt 'number 1 in' && kill -INT "$arena"
    wait "$arena"
    [ $? -eq 130 ] || return 1
    rounds=$(sed -n 's/^broadside tournament: \([0-9]*\) rounds per match instead of 1000000, to finish by [0-9][0-9]:[0-9:]*$/\1/p' err.txt)
    [ "${rounds:-0}" -gt 1000 ] && [ "$rounds" -lt 900000 ] && run results --db fewer.db &&
        grep -q "$rounds rounds per match, seed 1, 0 matches played, not complete" out.txt
}
check 'a deadline reduces the rounds of all matches' fewer
# The deadline is stored as a moment. After it, --resume plays on and says so.
sql() { python3 -c 'import sqlite3, sys; base = sqlite3.connect("time.db"); print(*base.execute(sys.argv[1]).fetchone() or "-"); base.commit()' "$1"; }
missed() {
    rm -f time.db && before=$(date +%s) && run tournament null null --games 2 --db time.db --finish-by 8h &&
        after=$(date +%s) && when=$(sql 'SELECT finish_by FROM tournament') &&
        [ "$when" -ge $((before + 28800)) ] && [ "$when" -le $((after + 28800)) ] &&
        run tournament --resume 0 --add random --db time.db && ! grep -q 'not be finished' err.txt &&
        sql 'UPDATE tournament SET finish_by = 1000000000' >/dev/null &&
        run tournament --resume 0 --add hunt --db time.db &&
        grep -q 'it will not be finished by 2001-09-0[89] .*; its matches keep their number of rounds' err.txt &&
        [ "$(sql 'SELECT finish_by, count(DISTINCT match.rounds) FROM tournament, match')" = '1000000000 1' ]
}
if python3 -c 'import sqlite3' 2>/dev/null; then
    check 'a deadline that has passed does not move when a tournament is resumed' missed
else
    skip 'a deadline that has passed does not move when a tournament is resumed' 'no python3 with sqlite3'
fi

long_names() {
    long=the-great-admiral-of-all-seas
    # shellcheck disable=SC2086
    run tournament "$(bot fair $long)" "$(bot fair $long)" random --games 4 --db long.db $roomy &&
        grep -q ' the-great-admir~l-seas ' out.txt &&
        grep -q ' the-great-admir~as (2) ' out.txt
}
check 'the table distinguishes long names with the same start' long_names

# --- interrupt ------------------------------------------------------------------------------------------

# The tests before the start end at once, even if a bot takes its time to start. A shell lets what it
# runs in the background ignore SIGINT.
tests_interrupted() {
    cat >bots/sleeper.sh <<'END'
#!/bin/sh
sleep 50
END
    chmod +x bots/sleeper.sh
    (exec env --default-signal=INT "$BROADSIDE" tournament ./bots/sleeper.sh hunt --limit start=60000 \
        --threads 2 --db tests.db --unsafe >out.txt 2>err.txt) &
    arena=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        pgrep -P "$arena" >/dev/null && break
        sleep 0.2
    done
    before=$(date +%s)
    kill -INT "$arena"
    wait "$arena"
    [ $? -eq 130 ] && [ $(($(date +%s) - before)) -lt 20 ] &&
        grep -q 'interrupted while the bots were tested; nothing was started or stored' err.txt &&
        [ "$(tail -n 1 err.txt)" = 'broadside tournament: to start again, repeat the command' ]
}
if env --default-signal=INT true 2>/dev/null && command -v pgrep >/dev/null; then
    check 'an interrupt during the tests ends them at once' tests_interrupted
else
    skip 'an interrupt during the tests ends them at once' 'no env --default-signal or no pgrep'
fi
interrupted() {
    rm -f "it's here.db"
    # shellcheck disable=SC2086
    (exec "$BROADSIDE" tournament "$(bot fair)" "$(bot crash)" hunt random parity --games 60 --seed "9:$secret" \
        --threads 1 --db "it's here.db" --progress json $roomy $unsafe >out.txt 2>err.txt) &
    arena=$!
    until_there err.txt '^{"matches":' && kill -INT "$arena"
    wait "$arena"
    [ $? -eq 130 ] && grep -q 'played, not complete' out.txt && grep -q 'interrupted; complete matches are stored' err.txt
}
check 'an interrupt ends it with status 130' interrupted
check 'and its guests are gone' nothing_left
cp err.txt lines.txt
untold() {
    run results --db "it's here.db" --report early && run results --db "it's here.db" --json &&
        grep -q '"complete": false' out.txt &&
        ! grep -rq -e "$secret" -e '"secret"' out.txt lines.txt early
}
check 'its secret is nowhere to be seen' untold
cp lines.txt err.txt
# signalled SIGNAL [WITH]: status and last message of a tournament that receives the signal.
signalled() {
    rm -f signal.db* signal.err
    (exec ${2:-env} "$BROADSIDE" tournament random hunt random hunt --games "${3:-1000000}" --threads 1 --seed 1 \
        --db signal.db >signal.txt 2>signal.err) &
    arena=$!
    until_there signal.err 'number 1 in' && kill "-$1" "$arena"
    wait "$arena"
}
ended() {
    signalled "$1"
    [ $? -eq 130 ] && grep -q 'to continue: broadside tournament --resume 1' signal.err
}
check 'so does SIGTERM' ended TERM
check 'and SIGHUP' ended HUP
check 'but not under nohup' signalled HUP nohup 20000
resumed() {
    command=$(sed -n 's/^broadside tournament: to continue: broadside //p' err.txt)
    [ -n "$command" ] && eval "timeout 100 \"\$BROADSIDE\" $command --json" >resumed.json 2>err.txt &&
        grep -q '"complete": true' resumed.json && [ "$(matches resumed.json)" -eq 10 ] &&
        grep -q "\"secret\": \"$secret\"" resumed.json
}
check 'the printed command resumes it, with the same secret' resumed
whole() {
    # shellcheck disable=SC2086
    run tournament "$(bot fair)" "$(bot crash)" hunt random parity --games 60 --seed "9:$secret" --db whole.db \
        --json --progress json $roomy && cp out.txt whole.json && same whole.json resumed.json
}
check 'and the table is the same as without an interrupt' whole
if python3 -c 'import json' 2>/dev/null; then
    parses() {
        cat lines.txt err.txt | grep '^{' | python3 -c '
import json, sys
lines = [json.loads(line) for line in sys.stdin]
assert len(lines) >= 2
for line in lines:
    assert 0 <= line["matches"] <= line["of"] == 10
    assert line["seconds"] >= 0 and line["rounds"] <= 600
    assert len(line["standings"]) == 5
assert lines[-1]["matches"] == 10 and lines[-1]["rounds"] == 600
assert sum(row["points"] for row in lines[-1]["standings"]) == 0'
    }
    check 'progress lines are JSON and end with all matches' parses
else
    skip 'lines of progress are JSON and end with all matches' 'python3 is not installed'
fi
check 'an unknown kind of progress is refused' refused 2 "^broadside tournament: --progress 'xml': the value must be json" tournament null null --progress xml

# --- fixed terms ----------------------------------------------------------------------------------------

for option in '--games 5' '--rules classic' '--rule salvo=on' '--seed 1' '--format swiss' '--paired' \
    '--leaders 2' '--stages 2' '--max-broken 5' '--title x' '--finish-by 8h' '--limit move=5'; do
    # shellcheck disable=SC2086
    check "a stored tournament takes no $option" refused 2 'terms of a stored tournament are fixed' \
        tournament --resume 1 $option --db all.db
done
check 'nor --total' refused 2 'total and --resume cannot be used together' tournament --resume 1 --total --db all.db
check 'nor leagues, except for new bots' refused 2 'with --resume, --league only works with --add' \
    tournament --resume 1 --league a=b --db all.db
check 'nor other bots, except with --add' refused 2 "unexpected argument 'hunt'; usage: broadside tournament --resume ID" tournament hunt --resume 1 --db all.db
check '--add needs --resume' refused 2 'add only works with --resume' tournament hunt null --add random --db all.db
check 'an unknown tournament is refused' refused 2 'has no tournament 99' tournament --resume 99 --db all.db
check 'so are its results' refused 2 'has no tournament 99' results 99 --db all.db
check 'results without a database are refused' refused 2 'no tournaments yet' results --db nosuch.db
not_made() { [ ! -e nosuch.db ]; }
check 'and no database is created' not_made
check 'results needs a number' refused 2 'number of a tournament' results first
check 'and a single output format' refused 2 'csv and --json cannot be used together' results --csv --json
check '--paired refuses an odd number of rounds' refused 2 'paired needs an even number of rounds, not 3' \
    tournament null null --paired --games 3 --db no.db
complete() {
    cp all.db before.db && run tournament --resume 1 --db all.db && cmp -s out.txt table.txt
}
check 'resuming a complete tournament shows its table' complete
limits() {
    rm -f limits.db
    run tournament "$(bot fair)" null --games 2 --limit move=54321 --limit start=60000 --db limits.db &&
        run tournament --resume 1 --db limits.db --add "$(bot fair again)" --json &&
        grep -q '"move_ms": 54321' out.txt
}
check 'a resumed tournament keeps its limits' limits

# --- old files ------------------------------------------------------------------------------------------

cp "$TOP/tests/golden/tournaments-3.db" golden.db
golden() {
    run results --list --db golden.db && [ -s out.txt ] && run results --db golden.db &&
        grep -q '^ *1\. ' out.txt && run results --csv --db golden.db && run results --json --db golden.db &&
        grep -q '"standings"' out.txt
}
check 'results in files of the first version are shown' golden

plan
