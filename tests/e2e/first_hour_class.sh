#!/bin/sh
# The first hour of a teacher with a class: jars of all generations in three leagues and five folders,
# among them a bot that guesses the master seed and one that takes all memory. Check, play against the
# clock, Ctrl-C, resume, leagues by letter, the reveal, and the page. With SOAK: forty entries, thirty
# of them jars, the others in five languages.
# slow: compiles Java and starts many virtual machines (35 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
. "$TOP/tests/e2e/jars.inc"
. "$TOP/tests/e2e/thief.inc"
reason=$(no_jail)
[ -z "$reason" ] || { echo "$reason"; exit 77; }
command -v python3 >/dev/null || { echo 'python3 is not installed'; exit 77; }

# --- what the class has handed in
jars='G1=v3-probe Y1=2014:probe Y2=2013:probe R1=exit-second'
if [ -n "${SOAK:-}" ]; then
    jars="$jars G2=probe R2=throw-all G3=error-all G4=place-overlap G5=shot-null G6=place-late"
    for group in 3 4 5 6 7 8 9 10 11 12; do
        jars="$jars Y$group=probe R$group=v3-probe"
    done
fi
languages='python shell c'
[ -z "${SOAK:-}" ] || languages="$languages javascript java"
# hostile NAME STATEMENT: a Python bot that executes the statement in every round.
hostile() {
    mkdir "bots/$1"
    cat >"bots/$1/bot.py" <<END
import os, sys, time
for line in sys.stdin:
    word = line.split()
    if word[0] == "broadside":
        print("name $1\nplays race wrecks\nready", flush=True)
    elif word[0] == "place":
        print("random", flush=True)
    elif word[0] == "act":
        print("fire A1", flush=True)
    elif word[0] == "round":
        $2
END
    echo "{\"name\": \"$1\", \"command\": [\"python3\", \"bot.py\"], \"files\": [\"bot.py\"]}" >"bots/$1/bot.json"
}
in_bots() {
    # shellcheck disable=SC2086 # a list of words
    "$TOP/tests/jars/build" bots $jars >build.txt 2>&1 || { sed 's/^/# /' build.txt; return 1; }
    make_thief thief && mv thief bots/
    # From the fourth round on, eight children take 100 MB each while the enemy moves.
    hostile hog 'int(word[1]) == 4 and [hoard() for child in range(8)] and time.sleep(1)'
    cat >>bots/hog/hoard.py <<'END'
import os, time


def hoard():
    if os.fork() == 0:
        memory = bytearray(os.urandom(1 << 20) * 100)
        time.sleep(3600)
END
    sed -i '1a from hoard import hoard' bots/hog/bot.py
    echo '{"name": "hog", "command": ["python3", "bot.py"], "files": ["bot.py", "hoard.py"]}' >bots/hog/bot.json
    for language in $languages; do
        "$BROADSIDE" new-bot "$language" "bots/$language" >out.txt || return 1
    done
    # Hostile ones for the long run: one floods its log, one crashes in the fifth round, one forks.
    [ -n "${SOAK:-}" ] || return 0
    hostile flood 'print("x" * 100000, file=sys.stderr)'
    hostile crasher 'sys.exit(3) if int(word[1]) == 5 else None'
    hostile forker 'os.fork() == 0 and time.sleep(3600)'
}
check 'the class hands in jars and five folders' in_bots
entries=$(find bots -mindepth 1 -maxdepth 1 | wc -l)

# --- the teacher checks one
finds_nothing() { "$BROADSIDE" check-bot bots/python --rules tournament >out.txt 2>err.txt; }
check 'check-bot finds nothing wrong with a good bot' finds_nothing
finds_memory() { ! "$BROADSIDE" check-bot bots/hog --rules tournament >out.txt 2>err.txt && output_has memory; }
check 'check-bot says that the hog takes too much memory' finds_memory

# --- the tournament, Ctrl-C, and the rest
"$BROADSIDE" tournament bots/ --games 12 --seed 1 --finish-by 10m --report out --db t.db --progress json \
    >table.txt 2>err.txt &
arena=$!
under_way() {
    tries=0
    until grep -q '"matches": *\([3-9]\|[1-9][0-9]\),' err.txt; do
        tries=$((tries + 1))
        [ "$tries" -lt 1200 ] && kill -0 "$arena" 2>/dev/null || { sed 's/^/# /' err.txt; return 1; }
        sleep 0.1
    done
}
check 'the tournament starts' under_way
kill -INT "$arena"
wait "$arena"
status=$?
check 'Ctrl-C ends it' test "$status" -eq 130
check 'there is a table of the results so far' grep -q G1 table.txt
check 'there is a page of the results so far' grep -q G1 out/index.html
no_secret() { ! grep -Eq '"secret"|--seed 1:[0-9a-f]' table.txt err.txt out/index.html; }
check 'the secret of the seed is not shown before the end' no_secret
resumed() {
    timeout 280 "$BROADSIDE" tournament --resume 1 --report out --db t.db --json >t.json 2>err.txt ||
        { sed 's/^/# /' err.txt; return 1; }
}
[ -z "${SOAK:-}" ] || resumed() { "$BROADSIDE" tournament --resume 1 --report out --db t.db --json >t.json 2>err.txt; }
check 'the tournament is resumed and ends' resumed

# --- the table
cat >table.py <<'END'
import json, sys
data = json.load(open("t.json"))
table = data["standings"]
entries = int(sys.argv[1])
by_name = {row["bot"]: row for row in table}
broken = {name: sum(row["broken"].values()) for name, row in by_name.items()}
assert len(table) == entries, [row["bot"] for row in table]
played = {row["won"] + row["lost"] + row["drawn"] for row in table}
assert played == {entries - 1}, played
assert sum(r["won"] for r in table) == sum(r["lost"] for r in table)
assert sum(r["rounds_won"] for r in table) == sum(r["rounds_lost"] for r in table)
assert [r["points"] for r in table] == sorted((r["points"] for r in table), reverse=True)
for row in table:
    assert row["points"] == row["won"] - row["lost"], row
# The thief shoots at random without the seed: far from the 17 shots of a cheat.
assert by_name["thief"]["mean_shots"] > 60, by_name["thief"]
assert by_name["hog"]["broken"]["memory"] > 0, by_name["hog"]["broken"]
for name in ("python", "shell", "c", "thief"):
    assert broken[name] == 0, (name, by_name[name]["broken"])
assert len(data["secret"]) == 32
END
check 'the table adds up, nobody cheats, and the hog breaks its rounds by memory' python3 table.py "$entries"

# --- leagues and the reveal
leagues() {
    "$BROADSIDE" results 1 --db t.db >out.txt 2>err.txt && output_has 'league Green' 'league Yellow' 'league Red' 'total war: all bots of all leagues'
}
check 'leagues are formed by the letter of the ID' leagues
reveals() { printf '\n\n\n\n' | "$BROADSIDE" results 1 --reveal --db t.db >out.txt 2>err.txt && output_has G1 Y1 R1; }
check 'the reveal shows every league' reveals

# --- the page
. "$TOP/tests/e2e/browser.inc"
if reason=$(browser_missing); then
    skip 'the page fits' "$reason"
else
    browser_start
    browser_set_style light 1280
    check 'the page opens' browser_open "$TMPDIR/out/index.html"
    check 'the page fits 1280 pixels' browser_returns \
        'return document.documentElement.scrollWidth <= innerWidth ? "yes" : "no"' '"yes"'
fi
plan
