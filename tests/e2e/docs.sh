#!/bin/sh
# The commands in the documents run and print what is shown, those in README.md leave no unfinished
# game behind, and links and paths lead somewhere.
# Usage: docs.sh [DOCUMENT]...; all documents by default. With QUICK set, only the commands of README.md
# run.
# long: runs some two hundred commands (20 s)
#
# This runs the `sh` blocks. `console` blocks install, build or play, and other tests cover that; only
# their make targets are checked here. extending.sh runs EXTENDING.md, and reference.sh checks that the
# documents cover every command, bot, knob and preset.
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/docs.inc"

cd "$TOP" || exit 1
documents=${*:-$(ls README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md bench/README.md docs/*.md)}

# --- commands -----------------------------------------------------------------------------------

no_saved_games() { ! find "$1" -name '*.save' | grep .; }

# The blocks of a document run in order, in a folder and with a home directory used only by it.
for document in $documents; do
    name=$(echo "${document%.md}" | tr / -)
    blocks=$TMPDIR/$name.blocks
    place=$TMPDIR/$name.place
    mkdir "$place" "$place.home"
    ln -s "$BROADSIDE" "$place/broadside"
    t "$document: every block is closed" split_blocks "$document" "$blocks"
    [ "$name" = docs-EXTENDING ] && continue
    [ -n "${QUICK:-}" ] && [ "$document" != README.md ] && continue
    said=/dev/null
    for body in "$blocks"/[0-9][0-9][0-9].body; do
        [ -e "$body" ] || continue
        block=${body%.body}
        case $(cat "$block.lang") in
        sh)
            run_block "$body" "$place" "$document"
            said=$body.out
            ;;
        text)
            # If a command of the block was skipped, there is nothing to compare with.
            if [ "$(cat "$block.mark")" = prints ] && [ ! -e "${said%.out}.left" ]; then
                t "$document: prints what is shown: $(sed -n 1p "$body")" prints_block "$body" "$said"
            fi
            ;;
        esac
    done
    [ "$document" != README.md ] || t "$document: no unfinished game is left" no_saved_games "$place.home"
done

make --no-print-directory help | awk '/^make / { print $2 }' >"$TMPDIR/targets"
known_targets() {
    wrong=0
    for target in $(sed -n -e 's/^\$ make \([a-z-]*\).*/\1/p' $documents) \
        $(grep -oh '`make [a-z-]*' $documents | cut -d ' ' -f 2); do
        grep -qx "$target" "$TMPDIR/targets" || { echo "make $target"; wrong=1; }
    done
    return "$wrong"
}
t 'every make target in the documents exists' known_targets
documented_targets() {
    wrong=0
    while read -r target; do
        grep -qE "make $target\>" README.md CONTRIBUTING.md docs/*.md || [ "$target" = all ] ||
            { echo "make $target"; wrong=1; }
    done <"$TMPDIR/targets"
    return "$wrong"
}
t 'every make target is in the documents' documented_targets

# --- links and paths ----------------------------------------------------------------------------

# The anchors that renderers make from the headings of a document.
anchors() {
    sed -n 's/^##* //p' "$1" | tr 'A-Z' 'a-z' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

follow_links() {
    wrong=0
    folder=$(dirname "$1")
    for link in $(sed 's/`[^`]*`//g' "$1" | grep -o '](\([^)]*\))' | sed 's/^](//; s/)$//'); do
        file=${link%%#*}
        case $link in
        http://* | https://* | mailto:*) continue ;;
        '#'*) file=$(basename "$1") ;;
        esac
        if [ ! -e "$folder/$file" ]; then
            echo "$link: no such file"
            wrong=1
        elif [ "$link" != "${link#*#}" ] && ! anchors "$folder/$file" | grep -qxF -e "${link#*#}"; then
            echo "$link: no such heading"
            wrong=1
        fi
    done
    return "$wrong"
}

# Paths in code spans must exist, unless a recipe creates them or they contain NAME or *.
follow_paths() {
    wrong=0
    sed -n 's/^<!-- \(.*\): new -->$/\1/p' docs/EXTENDING.md >"$TMPDIR/made"
    folders='src|bridges|include|examples|tests|bench|docs|man|scripts|mk|\.ci'
    for path in $(grep -oE "\`($folders)/[^\` ]*" "$1" | tr -d '`'); do
        case $path in *NAME* | *'*'*) continue ;; esac
        [ -e "$path" ] || grep -qxF "$path" "$TMPDIR/made" ||
            { echo "$path: no such file"; wrong=1; }
    done
    return "$wrong"
}

# draws: the terminal becomes an SVG with its colours; a film has a style for each picture.
draws() {
    printf 'A \033[48;5;18m~\033[38;2;1;2;3m█\033[m <B>\n' | scripts/screenshot - >"$TMPDIR/still.svg" &&
        printf 'same\none\n\f1\nsame\ntwo\n\f2\n' | scripts/screenshot - >"$TMPDIR/film.svg" &&
        grep -q '<path fill="#000087"' "$TMPDIR/still.svg" && grep -q '<path fill="#010203"' "$TMPDIR/still.svg" &&
        grep -q '>&lt;B&gt;</text>' "$TMPDIR/still.svg" && [ "$(grep -c '>same<' "$TMPDIR/film.svg")" -eq 1 ] &&
        grep -q 'f0-1 3.0s .*33.33%{visibility:hidden}' "$TMPDIR/film.svg" &&
        grep -q 'f1-2 3.0s .*33.33%{visibility:visible}' "$TMPDIR/film.svg"
}
t 'a terminal becomes a picture, and several become a film' draws

for document in $documents; do
    t "$document: every link leads somewhere" follow_links "$document"
    t "$document: every path exists" follow_paths "$document"
done
done_testing
