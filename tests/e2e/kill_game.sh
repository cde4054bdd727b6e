#!/bin/sh
# slow: kills and resumes games at random moments, dozens of times (hundreds with SOAK) (20 s)
# No move that was announced and no finished game may be lost: SIGKILL, two processes, full disks,
# missing homes, broken files.
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/moves.inc"
cd "$TMPDIR" || exit 1

if ! "$BROADSIDE" stats >/dev/null 2>&1; then
    echo 'needs SQLite'
    exit 77
fi
games=30
[ -z "${QUICK:-}" ] || games=8
[ -z "${SOAK:-}" ] || games=300

home() {
    HOME=$TMPDIR/$1
    export HOME
    unset XDG_STATE_HOME XDG_DATA_HOME XDG_CONFIG_HOME
    folder=$HOME/.local/state/broadside/games
    mkdir -p "$HOME"
}

awk 'BEGIN { print ""; for (r = 1; r <= 10; r++) for (c = 1; c <= 10; c++) print substr("ABCDEFGHIJ", c, 1) r }' >all.txt
sed 1d all.txt >cells.txt

# history_count: the number of games that broadside stats lists.
history_count() {
    timeout 20 "$BROADSIDE" stats --list --rows 10000 >stats.txt 2>stats.err || {
        echo "# stats, status $?: $(cat stats.err)" >&2
        return 1
    }
    grep -c ' moves, ' stats.txt || true
}
# saved: the number of saved games. An empty file is from a process that died before the first move.
saved() {
    find "$folder" -name '*.save' -size +0 2>/dev/null | wc -l
}

# --- kill -9 ------------------------------------------------------------------------------------

delay() {
    awk -v seed="$1" 'BEGIN { srand(seed); r = rand(); r = rand(); printf "%.3f\n", r * r * 0.5 }'
}

# kill_after DELAY INPUT OPTIONS...: plays until it is killed, and appends the output to all-output.txt.
kill_after() {
    wait_for=$1
    input=$2
    shift 2
    : >out.txt # it may be killed before the shell has created the file
    "$BROADSIDE" play --plain "$@" <"$input" >out.txt 2>err.txt &
    pid=$!
    sleep "$wait_for"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    cat out.txt >>all-output.txt
}

# one_game SEED: killed and resumed again and again, until it is in the history.
one_game() {
    seed=$1
    before=$(history_count) || return 1
    : >all-output.txt
    kill_after "$(delay $seed)" all.txt --bot hunt --seed "$seed"
    attempt=0
    while [ "$(history_count)" -eq "$before" ]; do
        attempt=$((attempt + 1))
        [ $attempt -lt 40 ] || return 1
        rm -f now.record
        # This run is not killed and makes no move. It moves a finished game to the history.
        timeout 20 "$BROADSIDE" play --plain --continue --record now.record </dev/null >look.txt 2>look.err
        status=$?
        if [ $status -eq 0 ]; then
            all_recorded now.record all-output.txt || return 1
            kill_after "$(delay $((seed * 41 + attempt)))" cells.txt --continue
        elif ! grep -q 'there is no unfinished game' look.err; then
            echo "# $(cat look.err)"
            return 1
        elif [ "$(history_count)" -eq "$before" ]; then
            # Nothing was saved, so no move may have been announced.
            [ -z "$(announced all-output.txt)" ] || return 1
            kill_after "$(delay $((seed * 41 + attempt)))" all.txt --bot hunt --seed "$seed"
        fi
    done
    # If it was killed between storing it and removing its file, it must not be stored again.
    timeout 20 "$BROADSIDE" play --plain --continue </dev/null >look.txt 2>look.err && return 1
    [ "$(history_count)" -eq $((before + 1)) ] && [ "$(saved)" -eq 0 ] || return 1
    id=$(head -n 1 stats.txt | awk '{ print $1 }')
    timeout 20 "$BROADSIDE" replay "$id" >replay.txt || return 1
    # replay shows the moves that were announced.
    announced all-output.txt | sort -u >announced.txt
    grep -o '\(Player\|hunt\) fires at [A-J0-9]*: .*' replay.txt >replay.moves
    announced replay.moves | sort -u >recorded.txt
    [ -s recorded.txt ] && [ -z "$(comm -13 recorded.txt announced.txt)" ]
}
killed_games() {
    home killed
    game=1
    while [ $game -le $games ]; do
        one_game $game || {
            echo "# game $game"
            return 1
        }
        game=$((game + 1))
    done
    [ "$(history_count)" -eq $games ]
}
check "$games games killed at random moments lose no announced move, and each is in the history once" killed_games

# At the last question the game is over, so it must be in the history without another start of play.
killed_at_review() {
    home rehearsal
    timeout 20 "$BROADSIDE" play --plain --bot hunt --seed 3 --record now.record <all.txt >out.txt 2>err.txt || return 1
    home review
    mkfifo review.fifo
    "$BROADSIDE" play --plain --bot hunt --seed 3 <review.fifo >out.txt 2>err.txt &
    pid=$!
    exec 9>review.fifo
    head -n $((1 + $(grep -c '^[0-9]* a fire' now.record))) all.txt >&9 # one more would be its answer
    tries=0
    until grep -q 'compare your shots' out.txt || [ $tries -eq 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill -9 $pid
    wait $pid 2>/dev/null
    exec 9>&-
    grep -q 'compare your shots' out.txt || return 1
    printf '\nquit\n' | timeout 20 "$BROADSIDE" play --plain --seed 4 >/dev/null 2>err.txt
    [ "$(history_count)" -eq 1 ]
}
check 'the next start moves a game to the history whose process died at the last question' killed_at_review

# --- two at once --------------------------------------------------------------------------------

two_at_once() {
    home two
    mkfifo two.fifo
    "$BROADSIDE" play --plain --bot hunt --seed 5 <two.fifo >first.txt 2>first.err &
    pid=$!
    exec 9>two.fifo
    printf '\nA1\nB1\n' >&9
    tries=0
    until [ "$(grep -c 'Player fires' first.txt)" -ge 2 ] || [ $tries -eq 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    # The second process neither sees nor resumes the first one's game, and has another.
    timeout 20 "$BROADSIDE" play --plain --continue </dev/null >second.txt 2>second.err
    [ $? -eq 1 ] && grep -q 'in use: another process is playing it' second.err || return 1
    save=$(find "$folder" -name '*.save')
    timeout 20 "$BROADSIDE" play --plain --load "$save" </dev/null >second.txt 2>second.err
    [ $? -eq 1 ] && grep -q "$save" second.err || return 1
    printf '\nC1\n' | timeout 20 "$BROADSIDE" play --plain --bot hunt --seed 6 >second.txt 2>second.err || return 1
    [ "$(saved)" -eq 2 ] || return 1
    sleep 1.1 # the times of files are compared by the second
    printf 'D1\nlog\n' >&9
    exec 9>&-
    wait $pid || return 1
    grep -q 'Shots so far: 3: A1 [a-z]*, B1 [a-z]*, D1 [a-z]*\.' first.txt || return 1
    # Both can be resumed, the latest first.
    echo log | timeout 20 "$BROADSIDE" play --plain --continue >first.txt 2>first.err || return 1
    grep -q 'Shots so far: 3: A1' first.txt && timeout 20 "$BROADSIDE" play --plain --continue <cells.txt >first.txt &&
        echo log | timeout 20 "$BROADSIDE" play --plain --continue >second.txt &&
        grep -q 'Shots so far: 1: C1' second.txt && [ "$(history_count)" -eq 1 ]
}
check "two processes do not resume each other's game" two_at_once

at_the_same_time() {
    home crowd
    for seed in 1 2 3 4 5 6; do
        timeout 60 "$BROADSIDE" play --plain --bot hunt --seed $seed <all.txt >crowd.$seed 2>crowd.err.$seed &
    done
    wait
    cat crowd.err.* >err.txt
    [ ! -s err.txt ] || sed 's/^/# /' err.txt
    [ "$(history_count)" -eq 6 ] && [ "$(saved)" -eq 0 ]
}
check 'six games that end at the same time are all in the history' at_the_same_time

# --- full disks, no home ------------------------------------------------------------------------

# The limit applies to files only, so the output goes through a pipe.
limited() {
    blocks=$1
    shift
    { (ulimit -f "$blocks" && timeout 30 "$BROADSIDE" play --plain "$@" 2>&1; printf '\nstatus %d\n' $?) | cat; } >out.txt
}
disk_full() {
    home full
    limited 0 --bot hunt --seed 5 <all.txt
    grep -q '^status 1' out.txt && grep -Eq '^(Player|hunt) wins' out.txt && grep -q 'The game is not saved: ' out.txt &&
        grep -q '^result ' out.txt &&
        [ "$(grep -c 'The game is not saved: ' out.txt)" -eq 1 ] && [ "$(wc -c <out.txt)" -lt 200000 ]
}
check 'if nothing can be written the game is played, with one warning that it is not saved' disk_full
# With files limited to a few moves, a file contains a game that can be resumed, or a finished one for
# the history.
disk_fills() {
    for blocks in 2 3 4 5 6 8 12 24; do
        home "fills$blocks"
        limited $blocks --bot hunt --seed 5 <all.txt
        grep -q '^status [01]' out.txt && grep -Eq '^(Player|hunt) wins' out.txt || return 1
        # Saved, in the history, or printed.
        grep -Eq '^result |it stays in|history.db: ' out.txt || [ "$(history_count)" -eq 1 ] || return 1
        [ "$(saved)" -le 1 ] || return 1
        [ "$(saved)" -eq 1 ] || continue
        games=1
        cat "$folder"/*.save | grep -q '^[0-9]* a ' || games=0 # not worth keeping
        timeout 20 "$BROADSIDE" play --plain --continue <cells.txt >look.txt 2>look.err ||
            grep -q 'there is no unfinished game' look.err || return 1
        [ "$(history_count)" -eq $games ] && [ "$(saved)" -eq 0 ] || return 1
    done
}
check 'if the disk fills up during a game, what is on it can be resumed' disk_fills

homeless() {
    for HOME in /dev/null /proc/none "$TMPDIR/deep/$(head -c 3000 /dev/zero | tr '\0' x)"; do
        export HOME
        timeout 20 "$BROADSIDE" play --plain --bot hunt --seed 5 <all.txt >out.txt 2>err.txt
        [ $? -eq 1 ] && grep -Eq '^(Player|hunt) wins' out.txt && grep -q '^result ' out.txt && [ -s err.txt ] && [ "$(wc -l <err.txt)" -lt 10 ] || return 1
        timeout 20 "$BROADSIDE" play --plain --continue </dev/null >out.txt 2>err.txt
        [ $? -eq 1 ] && [ -s err.txt ] || return 1
        timeout 20 "$BROADSIDE" stats >out.txt 2>err.txt
        [ $? -le 1 ] || return 1
    done
}
check 'games are played without a home directory' homeless

without_variables() {
    home unset
    (
        unset HOME
        XDG_STATE_HOME=$TMPDIR/unset/state XDG_DATA_HOME=$TMPDIR/unset/data XDG_CONFIG_HOME=$TMPDIR/unset/config
        export XDG_STATE_HOME XDG_DATA_HOME XDG_CONFIG_HOME
        timeout 20 "$BROADSIDE" play --plain --bot hunt --seed 5 <all.txt >out.txt 2>err.txt &&
            [ "$(history_count)" -eq 1 ] && [ -d "$TMPDIR/unset/state/broadside/games" ]
    )
}
check 'the XDG variables are enough' without_variables

private() {
    home private
    (umask 0 && printf '\nA1\n' | timeout 20 "$BROADSIDE" play --plain --bot hunt --seed 5 >out.txt 2>err.txt)
    [ "$(saved)" -eq 1 ] && [ -z "$(find "$folder" -perm /077)" ] &&
        [ -z "$(find "$HOME" -name history.db -perm /077)" ]
}
check 'saved games are readable by their owner only' private

# --- broken files -------------------------------------------------------------------------------

# broken COMMAND: a saved game, $save, that the shell command has damaged, is reported.
broken() {
    home "broken.$(printf %s "$1" | cksum | cut -d " " -f 1)"
    printf '\nA1\nB1\nC1\n' | timeout 20 "$BROADSIDE" play --plain --bot hunt --seed 5 >/dev/null 2>&1
    save=$(find "$folder" -name '*.save')
    [ -f "$save" ] || return 1
    eval "$1"
    cp "$save" copy.save
    timeout 20 "$BROADSIDE" play --plain --continue </dev/null >out.txt 2>err.txt
    [ $? -eq 1 ] && grep -qF "$save" err.txt && [ "$(wc -l <err.txt)" -eq 1 ] && cmp -s "$save" copy.save || return 1
    # A new game can be played, and the setup does not offer the broken one.
    timeout 20 "$BROADSIDE" play --plain --bot hunt --seed 6 <all.txt >out.txt 2>err.txt || return 1
    grep -Eq '^(Player|hunt) wins' out.txt && [ "$(history_count)" -eq 1 ] || return 1
    printf '\n\nhunt\n\nquit\n' | timeout 20 "$BROADSIDE" play --plain >out.txt 2>err.txt || return 1
    ! grep -q 'unfinished game' out.txt && cmp -s "$save" copy.save &&
        ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" out.txt err.txt
}
check 'a save with random bytes is reported with its path and left alone' broken 'head -c 4000 /dev/urandom >"$save"'
check 'so is a save with NUL bytes' broken 'head -c 4000 /dev/zero >"$save"'
check 'so is a save with a forged answer' broken 'sed -i "s/=miss/=hit/" "$save"'
check 'so is a save with a ship off the board' broken 'sed -i "/^fleet a/s/ [hv],/ v,/; /^fleet a/s/Carrier ./Carrier K/" "$save"'
check 'so is a save with escape codes' broken 'printf "\033[2J\n" >>"$save"'
check 'so is a save of 20 MB' broken 'yes "rule touch = yes" | head -c 20000000 >"$save"'

half_a_line() {
    home half
    printf '\nA1\nB1\nC1\n' | timeout 20 "$BROADSIDE" play --plain --bot hunt --seed 5 >/dev/null 2>&1
    save=$(find "$folder" -name '*.save')
    size=$(wc -c <"$save")
    cp "$save" whole.save
    at=$((size - 60))
    while [ $at -lt "$size" ]; do
        head -c $at whole.save >"$save"
        rm -f now.record
        timeout 20 "$BROADSIDE" play --plain --continue --record now.record </dev/null >out.txt 2>err.txt || return 1
        [ "$(grep -c ' fire ' now.record)" -eq "$(head -c $at whole.save | sed -n '$!p' | grep -c '^[0-9].* fire ')" ] ||
            [ "$(tail -c 1 "$save" | wc -l)" -eq 1 ] || return 1
        at=$((at + 7))
    done
}
check 'an incomplete line at the end of a save is dropped, and the game continues' half_a_line

no_regular_file() {
    home odd
    mkdir -p "$folder/a.save" && mkfifo "$folder/b.save" && ln -s /dev/zero "$folder/c.save" && : >"$folder/d.save"
    timeout 20 "$BROADSIDE" play --plain --continue </dev/null >out.txt 2>err.txt
    [ $? -eq 1 ] && [ -s err.txt ] || return 1
    timeout 20 "$BROADSIDE" play --plain --bot hunt --seed 6 <all.txt >out.txt 2>err.txt &&
        [ "$(history_count)" -eq 1 ]
}
check 'folders, pipes and devices among the saves are ignored' no_regular_file

plan
