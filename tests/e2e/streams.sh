#!/bin/sh
# Closed standard streams, an unread pipe and a stopped terminal neither harm files nor stop a run.
# slow: starts tmux (4 s)
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

# With standard output closed, the transcript would get its number.
closed_output() {
    mkdir -p bot && cp "$TOP/examples/bots/shell/bot.sh" bot
    timeout 60 "$BROADSIDE" match 'cmd:sh ./bot/bot.sh' random --games 2 --seed 1 --transcript talk.txt --unsafe \
        >&- 2>err.txt
    [ $? -eq 1 ] && grep -q 'Bad file descriptor' err.txt || { cat err.txt; return 1; }
    tail -n 1 talk.txt | grep -qx 'a> quit' && ! grep -q 'mean shots' talk.txt
}
check 'a closed standard output does not end up in a file' closed_output
closed_all() {
    timeout 60 "$BROADSIDE" sim --bot random --games 5 --seed 1 --csv games.csv <&- >&- 2>&-
    [ $? -eq 1 ] && [ "$(wc -l <games.csv)" -eq 6 ]
}
check 'all streams may be closed' closed_all
closed_input() { printf '' | timeout 60 "$BROADSIDE" play --plain --seed 1 <&- >out.txt 2>&1; grep -q Goodbye out.txt; }
check 'a closed standard input is its end' closed_input

# The pipe is full before the program starts, and nobody reads it.
mkfifo pipe
unread_pipe() {
    exec 3<>pipe
    dd if=/dev/zero of=pipe bs=65536 count=1 2>/dev/null
    timeout 60 "$BROADSIDE" tournament random hunt parity --games 50 --seed 1 --db unread.db >out.txt 2>pipe
    status=$?
    exec 3>&-
    [ "$status" -eq 0 ] && output_has parity
}
check 'a standard error that nobody reads stops nothing' unread_pipe

if command -v tmux >/dev/null; then
    . "$TOP/tests/e2e/tmux.inc"
    # The key comes while the program waits for a line, so that all of its output finds the terminal
    # stopped. A stopped terminal still passes input on.
    stopped_terminal() {
        screen_start 80x24 "echo ready; read line; '$BROADSIDE' tournament random hunt parity --games 2000" \
            "--seed 1 --db stopped.db >table.txt; echo \$? >status.txt"
        screen_has ready
        screen_keys C-s Enter
        tries=0
        while [ ! -s status.txt ] && [ "$tries" -lt 600 ]; do
            sleep 0.1
            tries=$((tries + 1))
        done
        grep -qx 0 status.txt && grep -q parity table.txt
    }
    check 'a stopped terminal does not stop a tournament' stopped_terminal
else
    skip 'a stopped terminal does not stop a tournament' 'tmux is not installed'
fi
plan
