#!/bin/sh
# slow: 100,000 random lines (millions with SOAK) (8 s)
# Feeds random lines to the plain game: it always ends, and its output is limited and free of terminal
# control sequences.
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/hostile.inc"
cd "$TMPDIR" || exit 1

lines=100000
[ -z "${QUICK:-}" ] || lines=10000
[ -z "${SOAK:-}" ] || lines=2000000
portion=5000 # lines per game

# random_lines SEED COUNT: half of them game words in random order, a quarter cells, the rest bytes.
random_lines() {
    awk -v seed="$1" -v count="$2" 'BEGIN {
        words = split("fire radar smoke artillery torpedo raise resigned help board fleet stock log status cell row " \
            "column open hits repeat random undo Submarine Carrier h v horizontal a b k 0 1 5 10 11 99999999999 -1 " \
            "A1 B3 J10 K11 a1x A+5 ? yes no", word, " ")
        srand(seed)
        for (i = 0; i < count; i++) {
            kind = rand()
            if (kind < 0.25) {
                line = sprintf("%c%d", 65 + int(rand() * 11), int(rand() * 12))
                if (rand() < 0.3)
                    line = line (rand() < 0.5 ? " h" : " v")
            } else if (kind < 0.75) {
                line = ""
                for (n = int(rand() * 4); n >= 0; n--)
                    line = line (line == "" ? "" : " ") word[1 + int(rand() * words)]
            } else {
                line = ""
                for (n = int(rand() * 40); n > 0; n--) {
                    c = 1 + int(rand() * 255)
                    line = line sprintf("%c", c == 10 ? 32 : c)
                }
            }
            print i % 1000 ? line : "hint" # rarely, because hints can be slow
        }
    }'
}

# random_games OPTIONS...: plays a fifth of all lines, $portion lines per game.
random_games() {
    rest=$((lines / 5))
    while [ $rest -gt 0 ]; do
        LC_ALL=C random_lines $rest $portion >in.txt
        play in.txt --seed $rest "$@" || return 1
        is_printable && is_short $((portion * 4000)) && grep -Eq 'Goodbye|wins|A tie' out.txt || return 1
        rest=$((rest - portion))
    done
}
check "random lines ($lines in all) as a classic game" random_games --bot hunt
check 'random lines as an advanced game, where they cost turns' random_games --rules advanced --bot easy
check 'random lines as an advanced game with everything, where they cost nothing' random_games --rules advanced-strict \
    --bot random --rule invalid-input=again --rule hints=9 --rule hint-after=1 --rule reinforce=1 --speak
check 'random lines as a two-player game' random_games --rules advanced --two-player --name Ann --name Ben \
    --rule invalid-input=again --rule repeat-shot=refuse
check 'random lines as a salvo game in which ships may not touch' random_games --rules salvo --rule touch=no --bot random
random_setup() {
    LC_ALL=C random_lines 77 $portion >in.txt
    timeout 60 "$BROADSIDE" play --plain <in.txt >out.txt 2>err.txt && is_printable && is_short $((portion * 4000)) &&
        grep -Eq 'Goodbye|wins|A tie' out.txt
}
check 'random lines as answers to the setup questions' random_setup

random_bytes() {
    head -c 300000 /dev/urandom >in.txt
    for rules in classic advanced tournament russian; do
        play in.txt --rules $rules --bot random && is_printable && is_short 4000000 || return 1
    done
}
check 'random bytes under several rules' random_bytes

plan
