#!/bin/sh
# broadside analyze from the outside: text, JSON, files, records, pictures, animations and bad input.
# slow: analyses dozens of positions and draws pictures (13 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/gif.inc"
cd "$TMPDIR" || exit 1

# analyze OPTIONS...: output in out.txt and err.txt.
analyze() {
    timeout 120 "$BROADSIDE" analyze "$@" >out.txt 2>err.txt
}

# --- text ---------------------------------------------------------------------------------------

cat >line.txt <<'END'
    2,290,324,230 layouts, counted exactly; shots so far: 3
     A  B  C  D  E  F  G  H  I  J
  1  7 10 12 13 13 13 13 12 10  7
  2 10 12 14 15 14 15 15 14 12 10
  3 12 14 16 17 13 24 17 16 14 12
  4 13 15 17 17 11 38 16 16 15 13
  5 13 14 14 12  o 60 13 15 15 14
  6 14 16 18 21 17  * 23 20 17 14
  7 13 16 18 21 20  * 23 20 16 14
  8 12 14 15 15 12[60]13 14 13 12
  9 10 12 14 14 14 36 14 13 12 10
 10  7 10 12 13 13 20 13 12 10  7
    percent chance of a ship, o miss, * hit, [ ] the shot

best shots   hit      sinks
F8         60.04%   Cruiser 5.86%   Submarine 5.86%   Destroyer 0.81%
F5         59.70%   Cruiser 6.29%   Submarine 6.29%   Destroyer 0.79%
F4         38.03%
F9         35.54%
F3         23.55%
END
line() {
    analyze 'E5=miss F6=hit F7=hit' && diff line.txt out.txt && [ ! -s err.txt ]
}
check 'a position as plain text' line
separate() { analyze e5=MISS f6=Hit F7=hit && diff line.txt out.txt; }
check 'shots can be separate arguments, in upper or lower case' separate
from_file() {
    printf '  E5=miss\nF6=hit\tF7=hit\n\n' >position.txt
    analyze --file position.txt && diff line.txt out.txt
}
check 'a position from a file' from_file
empty_board() {
    analyze && head -n 1 out.txt | grep -q '^ *30,093,975,536 layouts, counted exactly; shots so far: 0$' &&
        sed -n '/^best shots/,$p' out.txt | sed -n '2,5s/ .*//p' | tr '\n' ' ' | grep -qx 'E5 F5 E6 F6 '
}
check 'the empty board' empty_board
# 897 misses on 30x30 leave one place for a ship of two cells.
many_shots() {
    awk 'BEGIN { for (row = 1; row <= 30; row++) for (column = 0; column < 30; column++) {
        name = (column < 26 ? "" : "A") sprintf("%c", 65 + column % 26) row
        if (name != "A1" && name != "B1" && name != "AD30") print name "=miss" } }' >shots.txt
    # shellcheck disable=SC2046 # every line is a word
    analyze --rule board=30x30 --rule 'fleet=Boat 2' $(cat shots.txt) &&
        head -n 1 out.txt | grep -q '^ *1 layout, counted exactly; shots so far: 897$' &&
        mv out.txt operands.txt && analyze --rule board=30x30 --rule 'fleet=Boat 2' --file shots.txt &&
        diff operands.txt out.txt
}
check 'a position may have a shot for every cell of the largest boards' many_shots
large_board() {
    analyze --rule board=12x12 &&
        head -n 1 out.txt | grep -q '^ *332,291,498,192 layouts, counted exactly; shots so far: 0$' &&
        analyze --rule board=30x30 --rule 'fleet=Carrier 5' P15=hit &&
        head -n 1 out.txt | grep -q '^ *10 layouts, counted exactly; shots so far: 1$' &&
        analyze --rule board=20x20 --rule touch=no --rule 'fleet=A 4, B 3, C 2' E5=hit &&
        head -n 1 out.txt | grep -q 'layouts, counted exactly'
}
check 'boards of more than 128 cells are counted exactly' large_board
no_colour() {
    analyze E5=hit && ! grep -q "$(printf '\033')" out.txt
}
check 'no colours in a pipe' no_colour
order_matters() {
    # A destroyer that sank at A2 covers A1 and A2; if A3 came last, it would cover A3.
    analyze A3=hit A1=hit A2=sunk:destroyer && sed -n 1p out.txt >one.txt &&
        analyze A1=hit A2=hit A3=sunk:destroyer && ! sed -n 1p out.txt | cmp -s - one.txt
}
check 'the order of the shots matters' order_matters

for rules in $("$BROADSIDE" rules | cut -d ' ' -f 1); do
    preset() {
        analyze --rules "$rules" --seed 1 && grep -q '^best shots' out.txt &&
            analyze --rules "$rules" --seed 1 C3=hit D3=miss && grep -q '^best shots' out.txt
    }
    check "$rules rules" preset
done

radar() {
    analyze --rules advanced radar:E5=found && grep -q ' 113,534,088 layouts' out.txt &&
        analyze --rules advanced radar:J10=none && grep -q ' 252,156,484 layouts' out.txt &&
        analyze --rules advanced && grep -q ' 269,056,552 layouts' out.txt &&
        analyze --rules advanced smoke radar:J10=none && grep -q ' 269,056,552 layouts' out.txt
}
check 'radar: found and none add up to the empty board, and smoke makes none meaningless' radar

counted_words() {
    analyze --rule 'specials=radar 30' radar:A1=found radar:C5=none E5=miss &&
        head -n 1 out.txt | grep -q '; shots so far: 1, sweeps: 2$' &&
        analyze --rules advanced --rule hints=1 radar:A1=found hint:B3 smoke radar:J10=none &&
        head -n 1 out.txt | grep -q '; shots so far: 0, sweeps: 2, hints: 1, smoke screens: 1$'
}
check 'sweeps, hints and smoke screens are counted above the map' counted_words

# --- JSON ---------------------------------------------------------------------------------------

# Leaves out what depends on time.
timeless() { sed '/"seconds"/d' "$1"; }

exact_json() {
    analyze --json || return 1
    for key in version command rules exact layouts cells counts best shots cell hit miss sinks seconds; do
        grep -q "\"$key\":" out.txt || return 1
    done
    grep -q '"exact": true' out.txt && grep -q '"layouts": "30093975536"' out.txt &&
        grep -q '"A1": "2407483864"' out.txt && ! grep -q '"stderr"' out.txt &&
        [ "$(sed -n '/"best"/,/\]/p' out.txt | grep -o '[A-Z][0-9]*' | tr '\n' ' ')" = 'E5 F5 E6 F6 ' ]
}
sampled_json() {
    analyze --rules grid20 J10=hit --seed 3 --json && grep -q '"exact": false' out.txt &&
        grep -q '"limit": "layouts"' out.txt && grep -q '"stderr"' out.txt &&
        ! grep -q '"layouts":\|"counts"' out.txt || return 1
    timeless out.txt >one.json
    analyze --rules grid20 J10=hit --seed 3 --json && timeless out.txt | cmp -s - one.json &&
        analyze --rules grid20 J10=hit --seed 4 --json && ! timeless out.txt | cmp -s - one.json
}
json=
if "$BROADSIDE" bots --json >/dev/null 2>&1; then
    json=yes
    check 'JSON of the empty board, to the last digit' exact_json
    check 'JSON of a sampled position has errors, and the same seed gives the same' sampled_json
else
    skip 'JSON' 'built without JSON'
fi
sampled_text() {
    analyze --rules grid20 J10=hit --seed 1 && grep -q 'estimated by sampling' out.txt &&
        grep -Eq '^[A-T][0-9]+ +[0-9.]+% \+- [0-9.]+ ' out.txt
}
check 'a sampled position says that it is sampled, and has errors' sampled_text

many_hints_are_exact() {
    analyze --rule board=4x6 --rule 'fleet=A 3, B 2' --rule announce=unnamed --rule hints=99 \
        B1=miss A5=miss hint:A4 hint:B3 hint:B4 hint:A3 A3=hit hint:B2 D4=hit &&
        grep -q '^    11 layouts, counted exactly' out.txt && grep -q '^A4 *71.94%' out.txt
}
check 'many hints and few layouts are counted exactly' many_hints_are_exact

# --- records ------------------------------------------------------------------------------------

solo_record() {
    timeout 30 "$BROADSIDE" sim --bot heatmap --games 1 --seed 1 --records games >out.txt &&
        analyze --record games/heatmap-000001.record --at 5 &&
        grep -q ' 22,895,878 layouts, counted exactly; shots so far: 5' out.txt &&
        analyze --record games/heatmap-000001.record --at 0 && grep -q ' 30,093,975,536 layouts' out.txt &&
        analyze --record games/heatmap-000001.record && grep -q ' 1 layout, .*: 46' out.txt
}
check 'a record of a simulation, at a move, at its start and at its end' solo_record
two_sides() {
    printf '\nE5\nF6\nresign\n' | "$BROADSIDE" play --bot random --seed 7 --record game.txt >/dev/null &&
        analyze --record game.txt --at 4 --side a && grep -q 'shots so far: 2' out.txt &&
        analyze E5=hit F6=hit && cp out.txt one.txt &&
        analyze --record game.txt --at 4 --side a && cmp -s out.txt one.txt &&
        analyze --record game.txt --at 4 --side b && analyze --record game.txt --at 3 &&
        cp out.txt one.txt && analyze --record game.txt --at 3 --side b && cmp -s out.txt one.txt
}
check 'a record of two players, as either side or the side to move sees it' two_sides
cat >raise.rules <<'END'
name = raise
board = 4x4
fleet = Boat 1, Submarine 1
specials = radar 1, smoke
reinforce = 1
reinforce-kind = new
first = a
END
raised() {
    printf 'A1 h\nC3 h\nA2\nraise Submarine D1 h\nresign\n' |
        "$BROADSIDE" play --bot random --rules raise.rules --seed 1 --record raised.txt >/dev/null &&
        analyze --record raised.txt --at 3 --side b && grep -q '^B1 *13.33%   Submarine 13.33%$' out.txt
}
check 'a raised ship and one of the fleet with its name count together' raised

# --- pictures and animations --------------------------------------------------------------------

starts_with() { [ "$(head -c "${#2}" "$1")" = "$2" ]; }
pictures() {
    analyze E5=hit --chart heat.svg && starts_with heat.svg '<?xml' && grep -q '</svg>' heat.svg &&
        analyze E5=hit --chart heat.pdf && starts_with heat.pdf '%PDF-' &&
        analyze E5=hit --chart heat.PNG && [ "$(head -c 4 heat.PNG | tail -c 3)" = PNG ]
}
bad_pictures() {
    ! analyze --chart /nowhere/heat.svg && grep -q '/nowhere/heat.svg' err.txt && [ ! -s out.txt ] &&
        ! analyze --chart heat.bmp && grep -q 'must end in .svg, .png or .pdf' err.txt &&
        printf 'E5=hit\n' >own.svg && ! analyze --file own.svg --chart ./own.svg &&
        grep -q -e '--file and --chart name the same file' err.txt && grep -qx 'E5=hit' own.svg &&
        [ "$(wc -l <err.txt)" -eq 1 ] && [ ! -e heat.bmp ]
}
# outlines WORDS OPTIONS...: the classes of the areas in the picture, and the words of its legend.
outlines() {
    words=$1
    shift
    analyze "$@" --chart areas.svg && { sed -n '/class="area"/{n;s/<[^>]*>//g;p;}' areas.svg
        sed -n 's/.*>\([^<]*\)<\/text>$/\1/p' areas.svg | grep -x 'sweep: .*\|hint\|the shot\|miss\|hit\|water'; } |
        tr '\n' ',' | grep -qxF "$words"
}
areas() {
    outlines 'found,empty,the shot,sweep: found,sweep: empty,' \
        --rule 'specials=radar 30' radar:A1=found radar:C5=none &&
        outlines 'hint,smoked,the shot,miss,sweep: smoke?,hint,' \
            --rules advanced --rule hints=1 hint:B3 smoke radar:G7=none E5=miss &&
        outlines 'the shot,hit,' E5=hit
}
if "$BROADSIDE" analyze --chart x.y 2>&1 | grep -q 'must end in'; then
    check 'sweeps and hints are outlined, and the legend explains what occurs' areas
    check 'pictures as svg, pdf and png' pictures
    check 'a picture that cannot be written is reported before the analysis' bad_pictures
else
    skip 'pictures' 'built without cairo'
fi

animated_record() {
    analyze --animate game.gif --record games/heatmap-000001.record &&
        [ "$(gif_frames game.gif)" -eq 47 ]
}
# The record numbers its moves; radar, artillery and torpedo are among them.
animated_specials() {
    timeout 60 "$BROADSIDE" sim --rules advanced --bot endgame --games 1 --seed 3 --records special >out.txt || return 1
    record=special/endgame-000001.record
    grep -q '^[0-9]* a radar' "$record" && grep -q '^[0-9]* a \(artillery\|torpedo\)' "$record" &&
        analyze --animate special.gif --record "$record" && grep -qx 'special.gif: one frame per move' out.txt &&
        [ "$(gif_frames special.gif)" -eq "$(($(grep -c '^[0-9]* a ' "$record") + 1))" ]
}
animated_estimates() {
    analyze --animate counted.gif --bot heatmap --seed 1 &&
        grep -qx 'counted.gif: one frame per move, seed 1' out.txt &&
        analyze --animate sampled.gif --rule board=8x8 --rule 'fleet=A 2x6, B 3x4' --bot heatmap --seed 1 &&
        grep -Eqx 'sampled.gif: one frame per move, seed 1; the chances in [0-9]+ of [0-9]+ frames are estimated' out.txt
}
animated_bot() {
    analyze --animate bot.gif --bot hunt --seed 3 && frames=$(gif_frames bot.gif) &&
        [ "$frames" -ge 18 ] && [ "$frames" -le 101 ] && cp bot.gif one.gif &&
        analyze --animate bot.gif --bot hunt --seed 3 && cmp -s bot.gif one.gif
}
bad_animations() {
    ! analyze --animate /nowhere/x.gif --bot null && grep -q '/nowhere/x.gif' err.txt &&
        ! analyze --animate x.png --bot null && grep -q 'must end in .gif' err.txt &&
        ! analyze --animate x.gif --bot nobody && grep -q "no bot 'nobody'" err.txt && [ ! -e x.gif ]
}
bad_animated_record() {
    sed 's/=miss/=hit/' games/heatmap-000001.record >bad.record
    ! analyze --animate x.gif --record bad.record && grep -q 'bad.record: line' err.txt && [ ! -e x.gif ]
}
if "$BROADSIDE" analyze --animate x.y 2>&1 | grep -q 'must end in'; then
    check 'the animation of a record has one frame per move and one for the end' animated_record
    check 'special moves have frames too' animated_specials
    check 'an animation says how many frames are estimated' animated_estimates
    check 'the same seed gives the same animation of a bot' animated_bot
    check 'an animation that fails leaves no file behind' bad_animations
    check 'an animation of a record that does not replay names the file' bad_animated_record
else
    skip 'animations' 'built without giflib'
fi

# --- bad input ----------------------------------------------------------------------------------

# refused STATUS WORDS OPTIONS...: one line with these words on standard error, nothing on standard output.
refused() {
    status=$1 words=$2
    shift 2
    analyze "$@"
    is=$?
    if [ "$is" -ne "$status" ] || [ -s out.txt ] || [ "$(wc -l <err.txt)" -ne 1 ] ||
        ! grep -qF -e "$words" err.txt; then
        echo "# exit status $is"
        sed 's/^/# /' err.txt
        return 1
    fi
}
all_hits=$(for column in A C E; do for row in 1 2 3 4 5 6; do echo "$column$row=hit"; done; done)
check 'impossible: a cell shot twice' refused 1 'E5 is shot at twice' E5=miss E5=hit
check 'impossible: a hit with no room for a ship' \
    refused 1 'no ship position fits the hit at A1' A1=hit B1=miss A2=miss
check 'impossible: a sinking that no layout explains' \
    refused 1 'no ship position fits the sinking of the Carrier at E5' E5=sunk:carrier
check 'impossible: a ship sunk twice' refused 1 'more ships of type Destroyer are sunk' \
    A1=hit A2=sunk:destroyer C1=hit C2=sunk:destroyer
# shellcheck disable=SC2086 # a list of words
check 'impossible: more hits than ship cells' refused 1 '18 hits, but the fleet has only 17 cells' $all_hits
check 'impossible: more sinkings than ships' refused 1 'sinkings, but there are only 2 ships' \
    --rule board=6x6 --rule fleet=1,2 --rule announce=unnamed A1=sunk A3=sunk A5=sunk
check 'impossible: hits that touch where ships may not' refused 1 'no layout of the fleet' \
    --rules russian A1=hit B2=hit
check 'impossible: a sweep that found nothing but misses' refused 1 'no layout of the fleet' \
    --rules advanced radar:A1=found A1=miss B1=miss A2=miss B2=miss
check 'impossible on a large board' refused 1 'no ' --rules grid20 A1=hit B1=miss A2=miss
check 'a word that is not a shot' refused 2 "'E5' is not of the form E5=miss" E5
check 'a word that is not an answer' refused 2 'an answer is miss, hit, sunk' E5=perhaps
check 'a cell off the board' refused 2 'off the board' Z5=miss
check 'a ship that is not in the fleet' refused 2 "no ship called 'tug'" E5=sunk:tug
check 'a hit with a name' refused 2 'do not name the ship that is hit' E5=hit:cruiser
check 'a sinking under rules that announce none' refused 2 'do not announce sinkings' \
    --rule announce=none E5=sunk
check 'a name under rules that announce none' refused 2 'without a name' \
    --rule announce=unnamed E5=sunk:cruiser
check 'a sweep without an answer' refused 2 'radar:B3=found or radar:B3=none' --rules advanced radar:A1
check 'a hint off the board' refused 2 '3x3 block' hint:J10
check 'two positions at once' refused 2 'a position and --file cannot be used together' A1=miss --file position.txt
check '--at without a record' refused 2 '--at only works with --record' --at 3
check 'a side without a record' refused 2 '--side only works with --record' --side b E5=miss
check 'an unknown side' refused 2 "--side 'c': the value must be a or b" --side c
check '--bot without an animation' refused 2 '--bot only works with --animate' --bot exact
check 'a move past the end' refused 2 'has only 46 moves' \
    --record games/heatmap-000001.record --at 47
check 'a missing file' refused 1 './none: No such file' --file ./none
check 'a missing record' refused 1 './none: No such file' --record ./none
not_a_record() {
    ! analyze --record position.txt && grep -q 'position.txt: line 1' err.txt && [ "$(wc -l <err.txt)" -eq 1 ]
}
check 'a file that is not a record' not_a_record
hostile() {
    head -c 200000 /dev/urandom >noise
    analyze --file noise
    [ $? -eq 2 ] && [ "$(wc -l <err.txt)" -eq 1 ] && ! grep -q "$(printf '\033')" err.txt
}
check 'noise gives one line of error' hostile
full() {
    timeout 30 "$BROADSIDE" analyze E5=hit >/dev/full 2>err.txt
    [ $? -eq 1 ] && grep -q 'writing failed' err.txt || return 1
    [ -z "$json" ] && return
    timeout 30 "$BROADSIDE" analyze E5=hit --json >/dev/full 2>err.txt
    [ $? -eq 1 ] && grep -q 'writing failed' err.txt
}
check 'a full disk is reported' full

plan
