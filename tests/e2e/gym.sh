#!/bin/sh
# broadside gym: table, weaknesses, files, bad input, and the first hour with a new bot.
# slow: plays thousands of rounds, some of them with a guest in Python (12 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

# gym OPTIONS...: output in out.txt and err.txt.
gym() {
    timeout 120 "$BROADSIDE" gym "$@" >out.txt 2>err.txt
}

table() {
    gym hunt --quick --seed 1 &&
        output_has 'hunt in the gym: tournament rules, 3 matches of 40 rounds against each style, seed 1' \
            'mean of the tuning styles' 'what stands out:' 'It loses most against' \
            'shots against random fleets; exact needs 44.5.' 'It does not learn:' &&
        grep -Eq '^reactive-max +reactive +tuning +[0-9.]+ \+- [0-9.]+ +[0-9.]+ +[0-9.]+ \+- ' out.txt &&
        [ ! -s err.txt ]
}
check 'the table has the styles of each family, and the weaknesses in words' table

learns() {
    gym sparring:style=learn-ships-listed --style static --style learner --style exact --rounds 60 \
        --matches 3 --seed 1 &&
        output_has 'It learns:' 'Its fleet is found early by shooters that learn where it places its fleet' &&
        [ "$(grep -c ' learner ' out.txt)" -eq 5 ]
}
check 'a bot that learns and a fleet that repeats are recognised' learns

repeats() {
    gym heatmap --style repeated --rounds 20 --matches 4 --seed 5 --threads 1 && mv out.txt one.txt &&
        gym heatmap --style repeated --rounds 20 --matches 4 --seed 5 --threads 3 && cmp out.txt one.txt &&
        grep '^listed ' out.txt >listed.txt &&
        gym heatmap --style listed --rounds 20 --matches 4 --seed 5 && grep -qxF "$(head -n 1 listed.txt)" out.txt
}
check 'threads and other styles do not change the figures of a style' repeats

itself() {
    gym hunt heatmap --style self --rounds 10 --matches 2 --seed 1 --rules classic &&
        output_has 'hunt in the gym: classic rules' 'heatmap in the gym' && grep -q '^itself ' out.txt
}
check 'several bots have a table each, and a bot can play itself' itself

list() {
    gym --list && grep -q '^window10-sum  *windowed  *tuning  sparring:style=window10-sum$' out.txt &&
        grep -q '^itself  *self  *final ' out.txt
}
check '--list lists the styles' list

csv() {
    gym hunt --style area --rounds 10 --matches 3 --seed 1 --csv matches.csv &&
        [ "$(wc -l <matches.csv)" -eq 7 ] &&
        head -n 1 matches.csv | grep -qx 'style,family,role,match,won,lost,drawn,whole,own_shots,enemy_shots' &&
        grep -Eq '^quarter,area,final,3,[0-9]+,[0-9]+,[0-9]+,10,[0-9]+,[0-9]+$' matches.csv
}
check '--csv has a line for each match' csv

if gym hunt --style static --rounds 4 --matches 1 --seed 1 --chart probe.svg; then
    chart() {
        gym hunt --quick --rounds 10 --seed 1 --chart gym.svg && grep -q 'hunt in the gym' gym.svg &&
            grep -q 'logarithmic' gym.svg && [ "$(grep -c '<title>reactive</title>' gym.svg)" -eq 2 ]
    }
    check 'the chart has two lines for each family' chart
else
    skip 'the chart' 'built without cairo'
fi

if ! grep -q libjansson-dev err.txt && gym hunt --style static --rounds 4 --matches 1 --seed 1 --json; then
    json() { output_has '"styles": [' '"at_least": null' '"curves": [' '"advice": [' '"family": "repeated"'; }
    check 'the JSON has figures, curves and advice' json
else
    skip 'the JSON' 'built without JSON'
fi

# refused TEXT OPTIONS...: exit status 2, and the message has the text.
refused() {
    text=$1
    shift
    gym "$@"
    [ $? -eq 2 ] && grep -qF -e "$text" err.txt || { sed 's/^/# /' err.txt; return 1; }
}
check 'an unknown style' refused "there is no style or family 'lucky'; 'broadside gym --list' lists them" \
    hunt --style lucky
check 'an unknown bot' refused "there is no bot 'nobody'" nobody --quick
check 'a chart of two bots' refused '--chart takes one bot, not 2' hunt heatmap --chart x.svg
check 'a style that a quick run leaves out' refused '--quick has none of these styles' hunt --quick --style self
check 'an unknown style of sparring' refused "'broadside gym --list' lists them" sparring:style=lucky --quick

# --- the first hour

first_hour() {
    "$BROADSIDE" new-bot python first >/dev/null &&
        gym ./first --quick --matches 2 --rounds 15 --seed 1 --limit bank=86400000 --limit move=60000 &&
        output_has './first in the gym' 'what stands out:' 'It loses most against' 'It does not learn' \
            'to repeat this: --seed 1:'
}
reason=$(no_jail)
if [ -n "$reason" ]; then
    skip "a new bot's weaknesses" "$reason"
elif ! (PATH=/usr/bin:/bin && command -v python3 >/dev/null); then
    skip "a new bot's weaknesses" 'python3 is not installed'
elif ! "$BROADSIDE" bots --json >/dev/null 2>&1; then
    skip "a new bot's weaknesses" 'built without JSON'
else
    check 'the gym names the weaknesses of a new bot' first_hour
fi
plan
