#!/bin/sh
# The recipes of docs/EXTENDING.md, followed to the letter in a copy of the tree.
# slow: builds the program (35 s)
#
# A comment before a block says where its lines go: `FILE: new`, `FILE: after the line with: TEXT`,
# `before the line with` or `instead of the line with`. TEXT must be in exactly one line of the file.
#
# All recipes are applied first, so that one build serves them all.
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/docs.inc"

tree=$TMPDIR/tree
copy_tree "$tree"
mkdir -p "$tree/build/release"
cp -a "$TOP/build/release/java" "$tree/build/release/" 2>/dev/null
rm "$tree"/tests/unit/test_*.c # only those of the recipes are built
cd "$tree" || exit 1
BROADSIDE=$tree/broadside
MAKEFLAGS=-j$(nproc)
CFLAGS=-O0 # the knob's header changes nearly every object, so compile fast
WERROR=1   # the code in the recipes compiles without warnings
WASM_CC=no # the recipes do not change the page
export BROADSIDE MAKEFLAGS CFLAGS WERROR WASM_CC

# apply MARK BODY
apply() {
    file=${1%%: *}
    where=${1#*: }
    if [ "$where" = new ]; then
        [ ! -e "$file" ] || { echo "$file exists already"; return 1; }
        cp "$2" "$file"
        return
    fi
    text=${where#*line with: }
    lines=$(grep -cF -e "$text" "$file")
    [ "$lines" -eq 1 ] || { echo "$file has $lines lines with: $text"; return 1; }
    TEXT=$text awk -v mode="${where%% *}" -v body="$2" '
        BEGIN { text = ENVIRON["TEXT"] }
        function put() { while ((getline line <body) > 0) print line }
        !index($0, text) { print; next }
        mode == "after" { print; put() }
        mode == "before" { put(); print }
        mode == "instead" { put() }' "$file" >"$file.new" && mv "$file.new" "$file"
}

t 'the recipes can be read' split_blocks docs/EXTENDING.md "$TMPDIR/blocks"
for body in "$TMPDIR"/blocks/[0-9][0-9][0-9].body; do
    mark=$(cat "${body%.body}.mark")
    case $(cat "${body%.body}.lang"):$mark in
    sh: | text:prints) ;;
    *:*': '*) t "$mark" apply "$mark" "$body" ;;
    *) t "block ${body##*/} says where it goes" false ;;
    esac
done
t 'the program builds' make
said=/dev/null
for body in "$TMPDIR"/blocks/[0-9][0-9][0-9].body; do
    case $(cat "${body%.body}.lang"):$(cat "${body%.body}.mark") in
    sh:) run_block "$body" "$tree" EXTENDING.md; said=$body.out ;;
    text:prints) t "prints: $(sed -n 1p "$body")" prints_block "$body" "$said" ;;
    esac
done

if command -v clang-format >/dev/null; then
    laid_out() {
        cat "$TMPDIR"/blocks/*.mark | sed -n 's/^\([^ ]*\.[ch]\): .*/\1/p' | sort -u |
            xargs clang-format --dry-run -Werror
    }
    t 'the code is formatted' laid_out
fi
t 'the layers are kept' scripts/check-includes
t 'the rules are still pure' scripts/check-purity build/release
t 'all other boards still pass' sh -c 'build/release/tests/run_boards tests/boards/*.board'
mkdir "$TMPDIR/reference" "$TMPDIR/documents"
t 'help, manual page, completions and documents cover the extended program' \
    env TOP="$tree" TMPDIR="$TMPDIR/reference" "$tree/tests/e2e/reference.sh"
# The games in BOTS.md take long without optimisation, and no recipe changes a bot that plays in them:
# docs.sh plays them with the program itself, and SOAK here too.
t 'the rules that the recipes changed are true of the extended program' \
    env TOP="$tree" TMPDIR="$TMPDIR/documents" "$tree/tests/e2e/docs.sh" docs/RULES.md
t 'the list of bots that the recipes changed is in order' \
    env TOP="$tree" TMPDIR="$TMPDIR/documents" QUICK="$([ "${SOAK:-}" ] || echo 1)" \
    "$tree/tests/e2e/docs.sh" docs/BOTS.md
done_testing
