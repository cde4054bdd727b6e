#!/bin/sh
# slow: whole sessions, cut off and disturbed at each of their questions
# Whatever is typed at whatever question, the plain game ends, says a bounded amount and nothing that
# steers a terminal.
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/hostile.inc"
cd "$TMPDIR" || exit 1

# --- whole sessions -----------------------------------------------------------------------------

# Each session is a file of lines; its options are beside it.
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

# fresh: each run starts at home without anything kept.
fresh() {
    rm -rf "$HOME/.local" "$HOME/.config"
}

# run_session NAME INPUT
run_session() {
    fresh
    # shellcheck disable=SC2046
    play "$2" $(cat "$1.options")
}

whole_session() {
    run_session "$1" "$1.session" && is_calm && grep -Eq ' wins|A tie' out.txt
}
for name_of in $sessions; do
    check "the session '$name_of' comes to its end" whole_session "$name_of"
done

# After each line, and in the midst of the one that follows.
cut_off() {
    total=$(wc -l <"$1.session")
    at=0
    while [ $at -lt "$total" ]; do
        for half in '' "$(sed -n "$((at + 1))p" "$1.session" | cut -c 1-2)"; do
            { head -n $at "$1.session"; printf '%s' "$half"; } >in.txt
            run_session "$1" in.txt || {
                echo "# status $? after $at lines and '$half': $(cat err.txt)"
                return 1
            }
            is_calm && is_short 60000 && has_no_errors && grep -Eq '^Goodbye\.$| wins' out.txt || {
                echo "# after $at lines and '$half'"
                return 1
            }
        done
        at=$((at + 1))
    done
}
for name_of in $sessions; do
    check "the end of input after each line of '$name_of' ends it cleanly" cut_off "$name_of"
done

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

# Before each line of the session: none comes back, none is too much.
disturbed() {
    total=$(wc -l <"$1.session")
    at=0
    while [ $at -lt "$total" ]; do
        { head -n $at "$1.session"; cat hostile.txt; tail -n +$((at + 1)) "$1.session"; } >in.txt
        run_session "$1" in.txt || {
            echo "# status $? before line $((at + 1)): $(cat err.txt)"
            return 1
        }
        is_calm && is_short 100000 && grep -Eq '^Goodbye\.$| wins|A tie' out.txt || {
            echo "# before line $((at + 1))"
            return 1
        }
        at=$((at + 1))
    done
}
for name_of in $sessions; do
    check "a million characters, NUL bytes and escape codes at each question of '$name_of'" disturbed "$name_of"
done

hostile_names() {
    for hostile in "$(printf '\033[2J')" "$(printf 'a\nb')" "$(printf '\377\376')" "$(head -c 5000 /dev/zero | tr '\0' x)" '%s%n' ''; do
        fresh
        play classic.session --seed 3 --name "$hostile" || return 1
        is_calm && is_short 60000 || return 1
        play two.session --two-player --name "$hostile" --name Ben || [ $? -eq 2 ] || return 1
        is_calm && is_short 60000 || return 1
    done
}
check 'names cannot control the terminal' hostile_names

# --- output and input that are not there ---------------------------------------------------------

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

# The reader leaves at once, or after a line; nothing waits, nothing crashes.
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
check 'a reader that leaves ends it' pipe_closed

# closed OPTIONS...: the session with standard streams that are not open
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
check 'closed standard streams are the end of input, or an error' closed

unreadable() {
    timeout 20 "$BROADSIDE" play --plain --seed 3 </ >out.txt 2>err.txt
    [ $? -le 1 ] && is_short 10000
}
check 'a folder as input is the end of input' unreadable

plan
