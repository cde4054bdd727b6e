#!/bin/sh
# The documents are true: their commands run and print what is shown, their links and paths lead
# somewhere, and they know every command, option, bot, knob and preset that the program has.
#
# Run are the `sh` blocks. Blocks of `console` are not: they install, build or play, and have tests of
# their own; for them only the make targets are looked up. EXTENDING.md belongs to extending.sh.
. "$TOP/tests/e2e/ground.inc"
. "$TOP/tests/e2e/docs.inc"

cd "$TOP" || exit 1
documents=$(ls README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md docs/*.md)

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

# --- what the program has is written down -------------------------------------------------------

page=build/release/broadside.1
completions='build/release/completion/broadside.bash build/release/completion/broadside.zsh
build/release/completion/broadside.fish'
"$BROADSIDE" help | sed -n 's/^  \([a-z-]*\)  .*/\1/p' >"$TMPDIR/commands"
t 'help lists commands' test -s "$TMPDIR/commands"

# knows FILE WORD...: the words stand in the file, each by itself. The manual page writes an option
# `Fl -json`, fish `-l json`.
knows() {
    wrong=0
    file=$1
    shift
    for word; do
        sed -e 's/Fl -/--/g' -e 's/ -l / --/g' "$file" | grep -qE -e "(^|[^a-z-])$word([^a-z-]|\$)" ||
            { echo "$file does not know $word"; wrong=1; }
    done
    return "$wrong"
}

while read -r command; do
    options=$("$BROADSIDE" help "$command" | grep -oE -e '--[a-z-]+' | sort -u)
    in_documents() { grep -qE "broadside $command\>" $documents; }
    t "$command is in the documents" in_documents
    # shellcheck disable=SC2086 # lists of words
    t "$command: the manual page knows it and its options" knows "$page" "$command" $options
    for completion in $completions; do
        # shellcheck disable=SC2086
        t "$command: $completion knows it and its options" knows "$completion" "$command" $options
    done
done <"$TMPDIR/commands"

knows_presets() {
    wrong=0
    for preset in $("$BROADSIDE" rules | cut -d ' ' -f 1); do
        grep -q "^| \`$preset\` |" docs/RULES.md || { echo "$preset"; wrong=1; }
    done
    return "$wrong"
}
knows_knobs() {
    wrong=0
    for knob in $("$BROADSIDE" rules --knobs | cut -d ' ' -f 1); do
        grep -qx "### $knob" docs/RULES.md || { echo "$knob has no heading"; wrong=1; }
        for value in $("$BROADSIDE" rules --knobs |
            awk -v knob="$knob" '$1 == knob && $2 ~ /\|/ { gsub(/\|/, " ", $2); print $2 }'); do
            sed -n "/^### $knob\$/,/^##/p" docs/RULES.md | grep -qF "\`$value\`" ||
                { echo "$knob = $value"; wrong=1; }
        done
    done
    return "$wrong"
}
no_other_knobs() {
    sed -n '/^## Knobs/,/^## Special/s/^### //p' docs/RULES.md >"$TMPDIR/headings"
    "$BROADSIDE" rules --knobs | cut -d ' ' -f 1 | diff - "$TMPDIR/headings"
}
t 'RULES.md has a row for every preset' knows_presets
t 'RULES.md has a heading for every knob, with all its words' knows_knobs
t 'RULES.md has the knobs in the order of the program, and no others' no_other_knobs

knows_bots() {
    wrong=0
    for bot in $("$BROADSIDE" bots | sed -n 's/^\([^ ][^ ]*\) .*/\1/p'); do
        grep -qx "## $bot" docs/BOTS.md || { echo "$bot has no heading"; wrong=1; }
        grep -qx ".It Ic $bot" "$page" || { echo "$page does not know $bot"; wrong=1; }
    done
    return "$wrong"
}
no_other_bots() {
    sed -n 's/^## //p' docs/BOTS.md >"$TMPDIR/headings"
    "$BROADSIDE" bots | sed -n 's/^\([^ ][^ ]*\) .*/\1/p' | diff - "$TMPDIR/headings"
}
t 'BOTS.md and the manual page know every bot' knows_bots
t 'BOTS.md has the bots in the order of the program, and no others' no_other_bots

# Every word that an answer, a reason, a lost turn or a broken round can have, from where it is defined.
words_of() {
    awk -v table="$2" 'index($0, table) { on = 1 } on { print } on && /};/ { exit }' "$1" |
        grep -o '"[a-z-]*"' | tr -d '"' | grep -vx none
}
knows_words() {
    wrong=0
    for word in $(words_of src/rules/event.c 'answer_words[] =') \
        $(words_of src/rules/event.c 'lost_words[] =') \
        $(words_of src/rules/event.c 'reason_words[] =') \
        $(words_of src/bots/bot.c 'broken_words[BROKEN_KINDS] ='); do
        grep -qE "\`([^\`]*[=:])?$word(:[A-Za-z]*)?\`" docs/RULES.md || { echo "$word"; wrong=1; }
    done
    return "$wrong"
}
t 'RULES.md has every word of an answer' knows_words

# --- the manual page and the completions work ----------------------------------------------------

# skip NAME WHY
skip() {
    number=$((number + 1))
    echo "ok $number - $1 # SKIP $2"
}

if command -v groff >/dev/null; then
    silent() {
        warnings=$(groff -ww -mdoc -Tutf8 -z "$page" 2>&1)
        echo "$warnings"
        [ -z "$warnings" ]
    }
    t 'the manual page has no warnings' silent
else
    skip 'the manual page has no warnings' 'groff is not installed'
fi
t 'the manual page names the exit statuses' knows "$page" 0 1 2

if command -v bash >/dev/null; then
    # offer WORD...: what bash offers for the last word.
    offer() {
        (cd "$TMPDIR" && PATH="$(dirname "$BROADSIDE"):$PATH" bash -c '
            . "$0/build/release/completion/broadside.bash"
            COMP_WORDS=(broadside "$@")
            COMP_CWORD=$#
            _broadside
            printf "%s\n" "${COMPREPLY[@]}"' "$TOP" "$@")
    }
    offers() {
        wanted=$1
        shift
        offer "$@" >"$TMPDIR/offered"
        cat "$TMPDIR/offered"
        grep -qxF -e "$wanted" "$TMPDIR/offered"
    }
    t 'bash completes a command' offers match ma
    t 'bash completes an option' offers --threads match random null --th
    t 'bash completes a bot' offers random match ra
    t 'bash completes a bot as a value' offers null play --bot nu
    t 'bash completes a preset' offers russian play --rules ru
    t 'bash completes a preset as an operand' offers salvo rules sa
    t 'bash completes a knob' offers smoke= play --rule sm
    t 'bash completes help' offers replay help re
    t 'bash completes one of several bots' offers random,parity-line sim --bot random,parity-l
    t 'bash completes a placement' offers sequential sim --placement se
    t 'bash completes a side' offers b analyze --record x --side b
    t 'bash completes after a flag' offers --json stats --list --js
    t 'bash completes the last game' offers last replay la
    touch "$TMPDIR/some.record"
    t 'bash completes a record' offers some.record replay so
    t 'bash completes a record to analyze' offers some.record analyze --record so
    t 'bash offers no option that is not there' fails offers --bot match random null --b
else
    skip 'bash completes' 'bash is not installed'
fi
for shell in zsh fish; do
    if command -v "$shell" >/dev/null; then
        t "$shell reads its completion" "$shell" -n "build/release/completion/broadside.$shell"
    else
        skip "$shell reads its completion" "$shell is not installed"
    fi
done
done_testing
