#!/bin/sh
# The documents are true: their commands run and print what is shown, and their links and paths lead
# somewhere. Usage: docs.sh [DOCUMENT]...; all of them by default.
#
# This runs the `sh` blocks. Blocks of `console` install, build or play and have their own tests; here
# only their make targets are checked. extending.sh runs EXTENDING.md, and reference.sh checks that
# the documents cover all that the program has.
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/docs.inc"

cd "$TOP" || exit 1
documents=${*:-$(ls README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md docs/*.md)}

# --- commands -----------------------------------------------------------------------------------

# Each document has a folder and a home of its own, in which its blocks run one after the other.
for document in $documents; do
    name=$(basename "$document" .md)
    blocks=$TMPDIR/$name.blocks
    place=$TMPDIR/$name.place
    mkdir "$place" "$place.home"
    ln -s "$BROADSIDE" "$place/broadside"
    t "$document: every block is closed" split_blocks "$document" "$blocks"
    [ "$name" = EXTENDING ] && continue
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
            # What a command prints that was left out nobody knows.
            if [ "$(cat "$block.mark")" = prints ] && [ ! -e "${said%.out}.left" ]; then
                t "$document: prints what is shown: $(sed -n 1p "$body")" prints_block "$body" "$said"
            fi
            ;;
        esac
    done
done

# The targets of make, as help lists them.
make --no-print-directory help | awk '/^make / { print $2 }' >"$TMPDIR/targets"
known_targets() {
    wrong=0
    # Words after `make` in console blocks and in code spans.
    for target in $(sed -n -e 's/^\$ make \([a-z]*\).*/\1/p' $documents) \
        $(grep -oh '`make [a-z]*' $documents | cut -d ' ' -f 2); do
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

# The anchors of a document, as the usual renderers make them from headings.
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
            echo "$link: there is no such file"
            wrong=1
        elif [ "$link" != "${link#*#}" ] && ! anchors "$folder/$file" | grep -qxF -e "${link#*#}"; then
            echo "$link: there is no such heading"
            wrong=1
        fi
    done
    return "$wrong"
}

# Paths in code spans; those that a recipe makes, and those with a NAME in them, need not exist.
follow_paths() {
    wrong=0
    sed -n 's/^<!-- \(.*\): new -->$/\1/p' docs/EXTENDING.md >"$TMPDIR/made"
    folders='src|include|examples|tests|bench|docs|man|scripts|mk|\.ci'
    for path in $(grep -oE "\`($folders)/[^\` ]*" "$1" | tr -d '`'); do
        case $path in *NAME* | *'*'*) continue ;; esac
        [ -e "$path" ] || grep -qxF "$path" "$TMPDIR/made" ||
            { echo "$path: there is no such file"; wrong=1; }
    done
    return "$wrong"
}

for document in $documents; do
    t "$document: every link leads somewhere" follow_links "$document"
    t "$document: every path exists" follow_paths "$document"
done
done_testing
