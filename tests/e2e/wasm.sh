#!/bin/sh
# The engine as WebAssembly: the modules import nothing and are small, and answer like the library, to
# the last byte, with and without vectors.
# slow: plays games twice (25 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
web=$TOP/build/web tests=$TOP/tests/browser

if [ ! -e "$web/engine-simd.wasm" ]; then
    skip 'the engine as WebAssembly' 'built without wasi-libc'
    plan
    exit 0
elif ! command -v node >/dev/null; then
    skip 'the engine as WebAssembly' 'nodejs is not installed'
    plan
    exit 0
fi

imports_nothing() {
    node -e 'const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
             process.exit(WebAssembly.Module.imports(module).length)' "$web/$1"
}
# is_small MODULE: all files of the page, with the one engine that a browser loads, have less than
# 350 KB, as servers compress them.
is_small() {
    size=0
    for file in "$web"/*; do
        case $file in
        */"$1") ;;
        *.wasm) continue ;;
        esac
        size=$((size + $(gzip -9c "$file" | wc -c)))
    done
    [ "$size" -lt 358400 ] || { echo "# with $1, the page has $size bytes"; return 1; }
}
for module in engine engine-simd; do
    check "$module imports nothing" imports_nothing $module.wasm
    check "the page with $module is small" is_small $module.wasm
done

# same_bots FLAVOUR GAMES: bots play the same games, to the last byte of their records.
same_bots() {
    node "$tests/wasm_bots.mjs" "$TOP/build/wasm/$1/bot_games.wasm" "$2" >wasm.txt &&
        "$TOP/build/release/tests/bot_games" "$2" >native.txt && diff wasm.txt native.txt
}
check '3000 games between bots, with vectors, are those of the library' same_bots simd 3000
check '1000 games between bots, without vectors, are those of the library' same_bots plain 1000

# same_games MODULE GAMES: the library answers all requests of these games in the same way.
same_games() {
    node "$tests/wasm_games.mjs" "$web/$1" "$2" requests >wasm.txt &&
        "$TOP/build/release/tests/page_replies" requests >native.txt && diff wasm.txt native.txt
}
with=20 without=7
[ -z "${SOAK:-}" ] || with=3000 without=1000
check 'games with vectors are those of the library' same_games engine-simd.wasm "$with"
check 'games without vectors are those of the library' same_games engine.wasm "$without"

for module in engine engine-simd; do
    check "$module gives the check values" node "$tests/wasm_vectors.mjs" "$web/$module.wasm" \
        "$TOP/tests/vectors/posterior-classic.tsv"
done
plan
