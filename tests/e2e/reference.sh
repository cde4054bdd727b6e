#!/bin/sh
# Help, man page, completions and documents cover every command, option, bot, knob and preset of the
# program, and the man page and the completions work.
. "$TOP/tests/e2e/build.inc"

cd "$TOP" || exit 1
documents=$(ls README.md CONTRIBUTING.md SECURITY.md docs/*.md)
page=build/release/broadside.1
completion=build/release/completion/broadside

# skip NAME WHY
skip() {
    number=$((number + 1))
    echo "ok $number - $1 # SKIP $2"
}

# --- commands and options ------------------------------------------------------------------------

"$BROADSIDE" help | sed -n 's/^  \([a-z-]*\)  .*/\1/p' >"$TMPDIR/commands"
t 'help lists commands' test -s "$TMPDIR/commands"

# has FILE WORD...: the file has each of the words. The manual page writes an option as `Fl -json`,
# fish as `-l json`.
has() {
    wrong=0
    file=$1
    shift
    for word; do
        sed -e 's/Fl -/--/g' -e 's/ -l / --/g' "$file" | grep -qE -e "(^|[^a-z-])$word([^a-z-]|\$)" ||
            { echo "$file does not have $word"; wrong=1; }
    done
    return "$wrong"
}

narrow() { ! "$BROADSIDE" help "$1" | grep '.\{81\}'; }
# One name, one meaning: what `help` prints for an option of the other kind.
kinds() {
    while read -r command; do
        "$BROADSIDE" help "$command" | sed -n 's/^  \(--[a-z-]*\)  *\([^ ]*\).*/\1 \2/p' |
            awk '{ print $1, $2 ~ /^[A-Z=:]+$/ ? "value" : "flag" }'
    done <"$TMPDIR/commands" | sort -u | cut -d ' ' -f 1 | uniq -d
}
# DESIGN.md has `results --csv` and `sim --csv FILE`.
t 'an option takes a value everywhere or nowhere' test "$(kinds)" = --csv

while read -r command; do
    options=$("$BROADSIDE" help "$command" | grep -oE -e '^  --[a-z-]+' | sort -u)
    in_documents() { grep -qE "broadside $command\>" $documents; }
    t "$command: the documents mention it" in_documents
    t "$command: its help fits into 80 columns" narrow "$command"
    # shellcheck disable=SC2086 # lists of words
    t "$command: the manual page has it and its options" has "$page" "$command" $options
    for shell in bash zsh fish; do
        # shellcheck disable=SC2086
        t "$command: the $shell completion has it and its options" has "$completion.$shell" "$command" $options
    done
done <"$TMPDIR/commands"

# --- presets, knobs, bots and words --------------------------------------------------------------

has_presets() {
    wrong=0
    for preset in $("$BROADSIDE" rules | cut -d ' ' -f 1); do
        grep -q "^| \`$preset\` |" docs/RULES.md || { echo "$preset"; wrong=1; }
    done
    return "$wrong"
}
has_knobs() {
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
t 'RULES.md has a row for every preset' has_presets
t 'RULES.md has a heading for every knob, with all its words' has_knobs
t 'RULES.md has the knobs in the order of the program, and no others' no_other_knobs

# `expert (exact)` is exact.
bot_names() { "$BROADSIDE" bots | sed -n 's/^[^ ]* (\(.*\)) /\1 /; s/^\([^ ][^ ]*\)  *[0-9.]* shots .*/\1/p'; }
has_bots() {
    wrong=0
    for bot in $(bot_names); do
        grep -qx "## $bot" docs/BOTS.md || { echo "$bot has no heading"; wrong=1; }
        grep -qx ".It Ic $bot" "$page" || { echo "$page does not have $bot"; wrong=1; }
    done
    return "$wrong"
}
no_other_bots() {
    sed -n 's/^## //p' docs/BOTS.md >"$TMPDIR/headings"
    bot_names | diff - "$TMPDIR/headings"
}
t 'BOTS.md and the manual page have every bot' has_bots
t 'BOTS.md has the bots in the order of the program, and no others' no_other_bots

# The manual page lists the actions of the screen game from the program's table.
has_keys() {
    wrong=0
    sed -n '/^.Sh KEYS/,/^.Sh ENV/p' "$page" | sed -n 's/^\.It Ic //p' >"$TMPDIR/actions"
    [ -s "$TMPDIR/actions" ] || return 1
    while read -r action; do
        sed -n '/^## Keys/,/^## Settings/p' docs/PLAYING.md | grep -qF "\`$action\`" || { echo "$action"; wrong=1; }
    done <"$TMPDIR/actions"
    return "$wrong"
}
t 'PLAYING.md has every action of the screen game' has_keys

# Every word that an answer, a reason, a lost turn or a broken round can have, from where it is defined.
words_of() {
    awk -v table="$2" 'index($0, table) { on = 1 } on { print } on && /};/ { exit }' "$1" |
        grep -o '"[a-z-]*"' | tr -d '"' | grep -vx none
}
has_words() {
    wrong=0
    for word in $(words_of src/rules/event.c 'answer_words[] =') \
        $(words_of src/rules/event.c 'lost_words[] =') \
        $(words_of src/rules/event.c 'reason_words[] =') \
        $(words_of src/bots/bot.c 'broken_words[BROKEN_KINDS] ='); do
        grep -qE "\`([^\`]*[=:])?$word(:[A-Za-z]*)?\`" docs/RULES.md || { echo "$word"; wrong=1; }
    done
    return "$wrong"
}
t 'RULES.md has every word of an answer' has_words

# --- the manual page and the completions work ----------------------------------------------------

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
if command -v mandoc >/dev/null; then
    t 'mandoc finds nothing wrong with it' mandoc -T lint -W warning "$page"
else
    skip 'mandoc finds nothing wrong with it' 'mandoc is not installed'
fi
t 'the manual page lists the exit statuses' has "$page" 0 1 2
t 'every placeholder is filled in' fails grep -n '^@[A-Z]*@$' "$page" "$completion.bash" "$completion.zsh" "$completion.fish"

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
        t "$shell reads its completion" "$shell" -n "$completion.$shell"
    else
        skip "$shell reads its completion" "$shell is not installed"
    fi
done
if command -v fish >/dev/null; then
    fish_offers() {
        PATH="$(dirname "$BROADSIDE"):$PATH" fish -c ". $TOP/$completion.fish; complete -C '$2'" | cut -f 1 |
            grep -qxF -e "$1"
    }
    t 'fish completes an option' fish_offers --games 'broadside match --ga'
    t 'fish completes a bot' fish_offers parity-line 'broadside match parity-l'
    t 'fish completes a word' fish_offers swiss 'broadside tournament --format s'
else
    skip 'fish completes' 'fish is not installed'
fi
done_testing
