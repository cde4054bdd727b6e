#!/bin/sh
# The first hour of a bot author: a bot is created, checked and measured, then broken in three common
# ways, and the program explains what is wrong.
# slow: waits for a bot that never answers (8 s)
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/jail.inc"
cd "$TMPDIR" || exit 1
PATH=$(dirname "$BROADSIDE"):$PATH

skip_all() { skip_script "a bot author's first hour" "$1"; }
(PATH=/usr/bin:/bin && command -v python3 >/dev/null) || skip_all 'python3 is not installed'
broadside bots --json >/dev/null 2>&1 || skip_all 'built without JSON'
reason=$(no_jail)
[ -z "$reason" ] || skip_all "$reason"

# --- created, checked, measured
t 'a bot is created' prints 'broadside check-bot ./first' broadside new-bot python first
# The time bank is generous, because it measures the machine.
check_bot() {
    timeout 200 broadside check-bot "$1" --limit bank=86400000 >check.txt 2>&1
    status=$?
    cat check.txt
    [ "$status" -eq "$2" ] || { echo "exit status $status, not $2"; return 1; }
}
t 'check-bot finds no problem' check_bot ./first 0
no_notes() { ! grep -E '^(Note|[0-9]+\.)' check.txt; }
t 'and prints no notes' no_notes
few_shots() {
    timeout 100 broadside sim --bot ./first --bot random --games 200 --seed 1 2>/dev/null | tee sim.txt
    awk '$1 == "./first" && $3 == "+-" { mean = $2 } END { exit !(mean > 55 && mean < 70) }' sim.txt
}
t 'it needs about 64 shots' few_shots
t 'random needs many more, and the difference is printed' grep -q '^./first *- random *-[23]' sim.txt

# --- broken on purpose, in three ways
# broken NAME LINE: a copy of it with this line at the start of its choice
broken() {
    cp -r first "$1" && sed -i "/def choose/a\\        $2" "$1/bot.py" && grep -qxF "        $2" "$1/bot.py"
}
t 'a copy with an exception is made' broken raises 'return self.best_cell()'
t 'check-bot finds the problem' check_bot ./raises 1
t 'and says that the bot crashes' grep -q 'It crashes' check.txt
t 'and shows the Python error' grep -q "'Strategy' object has no attribute 'best_cell'" check.txt

t 'a copy with an endless loop is made' broken spins 'while True: pass'
t 'check-bot finds the problem' check_bot ./spins 1
t 'and says that the bot takes too long' grep -q 'It computes longer than an answer may take' check.txt
t 'and suggests an endless loop' grep -q 'endless loop' check.txt

t 'a copy with a debug print is made' broken talks 'print("now let me think")'
t 'check-bot finds the problem' check_bot ./talks 1
t 'and says that the output is not an answer' grep -q 'something to standard output that is not an answer' check.txt
t 'and shows the output' grep -q 'now let me think' check.txt
t 'and says where debug output belongs' grep -q 'file=sys.stderr' check.txt

# --- a match
match_hunt() {
    timeout 200 broadside match ./first hunt --rules tournament --games 200 --seed 1 >match.txt 2>match.err
    status=$?
    cat match.txt match.err
    # Both play nearly alike: neither wins nine of ten, and no round is broken.
    [ "$status" -eq 0 ] && awk '$2 == "./first" { won = $3; lost = $4; broken = $NF }
        END { exit !(won + lost > 180 && won > 20 && lost > 20 && broken == 0) }' match.txt
}
t 'it plays a match against hunt' match_hunt
t 'the limits are printed' grep -q '^guest limits: start 5 s, move 1 s' match.txt
default_rounds() {
    # Without options that the reader of a first hour does not type.
    timeout 200 broadside match ./first hunt --rules tournament >default.txt 2>&1 &&
        grep -q '1000 rounds' default.txt
}
t 'the default is a match of 1000 rounds' default_rounds
broken_match() {
    timeout 100 broadside match ./raises hunt --rules tournament --games 20 --seed 1 >broken.txt 2>&1
    cat broken.txt
    awk '$2 == "./raises" { found = $NF == 3 } END { exit !found }' broken.txt && grep -q 'crash 3' broken.txt
}
t 'the broken bot loses, and the result says how it broke' broken_match
done_testing
