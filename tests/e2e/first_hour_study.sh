#!/bin/sh
# The first hour of a researcher: how strong are the bots, which shot is best, and what does a whole
# game look like? The answers agree with published results.
# slow: plays thousands of boards (10 s)
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/gif.inc"
cd "$TMPDIR" || exit 1
PATH=$(dirname "$BROADSIDE"):$PATH

chart='--chart ladder.svg'
broadside analyze --chart x.y 2>&1 | grep -q 'must end in' || chart=

# --- the ladder: exact takes most of the time
games=2000
# shellcheck disable=SC2086 # two words or none
ladder() {
    timeout 300 broadside sim --bot random,hunt,parity,heatmap,exact --games "$games" --seed 1 $chart >ladder.txt
}
t 'sim compares five bots' ladder
# mean_between BOT LOW HIGH: the mean number of shots is in this range.
mean_between() {
    awk -v bot="$1" -v low="$2" -v high="$3" '
        $1 == bot && $3 == "+-" { found = 1; print; if ($2 < low || $2 > high) exit 1 }
        END { if (!found) exit 1 }' ladder.txt
}
t 'random needs about 95 shots' mean_between random 94 97
t 'hunt needs about 62' mean_between hunt 59 65
t 'parity needs about 54' mean_between parity 52 57
t 'heatmap needs about 45' mean_between heatmap 43 47
t 'exact needs no more than heatmap' mean_between exact 42 47
in_order() {
    # The last two are too close to order with so few boards.
    awk '$3 == "+-" && $2 + 0 > 0 { if (n++ && $2 > last + (n == 5 ? 1.5 : 0)) wrong = 1; last = $2; print }
        END { exit wrong || n != 5 }' ladder.txt
}
t 'each bot is better than the one before' in_order
t 'sim prints the differences between neighbours' prints 'parity       - heatmap' cat ladder.txt
if [ -n "$chart" ]; then
    complete() { head -c 5 ladder.svg | grep -q '<?xml' && grep -q '</svg>' ladder.svg; }
    t 'the chart is a complete SVG' complete
else
    skip 'the chart' 'built without cairo'
fi

# --- a position: two hits in line
t 'analyze counts the layouts of a position' prints 'layouts, counted exactly; shots so far: 3' \
    broadside analyze 'E5=miss F6=hit F7=hit'
two_ends() {
    broadside analyze 'E5=miss F6=hit F7=hit' | sed -n '/^best shots/,$p' >best.txt
    cat best.txt
    [ "$(sed -n '2,3s/ .*//p' best.txt | sort | tr '\n' ' ')" = 'F5 F8 ' ]
}
t 'the two ends of the line are the best shots' two_ends
t 'analyze prints what each shot may sink' prints '   Cruiser 5.86%' cat best.txt
t 'the heat map shows the hits' prints '  6 14 16 18 21 17  * 23 20 17 14' \
    broadside analyze 'E5=miss F6=hit F7=hit'
t 'the empty board has the known number of layouts' prints '30,093,975,536 layouts' broadside analyze

# --- a game as an animation
if broadside analyze --animate x.y 2>&1 | grep -q 'must end in'; then
    t 'analyze --animate writes a game' prints 'game.gif: one frame per move' \
        timeout 120 broadside analyze --animate game.gif --bot exact --seed 7
    frames() {
        count=$(gif_frames game.gif) || return 1
        echo "$count frames"
        [ "$count" -ge 18 ] && [ "$count" -le 80 ]
    }
    t 'it is a complete GIF with a plausible number of frames' frames
    of_record() {
        broadside sim --bot heatmap --games 1 --seed 7 --records games --csv games.csv >/dev/null &&
            timeout 120 broadside analyze --animate record.gif --record games/heatmap-000001.record &&
            shots=$(sed -n '2s/^[^,]*,[^,]*,\([0-9]*\),.*/\1/p' games.csv) &&
            echo "$shots shots, $(gif_frames record.gif) frames" &&
            [ "$(gif_frames record.gif)" -eq $((shots + 1)) ]
    }
    t 'the animation of a record has one frame per move and one for the end' of_record
else
    skip 'an animation of a game' 'built without giflib'
fi
done_testing
