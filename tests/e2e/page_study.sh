#!/bin/sh
# The page in a real Chromium: analysis, puzzles, access for everybody, and the numbers of analyze.
# slow: drives a browser (60 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/page.inc"

for position in '' 'E5=miss F6=hit F7=hit' 'E5=miss F6=hit F7=sunk:destroyer' 'C3=hit C4=miss D3=hit H6=hit H7=hit H8=sunk:Submarine'; do
    # shellcheck disable=SC2086 # a word for each shot
    "$BROADSIDE" analyze $position --json
done >"$TMPDIR/expected.json" 2>"$TMPDIR/errors.txt"
# Only a program without JSON may leave out the comparison; any other failure makes it fail.
if grep -q 'without JSON' "$TMPDIR/errors.txt"; then
    skip 'analysis equal to broadside analyze' 'built without JSON'
    page_run --root "$TOP/build/web" study access
else
    sed 's/^/# /' "$TMPDIR/errors.txt"
    page_run --root "$TOP/build/web" --expected "$TMPDIR/expected.json" study access numbers
fi
