#!/bin/sh
# The page in a real Chromium: every way of placing, what it keeps, links, and life without a network.
# slow: drives a browser (60 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/page.inc"

page_run --root "$TOP/build/web" placing keeping
