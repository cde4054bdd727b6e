#!/bin/sh
# slow: whole sessions, cut off and disturbed at every question (20 s)
# Whatever is typed at any question, the plain game ends, and its output is limited and free of
# terminal control sequences.
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/hostile.inc"
cd "$TMPDIR" || exit 1

# --- whole sessions -----------------------------------------------------------------------------

# session NAME OPTIONS LINES: a file of lines, which are separated by slashes here, and one of options.
session() {
    printf '%s\n' "$3" | tr '/' '\n' >"$1.session"
    echo "$2" >"$1.options"
}
session asked '' 'Zoe/?/nosuch/advanced/?/nosuch/easy/A1 h/A3 h/undo/A3 h/A5 h/board/A7 h/A1/radar B2/nonsense/log/resign/'
session asked-two '' 'Zoe/advanced/two/Zoe/Max/A1 h/A3 h/A5 h/A7 h///A1 h/A3 h/A5 h/A7 h///A1///J1///hint/smoke A1///resign/'
session classic '--seed 3 --rule first=a --bot hunt' 'A1 h/I1 h/A2 h/A3 h/A4 h/A5 h/B3/B3/K11/help/board/fleet/stock/log/cell B3/row 5/open hits/repeat/C4/resign/no'
session two '--two-player --rules advanced --rule first=a --seed 1 --name Ann --name Ben' \
    'A1 h/A3 h/A5 h/A7 h///A1 h/A3 h/A5 h/A7 h///A7///A7///B7///B7///smoke A1///artillery A1///K11///resign/'
session names '--two-player --rules advanced --rule first=a --seed 1' 'Ann/Ann/Ben////////A1///resign/'
session spoken '--speak --rules advanced --rule first=a --seed 1 --bot easy' '/A1/stock/row 5/column B/B1/repeat/resign/'
session salvo '--rules salvo --rule first=a --seed 1 --bot random' '/A1 B1 C1 D1 E1/A1/fire A2 B2 C2 D2 E2/resign/no'
session race '--rules tournament --seed 1 --bot random' 'J10 h/J10 h/A1 h/A1 v/E5 h/A1/A1/K1/resign/no'
sessions='asked asked-two classic two names spoken salvo race'

# fresh: empties the home folder before a run.
fresh() {
    rm -rf "$HOME/.local" "$HOME/.config"
}

# run_session NAME INPUT
run_session() {
    fresh
    # shellcheck disable=SC2046
    play "$2" $(cat "$1.options")
}

# check_sessions WHAT FUNCTION: one test for each session.
check_sessions() {
    for name_of in $sessions; do
        check "the session '$name_of' $1" "$2" "$name_of"
    done
}

whole_session() {
    run_session "$1" "$1.session" && is_printable && grep -Eq ' wins|A tie' out.txt
}
check_sessions 'runs to its end' whole_session

# cut_off SESSION: ends the input after each line or in the middle of the next one, in turn; with SOAK,
# after each line and in the middle of the next one.
cut_off() {
    total=$(wc -l <"$1.session")
    at=0
    while [ $at -lt "$total" ]; do
        for more in 0 2; do
            [ -n "${SOAK:-}" ] || [ $more -eq $((at % 2 * 2)) ] || continue
            { head -n $at "$1.session"; tail -n +$((at + 1)) "$1.session" | head -n 1 | head -c $more; } >in.txt
            run_session "$1" in.txt || {
                echo "# status $? after $at lines and $more characters: $(cat err.txt)"
                return 1
            }
            is_printable && is_short 60000 && has_no_errors && grep -Eq '^Goodbye\.$| wins' out.txt || {
                echo "# after $at lines and $more characters"
                return 1
            }
        done
        at=$((at + 1))
    done
}
check_sessions 'ends cleanly if the input ends after any line' cut_off

hostile_lines() {
    head -c 1000000 /dev/zero | tr '\0' 'A'
    echo
    head -c 1000000 /dev/zero | tr '\0' ' '
    echo 'x'
    head -c 5000 /dev/zero
    echo
    printf 'A1\0B2\n'
    printf '\377\376\300\200\355\240\200 \342\202\n'
    printf '\033[2J\033]0;title\007\033[31mB3\n'
    printf '\302\233 2J \302\205\n'
    printf 'B3\r\b\b\f\v\177\n'
    printf '%%s%%n%%s%%n\n'
    printf 'radar \033[2J\n'
    printf 'raise \033[2J B3 h\n'
    printf 'fire B3 \033[2J\n'
    printf 'cell \033[2J\n'
    printf 'torpedo \033\n'
}
hostile_lines >hostile.txt

# disturbed SESSION: inserts hostile lines before each line.
disturbed() {
    total=$(wc -l <"$1.session")
    at=0
    while [ $at -lt "$total" ]; do
        { head -n $at "$1.session"; cat hostile.txt; tail -n +$((at + 1)) "$1.session"; } >in.txt
        run_session "$1" in.txt || {
            echo "# status $? before line $((at + 1)): $(cat err.txt)"
            return 1
        }
        is_printable && is_short 100000 && grep -Eq '^Goodbye\.$| wins|A tie' out.txt || {
            echo "# before line $((at + 1))"
            return 1
        }
        at=$((at + 1))
    done
}
check_sessions 'survives a million characters, NUL bytes and escape codes at every question' disturbed

hostile_names() {
    for hostile in "$(printf '\033[2J')" "$(printf 'a\nb')" "$(printf '\377\376')" "$(head -c 5000 /dev/zero | tr '\0' x)" '%s%n'; do
        fresh
        play classic.session --seed 3 --name "$hostile" || return 1
        is_printable && is_short 60000 || return 1
        play two.session --two-player --name "$hostile" --name Ben || [ $? -eq 2 ] || return 1
        is_printable && is_short 60000 || return 1
    done
}
check 'names cannot control the terminal' hostile_names

# --- failing input and output --------------------------------------------------------------------

output_full() {
    for name_of in $sessions; do
        # shellcheck disable=SC2046
        timeout 20 "$BROADSIDE" play --plain $(cat "$name_of.options") <"$name_of.session" >/dev/full 2>err.txt
        [ $? -eq 1 ] && grep -q 'writing failed: No space left' err.txt || {
            echo "# $name_of: $(cat err.txt)"
            return 1
        }
    done
}
check 'output on a full disk is reported and ends every session' output_full

# The reader of the output exits at once, or after a line; the game must not wait or crash.
pipe_closed() {
    for name_of in $sessions; do
        for reader in true 'head -n 3'; do
            # shellcheck disable=SC2046
            { timeout 20 "$BROADSIDE" play --plain $(cat "$name_of.options") <"$name_of.session" 2>err.txt
              echo $? >status.txt; } | $reader >/dev/null
            case $(cat status.txt) in 0 | 1) ;; *) return 1 ;; esac
            has_no_errors || grep -q 'writing failed' err.txt || return 1
        done
    done
}
check 'the game ends if nothing reads its output' pipe_closed

# closed: runs each session with closed standard streams.
closed() {
    for name_of in $sessions; do
        fresh
        # shellcheck disable=SC2046
        set -- $(cat "$name_of.options")
        timeout 20 "$BROADSIDE" play --plain "$@" <&- >out.txt 2>err.txt || return 1
        grep -q Goodbye out.txt && is_short 10000 || return 1
        timeout 20 "$BROADSIDE" play --plain "$@" <"$name_of.session" >&- 2>err.txt
        [ $? -eq 1 ] && grep -q 'writing failed' err.txt || return 1
        timeout 20 "$BROADSIDE" play --plain "$@" <"$name_of.session" >out.txt 2>&- || return 1
        timeout 20 "$BROADSIDE" play --plain "$@" <&- >&- 2>&-
        [ $? -le 1 ] || return 1
    done
}
check 'closed standard streams end the game, or are an error' closed

unreadable() {
    timeout 20 "$BROADSIDE" play --plain --seed 3 </ >out.txt 2>err.txt
    [ $? -le 1 ] && is_short 10000
}
check 'a folder as input ends the game' unreadable

plan
