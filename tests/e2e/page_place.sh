#!/bin/sh
# The page in a real Chromium: every way of placing a fleet; how screens fit the window.
# slow: drives a browser (60 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/page.inc"

page_run --root "$TOP/build/web" placing layout
