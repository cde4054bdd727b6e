#!/bin/sh
# The questions before a game, the remembered answers, and resumed games.
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME

# play LINES OPTIONS...: types the lines, a format of printf.
play() {
    lines=$1
    shift
    # shellcheck disable=SC2059
    printf "$lines" | timeout 20 "$BROADSIDE" play "$@" >out.txt 2>err.txt
}
# A build without SQLite prints a warning at every start and keeps the files of finished games.
if "$BROADSIDE" stats >/dev/null 2>&1; then history=yes; else history=; fi
errors() { grep -v 'built without SQLite' err.txt | wc -l; }
no_games() { [ -z "$history" ] || [ -z "$(ls "$games" 2>/dev/null)" ]; }
fresh() { rm -rf "$HOME" && mkdir "$HOME"; }
settings=$HOME/.config/broadside/settings
games=$HOME/.local/state/broadside/games

first_time() {
    fresh
    play 'quit\n' && output_has 'Your name [Player]: ' Goodbye || return 1
    play '\n\nquit\n' && output_has 'Rules (? lists them) [classic]: ' 'two is for two players) [medium]: ' Goodbye
}
check 'the first defaults are Player, classic and medium' first_time
leaves_nothing() { [ ! -e "$settings" ] && [ -z "$(ls "$games" 2>/dev/null)" ]; }
check 'leaving at a question remembers nothing' leaves_nothing

end_anywhere() {
    fresh
    for lines in '' 'Ann' 'Ann\n' 'Ann\nsalvo\n' 'Ann\n?\n' 'Ann\nsalvo\n?\n' 'Ann\nsalvo\ntwo\n' 'Ann\nsalvo\nrandom\n'; do
        play "$lines" && output_has Goodbye && [ "$(errors)" -eq 0 ] || return 1
    done
}
check 'the end of input at any question ends the program' end_anywhere

lists() {
    fresh
    play 'Ann\n?\n\n?\nquit\n' || return 1
    for word in $("$BROADSIDE" rules | cut -d ' ' -f 1) easy medium hard expert two more; do
        grep -q "  $word  *[0-9a-z]" out.txt || { echo "# $word"; return 1; }
    done
    ! grep -q "^  null " out.txt || return 1
    play 'Ann\n\nmore\nquit\n' || return 1
    for word in $("$BROADSIDE" bots | sed -n '/^More/,$s/^\([^ ][^ ]*\) .* shots .*/\1/p'); do
        grep -q "  $word  *[0-9.]* shots  [a-z]" out.txt || { echo "# $word"; return 1; }
    done
}
check '? lists rules and levels, more lists the other bots, a line each' lists
wrong() {
    fresh
    play "$(head -c 100 /dev/zero | tr '\0' x)\nAnn\nnosuch\nsalvo\nnobody\nrandom\nquit\n" &&
        output_has 'a name has at most 63' "'nosuch' is neither a preset nor a rules file" "there is no bot 'nobody'" 'salvo rules against random' 'Carrier (length 5)'
}
check 'after an invalid answer the question is repeated with the reason' wrong
hostile() {
    fresh
    { head -c 1000000 /dev/zero; printf '\n\033[2Jname\377\nsalvo\n'; head -c 3000 /dev/urandom | tr -d '\n'; printf '\nrandom\nquit\n'; } |
        timeout 20 "$BROADSIDE" play >out.txt 2>err.txt && output_has 'salvo rules against random' &&
        ! grep -q "$(printf '\033')" out.txt
}
check 'arbitrary bytes are just invalid answers' hostile

remembered() {
    fresh
    play 'Ann\nsalvo\nrandom\nquit\n' || return 1
    play 'quit\n' && output_has 'Your name [Ann]: ' || return 1
    play '\n\n\nquit\n' && output_has 'Rules (? lists them) [salvo]: ' '[random]: ' 'salvo rules against random'
}
check 'the answers are the defaults of the next game' remembered
changed_rules() {
    fresh
    play 'Ann\nclassic board=7x7\nclassic nonsense=1\ngrid30 board=6x6\nrussian board=8x8 salvo=yes\nclassic board=8x8 hints=3\nrandom\n\nA1\nquit\n' &&
        output_has "board = '7x7' is not one of rules, 6x6, 8x8" "'nonsense' cannot be changed here" \
            'the board 6x6 has only 36' 'cannot be combined' 'classic+board=8x8+hints=3 rules against random' || return 1
    play 'delete\n\nquit\n' && output_has 'It is deleted.' '[classic board=8x8 hints=3]: ' && no_games || return 1
    play '\nhints=rules first=me\n\n\nquit\n' && output_has 'classic+board=8x8+first=a rules' 'is not kept' || return 1
    play '\nclassic\n\n\nquit\n' && output_has '[classic board=8x8 first=me]' 'classic rules against random' &&
        grep -q '^board = rules$' "$settings" && no_games
}
check 'the rules can be changed; changes are checked and remembered, and empty games are not kept' changed_rules
by_options() {
    fresh
    play 'quit\n' --name Eve --bot hunt --rules russian --pace slow --plain && grep -q '^name = Eve$' "$settings" &&
        grep -q '^opponent = hunt$' "$settings" && grep -q '^rules = russian$' "$settings" &&
        grep -q '^pace = slow$' "$settings" && grep -q '^plain = yes$' "$settings" || return 1
    # Settings without an option keep their remembered values.
    play 'quit\n' --seed 1 --bot random && output_has 'classic rules against random' && grep -q '^rules = russian$' "$settings" || return 1
    play '\nresign\n' --bot random --rule first=a && output_has 'Eve has resigned'
}
check 'options are remembered like answers, defaults are not' by_options
screen_again() {
    fresh
    play 'quit\n' --bot random --speak && grep -q '^plain = yes$' "$settings" && grep -q '^speak = yes$' "$settings" || return 1
    # This is not a terminal, so the game is still plain, but the screen is remembered.
    play 'quit\n' --bot random --screen --ascii --no-color --no-mouse && output_has 'classic rules against random' &&
        grep -q '^plain = no$' "$settings" && grep -q '^speak = no$' "$settings"
}
check '--screen undoes a remembered --plain or --speak' screen_again
one_way() {
    timeout 20 "$BROADSIDE" play --screen --plain </dev/null >out.txt 2>err.txt
    [ $? -eq 2 ] && grep -q 'screen and --plain cannot be used together' err.txt && [ ! -s out.txt ]
}
check '--screen and --plain cannot be combined' one_way
no_home() {
    printf '\nE5\nresign\n' | HOME=/proc/nowhere timeout 20 "$BROADSIDE" play --bot random --seed 1 --name Ann >out.txt 2>err.txt
    [ $? -eq 1 ] && output_has 'Ann has resigned' 'The game is not saved: ' 'This is its text' &&
        [ "$(grep -c 'The game is not saved: ' out.txt)" -eq 1 ] && [ -s err.txt ]
}
check 'if nothing can be saved the game is played anyway, with one warning, and printed' no_home

two_people() {
    fresh
    play 'Ann\nclassic\ntwo\n\nquit\n' && output_has 'The second player' 'classic rules, Ann against Player 2' &&
        play 'player 2\nclassic\ntwo\nPLAYER 2\n\nquit\n' && output_has 'already called player 2' 'player 2 against Player' &&
        grep -q '^opponent = medium$' "$settings"
}
check 'two people can play' two_people

# --- resumed games

left() {
    fresh
    play 'Ann\nclassic\nrandom\n\nE5\nE6\n' && output_has Goodbye 'To continue it: broadside play --continue' &&
        [ "$(ls "$games" | wc -l)" -eq 1 ]
}
check 'a game that is left is saved' left
offered() {
    play 'quit\n' && output_has 'unfinished game: classic rules, Ann against random, ' ' moves, 20' 'Continue it' || return 1
    play 'perhaps\n\nlog\n' && output_has 'delete to delete it' 'The game continues after' 'Shots so far: 2: E5' || return 1
    play 'no\nquit\n' && output_has 'Your name [Ann]'
}
check 'and offered at the next start' offered
continued() {
    play 'E7\nlog\n' --continue && output_has 'Shots so far: 3: E5' || return 1
    play 'resign\n' --continue && output_has 'Ann has resigned' 'Both fleets match the commitments' &&
        no_games || return 1
    play '' --continue
    [ $? -eq 1 ] && grep -q 'no unfinished game' err.txt
}
check '--continue resumes it to its end' continued
in_history() { "$BROADSIDE" stats | grep -q Ann; }
if [ "$history" ]; then
    check 'and is then in the history' in_history
else
    skip 'and is then in the history' 'built without SQLite'
fi

killed() {
    fresh
    mkfifo in
    "$BROADSIDE" play --bot random --rule first=a --name Ann <in >out.txt 2>err.txt &
    process=$!
    exec 3>in
    printf '\nE5\n' >&3
    tries=0
    until grep -q 'fires at E5' out.txt || [ "$tries" -gt 200 ]; do sleep 0.05; tries=$((tries + 1)); printf 'log\n' >&3; done
    kill -9 "$process"
    exec 3>&-
    wait "$process" 2>/dev/null
    play 'log\n' --continue && output_has 'Shots so far: 1: E5'
}
check 'a game whose process was killed can be resumed' killed

loaded() {
    fresh
    play '\nE5\nE6\nquit\n' --bot random --seed 4 --name Ann --record left.record && rm -r "$games" || return 1
    cp left.record before.record
    play 'log\nE7\nresign\n' --load left.record --record end.record && output_has 'Shots so far: 2: E5' 'Ann has resigned' 'Seed unknown.' &&
        cmp -s left.record before.record && grep -q '^result' end.record && ! grep -q '^seed' end.record &&
        "$BROADSIDE" replay end.record >out.txt 2>err.txt
}
check 'the record of an unfinished game can be loaded, and is not changed' loaded
loaded_save() {
    fresh
    play '\nE5\nquit\n' --bot random --seed 4 --name Ann && cp "$games"/*.save copy.save &&
        play 'log\nresign\n' --load "$(ls "$games"/*.save)" && output_has 'Shots so far: 1: E5' && no_games || return 1
    cp copy.save before.save
    play 'log\nresign\n' --load copy.save && output_has 'Shots so far: 1: E5' && cmp -s copy.save before.save
}
check 'so can a saved game, in its folder or as a copy' loaded_save
blank_name() {
    for blank in '' ' ' "$(printf '\t ')" "$(printf '\342\200\213 \342\201\240')"; do
        play 'quit\n' --bot random --name "$blank"
        [ $? -eq 2 ] && grep -q 'name is empty' err.txt || return 1
    done
}
check 'a blank name is refused' blank_name
bad_settings() {
    fresh
    mkdir -p "$settings"
    play 'quit\n' --bot random --name Eve && [ "$(grep -c 'not a regular file' err.txt)" -eq 1 ] || return 1
    rmdir "$settings" && head -c 300000 /dev/zero | tr '\0' '#' >"$settings" && cp "$settings" large.txt
    play 'quit\n' --bot random --name Eve && [ "$(grep -c 'longer than' err.txt)" -eq 1 ] && cmp -s large.txt "$settings" && rm "$settings"
}
check 'settings that cannot be read are reported once and left alone' bad_settings
saves_record() {
    fresh
    echo important >broadside.record
    play '\nsave\nquit\n' --bot random --seed 4 &&
        output_has 'Not saved: broadside.record already exists.' 'continue the game with --record FILE' &&
        [ "$(cat broadside.record)" = important ] || return 1
    play '\nsave\nquit\n' --bot random --seed 4 --record broadside.record && output_has 'Saved to broadside.record.' &&
        rm broadside.record && play '\nsave\nE5\nsave\nquit\n' --bot random --seed 4 &&
        [ "$(grep -c 'Saved to broadside.record' out.txt)" -eq 2 ] && grep -q 'fire E5' broadside.record && rm broadside.record
}
check 'save writes its record, and overwrites no file that it did not write' saves_record
not_loaded() {
    play '\nresign\n' --bot random --seed 4 --record over.record --rule first=a || return 1
    for options in 'over.record' 'nosuch' /dev/null "$0" .; do
        play '' --load "$options"
        [ $? -ne 0 ] && [ "$(errors)" -eq 1 ] || { echo "# $options"; return 1; }
    done
    for options in '--continue --load x' '--continue --seed 3' '--load over.record --name A' '--continue --two-player' '--pace quick'; do
        # shellcheck disable=SC2086
        play '' $options
        [ $? -eq 2 ] && [ "$(errors)" -eq 1 ] || { echo "# $options"; return 1; }
    done
}
check 'other files are refused with one line' not_loaded
plan
