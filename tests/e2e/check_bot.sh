#!/bin/sh
# broadside check-bot: Python bots with one fault each, and what it reports about them.
# slow: starts many bots, some of which run into a time limit (40 s)
set -u
. "$TOP/tests/e2e/check.inc"
mkdir -p "$TMPDIR/bots" && cd "$TMPDIR/bots" || exit 1

# Guests see what is installed in /usr, but not the home.
for python in /usr/bin/python3 /usr/local/bin/python3 ''; do
    [ -n "$python" ] && "$python" -c '' 2>/dev/null && break
done

# check_bot OPTIONS...: output in out.txt and err.txt; returns its status.
check_bot() {
    timeout 60 "$BROADSIDE" check-bot --unsafe "$@" >out.txt 2>err.txt
}

# says STATUS TEXT...: the last check had this status and printed all these texts.
says() {
    [ "$status" -eq "$1" ] || { echo "# status $status"; sed 's/^/# /' out.txt err.txt; return 1; }
    shift
    tr '\n' ' ' <out.txt | tr -s ' ' >flat.txt
    for text; do
        grep -qF -- "$text" flat.txt || { echo "# not said: $text"; sed 's/^/# /' out.txt err.txt; return 1; }
    done
}

# --- without any language ---------------------------------------------------------------------

built_in() {
    check_bot hunt --games 20 --rules classic
    status=$?
    says 0 'strength: ' ' +- ' ' shots per board of classic, over 20 boards' \
        'hunt: fine: 20 rounds, nothing broken'
}
check 'a built-in bot is fine' built_in
whole_match() {
    check_bot random --rules tournament
    status=$?
    says 0 'over 200 boards' 'random: fine: 1000 rounds, nothing broken' || return 1
    check_bot random --rules classic
    status=$?
    says 0 'random: fine: 200 rounds, nothing broken'
}
check 'a match is as long as the rules say' whole_match
not_there() {
    check_bot ./nobody
    status=$?
    says 1 '1. It cannot be started.' "'./nobody' does not exist; it was looked up as " '/nobody.' './nobody: 1 problem' ||
        return 1
    ! grep -q chmod out.txt || return 1
    check_bot 'cmd:sh no/bot.sh'
    status=$?
    says 1 "'no/bot.sh' does not exist; it was looked up as " '/no/bot.sh.'
}
check 'a missing bot' not_there
usage() {
    check_bot
    [ $? -eq 2 ] || return 1
    check_bot hunt random
    [ $? -eq 2 ] || return 1
    check_bot hunt --limit speed=3
    [ $? -eq 2 ] && grep -q 'move' err.txt
}
check 'usage errors have status 2' usage
not_executable() {
    mkdir -p plain && echo 'hello' >plain/bot && chmod -x plain/bot
    check_bot ./plain/bot
    status=$?
    says 1 'It cannot be started.' 'chmod +x'
}
check 'a file that is not executable' not_executable
no_interpreter() {
    mkdir -p strange && printf '#!/usr/bin/no-such-language\n' >strange/bot && chmod +x strange/bot
    check_bot ./strange/bot
    status=$?
    says 1 ': 1 problem' && ! grep -q chmod out.txt
}
check 'a script without its interpreter' no_interpreter
# A language that is not installed here, among those whose package is known.
no_runtime() {
    for program in ruby php rustc lua go ''; do
        command -v "$program" >/dev/null 2>&1 || break
    done
    [ -n "$program" ] || return 0
    mkdir -p runtime && printf '#!/usr/bin/env %s\n' "$program" >runtime/bot && chmod +x runtime/bot
    check_bot ./runtime/bot
    status=$?
    says 1 "names $program, which is not installed (Debian package " && ! grep -q chmod out.txt || return 1
    check_bot "cmd:$program bot"
    status=$?
    says 1 "$program: no such program" '(Debian package ' || return 1
    mkdir -p elsewhere && printf '#!/bin/sh\n' >"elsewhere/$program" && chmod +x "elsewhere/$program"
    (PATH=$PWD/elsewhere:$PATH && export PATH && check_bot "cmd:$program bot")
    status=$?
    says 1 "$program is not in /usr" '(Debian package ' && ! grep -q chmod out.txt
}
check 'a language that is not installed is named with its package' no_runtime
build_fails() {
    mkdir -p built &&
        printf '{"command": ["./bot"], "build": ["sh", "-c", "echo oops: no compiler >&2; exit 3"]}\n' \
            >built/bot.json
    check_bot ./built
    status=$?
    says 1 'Its build step failed.' 'oops: no compiler'
}
comma() {
    mkdir -p comma && printf '{"command": "./bot",\n}\n' >comma/bot.json
    check_bot ./comma
    status=$?
    says 1 ' comma/bot.json: line 2' 'remove the comma before it' 'bot.json says what to start'
}
if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    check 'a failing build step' build_fails
    check 'a trailing comma in bot.json' comma
else
    skip 'a trailing comma in bot.json' 'built without JSON'
    skip 'a failing build step' 'built without JSON'
fi

if [ -z "$python" ]; then
    skip 'bots in Python' 'python3 is not installed in /usr'
    plan
    exit 0
fi

# --- Python -----------------------------------------------------------------------------------

# bot NAME [HELLO [PLACE [ACT]]]: a good bot, except for the given lines of Python.
bot() {
    mkdir -p "$1"
    cat >"$1/bot.py" <<EOF
import sys, time, random
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    word = line.split()
    if word[0] == 'broadside':
        ${2:-say('name Tester\nplays race wrecks\nready')}
    elif word[0] == 'match':
        seed = int(word[3])
    elif word[0] == 'round':
        number = int(word[1])
        rng = random.Random(seed + number)
        cells = ['ABCDEFGHIJ'[i % 10] + str(i // 10 + 1) for i in range(100)]
        rng.shuffle(cells)
        fired = 0
    elif word[0] == 'place':
        ${3:-say('random')}
    elif word[0] == 'act':
        fired += 1
        ${4:-say('fire ' + cells.pop())}
    elif word[0] == 'quit':
        break
EOF
}

# try NAME OPTIONS...: checks the bot of that name under classic rules.
try() {
    which=$1
    shift
    check_bot "cmd:$python ./$which/bot.py" --rules classic "$@"
    status=$?
}

good() {
    bot good
    try good --games 12
    says 0 'strength: ' 'Tester: fine: 12 rounds, nothing broken, slowest answer' || return 1
    check_bot "cmd:$python ./good/bot.py" --rules tournament --games 4
    status=$?
    says 0 'Tester: fine: 4 rounds'
}
check 'a good bot is fine' good
declared() {
    check_bot "cmd:$python ./good/bot.py" --rules salvo
    status=$?
    says 1 'It does not play these rules.' "'plays WORD...'"
}
check 'undeclared rules' declared
exception() {
    bot exception '' '' 'say("fire " + cells[fired * 10])'
    try exception --games 9
    says 1 '1. It crashes, in 3 of 3 rounds.' 'Round 1 of classic' 'Traceback' \
        'IndexError: list index out of range' 'Tester: 1 problem'
}
check 'an exception, with its traceback' exception
late_crash() {
    bot late_crash '' 'say(["random"][number == 37])'
    check_bot "cmd:$python ./late_crash/bot.py" --games 60 --limit bank=86400000
    status=$?
    says 1 '1. It crashes, in 1 of 60 rounds.' 'Round 37 of tournament' \
        'IndexError: list index out of range' 'Tester: 1 problem'
}
check 'a crash in round 37' late_crash
consequence() {
    # It prepares in round 1. An illegal fleet ends its process, and the next one is not prepared.
    bot consequence '' 'say("A1 h, A1 v, A3 h, A5 h, A7 h" if number == 3 else "random")' \
        'ready = number == 1 or ready; say("fire " + cells.pop())'
    try consequence --games 9
    says 1 '1. It places its fleet illegally, in 1 of ' '2. It crashes, in 3 of ' "name 'ready' is not defined" \
        'Fix the first problem first: it may be the cause of others.' 'Tester: 2 problems'
}
check 'the cause comes before its consequence' consequence
declares_nothing() {
    # It knows ten columns and rows, and would break on a large board.
    bot nothing "say('name Tester\nready')"
    check_bot "cmd:$python ./nothing/bot.py" --games 3
    status=$?
    says 0 'shots per board of classic' 'Tester: fine: 3 rounds' || return 1
    check_bot "cmd:$python ./nothing/bot.py" --rules equal-turns --games 3
    status=$?
    says 0 'shots per board of equal-turns' 'Tester: fine: 3 rounds'
}
check 'a bot that declares nothing is checked on what was asked for' declares_nothing
# Other programs compete for the processors. The bot computes for half of its bank, so it would be
# too slow if waiting counted.
loaded() {
    cat >spin.py <<'END'
import os, time
end = time.time() + 4
for _ in range(2 * os.cpu_count()):
    if os.fork() == 0:
        break
while time.time() < end and not os.path.exists('checked'):
    pass
END
    bot loaded '' '' 'end = time.thread_time() + 0.0004; exec("while time.thread_time() < end: pass"); say("fire " + cells.pop())'
    "$python" spin.py &
    try loaded --games 10 --limit bank=80000 --limit move=30000
    touch checked
    wait
    says 0 'Tester: fine: 10 rounds'
}
check 'a bot is not blamed for a busy machine' loaded
unnamed_shell() {
    mkdir -p shell && cat >shell/bot <<'END'
#!/bin/sh
while read -r word rest; do
    case $word in
    broadside) echo name Shell; echo ready ;;
    place) echo thinking ;;
    esac
done
END
    chmod +x shell/bot
    check_bot ./shell/bot --games 2
    status=$?
    says 1 'It writes something to standard output that is not an answer' 'echo ... >&2' || return 1
    ! grep -q fprintf out.txt
}
check 'advice for a shell script without an extension is about the shell' unnamed_shell
module() {
    bot module
    sed -i '1s/^/import frobnicate\n/' module/bot.py
    try module
    says 1 'Something it needs is missing, at the start.' "The Python module 'frobnicate'" \
        ': 1 problem'
}
check 'a missing module is named' module
no_flush() {
    bot no_flush
    sed -i 's/, flush=True//' no_flush/bot.py
    try no_flush --limit start=1500
    says 1 'It does not flush its output' 'print(..., flush=True)' ': 1 problem'
}
check 'output that is never flushed' no_flush
late_flush() {
    bot late_flush '' '' 'print("fire " + cells.pop())'
    try late_flush --limit move=200
    says 1 'It does not flush its output' 'Round 1 of classic' 'flush=True' 'Tester: 1 problem'
}
check 'moves that are not flushed' late_flush
loop() {
    bot loop '' '' 'while True: pass'
    try loop --limit move=200
    says 1 'It computes longer than an answer may take' 'an endless loop' 'Tester: 1 problem'
}
check 'an endless loop' loop
sleeps() {
    bot sleeps '' '' 'time.sleep(0 if fired < 9 else 60); say("fire " + cells.pop())'
    try sleeps --limit move=200 --limit start=1500
    says 1 'It does not answer, and it is not computing either, in 3 of 3 rounds.' 'does it sleep' \
        'Tester: 1 problem'
}
check 'a bot that sleeps' sleeps
prints() {
    bot prints '' '' 'say("board now: ...."); say("fire " + cells.pop())'
    try prints
    says 1 'It writes something to standard output that is not an answer' 'board now: ....' \
        'print(..., file=sys.stderr)' 'Tester: 1 problem' || return 1
    timeout 60 "$BROADSIDE" match --unsafe "cmd:$python prints/bot.py" random --games 2 >match.txt 2>&1
    grep -qF "it wrote 'board now: ....', which is not an answer to act, after" match.txt &&
        ! grep -q "'help'" match.txt && grep -qF "it wrote 'board now: ....', which is not an answer" flat.txt
}
check 'debug output is described alike by a check and a match' prints
news() {
    bot news
    sed -i "s/^    elif word\[0\] == 'quit':/    elif word[0] == 'start': say('thank you')\n&/" news/bot.py
    try news --games 2
    says 1 "it wrote 'thank you', which is not an answer to act, after 'start " "need an answer"
}
check 'an answer to news is not blamed on a question' news
recipe() {
    try exception --games 9 --transcript "it's.txt"
    says 1 'repeat the check with the same seed and --transcript FILE' && grep -v '^answers' out.txt >one.txt || return 1
    grep -q '^a> act' "it's.txt" && grep -q '^# classic rules, 9 rounds' "it's.txt" || return 1
    sed -n "s|^to repeat this: broadside|'$BROADSIDE'|p" out.txt >repeat.sh &&
        grep -q -- '--rules classic --games 9' repeat.sh && rm "it's.txt" || return 1
    TMPDIR=$TMPDIR timeout 60 sh ./repeat.sh 2>err.txt | grep -v '^answers' >two.txt
    [ -s "it's.txt" ] && sed 's/--unsafe //' two.txt >two.clean && sed 's/--unsafe //' one.txt | cmp - two.clean
}
check 'the printed command repeats the check' recipe
placement() {
    bot placement '' 'say("A1 h, A1 v, A3 h, A5 h, A7 h" if number in (3, 7) else "random")'
    try placement --games 9
    says 1 'It places its fleet illegally, in 2 of 9 rounds.' 'Round 3 of classic' 'A1 h, A1 v' \
        'Tester: 1 problem'
}
check 'an occasional illegal placement' placement
unreadable() {
    bot unreadable '' 'say("A1_A5, B1_B4, C1_C3, D1_D3, E1_E2" if number == 3 else "random")'
    try unreadable --games 9
    says 1 'It places its fleet illegally, in 1 of 9 rounds.' "'_' does not belong" 'Tester: 1 problem'
}
check 'a placement that cannot be read is not taken for debug output' unreadable
repeats() {
    bot repeats '' '' 'say("fire " + rng.choice(cells))'
    try repeats --games 9
    says 1 'It shoots at cells it has already shot at' 'Tester: 1 problem' || return 1
    check_bot "cmd:$python ./repeats/bot.py" --rules tournament --games 4
    status=$?
    says 1 'It shoots at cells it has already shot at, in 4 of 4 rounds.' 'Tester: 1 problem'
}
check 'repeated shots, illegal or wasted' repeats
twice() {
    bot twice '' '' "say('fire ' + cells.pop() + '\\nfire ' + cells.pop())"
    try twice
    says 1 'It answers twice, or before it is asked' "it wrote more than one answer: 'fire" "', after '" \
        'Tester: 1 problem'
}
check 'two answers' twice
leaves() {
    bot leaves '' "sys.exit(0) if number == 2 else say('random')"
    try leaves --games 5
    says 1 'It exits before the end of the match, in 1 of 5 rounds.' 'Round 2 of classic' \
        'Tester: 1 problem'
}
check 'a bot that exits early' leaves
# Each process is below the limit, but all together are not.
memory() {
    bot memory '' '' 'import os; os.fork(); os.fork(); block = bytearray(60 << 20); time.sleep(100)'
    try memory --limit memory=100 --limit move=20000
    says 1 'It uses more memory than allowed' 'Tester: 1 problem'
}
check 'too much memory' memory
no_memory() {
    bot memory '' '' 'fired = bytearray(b"x") * (400 << 20); time.sleep(100)'
    try memory --limit memory=100 --limit move=20000
    says 1 'It uses more memory than allowed' 'Tester: 1 problem' || return 1
    bot memory '' '' 'raise MemoryError'
    try memory --limit memory=100
    says 1 'It crashes' 'MemoryError' '--limit memory=MB' 'Tester: 1 problem'
}
check 'too much memory in one process; only a bot that is refused memory crashes' no_memory
# As much as real bots print.
loud() {
    bot loud '' 'sys.stderr.write("x" * 5999999 + "\n"); say("random")'
    try loud --games 10
    says 0 'It writes a lot to standard error: 58593 KB in one match.' '57569 KB of it were dropped' \
        'nothing broken' && rm -rf loud.d || return 1
    timeout 60 "$BROADSIDE" match --unsafe "cmd:$python loud/bot.py" random --games 10 --seed 1 \
        --records loud.d >out.txt 2>err.txt || { sed 's/^/# /' out.txt err.txt; return 1; }
    [ "$(wc -c <loud.d/a.log)" -lt 1048700 ] &&
        tail -n 1 loud.d/a.log | grep -q 'broadside: 58951424 more bytes of standard error were dropped'
}
check '58 MB on standard error break nothing, and what is dropped is counted' loud
drowned() {
    bot drowned '' '' 'while True: sys.stderr.write("x" * 4096)'
    try drowned --limit move=300
    says 1 'It writes far too much, in' 'no answer within 300 ms, but' 'KB on standard error'
}
check 'a bot that writes to standard error instead of answering' drowned
network() {
    bot network '' 'import socket; socket.create_connection(("127.0.0.1", 9)); say("random")'
    timeout 60 "$BROADSIDE" check-bot "cmd:$python ./network/bot.py" --rules classic >out.txt 2>err.txt
    status=$?
    says 1 'It tries something a guest must not do' 'Guests have no network' 'Tester: 1 problem'
}
reason=$(no_jail)
if [ -z "$reason" ]; then
    check 'a network connection' network
else
    skip 'a network connection' "$reason"
fi
no_hello() {
    bot no_hello 'pass'
    try no_hello --limit start=700
    says 1 'It is not ready in time.' "'broadside 1'" ': 1 problem'
}
check 'no hello' no_hello
# It sleeps for much longer than it can wait for a processor.
slow() {
    bot slow '' '' 'time.sleep(0.003); say("fire " + cells.pop())'
    try slow --games 10 --limit bank=5000
    says 1 'It is too slow for its time bank: it would use it up after about' 'of 1000 rounds' \
        'Tester: 1 problem'
}
check 'too slow for the time bank' slow
# Its own time tells after a few rounds, however busy the machine is: it sleeps for 1 s in a round.
far_too_slow() {
    bot far_too_slow '' '' 'time.sleep(0.02); say("fire " + cells.pop())'
    check_bot "cmd:$python ./far_too_slow/bot.py" --rules tournament --limit move=30000
    status=$?
    says 1 '1. It is too slow for its time bank: it would use it up after about' \
        'of 1000 rounds of tournament. Its answers take' \
        'ms per round, but a bank of 120 s for 1000 rounds allows only 120 ms.' \
        'It is slow, so fewer rounds were played: ' ' of 1000.' 'Tester: 1 problem' || return 1
    rounds=$(sed -n 's/.*fewer rounds were played: \([0-9]*\) of 1000.*/\1/p' flat.txt)
    [ "$rounds" -le 20 ] || { echo "# $rounds rounds"; return 1; }
}
check 'a bot that is far too slow is recognised after a few rounds' far_too_slow
# It loads something in its first round, as virtual machines do, in each of several matches.
warms_up() {
    bot warms_up '' 'number == 1 and time.sleep(0.5); say("random")'
    check_bot "cmd:$python ./warms_up/bot.py" --games 4
    status=$?
    says 0 'Tester: fine: '
}
check 'a slow first round is not extrapolated' warms_up
notes() {
    bot notes "say('hobby sailing\\nready')" '' 'random.shuffle(cells); say("fire " + cells.pop())'
    try notes --games 4
    says 0 'Note: The same seed does not give the same moves.' 'Note: It does not give its name.' \
        'Note: Its hello has unknown lines.' 'hobby sailing' ': fine: 4 rounds'
}
check 'notes are not problems' notes

json() {
    try exception --games 9 --json
    [ "$status" -eq 1 ] && "$python" - <<'EOF'
import json
answer = json.load(open('out.txt'))
found = [f for f in answer['findings'] if f['severity'] == 'problem']
assert not answer['fine'] and answer['bot'] == 'Tester' and len(found) == 1
assert found[0]['kind'] == 'crash' and found[0]['count'] == 3 and found[0]['round'] == 1
assert found[0]['text'] == 'It crashes, in 3 of 3 rounds.' and '\nIndexError' in found[0]['shown']
assert answer['limits']['memory_mb'] == 512 and answer['limits']['java_memory_mb'] == 1024
assert sorted(answer['seconds']) == ['mean', 'slowest', 'waited'] and 'mean_ms' not in answer
EOF
}
if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    check 'findings as JSON' json
else
    skip 'findings as JSON' 'built without JSON'
fi
same() {
    try good --games 6 --seed 5 && grep -v 'answer' out.txt >one.txt &&
        try good --games 6 --seed "$(sed -n 's/^to repeat this: .*--seed \([^ ]*\).*/\1/p' out.txt)" &&
        grep -v 'answer' out.txt | cmp - one.txt
}
check 'the same seed gives the same report' same

on_terminal() {
    "$python" - >screen.txt 2>&1 <<'END'
import os, pty, sys
sys.exit(pty.spawn([os.environ['BROADSIDE'], 'check-bot', 'hunt', '--rules', 'advanced', '--games', '20000']))
END
    grep -q 'of 20000 rounds' screen.txt
}
check 'progress is shown on a terminal' on_terminal

plan
