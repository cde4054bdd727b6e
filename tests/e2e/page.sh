#!/bin/sh
# The page in a real Chromium: whole games, with the mouse, the keyboard and a finger (tests/browser).
# slow: plays whole games in a browser (60 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/page.inc"

page_run --root "$TOP/build/web" games
