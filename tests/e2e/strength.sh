#!/bin/sh
# slow: plays thousands of games for docs/STRENGTH.md (30 s)
# The levels are a ladder; docs/STRENGTH.md can be rebuilt, and the page in docs/ has the same
# structure. With SOAK the levels play as many games as on the page, with the limits that it states.
. "$TOP/tests/e2e/build.inc"

cd "$TOP" || exit 1
page=$TMPDIR/STRENGTH.md

# beats RULES WEAK STRONG LEAST MOST: the share of games that the stronger level wins, in per
# cent. The margin is for the few games that are played without SOAK.
beats() {
    games=300 margin=6
    [ -z "${SOAK:-}" ] || games=2000 margin=0
    ./broadside match "$2" "$3" --rules "$1" --games "$games" --seed 1 >"$TMPDIR/match" 2>&1 || return 1
    share=$(sed -n 's/^share of rounds: .* b \([0-9]*\)\.[0-9]* %.*/\1/p' "$TMPDIR/match")
    [ "$share" -ge $(($4 - margin)) ] && [ "$share" -lt $(($5 + margin)) ] || { cat "$TMPDIR/match"; return 1; }
}
for rules in classic advanced; do
    t "medium beats easy in 70 to 85 % of games, $rules rules" beats $rules easy medium 70 85
    t "hard beats medium in 70 to 85 % of games, $rules rules" beats $rules medium hard 70 85
done
t 'expert wins more than half of its games against hard' beats classic hard expert 50 100
[ -z "${SOAK:-}" ] ||
    t 'and 60 % or more under advanced rules' beats advanced hard expert 60 100

if [ -x build/release/bench/placement ]; then
    no_fleets() {
        for fleets in 0 1 -3 many; do
            ! build/release/bench/placement frontier "$fleets" uniform >"$TMPDIR/out" 2>&1 &&
                grep -q 'FLEETS must be a number from 2 on' "$TMPDIR/out" || { cat "$TMPDIR/out"; return 1; }
        done
    }
    t 'a frontier of no fleets is refused' no_fleets
fi

[ -x build/release/bench/strength ] && [ -x build/release/bench/endgame ] || { echo 'build/release/bench/strength is not built'; exit 77; }

rebuilt() {
    STRENGTH_GAMES=100 STRENGTH_TO=$TMPDIR STRENGTH_WORK=$TMPDIR/work timeout 250 bench/strength \
        >"$TMPDIR/out" 2>&1 && [ -s "$page" ] || { cat "$TMPDIR/out"; return 1; }
}
if ./broadside analyze --chart "$TMPDIR/probe.png" >/dev/null 2>&1; then
    t 'a quick run writes the page' rebuilt
else
    echo 'built without pictures'
    exit 77
fi

one_run() {
    STRENGTH_ONLY=salvo STRENGTH_GAMES=100 STRENGTH_TO=$TMPDIR/one STRENGTH_WORK=$TMPDIR/one/work bench/strength >"$TMPDIR/out" &&
        [ "$(ls "$TMPDIR/one/work")" = "salvo.command
salvo.txt" ] && [ ! -e "$TMPDIR/one/STRENGTH.md" ] && grep -q '^broadside sim .* --rules salvo' "$TMPDIR/out"
}
t 'STRENGTH_ONLY makes a single run and no page' one_run

no_gaps() { ! grep -nE '[{]{2}|[|] [?] [|]|nan|± [^0-9]' "$page"; }
t 'every placeholder is replaced' no_gaps

pictures() {
    for name in $(grep -oh '(pictures/[^)]*' docs/STRENGTH.md | cut -c 2-); do
        [ -s "$TMPDIR/$name" ] && [ -s "docs/$name" ] &&
            [ "$(wc -c <"docs/$name")" -lt 200000 ] || { echo "$name"; return 1; }
    done
}
t 'its pictures are drawn, and the ones in docs exist and are small' pictures

# Headings and the first column of the tables, without the numbers.
outline() { sed -n -e '/^#/p' -e 's/^\(| [^|]*|\).*/\1/p' "$1"; }
same_outline() {
    outline "$page" >"$TMPDIR/new.outline"
    outline docs/STRENGTH.md | diff - "$TMPDIR/new.outline"
}
t 'docs/STRENGTH.md has the same headings and bots as the new page' same_outline

# Values that do not depend on the number of games must be equal to the last digit.
same_values() {
    grep -E '^[|] ([*]{2}optimal[*]{2}|greedy|`exact`) [|] [0-9]+[.][0-9]{3} ' "$page" >"$TMPDIR/new.values"
    [ "$(wc -l <"$TMPDIR/new.values")" -ge 2 ] &&
        grep -E '^[|] ([*]{2}optimal[*]{2}|greedy|`exact`) [|] [0-9]+[.][0-9]{3} ' docs/STRENGTH.md |
        diff - "$TMPDIR/new.values"
}
t 'the values of the solved boards match docs/STRENGTH.md' same_values
done_testing
