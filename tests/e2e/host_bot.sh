#!/bin/sh
# broadside host-bot: built-in bots and plugins on the bot's end of the protocol.
. "$TOP/tests/e2e/check.inc"

# host_bot LINES ARGUMENT...: sends the lines, a format of printf; the answer is in $TMPDIR/answers.
host_bot() {
    lines=$1
    shift
    # shellcheck disable=SC2059 # the lines are the format: they hold the newlines
    printf "$lines" | "$BROADSIDE" host-bot "$@" >"$TMPDIR/answers" 2>"$TMPDIR/errors"
    status=$?
    return "$status"
}
# fails_with STATUS COMMAND...
fails_with() {
    wanted=$1
    shift
    "$@"
    [ $? -eq "$wanted" ]
}
answered() { grep -qxE -e "$1" "$TMPDIR/answers"; }
error_has() { grep -qF -e "$1" "$TMPDIR/errors"; }

opening='broadside 1\nrule preset = salvo\nmatch 10 seed 7\nround 1 side b\n'

check 'a bot says hello' host_bot 'broadside 1\n' hunt
check 'with its name' answered 'name hunt'
check 'and says that it is ready' answered ready
check 'a bot places and shoots' host_bot "${opening}place\nstart you\nact 5\nquit\nnonsense\n" parity
check 'it places a whole fleet' answered 'Carrier .*, Destroyer [A-J][0-9]+ [hv]'
check 'it fires a whole salvo' answered 'fire( [A-J][0-9]+){5}'
cp "$TMPDIR/answers" "$TMPDIR/first"
check 'the bot plays again with the same seed' host_bot "${opening}place\nstart you\nact 5\n" parity
check 'and gives the same answers' cmp "$TMPDIR/first" "$TMPDIR/answers"
check 'bot options are accepted' host_bot 'broadside 1\n' heatmap:parity=no

check 'a misplaced line is an error' fails_with 1 host_bot 'broadside 1\nact\n' hunt
check 'which is reported with the line number' error_has "broadside host-bot: line 2: 'act' before the match"
check 'another protocol version is an error' fails_with 1 host_bot 'broadside 2\n' hunt
check 'an unknown bot is rejected' fails_with 2 host_bot '' nobody
check 'no bot is rejected' fails_with 2 host_bot ''
check 'two bots are rejected' fails_with 2 host_bot '' hunt random
check 'a bot and a plugin are rejected' fails_with 2 host_bot '' hunt --plugin x.so

# The arena may go away at any time.
gone() {
    {
        yes 'broadside 1' 2>/dev/null | timeout 20 "$BROADSIDE" host-bot hunt 2>"$TMPDIR/errors"
        echo "$?" >"$TMPDIR/status"
    } | head -n 1 >/dev/null
    [ "$(cat "$TMPDIR/status")" -eq 1 ]
}
check 'it exits when its output is closed' gone

cd "$TMPDIR" || exit 1
check 'the example compiles' ${CC:-cc} -std=c11 -shared -fPIC -I "$TOP/include" -o diagonal.so \
    "$TOP/examples/plugin/diagonal.c"
check 'a plugin answers' host_bot "${opening}fleet A1 h, A3 h, A5 h, A7 h, A9 h\nstart you\nact 5\n" \
    --plugin diagonal.so
check 'it gives its name' answered 'name diagonal'
check 'and shoots along its diagonals' answered 'fire A1 C1 E1 G1 I1'
echo 'int x;' >other.c
check 'a library compiles' ${CC:-cc} -shared -fPIC -o other.so other.c
check 'a library without a bot is rejected' fails_with 1 host_bot '' --plugin ./other.so
check 'and the missing symbol is named' error_has broadside_bot
check 'a missing file is rejected' fails_with 1 host_bot '' --plugin ./nothing.so
check 'with its name' error_has nothing.so
plan
