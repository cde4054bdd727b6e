#!/bin/sh
# shellcheck disable=SC2154 # secret is set in check.inc
# A run with guests has a secret: the bot that guesses master seeds gains nothing, the secret is shown
# at the end and not before, and it repeats the run.
# slow: plays two dozen matches with bots in jails (12 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/thief.inc"

cd "$TMPDIR" || exit 1
export HOME="$TMPDIR"
if ! "$BROADSIDE" bots --json >/dev/null 2>&1; then
    skip 'seeds' 'built without JSON'
    plan
    exit 0
fi
if [ ! -x "$BUILD/tests/seed_thief" ]; then
    skip 'seeds' 'tests/misbehaving is not built'
    plan
    exit 0
fi
make_thief thief
make_thief other
generous='--unsafe --limit start=20000 --limit move=20000 --limit bank=200000'

# run COMMAND ARGUMENTS...: output in out.txt and err.txt
run() {
    command=$1
    shift
    # shellcheck disable=SC2086
    timeout 60 "$BROADSIDE" "$command" $generous "$@" >out.txt 2>err.txt
}

# printed: the seed that the last run printed.
printed() {
    sed -n 's/^to repeat this: .*--seed \([^ ]*\).*/\1/p' out.txt
}

# is_secret NUMBER SEED: is it that number with a secret?
is_secret() {
    [ "${2%:*}" = "$1" ] && [ ${#2} -eq $((${#1} + 33)) ] && case ${2#*:} in *[!0-9a-f]*) false ;; esac
}

# gains_nothing NUMBER COMMAND...: in each round the thief fires more than 60 shots on average. With the
# master seed it would need 17. The seed is shown with a secret.
gains_nothing() {
    wanted=$1
    shift
    run "$@" --seed "$wanted" --json && grep -q "^  \"seed\": $wanted,\$" out.txt &&
        grep -q '^  "secret": "[0-9a-f]\{32\}",$' out.txt && ! grep -q 'master seed' err.txt &&
        awk -F '[":, ]+' '$2 == "bot" { is_thief = $3 ~ /thief$/ }
            is_thief && ($2 == "mean_shots" || $2 == "mean") { seen = 1; if ($3 + 0 <= 60) exit 1 }
            END { exit !seen }' out.txt || { sed 's/^/# /' out.txt err.txt; false; }
}

for seed in 1 42; do
    check "match --seed $seed: guessing the seed is in vain" gains_nothing "$seed" match ./thief random --games 10
    check "on side b, too" gains_nothing "$seed" match random ./thief --games 10
    check "match --paired --seed $seed" gains_nothing "$seed" match ./thief random --paired --games 10
    check "match --sprt --seed $seed" gains_nothing "$seed" match ./thief random --sprt --short 2 --games 16
    check "sim --seed $seed" gains_nothing "$seed" sim --bot ./thief --games 10
    if "$BROADSIDE" results --list --db none.db 2>&1 | grep -q 'no tournaments'; then
        check "tournament --seed $seed" gains_nothing "$seed" tournament ./thief random null --games 10 \
            --rules classic --db t.db
    else
        skip "tournament --seed $seed" 'built without SQLite'
    fi
done
# --- repeating ----------------------------------------------------------------------------------------

# repeats COMMAND ARGUMENTS...: with N:SECRET the same output, with N alone another secret.
repeats() {
    run "$@" --seed 7 && cp out.txt first.txt && seed=$(printed) && is_secret 7 "$seed" &&
        run "$@" --seed "$seed" && sed 's/ *[0-9]*$//' out.txt >a && sed 's/ *[0-9]*$//' first.txt >b &&
        cmp -s a b && run "$@" --seed 7 && [ "$(printed)" != "$seed" ]
}
check 'match can be repeated with its secret' repeats match ./thief ./other --games 6
check 'sim can be repeated with its secret' repeats sim --bot ./thief --games 6
check 'also with a guest that places the fleets' repeats sim --bot hunt --games 3 --placement ./thief
check 'built-in bots need no secret' sh -c "\"$BROADSIDE\" match hunt random --games 5 --seed 7 2>/dev/null |
    { ! grep -q 'to repeat'; }"
given() {
    "$BROADSIDE" match hunt random --games 5 --seed "7:$secret" >out.txt 2>err.txt &&
        [ "$(printed)" = "7:$secret" ]
}
check 'but they can have one' given

json() {
    run match ./thief random --games 2 --seed "5:$secret" --json && grep -q '^  "seed": 5,$' out.txt &&
        grep -q "^  \"secret\": \"$secret\",\$" out.txt &&
        run sim --bot ./thief --games 2 --seed "5:$secret" --json && grep -q '^  "seed": 5,$' out.txt &&
        grep -q "^  \"secret\": \"$secret\",\$" out.txt
}
check 'JSON has the number and the secret apart' json

# wrong VALUE WORDS: refused, without the secret in the message
wrong() {
    ! "$BROADSIDE" match ./thief random --seed "$1" >out.txt 2>err.txt && grep -q -e "$2" err.txt &&
        ! grep -q '0011223344' err.txt
}
check 'a short secret is refused' wrong 1:0011223344 'the secret must be 32 hexadecimal digits'
check 'an empty one too' wrong 1: 'the secret after the colon is missing'
check 'and a seed that is no number' wrong one "'one' is not a whole number"

# --- files ----------------------------------------------------------------------------------------------

silent() {
    mkdir -p files && run match ./thief ./other --games 3 --seed "3:$secret" --records files/r \
        --transcript files/t.txt && grep -q "$secret" out.txt && ! grep -rq "$secret" files err.txt &&
        grep -q '^seed 3$' files/r/round-000001.txt
}
check 'records, transcripts and messages do not have the secret' silent

in_folder() {
    timeout 60 "$BROADSIDE" tournament ./thief random --games 2 --seed 1 --db thief/t.db >out.txt 2>err.txt
    [ $? -eq 2 ] && grep -q 'excluded: .*thief/t.db is in the folder of the guest thief' err.txt
}
if [ -z "$(no_jail)" ]; then
    check 'a guest that could read the database is excluded' in_folder
else
    skip 'a guest that could read the database is excluded' "$(no_jail)"
fi

# --- a game -------------------------------------------------------------------------------------------

# game SEED: against the thief with a fleet placed at random, without the time and the machine.
game() {
    # shellcheck disable=SC2086
    printf '\nA1\nB2\nC3\nresign\n' | timeout 60 "$BROADSIDE" play --plain $generous --bot ./thief --name Ann \
        --seed "$1" --record "$2" >"$2.out" 2>"$2.err"
}
played() {
    rm -f one two && game 9 one && seed=$(sed -n 's/^seed //p' one) && is_secret 9 "$seed" &&
        grep -q "Seed $seed\\." one.out && game "$seed" two && cmp -s one two &&
        "$BROADSIDE" replay one --plain | grep -q "^Seed $seed\\.\$" &&
        "$BROADSIDE" replay one --json | grep -q "\"secret\": \"${seed#*:}\""
}
check 'a game against a guest has a secret, which the record shows at the end' played
plan
