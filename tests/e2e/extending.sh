#!/bin/sh
# The recipes of docs/EXTENDING.md, followed to the letter on a copy of the tree.
# slow: builds the program three times
#
# A comment before a block says where its lines go: `FILE: new`, `FILE: after the line with: TEXT`, `before
# the line with`, `instead of the line with`. TEXT must stand in exactly one line of the file.
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/docs.inc"

tree=$TMPDIR/tree
copy_tree "$tree"
mkdir -p "$tree/build"
cp -a "$TOP/build/release" "$tree/build/" # so that only what changes is built
cd "$tree" || exit 1
BROADSIDE=$tree/broadside
MAKEFLAGS=-j$(nproc)
WERROR=1 # what the recipes give must compile without a warning
export BROADSIDE MAKEFLAGS WERROR

# apply MARK BODY
apply() {
    file=${1%%: *}
    where=${1#*: }
    if [ "$where" = new ]; then
        [ ! -e "$file" ] || { echo "$file is there already"; return 1; }
        cp "$2" "$file"
        return
    fi
    text=${where#*line with: }
    lines=$(grep -cF -e "$text" "$file")
    [ "$lines" -eq 1 ] || { echo "$file has $lines lines with: $text"; return 1; }
    awk -v mode="${where%% *}" -v body="$2" '
        BEGIN { text = ENVIRON["TEXT"] }
        function put() { while ((getline line <body) > 0) print line }
        !index($0, text) { print; next }
        mode == "after" { print; put() }
        mode == "before" { put(); print }
        mode == "instead" { put() }' "$file" >"$file.new" && mv "$file.new" "$file"
}

t 'the recipes can be read' split_blocks docs/EXTENDING.md "$TMPDIR/blocks"
said=/dev/null
for body in "$TMPDIR"/blocks/[0-9][0-9][0-9].body; do
    block=${body%.body}
    mark=$(cat "$block.mark")
    case $(cat "$block.lang"):$mark in
    sh:) run_block "$body" "$tree" EXTENDING.md; said=$body.out ;;
    text:prints) t "prints: $(sed -n 1p "$body")" prints_block "$body" "$said" ;;
    *:*': '*)
        TEXT=${mark#*line with: }
        export TEXT
        t "$mark" apply "$mark" "$body"
        ;;
    *) t "block ${block##*/} says where it goes" false ;;
    esac
done

if command -v clang-format >/dev/null; then
    laid_out() {
        cat "$TMPDIR"/blocks/*.mark | sed -n 's/^\([^ ]*\.[ch]\): .*/\1/p' | sort -u |
            xargs clang-format --dry-run -Werror
    }
    t 'the code is laid out by .clang-format' laid_out
fi
t 'the layers are kept' scripts/check-includes
t 'the rules are still pure' scripts/check-purity build/release
t 'all other boards still hold' sh -c 'build/release/tests/run_boards tests/boards/*.board'
mkdir "$TMPDIR/documents"
t 'the documents agree with the extended program' \
    env TOP="$tree" TMPDIR="$TMPDIR/documents" "$tree/tests/e2e/docs.sh"
done_testing
