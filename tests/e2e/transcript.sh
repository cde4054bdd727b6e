#!/bin/sh
# shellcheck disable=SC2154 # secret is set in check.inc
# Transcripts of matches, and feeding them to bots again. The bots are in shell.
set -u
. "$TOP/tests/e2e/check.inc"
mkdir -p "$TMPDIR/transcripts" && cd "$TMPDIR/transcripts" || exit 1

# bot NAME [FIRST]: fires in reading order; FIRST is a line of shell before each answer to act.
bot() {
    mkdir -p "$1"
    cat >"$1/bot.sh" <<EOF
letter() { shift "\$1"; echo "fire \$2\$row"; }
while read -r word rest; do
    case \$word in
    broadside) printf 'name Shell\nplays race wrecks\nready\n' ;;
    round) round=\${rest%% *} n=0 ;;
    place) echo "placing in round \$round" >&2; echo random ;;
    act)
        ${2:-:}
        row=\$((n / 10 + 1)); letter \$((n % 10)) A B C D E F G H I J ;;
    outcome) n=\$((n + 1)) ;;
    quit) exit 0 ;;
    esac
done
EOF
}

# match OPTIONS...: output in out.txt and err.txt; returns its status.
match() {
    timeout 60 "$BROADSIDE" match --unsafe --limit move=20000 --limit start=20000 "$@" >out.txt 2>err.txt
}

file_has() { grep -qF -- "$1" "${2:-out.txt}" || { echo "# not printed: $1"; sed 's/^/# /' out.txt err.txt; return 1; }; }

bot same
keeps() {
    match 'cmd:sh ./same/bot.sh' null --games 4 --seed 3:$secret --transcript t.txt &&
        [ "$(head -n 1 t.txt)" = '# broadside transcript 1' ] &&
        file_has '# b is null, which is built in and has no dialogue' t.txt &&
        file_has 'a> rule board = 10x10' t.txt && file_has 'a> match 4 seed ' t.txt &&
        file_has 'a< fire A1' t.txt && file_has 'a> outcome fire A1 -> A1=' t.txt &&
        file_has 'a> round 4' t.txt && file_has 'a> quit' t.txt && ! grep -q '^b' t.txt &&
        ! grep -q "$secret" t.txt
}
check 'a match records its dialogue' keeps
no_change() {
    match 'cmd:sh ./same/bot.sh' null --games 4 --seed 3:$secret && grep -v ' per second' out.txt >plain.txt &&
        match 'cmd:sh ./same/bot.sh' null --games 4 --seed 3:$secret --transcript t2.txt --threads 4 &&
        diff out.txt plain.txt && cmp t.txt t2.txt
}
check 'a transcript does not change the match and is repeatable' no_change
both() {
    match 'cmd:sh ./same/bot.sh' 'cmd:sh ./same/bot.sh' --games 2 --seed 3 --transcript both.txt &&
        file_has 'a< fire A1' both.txt && file_has 'b< fire A1' both.txt || return 1
    match 'cmd:sh ./same/bot.sh' --feed both.txt --side b && file_has ' of side b in ' && file_has ': all the same as in the transcript' &&
        match 'cmd:sh ./same/bot.sh' --feed both.txt && file_has ' of side a in ' && file_has ': all the same as in the transcript'
}
check 'both sides are recorded, and each can be fed' both
# A transcript grows during the match and contains the fleet of the enemy.
in_sight() {
    for file in same/seen.txt ./same/../same/seen.txt; do
        match 'cmd:sh ./same/bot.sh' 'cmd:sh ./other/bot.sh' --games 2 --transcript "$file"
        [ $? -eq 1 ] && file_has 'is in the folder of the guest' err.txt || return 1
    done
    match 'cmd:sh ./other/bot.sh' 'cmd:sh ./same/bot.sh' --games 2 --records same/records
    [ $? -eq 1 ] && file_has 'is in the folder of the guest' err.txt &&
        match 'cmd:sh ./same/bot.sh' null --games 2 --seed 3 --transcript same/seen.txt
}
bot other
check 'a transcript must not be readable for a guest' in_sight

# Writes line after line, each in time, and is never ready. The start limit covers the whole hello. Few
# lines, because on a busy machine it may be extended, and a hello of many lines breaks another rule. There
# the last line may also time out while the shell still computes.
never_ready() {
    mkdir -p slow_hello
    printf 'read -r q; while :; do echo name Slow; sleep 0.7; done\n' >slow_hello/bot.sh
    timeout 30 "$BROADSIDE" match --unsafe --limit start=1000 'cmd:sh ./slow_hello/bot.sh' --feed t.txt \
        >out.txt 2>err.txt
    [ $? -eq 1 ] && grep -Eq 'did not say hello: (stall|move-timeout): no answer within' err.txt
}
check 'a hello that never ends runs into the start limit' never_ready

all_same() {
    match 'cmd:sh ./same/bot.sh' --feed t.txt && file_has ' of side a in ' && file_has ': all the same as in the transcript'
}
check 'the same bot gives the same answers' all_same
one_round() {
    match 'cmd:sh ./same/bot.sh' --feed t.txt --round 3 && file_has 'a> round 3' && file_has ' from 3' &&
        file_has 'a< fire A1' && file_has 'standard error of round 3' && file_has '| placing in round 3' &&
        file_has ' in 1 round: ' && ! grep -q 'round 2' out.txt
}
check 'one round, with its dialogue and standard error' one_round
differs() {
    bot other "[ \$round = 2 ] && [ \$n = 5 ] && { echo fire J10; continue; }"
    line=$(awk '/^a> round 2/ { on = 1 } on && /^a> act/ && ++count == 6 { print NR; exit }' t.txt)
    match 'cmd:sh ./other/bot.sh' --feed t.txt
    [ $? -eq 1 ] && file_has "line $line, round 2: act" && file_has 'recorded: fire F1' &&
        file_has 'now:      fire J10' && file_has ' rounds: 1 differs from the transcript'
}
check 'a different answer is reported with line and round' differs
breaks() {
    bot breaks "[ \$round = 2 ] && [ \$n = 5 ] && { echo ouch >&2; exit 9; }"
    match 'cmd:sh ./breaks/bot.sh' --feed t.txt
    [ $? -eq 1 ] && file_has 'round 2: act' && file_has 'now:      crash: ' && file_has '| ouch' &&
        file_has ' in 4 rounds: 1 differs from the transcript, because the bot broke the round'
}
check 'a bot that breaks continues with the next round' breaks
broken_match() {
    match 'cmd:sh ./breaks/bot.sh' null --games 4 --seed 3 --transcript broken.txt
    match 'cmd:sh ./same/bot.sh' --feed broken.txt
    [ $? -eq 1 ] && file_has 'recorded: no answer' && file_has 'now:      fire F1' || return 1
    match 'cmd:sh ./breaks/bot.sh' --feed broken.txt --round 2
    [ $? -eq 1 ] && file_has 'recorded: no answer' && file_has 'crash' && file_has '| ouch'
}
check 'a broken round can be replayed' broken_match

refused() {
    status=$1 text=$2
    shift 2
    match "$@"
    [ $? -eq "$status" ] && file_has "$text" err.txt
}
printf 'who knows\n' >none.txt
printf '# broadside transcript 1\na> round 1\nwho knows\n' >bad.txt
check 'a file that is not a transcript' refused 2 'none.txt: line 1: ' 'cmd:sh ./same/bot.sh' --feed none.txt
check 'a bad line is reported with its number' refused 2 'bad.txt: line 3: ' 'cmd:sh ./same/bot.sh' --feed bad.txt
check 'a missing file' refused 1 'gone.txt' 'cmd:sh ./same/bot.sh' --feed gone.txt
check 'a missing round' refused 2 'no round 9' 'cmd:sh ./same/bot.sh' --feed t.txt --round 9
check 'a side without a dialogue' refused 2 'has no dialogue of b' 'cmd:sh ./same/bot.sh' --feed t.txt --side b
check 'a built-in bot has no dialogue' refused 2 'built in' hunt --feed t.txt
check 'two bots and a feed' refused 2 "unexpected argument 'hunt'; usage: broadside match A --feed FILE" hunt hunt --feed t.txt
check '--round without a feed' refused 2 '--round only works with --feed' hunt hunt --round 3
check '--side with an unknown side' refused 2 "--side 'c': the value must be a or b" 'cmd:sh ./same/bot.sh' --feed t.txt --side c

full() {
    match 'cmd:sh ./same/bot.sh' null --games 2 --seed 3 --transcript /dev/full
    [ $? -eq 1 ] && file_has '/dev/full' err.txt && file_has 'mean shots'
}
if [ -w /dev/full ]; then
    check 'a full disk is reported after the result' full
else
    skip 'a full disk is reported after the result' 'no /dev/full'
fi

plan
