#!/bin/sh
# shellcheck disable=SC2154 # secret is set in check.inc
# Guests in match, sim and play: bots in C and Python, broken rounds and results, what is recorded, and
# that no process remains.
# slow: starts about a hundred processes in jails (20 s)
# sanitized: guests in their jails
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

# A name that no other process on this machine has.
bot=shooter_$$
mkdir bots
cat >bots/shooter.c <<'END'
/* Shoots at random. Its argument: fair, crash (every third round, at its fifth shot), repeat (never
 * another cell than A1), misplace (every second round), slow (thinks for ever in round 3). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "fair";
    static char line[8192];
    unsigned long long seed = 0;
    int cells[100], left = 0, shots = 0;
    unsigned long round = 0;

    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "broadside ", 10) == 0) {
            printf("name Shooter %s\nauthors a test\nplays all\nready\n", mode);
        } else if (strncmp(line, "match ", 6) == 0) {
            sscanf(line, "match %*u seed %llu", &seed);
        } else if (strncmp(line, "round ", 6) == 0) {
            round = strtoul(line + 6, NULL, 10);
            state = seed ^ round * 0x9e3779b97f4a7c15u;
            for (left = 0; left < 100; left++)
                cells[left] = left;
            shots = 0;
            fprintf(stderr, "round %lu of %s\n", round, mode);
        } else if (strncmp(line, "place", 5) == 0) {
            if (strcmp(mode, "misplace") == 0 && round % 2 == 0)
                puts("A1 h, A1 h, A1 h, A1 h, A1 h");
            else
                puts("random");
        } else if (strncmp(line, "act", 3) == 0) {
            unsigned pick = draw((unsigned)left);
            int cell = cells[pick];

            shots++;
            if (strcmp(mode, "crash") == 0 && round % 3 == 0 && shots == 5)
                exit(3);
            while (strcmp(mode, "slow") == 0 && round == 3)
                ;
            if (strcmp(mode, "repeat") == 0)
                cell = 0;
            cells[pick] = cells[--left];
            printf("fire %c%d\n", 'A' + cell % 10, cell / 10 + 1);
        } else if (strncmp(line, "end ", 4) == 0) {
            fprintf(stderr, "%s", line);
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
END
cat >bots/shooter.py <<'END'
import random, sys
seed = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == 'broadside':
        print('name Snake\nplays all\nready', flush=True)
    elif words[0] == 'match':
        seed = int(words[3])
    elif words[0] == 'round':
        rng = random.Random(seed * 1000003 + int(words[1]))
        cells = [c + str(r) for c in 'ABCDEFGHIJ' for r in range(1, 11)]
        rng.shuffle(cells)
    elif words[0] == 'place':
        print('random', flush=True)
    elif words[0] == 'act':
        print('fire', cells.pop(), flush=True)
END
if ! ${CC:-cc} -O1 -o "bots/$bot" bots/shooter.c 2>cc.txt; then
    skip 'guests' 'cc is not installed'
    plan
    exit 0
fi
fair=cmd:bots/$bot

# Without a jail the guests run unprotected: this script tests the arena.
unsafe=
[ -z "$(no_jail)" ] || unsafe=--unsafe

# run COMMAND...: output in out.txt and err.txt.
run() {
    verb=$1
    shift
    # shellcheck disable=SC2086
    timeout 60 "$BROADSIDE" "$verb" $unsafe "$@" >out.txt 2>err.txt
}

# refused STATUS MESSAGE ARGUMENTS...: the command fails with this status and message.
refused() {
    wanted=$1 message=$2
    shift 2
    run "$@"
    [ $? -eq "$wanted" ] && grep -q -e "$message" err.txt && [ "$(grep -vc -e " --unsafe: " -e ' without control groups, ' err.txt)" -eq 1 ]
}

# won SIDE: the rounds won by a side, from the table.
won() {
    awk -v side="$1" '$1 == side && $3 ~ /^[0-9]+$/ || $1 == side && $4 ~ /^[0-9]+$/ {
        print $(NF - 4); exit }' out.txt
}

nothing_left() {
    tries=0
    while grep -aqs "$bot" /proc/[0-9]*/cmdline; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || return 1
        sleep 0.1
    done
}

# --- match ----------------------------------------------------------------------------------------

two_guests() {
    run match "$fair" 'cmd:python3 bots/shooter.py' --games 30 --seed 1 &&
        [ "$(($(won a) + $(won b)))" -eq 30 ] && [ "$(won a)" -gt 5 ] && [ "$(won b)" -gt 5 ] &&
        grep -q '^guest limits: start 5 s, move 1 s' out.txt &&
        grep -Eq '^a \(Shooter fair\): [0-9]+ answers, mean' err.txt &&
        grep -Eq '^b \(Snake\): [0-9]+ answers, mean' err.txt
}
# Every command says that a protection is missing.
says_what_is_missing() {
    run match "$fair" hunt --games 1 --no-cgroup && grep -q 'broadside match: without control groups, ' err.txt &&
        run sim --bot "$fair" --games 1 --no-cgroup && grep -q 'broadside sim: without control groups, ' err.txt
}
if [ -z "$(no_jail)" ]; then
    check 'match and sim say that control groups are missing' says_what_is_missing
else
    skip 'match and sim say that control groups are missing' "$(no_jail)"
fi

if python3 -c 'import random' 2>/dev/null; then
    check 'a bot in C plays a bot in Python' two_guests
else
    skip 'a bot in C plays a bot in Python' 'python3 is not installed'
fi

repeats() {
    run match "$fair" "$fair" --games 20 --seed 5 && cp out.txt one.txt &&
        seed=$(sed -n 's/^to repeat this: --seed //p' one.txt) &&
        run match "$fair" "$fair" --games 20 --seed "$seed" --threads 1 && cmp -s one.txt out.txt &&
        run match "$fair" "$fair" --games 20 --seed 5 && ! cmp -s one.txt out.txt
}
check 'a seed with its secret repeats a match of guests, the seed alone does not' repeats

beaten() {
    run match "$fair" medium --games 20 --seed 1 && [ "$(won b)" -ge 18 ]
}
check 'a built-in bot beats a guest that shoots at random' beaten

crashes() {
    run match random "$fair crash" --games 50 --seed 2 --records crashed --keep broken &&
        grep -q '^b broke 3 rounds: crash 3$' out.txt &&
        grep -q '^  round 3: crash: .*status 3' out.txt &&
        grep -q '^41 rounds were not played' out.txt && [ "$(won a)" -ge 44 ] &&
        [ "$(ls crashed)" = "b.log
round-000003.txt
round-000006.txt
round-000009.txt" ] &&
        grep -q '^# broken b crash: ' crashed/round-000006.txt &&
        ! grep -q '^result' crashed/round-000006.txt &&
        timeout 20 "$BROADSIDE" replay crashed/round-000006.txt --plain >replay.txt 2>&1 &&
        grep -q '^round 9 of crash' crashed/b.log
}
check 'crashes are counted and reported, the enemy wins, three end the match' crashes

reports_win() {
    run match "$fair" "$fair crash" --games 4 --seed 2 --records told &&
        grep -q '^end won 0 0 broken$' told/a.log
}
check 'the enemy of a bot that breaks a round is sent its win' reports_win

patient() {
    run match random "$fair crash" --games 50 --seed 2 --max-broken 100 &&
        grep -q '^b broke 16 rounds: crash 16$' out.txt && ! grep -q 'not played' out.txt
}
check '--max-broken lets it continue with new processes' patient

kinds() {
    run match "$fair repeat" "$fair misplace" --games 40 --seed 2 --json || return 1
    for word in '"illegal-move": 3' '"kind": "illegal-move"' '"limits": {' '"move_ms": 1000' \
        '"name": "Shooter repeat"' '"unplayed": '; do
        grep -q "$word" out.txt || return 1
    done
}
wrecks() {
    run match "$fair repeat" "$fair misplace" --games 4 --seed 2 --rules tournament &&
        grep -q '^b lost 10 ships to bad placement' out.txt && grep -Eq '^a wasted [0-9]+ shots' out.txt &&
        ! grep -q ' broke ' out.txt
}
if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    check 'JSON names the kind, the limits and the guest' kinds
else
    skip 'JSON names the kind, the limits and the guest' 'built without JSON'
fi
check 'tournament rules count bad ships and shots without breaking rounds' wrecks

endless() {
    run match "$fair slow" null --games 6 --seed 2 --max-broken 1 --limit move=300 &&
        grep -q '^a broke 1 round: move-timeout 1$' out.txt &&
        grep -q '^  round 3: move-timeout: ' out.txt && grep -q 'move 300 ms' out.txt
}
check 'a bot that thinks for ever is stopped by --limit' endless

paired() {
    run match "$fair" "$fair" --games 6 --seed 3 --paired --records pairs || return 1
    grep -q '^paired: each pair of fleets is played twice' out.txt || return 1
    for side in a b; do
        for round in 1 2 3 4; do
            sed -n "s/^fleet $side [0-9a-f]* //p" "pairs/round-00000$round.txt" >"$side$round"
        done
    done
    [ -s a1 ] && cmp -s a1 b2 && cmp -s b1 a2 && cmp -s a3 b4 && cmp -s b3 a4 &&
        ! cmp -s a1 b1 && ! cmp -s a1 a3 && grep -q '^first a' pairs/round-000001.txt &&
        grep -q '^first b' pairs/round-000002.txt
}
check 'paired rounds swap the same fleets' paired

verdicts() {
    run match hunt "$fair" --sprt --short 4 --games 2000 --seed 1 &&
        grep -q '^verdict: yes, hunt is stronger' out.txt &&
        grep -Eq '^  LLR +[0-9.]+, decided at -2.94 or 2.94$' out.txt &&
        run match "$fair" hunt --sprt --short 4 --games 2000 --seed 1 --elo 0:50 &&
        grep -q '^verdict: no, ' out.txt &&
        run match "$fair" "$fair" --sprt --short 4 --games 8 --seed 1 &&
        grep -q '^verdict: undecided: the test needs at least 8 short matches' out.txt
}
check 'a sequential test finds the stronger bot' verdicts

keeping() {
    run match "$fair" random --games 12 --seed "1:$secret" --records all &&
        [ "$(find all -name 'round-*.txt' | wc -l)" -eq 12 ] && [ -s all/a.log ] &&
        [ ! -e all/b.log ] &&
        run match "$fair" random --games 12 --seed "1:$secret" --records last --keep last:5 &&
        [ "$(find last -name 'round-*.txt' | wc -l)" -eq 5 ] &&
        cmp -s all/round-000012.txt last/round-000012.txt && [ -e last/round-000008.txt ] &&
        timeout 20 "$BROADSIDE" replay last/round-000010.txt --plain >replay.txt 2>&1
}
check '--keep selects the recorded rounds' keeping

full() {
    (ulimit -f 1 && timeout 20 "$BROADSIDE" match random null --games 5 --seed 1 --records full) \
        2>err.txt | cat >out.txt
    grep -q '^b null' out.txt && grep -Eq '^broadside match: full/round-000001.txt: ' err.txt
}
check 'a full disk is reported after the result' full

check 'an odd number of rounds cannot be paired' refused 2 'paired needs an even number of rounds, not 3' match random null --paired --games 3
check '--elo is two numbers' refused 2 'LOW:HIGH' match random null --sprt --elo 20:0
check '--keep needs --records' refused 2 '--keep only works with --records' match random null --keep all
check 'unknown limits are rejected' refused 2 'limit' match random null --limit patience=3
check 'a missing guest is named' refused 2 'nosuch' match random ./nosuch

# Names from a bot.json appear in messages and must not contain control characters there.
is_printable() {
    mkdir -p steering
    printf '{"command": "./x\\u001b]0;title\\u0007\\u009b31m"}' >steering/bot.json
    run match ./steering random && return 1
    cp err.txt all.txt
    run check-bot ./steering && return 1
    cat out.txt err.txt >>all.txt
    [ "$(grep -c 'No such file' all.txt)" -eq 2 ] && ! LC_ALL=C grep -q '[[:cntrl:]]' all.txt
}
check 'the name of a program is made printable' is_printable
unreadable() {
    mkdir -p circle && ln -s bot.json circle/bot.json
    refused 1 'circle/bot.json: ' match ./circle random
}
check 'an unreadable bot.json is reported' unreadable
check 'no process remains after matches' nothing_left

# Is the slow guest running? The arena has its name on the command line, too, but with the word match.
slow_guest_runs() {
    grep -alZs "$bot.slow" /proc/[0-9]*/cmdline | xargs -0r grep -aLs match | grep -q .
}
interrupted() {
    # shellcheck disable=SC2086
    "$BROADSIDE" match $unsafe "$fair slow" "$fair" --limit move=60000 >out.txt 2>err.txt &
    arena=$!
    tries=0
    while ! slow_guest_runs && [ "$tries" -lt 200 ]; do
        tries=$((tries + 1))
        sleep 0.05
    done
    kill -TERM "$arena"
    wait "$arena" 2>/dev/null
    [ "$tries" -lt 200 ] && nothing_left
}
check 'guests end with an interrupted match' interrupted

# --- sim ------------------------------------------------------------------------------------------

simulated() {
    run sim --bot "$fair" --bot random --games 40 --seed 3 --csv games.csv &&
        grep -Eq "^$fair +9[0-9]\.[0-9]+ \+- " out.txt && cp games.csv one.csv &&
        run sim --bot "$fair" --games 40 --seed 3 --csv games.csv --threads 1 &&
        grep "$bot" one.csv | cmp -s - <<END
$(grep "$bot" games.csv)
END
}
check 'sim shoots the same boards with a guest alone and among others' simulated

given_up() {
    run sim --bot "$fair crash" --games 30 --seed 3 &&
        grep -q 'broke 3 games, not counted: crash 3$' out.txt &&
        grep -q '^  board 3: crash: ' out.txt &&
        grep -q 'did not play its last 21 games because it had broken 3$' out.txt &&
        run sim --bot "$fair crash" --games 30 --seed 3 --max-broken 30 &&
        grep -q 'broke 10 games' out.txt && ! grep -q 'did not play' out.txt
}
check 'a guest that breaks too many games stops playing' given_up

# Nothing is known about the shots of a bot that finishes no round.
unknown() {
    mkdir -p quitter && cat >quitter/bot.sh <<'END' || return 1
while read -r word rest; do
    case $word in broadside) echo ready ;; place | act) exit 9 ;; esac
done
END
    quitter='cmd:sh ./quitter/bot.sh'
    run sim --bot "$quitter" --games 4 --seed 3 && grep -Eq '^cmd:.*bot.sh +- +- +- +- +- ' out.txt &&
        run sim --bot "$quitter" --games 4 --seed 3 --json && grep -q '"min": null' out.txt &&
        grep -q '"max": null' out.txt && run match "$quitter" null --games 4 --seed 3 &&
        grep -Eq '^b null +[0-9]+ +0 +0 +- +0$' out.txt && run match "$quitter" null --games 4 --seed 3 --json &&
        [ "$(grep -c '"mean_shots": null' out.txt)" -eq 2 ]
}
check 'figures without rounds are dashes, and null in JSON' unknown

placed() {
    run sim --bot hunt --placement "$fair" --games 5 --seed 3 &&
        grep -Eq '^hunt +[0-9.]+ ' out.txt &&
        ! run sim --bot hunt --placement "$fair misplace" --rules classic --games 1 --seed 3 \
            --limit move=0x1
}
check 'a guest places fleets for boards' placed

# --- play -----------------------------------------------------------------------------------------

moves() {
    echo
    for cell in A1 B2 C3 D4 E5 F6; do echo "$cell"; done
}

played() {
    moves | run play --plain --bot "$fair" --seed 4 --record game.txt --name Ann &&
        grep -q 'against Shooter fair' out.txt && grep -q '^player b Shooter fair$' game.txt &&
        [ "$(grep -c ' b fire ' game.txt)" -ge 5 ] &&
        grep -q "play --continue --bot '$fair'" out.txt
}
check 'play --bot plays against a guest' played

goes_on() {
    refused 1 'only started if you name it' play --plain --continue </dev/null &&
        echo G7 | run play --plain --continue --bot "$fair" --record game2.txt &&
        grep -q ' a fire G7 ' game2.txt && grep -q ' a fire F6 ' game2.txt
}
check 'a game against a guest continues only if the guest is named' goes_on

breaks() {
    moves | run play --plain --bot "$fair repeat" --seed 4
    [ $? -eq 1 ] && grep -q 'Shooter repeat failed (illegal-move): .*A1' err.txt
}
check 'a guest that breaks the game ends it with a message' breaks

foreign_save() {
    sed '1i broadside save 1\nbot b cmd:touch taken\nseed 4 given\nrecord' game.txt >foreign.save
    refused 1 "the opponent is a program.*--bot 'cmd:touch taken'" play --plain --load foreign.save \
        </dev/null && [ ! -e taken ] && [ ! -e bots/taken ]
}
check 'a saved game from somewhere else starts no program' foreign_save

unremembered() {
    ! grep -q shooter "$HOME/.config/broadside/settings"
}
check 'a program is not remembered as the opponent' unremembered
check 'no process remains at the end' nothing_left

plan
