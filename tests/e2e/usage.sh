#!/bin/sh
# Command lines: what the option tables allow, what they refuse with one helpful line, and that the
# defaults in the help texts are those that are used.
# sanitized: the options of every command
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

# refused WORDS COMMAND...: exit status 2, and one line with these words on standard error.
refused() {
    words=$1
    shift
    timeout 30 "$BROADSIDE" "$@" >out.txt 2>err.txt
    status=$?
    if [ "$status" -ne 2 ] || [ -s out.txt ] || [ "$(wc -l <err.txt)" -ne 1 ] ||
        ! grep -qF -e "$words" err.txt; then
        echo "# exit status $status"
        sed 's/^/# /' err.txt
        return 1
    fi
}
# same A B: both commands print the same.
same() { [ "$(eval "$1")" = "$(eval "$2")" ]; }

check 'an unknown command' refused "broadside: unknown command 'ply'; 'broadside help' lists the commands" ply
check 'help for an unknown command' refused "unknown command 'ply'" help ply
check 'an unknown option' refused "unknown option '--bogus'; 'broadside help bots' lists the options" bots --bogus
check 'an unknown option with a value' refused "unknown option '--bogus'" bots --bogus=1
check 'an option is not abbreviated' refused "unknown option '--js'" bots --js
check 'an option without its value' refused '--rule needs a value' rules --rule
check 'a flag with a value' refused '--json takes no value' bots --json=yes
for games in 0 -1 1x '' 99999999999999999999; do
    check "'$games' is not a number of games" refused \
        "--games '$games' is not a whole number from 1 to 100000000" sim --bot null --games "$games"
done
check 'a word that is not in the list' refused \
    "--format 'cup': the value must be all, gauntlet or swiss" tournament null null --format cup
check 'an option that needs another one' refused '--elo only works with --sprt' match null null --elo 0:10
check 'options that exclude each other' refused '--bot and --two-player cannot be used together' \
    play --bot null --two-player
check 'in any order' refused '--bot and --two-player cannot be used together' play --two-player --bot null
check 'a required option is missing' refused '--bot is missing; usage: broadside sim --bot BOT... [OPTIONS]' sim
check 'a required argument is missing' refused 'B is missing; usage: broadside match A B [OPTIONS]' match null
check 'an option takes the place of an argument' refused \
    "unexpected argument 'hunt'; usage: broadside host-bot --plugin FILE" host-bot hunt --plugin x.so
check 'one argument too many' refused "unexpected argument 'b'; usage: broadside rules [RULES] [OPTIONS]" rules a b
# shellcheck disable=SC2046 # a list of words
check 'an option too often' refused '--rule may be given at most 64 times' \
    rules $(i=0; while [ $i -lt 65 ]; do echo --rule touch=no; i=$((i + 1)); done)

b="'$BROADSIDE'"
check '--name=value is --name value' same "$b rules --rule=touch=no" "$b rules --rule touch=no"
check 'the last value counts' same "$b match null null --games 9 --seed 1 --games 5 2>err.txt | head -n 1" \
    "$b match null null --games 5 --seed 1 2>err.txt | head -n 1"
check '-- ends the options' refused "'--json' is neither a preset nor a rules file" rules -- --json
check '--help after a command explains it' same "$b stats --help" "$b help stats"
check '-h does so too' same "$b stats -h" "$b help stats"

# default COMMAND OPTION: as help shows it.
default() {
    "$BROADSIDE" help "$1" | awk -v option="$2" '
        /^  -/ { on = $1 == option }
        on { text = text " " $0 }
        END { sub(/.*Default: /, "", text); sub(/\.$/, "", text); print text }'
}
uses_default() {
    value=$(default "$1" "$2")
    [ -n "$value" ] && grep -q "$3$value$4" out.txt || { echo "# default of $1 $2: '$value'"; return 1; }
}
"$BROADSIDE" sim --bot null --seed 1 >out.txt
check 'sim plays as many games as its help says' uses_default sim --games '' ' boards'
check 'by the rules its help says' uses_default sim --rules '' ' rules'
"$BROADSIDE" match null null --seed 1 >out.txt 2>err.txt
check 'match plays as many rounds as its help says' uses_default match --games '' ' rounds'
plan
