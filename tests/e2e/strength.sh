#!/bin/sh
# slow: plays thousands of games for docs/STRENGTH.md (12 s)
# docs/STRENGTH.md can be rebuilt, and the page in docs/ has the same structure.
. "$TOP/tests/e2e/build.inc"

cd "$TOP" || exit 1
page=$TMPDIR/STRENGTH.md

[ -x build/release/bench/strength ] || { echo 'build/release/bench/strength is not built'; exit 77; }

rebuilt() {
    STRENGTH_GAMES=100 STRENGTH_TO=$TMPDIR STRENGTH_WORK=$TMPDIR/work timeout 100 bench/strength \
        >"$TMPDIR/out" 2>&1 && [ -s "$page" ] || { cat "$TMPDIR/out"; return 1; }
}
if ./broadside analyze --chart "$TMPDIR/probe.png" >/dev/null 2>&1; then
    t 'a quick run writes the page' rebuilt
else
    echo 'built without pictures'
    exit 77
fi

no_gaps() { ! grep -nE '[{]{2}|[|] [?] [|]|nan' "$page"; }
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
