#!/bin/sh
# The first hour of a researcher with the inference: three positions whose answers are known, then
# three bots with a chart and a CSV file. The bars are the games, and another seed gives the same
# means within the errors. docs/ANALYSIS.md tells it as text. With SOAK as many games as there.
# slow: plays hundreds of boards with endgame (25 s)
. "$TOP/tests/e2e/build.inc"
cd "$TMPDIR" || exit 1
PATH=$(dirname "$BROADSIDE"):$PATH

games=60
[ -z "${SOAK:-}" ] || games=2000

has_json=yes
broadside analyze --json >/dev/null 2>&1 || has_json=
has_chart=yes
broadside analyze --chart x.y 2>&1 | grep -q 'must end in' || has_chart=

# analysis NAME ARGUMENT...: the output goes to NAME.txt and NAME.json.
analysis() {
    name=$1
    shift
    timeout 100 broadside analyze "$@" >"$name.txt" && { [ -z "$has_json" ] || timeout 100 broadside analyze "$@" --json >"$name.json"; }
}
# field FIELD CELL NAME: the number of a cell in this field of the JSON.
field() {
    awk -v field="\"$1\":" -v cell="\"$2\":" '
        $1 == field { inside = 1; next }
        inside && $1 ~ /^}/ { exit }
        inside && $1 == cell { gsub(/[",]/, "", $2); print $2; exit }' "$3.json"
}
# chance NAME CELL PERCENT: does the cell have this chance, to a tenth of a percent?
chance() {
    [ "$(field cells "$2" "$1" | awk '{ printf "%.1f", 100 * $1 }')" = "$3" ] || { echo "$2: $(field cells "$2" "$1")"; return 1; }
}

# --- a hint weighs the layouts that are likely to give it
t 'a position with a hint is analyzed' analysis hint --rule hints=9 --rule board=6x6 --rule 'fleet=A 3, B 3, C 2' hint:A1
best_shots() { sed -n '/^best shots/,$p' hint.txt | grep -Eq '^B1 +40\.9[0-9]%' && grep -Eq '^A1 +39\.9[0-9]%' hint.txt; }
t 'the best shots after the hint are B1 with 40.9 % and, a little behind, A1 with 39.9 %' best_shots
if [ -n "$has_json" ]; then
    t 'B1 has 40.9 %' chance hint B1 40.9
    t 'A1 has 39.9 %' chance hint A1 39.9
    t 'C3 has 30.3 %' chance hint C3 30.3
else
    skip 'the chances after a hint to a tenth' 'built without JSON'
fi

# --- many sweeps at once are possible
t 'ten sweeps that all found something are analyzed' analysis sweeps --rule 'specials=radar 30' \
    radar:A1=found radar:A5=found radar:A8=found radar:A3=found radar:C1=found radar:C5=found \
    radar:C8=found radar:C3=found radar:E1=found radar:E5=found
t 'they leave 877,652 layouts' prints '877,652 layouts' cat sweeps.txt

# --- three ships side by side, which go across or down only together
block='E5=hit E6=hit E7=hit F5=hit F6=hit F7=hit G5=hit G6=hit G7=hit'
for seed in 1 2 3 4; do
    t "a block of nine hits is analyzed, seed $seed" analysis "block$seed" --rule board=12x12 --rule 'fleet=Battleship 4x3' \
        --rule announce=none "D5=miss D6=miss D7=miss $block" --seed "$seed"
    # The chance of H5 is 1/9: exactly, or within three of the errors that it states, which are small enough
    # to be of use.
    ninth() {
        awk -v chance="$(field cells H5 "block$seed")" -v error="$(field stderr H5 "block$seed")" 'BEGIN {
            print chance " +- " error
            off = chance - 1 / 9
            off = off < 0 ? -off : off
            exit !(chance != "" && (error == "" ? off < 1e-9 : error < 0.05 && off < 3 * error)) }'
    }
    if [ -n "$has_json" ]; then
        t "H5 has 1/9 within its stated error, seed $seed" ninth
    else
        skip "H5 has 1/9, seed $seed" 'built without JSON'
    fi
done

# --- three bots, twice
# run_bots SEED: the table in SEED.txt, the rows in SEED.csv, the chart in SEED.svg.
run_bots() {
    timeout 1200 broadside sim --bot heatmap,exact,endgame --games "$games" --seed "$1" ${has_chart:+--chart "$1.svg"} \
        --csv "$1.csv" >"$1.txt"
}
t 'sim compares heatmap, exact and endgame' run_bots 1
t 'and again with another seed' run_bots 2
rows() { [ "$(wc -l <1.csv)" -eq $((3 * games + 1)) ] && [ "$(grep -c ',sunk$' 1.csv)" -eq $((3 * games)) ]; }
t 'the CSV file has a row for each game' rows

# same_means: the means of the table are those of the rows.
same_means() {
    awk 'FNR == NR { if (FNR > 1) { split($0, f, ","); sum[f[2]] += f[3]; n[f[2]]++ }; next }
        $3 == "+-" && $1 in n { found++; off = sum[$1] / n[$1] - $2; if (off > 0.0006 || off < -0.0006) wrong = 1 }
        END { exit wrong || found != 3 }' 1.csv 1.txt
}
t 'its rows give the means of the table' same_means

# true_bars SVG CSV: for each bot a bar for each number of shots that occurs, as high as its share of the games,
# and none above the frame or elsewhere.
true_bars() {
    awk '
        FNR == NR { if (FNR > 1) { split($0, f, ","); n[f[2], f[3]]++; all[f[2]]++ }; next }
        /<g class="bars">/ { bars = 1; next }
        bars && /<title>/ { bot = $0; gsub(/<[^>]*>/, "", bot); count = total = 0; next }
        bars && /<rect / {
            match($0, / height="[0-9.]*/)
            height[++count] = substr($0, RSTART + 9, RLENGTH - 9)
            total += height[count]
        }
        bars && /<\/g>/ {
            bars = at = 0
            for (shots = 1; shots <= 400; shots++) {
                if (!((bot, shots) in n))
                    continue
                off = height[++at] - total * n[bot, shots] / all[bot]
                if (off > 0.02 || off < -0.02) { print bot ": the bar of " shots " shots is wrong"; wrong = 1 }
            }
            if (at != count) { print bot ": " count " bars for " at " numbers of shots"; wrong = 1 }
            histograms++
        }
        END { print histograms " histograms"; exit wrong || histograms != 3 }' "$2" "$1"
}
if [ -n "$has_chart" ]; then
    t 'the bars of the chart are the games' true_bars 1.svg 1.csv
    t 'with the other seed too' true_bars 2.svg 2.csv
    again() { broadside plot 1.csv --chart again.svg && true_bars again.svg 1.csv; }
    t 'plot draws the same bars from the CSV file' again
else
    skip 'the bars of the chart are the games' 'built without cairo'
fi

# honest LINES: the figures at the start of such lines agree in both runs, within four combined errors.
honest() {
    awk -v lines="$1" '
        $0 !~ lines { next }
        { for (i = 2; i <= NF; i++) if ($i == "+-") break; key = $1 " " $2 " " $3; if (i == 3) key = $1 }
        FNR == NR { mean[key] = $(i - 1); error[key] = $(i + 1); next }
        key in mean {
            found++
            off = $(i - 1) - mean[key]
            most = 4 * sqrt($(i + 1) ^ 2 + error[key] ^ 2)
            print key ": " mean[key] " +- " error[key] " and " $(i - 1) " +- " $(i + 1)
            if (off > most || off < -most || most <= 0) wrong = 1
        }
        END { exit wrong || found != 3 }' 1.txt 2.txt
}
t 'the means of both seeds agree within their errors' honest '^(heatmap|exact|endgame) +[0-9.]+ [+]-'
t 'and so do the differences between the bots' honest '^(heatmap|exact) +- '
done_testing
