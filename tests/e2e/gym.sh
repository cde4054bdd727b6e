#!/bin/sh
# broadside gym: table, weaknesses, files, bad input, and the first hour with a new bot.
# slow: plays thousands of rounds, some of them with a guest in Python (12 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

# gym OPTIONS...: output in out.txt and err.txt.
gym() {
    timeout 600 "$BROADSIDE" gym "$@" >out.txt 2>err.txt
}

table() {
    gym hunt --quick --seed 1 &&
        output_has 'hunt in the gym: tournament rules, 5 matches of 30 rounds against each style, seed 1' \
            'mean of the tuning styles' 'what stands out:' 'It loses most against' \
            'shots against random fleets; exact needs 44.5.' 'Matches: won-lost-drawn.' \
            'It does not learn: against fleets that can be learned it needs ' ' in the first 5 rounds of a match' &&
        grep -Eq '^reactive-max +reactive +tuning +[0-9.]+ \+- [0-9.]+ +[0-9.]+ +[0-9.]+ \+- ' out.txt &&
        [ ! -s err.txt ]
}
check 'the table has the styles of each family, and the weaknesses in words' table

learns() {
    gym sparring:style=learn-ships-listed --style static --style learner --style exact --rounds 40 \
        --matches 8 --seed 1 &&
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

commas() {
    gym hunt,heatmap null --style area --rounds 2 --matches 2 --seed 1 &&
        output_has 'hunt in the gym' 'heatmap in the gym' 'null in the gym'
}
check 'commas separate built-in bots' commas

one_match() {
    gym hunt --style area --rounds 4 --matches 1 --seed 1 &&
        output_has 'Errors need at least two matches against a style.' \
            'The 95 % interval and most advice need at least 3 (--matches 3).' &&
        gym hunt --style area --rounds 4 --matches 2 --seed 1 && ! grep -q 'what stands out\|Errors need' out.txt &&
        output_has 'The 95 % interval and most advice need at least 3' &&
        grep -Eq '^quarter +area +final +[0-9.]+ \+- [0-9.]+ +- +[0-9.]+ \+- ' out.txt &&
        gym hunt --style area --rounds 4 --matches 3 --seed 1 && output_has "Student's t" &&
        grep -Eq '^quarter +area +final +[0-9.]+ \+- [0-9.]+ +[0-9.]+ +[0-9.]+ \+- ' out.txt
}
check 'the table of one or two matches says what more matches would add' one_match

# Prints the widest line of the sentences that the gym writes to a terminal of 60 columns. On a busy machine
# there is a progress bar too, on standard error.
widest() {
    script -qefc "stty cols 60; '$BROADSIDE' gym hunt --style area --rounds 4 --matches 2 --seed 1 2>/dev/null" /dev/null |
        tr -d '\r' | sed -n '/^+-/,$p' | awk '{ if (length > most) most = length } END { print most + 0 }'
}
wrapped() { [ "$(widest)" -gt 40 ] && [ "$(widest)" -le 60 ]; }
if command -v script >/dev/null; then
    check 'sentences are wrapped to the width of the terminal' wrapped
    narrow() {
        script -qefc "stty cols 80; '$BROADSIDE' gym hunt --style area --rounds 4 --matches 2 --seed 1 2>/dev/null" /dev/null |
            tr -d '\r' >out.txt && grep -q '^quarter  ' out.txt && awk 'length > 80 { exit 1 }' out.txt
    }
    check 'the table fits into 80 columns' narrow
    tiny() {
        script -qefc "stty cols 60; '$BROADSIDE' gym hunt --style area --rounds 4 --matches 2 --seed 1 2>/dev/null" /dev/null |
            tr -d '\r' >out.txt && grep -q '^quarter  ' out.txt && awk 'length > 60 { exit 1 }' out.txt
    }
    check 'and into 60' tiny
else
    skip 'sentences are wrapped to the width of the terminal' 'script is not installed'
fi

# interrupted OPTIONS...: Ctrl-C once a round was probably played. The exit status is that of the gym.
interrupted() {
    for seconds in 1 20; do # a busy machine may take seconds to start the program
        timeout 150 sh -c '"$BROADSIDE" gym "$@" >out.txt 2>err.txt &
            sleep '"$seconds"'; kill -INT $!; wait $!' sh --rounds 10000 --matches 5 --seed 1 "$@"
        status=$?
        grep -q 'interrupted after [1-9]' err.txt && break
    done
    return "$status"
}
partial() {
    interrupted heatmap hunt --style area
    [ $? -eq 130 ] || return 1
    rounds=$(sed -n 's/.*interrupted after \([0-9]*\) of 200000 rounds; the figures.*/\1/p' err.txt)
    sed -n 2p out.txt | grep -q '^PARTIAL: ' && grep -Eq '^style .* matches +rounds$' out.txt &&
        [ "${rounds:-0}" -gt 0 ] && ! grep -q 'hunt in the gym' out.txt && grep -qx 'hunt was not measured' out.txt &&
        [ "$(awk '/^(half|quarter) / { sum += $NF } END { print sum + 0 }' out.txt)" -eq "$rounds" ] ||
        { sed 's/^/# /' err.txt out.txt; return 1; }
}
check 'Ctrl-C prints the rounds played so far, marked as partial' partial
# One thread plays one style after the other, and the matches are too long for it to reach the third.
unplayed() {
    interrupted heatmap --threads 1 --style habit --style wrecks
    [ $? -eq 130 ] && grep -Eq '^[1-5] of 6 styles not played$' out.txt && ! grep -q 'what stands out' out.txt &&
        ! awk '/^style/ { rows = 1 } /styles not played/ { rows = 0 } rows && $NF == "0"' out.txt | grep . ||
        { sed 's/^/# /' err.txt out.txt; return 1; }
}
check 'styles that were not played are counted and not listed' unplayed
partial_csv() {
    interrupted heatmap --style half --csv part.csv
    [ $? -eq 130 ] && [ "$(wc -l <part.csv)" -ge 2 ] &&
        awk -F, 'NR > 1 { if ($5 + $6 + $7 == 0 || $5 + $6 + $7 != $8) exit 1 }' part.csv
}
check 'a file of an interrupted gym has the matches that were played' partial_csv

list() {
    gym --list && grep -q '^window10-sum  *windowed  *tuning  sparring:style=window10-sum$' out.txt &&
        grep -q '^itself  *self  *final ' out.txt
}
check '--list lists the styles' list
quick_list() {
    gym --list --quick && [ "$(awk 'NR > 1 && $3 != "tuning"' out.txt | wc -l)" -eq 0 ] &&
        ! grep -q '^itself' out.txt && sed 1d out.txt | cut -d ' ' -f 1 >quick.txt &&
        gym hunt --quick --rounds 1 --matches 1 --seed 1 && sed -n 's/^\([^ ]*\)  *[a-z]*  *tuning  .*/\1/p' out.txt >played.txt &&
        cmp quick.txt played.txt
}
check '--list --quick lists what --quick plays' quick_list

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
            grep -q 'logarithmic' gym.svg && [ "$(grep -c '<title>reactive</title>' gym.svg)" -eq 2 ] &&
            [ "$(grep -c ' % won</text>' gym.svg)" -eq 11 ]
    }
    check 'the chart has a panel for each family, with two lines' chart
    # The colours of the lines: one for the bot, one for its enemies.
    colours() {
        sed -n '/<g class="\(own\|enemy\)"/,/<\/g>/s/.*fill="none" stroke="\(#[0-9a-f]*\)".*/\1/p' gym.svg | grep -v '#ffffff' | sort -u
    }
    check 'no two kinds of lines have the same colour' eval '[ "$(colours | wc -l)" -eq 2 ]'
    partial_chart() {
        interrupted heatmap --style area --chart part.svg
        [ $? -eq 130 ] && grep -q '>PARTIAL: tournament rules' part.svg
    }
    check 'the chart of an interrupted gym is marked as partial' partial_chart
    unwritten_chart() {
        gym hunt --style area --rounds 2 --matches 1 --chart nowhere/x.svg
        [ $? -eq 1 ] && [ ! -s out.txt ] && grep -q 'No such file or directory' err.txt
    }
    check 'a chart that cannot be written is found before the first round' unwritten_chart
    full_csv() {
        rm -f both.svg
        gym hunt --style area --rounds 2 --matches 1 --csv /dev/full --chart both.svg
        [ $? -eq 1 ] && grep -q '/dev/full: No space left on device' err.txt && grep -q '^quarter' out.txt && [ -s both.svg ]
    }
    check 'a CSV file that cannot be written does not prevent the chart' full_csv
else
    skip 'the chart' 'built without cairo'
fi

if ! grep -q libjansson-dev err.txt && gym hunt --style static --rounds 4 --matches 1 --seed 1 --json; then
    json() { output_has '"styles": [' '"at_least": null' '"curves": [' '"advice": [' '"family": "repeated"'; }
    check 'the JSON has figures, curves and advice' json
    partial_json() {
        interrupted heatmap hunt --style half --json
        [ $? -eq 130 ] && output_has '"complete": false' && [ "$(grep -c '"styles"' out.txt)" -eq 1 ]
    }
    check 'the JSON of an interrupted gym says so' partial_json
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
nothing_played() { refused "$@" && [ ! -s out.txt ]; }
check 'a second bot that does not exist, before the first one plays' nothing_played \
    "there is no bot 'nobody'" hunt nobody --style area --rounds 2 --matches 1
check 'an option that the second bot does not have' nothing_played 'has no options' \
    hunt random:x=1 --style area --rounds 2 --matches 1
check 'an empty name' nothing_played 'the name of a bot is missing' hunt, --style area --rounds 2
check 'a chart and a CSV file of the same name' nothing_played '--chart and --csv name the same file' \
    hunt --style area --rounds 2 --chart x.svg --csv x.svg
: >y.svg
ln -sf y.svg x.csv
check 'a link from one to the other' nothing_played '--chart and --csv name the same file' \
    hunt --style area --rounds 2 --chart ./y.svg --csv x.csv
rm x.csv y.svg
check 'a guest in a list' nothing_played 'commas separate built-in bots only' hunt,a.so --style area --rounds 2
unwritable() {
    gym hunt --style area --rounds 2 --matches 1 "$1" "$2"
    [ $? -eq 1 ] && [ ! -s out.txt ] && grep -q 'No such file or directory' err.txt
}
check 'a CSV file that cannot be written' unwritable --csv nowhere/x.csv
check '--list with a bot' refused "unexpected argument 'hunt'; usage: broadside gym --list" --list hunt
check '--list with an option' refused '--list and --rounds cannot be used together' --list --rounds 3
check 'a chart of two bots' refused '--chart takes one bot, not 2' hunt heatmap --chart x.svg
check 'a family that a quick run leaves out' refused "--quick has no style 'self'" hunt --quick --style self
check 'also after one that it has' refused "--quick has no style 'final'; leave it out to play against that, or see" \
    hunt --style tuning --quick --style final
check 'an unknown style of sparring' refused "'broadside gym --list' shows as sparring:style=NAME" \
    sparring:style=lucky --quick

# --- the first hour

first_hour() {
    "$BROADSIDE" new-bot python first >/dev/null &&
        gym ./first --quick --matches 3 --rounds 12 --seed 1 --limit bank=86400000 --limit move=60000 &&
        output_has './first in the gym' 'what stands out:' 'It loses most against' 'It does not learn' \
            'to repeat this: --seed 1:'
}
crash() {
    "$BROADSIDE" new-bot shell crash >/dev/null && sed -i '1a read -r word; echo plays race wrecks; echo ready; exit 3' crash/bot.sh &&
        gym ./crash --style area --rounds 3 --matches 2 --seed 1 &&
        output_has 'broken against half: ' 'broken against quarter: ' '  match 1, round 1: ' &&
        [ "$(grep -c '^  match ' out.txt)" -eq 1 ] &&
        grep -A 1 'broken against half' out.txt | grep -q '^  match 1, round 1: [a-z]*: it exited with status 3'
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
    check 'and how it broke the first round' crash
fi
plan
