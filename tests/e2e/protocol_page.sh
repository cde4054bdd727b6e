#!/bin/sh
# A bot built from the grammar in docs/PROTOCOL.md alone plays every preset and every kind of move
# without breaking a round, and the grammar has every line that the arena writes.
# slow: plays many matches with a Python bot (10 s)
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
reason=$(no_jail)
[ -z "$reason" ] || { echo "$reason"; exit 77; }
command -v python3 >/dev/null || { echo 'python3 is not installed'; exit 77; }
mkdir bot
cp "$TOP/tests/e2e/grammar_bot.py" "$TOP/docs/PROTOCOL.md" bot
cat >bot/bot.json <<'END'
{"name": "grammar", "command": ["python3", "grammar_bot.py"], "files": ["grammar_bot.py", "PROTOCOL.md"]}
END

# plays_whole OPPONENT ROUNDS OPTION...: no round is broken. The dialogue is in dialogue.txt.
plays_whole() {
    opponent=$1 rounds=$2
    shift 2
    "$BROADSIDE" match ./bot "$opponent" --games "$rounds" --seed 5 --max-broken 1 --json \
        --limit start=60000 --limit move=60000 --limit bank=0 --transcript dialogue.txt "$@" \
        >out.txt 2>err.txt && python3 -c '
import json
played = json.load(open("out.txt"))
assert not any(sum(played[side]["broken"].values()) for side in "ab")' 2>/dev/null && return
    sed 's/^/# /' out.txt err.txt
    return 1
}

# raises RULE...: it plays, and at least one ship is raised.
raises() { plays_whole gunner 30 --rules advanced --rule reinforce=1 "$@" && grep -q '^a> outcome raise' dialogue.txt; }
takes_hints() {
    plays_whole random 20 --rule hints=5 --rule hint-after=2 && grep -q '^a> outcome hint' dialogue.txt
}

for rules in classic equal-turns advanced advanced-strict tournament salvo russian grid20; do
    check "it plays $rules" plays_whole random 20 --rules "$rules"
done
check 'it plays on columns after Z' plays_whole random 2 --rules grid30
check 'it plays itself' plays_whole ./bot 10 --rules advanced
for rule in edge=shift announce=each-hit announce=unnamed announce=none hit-again=yes smoke=shield unlock=turn; do
    check "it plays advanced with $rule" plays_whole gunner 20 --rules advanced --rule "$rule"
done
check 'it takes hints' takes_hints
check 'it raises ships' raises
check 'it raises new ships' raises --rule reinforce-kind=new
check 'it shoots at boards that do not shoot back' sh -c '"$0" sim --bot ./bot --games 10 --seed 1 >out.txt 2>&1' "$BROADSIDE"

# The test can fail: without one production, the first line of that kind breaks the round.
sed -i 's/^stock      ::= "stock"/stock      ::= "stocks"/' bot/PROTOCOL.md
breaks() { ! plays_whole random 2 --rules advanced >/dev/null; }
check 'a line that the grammar lacks is noticed' breaks
plan
