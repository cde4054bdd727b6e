#!/bin/sh
# The page in a real Chromium: every way of placing a fleet.
# slow: drives a browser (30 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/page.inc"

page_run --root "$TOP/build/web" placing
