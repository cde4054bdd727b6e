#!/bin/sh
# The first hour with the strongest bot: a game against admiral, a match that it wins, and the gym with a
# new bot and with admiral itself.
# slow: admiral plays matches, and a guest in Python plays the gym (12 s)
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/jail.inc"
cd "$TMPDIR" || exit 1
PATH=$(dirname "$BROADSIDE"):$PATH
HOME=$TMPDIR/home
export HOME

# --- a game
# Shoots at every cell in order, more often than any game takes. Input left over is not a mistake.
every_cell() {
    printf '\n'
    for row in 1 2 3 4 5 6 7 8 9 10; do
        for column in A B C D E F G H I J; do echo "$column$row"; done
    done
}
game() { every_cell | timeout 60 broadside play --plain --bot admiral --rules classic --seed 1 >game.txt; }
t 'a game against admiral is played to its end' game
t 'and admiral wins against somebody who shoots in order' grep -q 'admiral wins' game.txt

# --- a match
rounds=30
[ -z "${SOAK:-}" ] || rounds=200
match() { timeout 200 broadside match admiral exact --rules tournament --games "$rounds" --seed 1 >match.txt; }
t 'admiral plays a match against exact' match
wins() { awk '$1 == "a" && $2 == "admiral" { won = $3; lost = $4 } END { print won, lost; exit !(won > 6 * lost) }' match.txt; }
t 'and wins far more than four rounds of five' wins

# --- the gym
gym() { timeout 250 broadside gym "$@" >gym.txt 2>gym.err; }
quick() { gym admiral --quick --rounds 8 --matches 3 --seed 1; }
t 'admiral plays the gym' quick
most() { awk '/^mean of the tuning styles/ { print $6 " %"; share = $6 } END { exit !(share > 80) }' gym.txt; }
t 'and wins most rounds' most
t 'it learns' grep -q 'It learns: against fleets that can be learned' gym.txt
if broadside analyze --chart x.y 2>&1 | grep -q 'must end in'; then
    curves() { gym admiral --style static --rounds 12 --matches 2 --seed 1 --chart curves.svg; }
    t 'the learning curves are drawn' curves
    t 'with a legend' grep -q 'its own shots, by round of the match' curves.svg
else
    skip 'the learning curves are drawn' 'built without cairo'
fi

reason=$(no_jail)
if ! (PATH=/usr/bin:/bin && command -v python3 >/dev/null); then reason='python3 is not installed'; fi
broadside bots --json >/dev/null 2>&1 || reason='built without JSON'
if [ -z "$reason" ]; then
    t 'a bot is created' prints 'broadside check-bot ./first' broadside new-bot python first
    t 'it plays the gym' gym ./first --quick --rounds 8 --matches 3 --limit bank=86400000
    t 'its weaknesses are named' grep -q 'It loses most against' gym.txt
else
    skip 'a new bot plays the gym' "$reason"
fi
done_testing
