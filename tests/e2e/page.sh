#!/bin/sh
# The page in a real Chromium: placing, games, keeping, study and access (tests/browser).
# slow: plays whole games in a browser (120 s)
set -u
. "$TOP/tests/e2e/check.inc"

for tool in node npm chromium; do
    command -v "$tool" >/dev/null || { skip 'the page' "$tool is not installed"; plan; exit; }
done
[ -f "$TOP/build/web/engine.wasm" ] || { skip 'the page' 'the engine is not built'; plan; exit; }

# The packages are kept in build/, so that only the first run fetches them.
work=$TOP/build/browser
mkdir -p "$work" && cp "$TOP"/tests/browser/* "$work" || exit 1
fetch() {
    cmp -s "$work/package-lock.json" "$work/node_modules/.installed" && return
    (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund >"$TMPDIR/npm.txt" 2>&1) ||
        { sed 's/^/# /' "$TMPDIR/npm.txt"; return 1; }
    cp "$work/package-lock.json" "$work/node_modules/.installed"
}
fetch || { check 'npm fetches playwright-core and axe-core' false; plan; exit; }

node "$work/run.mjs" --root "$TOP/build/web" >"$TMPDIR/out.txt" 2>&1
status=$?
awk '/^(not )?ok / { sub(/ok /, "ok " ++n " - "); print; next } { print "# " $0 } END { print "1.." n + 0 }' "$TMPDIR/out.txt"
exit "$status"
