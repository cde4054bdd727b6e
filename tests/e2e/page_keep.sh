#!/bin/sh
# The page in a real Chromium: what it keeps, links, updates, life without a network, and repairs.
# slow: drives a browser (60 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/page.inc"

page_run --root "$TOP/build/web" keeping repair
