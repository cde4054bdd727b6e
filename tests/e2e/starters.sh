#!/bin/sh
# The starter bots play: each is written by new-bot, built if necessary, plays all the rules that it
# declares without a broken round, clearly beats random, and repeats a match from its seed. Languages
# that are not installed are skipped.
# slow: starts bots in five languages many times (15 s)
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/jail.inc"
cd "$TMPDIR" || exit 1
PATH=$(dirname "$BROADSIDE"):$PATH

# Guests see only the programs of the system.
installed() {
    (PATH=/usr/bin:/bin && command -v "$1" >/dev/null)
}

if ! broadside bots --json >/dev/null 2>&1; then
    skip 'the starters play' 'built without JSON'
    done_testing
fi

# The starters are trusted, so they can run without a jail.
unsafe=
[ -z "$(no_jail)" ] || unsafe=--unsafe
broadside new-bot shell probe >/dev/null

# mean_shots FILE BOT: from the table of sim
mean_shots() {
    awk -v bot="$2" '$1 == bot && $3 == "+-" { print $2; found = 1 } END { exit !found }' "$1"
}

# sim: fewer shots than random by far, and none of the games broken
beats_random() {
    # shellcheck disable=SC2086 # one word or none
    timeout 120 broadside sim $unsafe --bot "./$1" --bot random --games 60 --seed 1 >"$1.sim" 2>&1 ||
        { cat "$1.sim"; return 1; }
    cat "$1.sim"
    ! grep -q 'broke' "$1.sim" || return 1
    shots=$(mean_shots "$1.sim" "./$1") && awk -v shots="$shots" 'BEGIN { exit !(shots > 40 && shots < 75) }'
}

# plays BOT RULES ROUNDS: a match without a broken round
plays() {
    # shellcheck disable=SC2086
    timeout 120 broadside match $unsafe "./$1" random --rules "$2" --games "$3" --seed "${seed:-5}" >"$1.$2" 2>"$1.$2.err" ||
        { cat "$1.$2" "$1.$2.err"; return 1; }
    cat "$1.$2" "$1.$2.err"
    awk -v bot="./$1" '$2 == bot { found = $NF == 0 } END { exit !found }' "$1.$2"
}

# wastes_nothing BOT: tournament rules do not break rounds for mistakes, but report them
wastes_nothing() {
    grep -q '^a ' "$1.tournament" && ! grep -E '^a (placed|wasted)' "$1.tournament"
}

again() {
    cp "$1.$2" "$1.first" && seed=$(sed -n 's/^to repeat this: .*--seed \([^ ]*\).*/\1/p' "$1.first") &&
        plays "$1" "$2" "$3" && cmp "$1.$2" "$1.first"
    same=$?
    seed=
    return "$same"
}

# try LANGUAGE PROGRAM RULES...
try() {
    language=$1 bot=my-$1
    if ! installed "$2"; then
        skip "$language" "$2 is not installed"
        return
    fi
    shift 2
    t "$language: is written" broadside new-bot "$language" "$bot"
    t "$language: beats random clearly" beats_random "$bot"
    for rules; do
        t "$language: plays $rules" plays "$bot" "$rules" 4
    done
    t "$language: plays tournament" plays "$bot" tournament 6
    t "$language: wastes nothing there" wastes_nothing "$bot"
    t "$language: plays the same match again" again "$bot" tournament 6
}

# Smoke that stops shots, and reinforcements.
cat >smoke.rules <<'END'
preset = advanced
smoke = shield
reinforce = 1
END
most='salvo russian smoke.rules grid30'
# shellcheck disable=SC2086 # lists of words
{
    try c cc $most advanced advanced-strict equal-turns grid20
    try python python3 $most
    try javascript node $most
    try java javac $most
    try shell sh $most
}

sed -i "s/^plays=.*/plays='salvo wrecks race'/" probe/bot.sh
refused() {
    # shellcheck disable=SC2086
    ! broadside match $unsafe ./probe random --rules advanced --games 1 2>refused.txt && cat refused.txt
}
t 'undeclared rules are rejected' refused
t 'with the reason' prints 'it does not declare' cat refused.txt

# A program is built only if it is missing or its source has changed.
if installed cc; then
    # shellcheck disable=SC2086
    play_c() { broadside sim $unsafe --bot ./my-c --games 1 --seed 1; }
    built_once() {
        before=$(stat -c %Y.%s my-c/bot) && touch -d '1 hour ago' my-c/bot.c && play_c &&
            [ "$before" = "$(stat -c %Y.%s my-c/bot)" ]
    }
    t 'an up-to-date program is not built again' built_once
    built_again() {
        touch my-c/bot.c && play_c && [ -n "$(find my-c/bot -newer my-c/bot.c)" ]
    }
    t 'a changed source is' built_again
    built_anew() { rm my-c/bot && play_c && [ -x my-c/bot ]; }
    t 'and a missing program' built_anew
    mistake() {
        echo 'int mistake(' >>my-c/bot.c
        play_c >mistake.txt 2>&1
        status=$?
        cat mistake.txt
        [ "$status" -ne 0 ]
    }
    t 'a source that does not compile is rejected' mistake
    t 'with the message of the compiler' grep -q 'bot.c:[0-9]*' mistake.txt
else
    skip 'building' 'cc is not installed'
fi
done_testing
