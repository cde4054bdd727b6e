#!/bin/sh
# The first hour of a person with a browser, on `broadside serve`: places two ships by dragging, plays
# to the end, looks at the heat map, replays, analyses a position and solves the puzzle of the day;
# then the same with the keyboard alone.
# slow: plays two whole games in a browser (40 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/page.inc"

if why=$(page_missing); then
    skip 'the first hour with the page' "$why"
    plan
    exit
fi
"$BROADSIDE" serve --port 0 >"$TMPDIR/address" 2>"$TMPDIR/notes" &
server=$!
trap 'kill "$server" 2>/dev/null' EXIT
tries=0
while [ ! -s "$TMPDIR/address" ] && kill -0 "$server" && [ "$tries" -lt 300 ]; do
    tries=$((tries + 1))
    sleep 0.1
done
if [ ! -s "$TMPDIR/address" ]; then
    skip 'the first hour with the page' "$(head -n 1 "$TMPDIR/notes")"
    plan
    exit
fi
page_run --address "$(grep -o 'http://[^ ]*' "$TMPDIR/address")" firstHour
