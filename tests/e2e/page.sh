#!/bin/sh
# The page in a real Chromium: placing, games, keeping, study, access and numbers (tests/browser).
# slow: plays whole games in a browser (60 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/page.inc"

if why=$(page_missing); then
    skip 'the page' "$why"
    plan
    exit
fi

# The numbers that the page must show.
for position in '' 'E5=miss F6=hit F7=hit' 'E5=miss F6=hit F7=sunk:destroyer' 'C3=hit C4=miss D3=hit H6=hit H7=hit H8=sunk:Submarine'; do
    # shellcheck disable=SC2086 # a word for each shot
    "$BROADSIDE" analyze $position --json
done >"$TMPDIR/expected.json"
if [ -s "$TMPDIR/expected.json" ]; then
    page_run --root "$TOP/build/web" --expected "$TMPDIR/expected.json"
else # built without JSON
    page_run --root "$TOP/build/web"
fi
