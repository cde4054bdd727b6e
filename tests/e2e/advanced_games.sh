#!/bin/sh
# Whole games of both advanced presets with every special move and every way to end. Checks the output
# at the end against the record, and the hashes in the record with sha256sum.
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/plain.inc"
cd "$TMPDIR" || exit 1

# Fire, radar, artillery, smoke and torpedo: sinks the fleet of four in ten turns. Works with both
# values of unlock, because every special move follows its sinking at once.
sinking='radar A7
A7
B7
artillery A5
smoke A1
C5
artillery A3
C3
D3
torpedo 1'
# Ten turns that hit nothing.
missing='J1
radar J1
J2
nonsense
J3
J4
smoke A1
artillery A1
J5
J6'

# alternate ANN BEN: the moves of both in turn, as the table of a game.
alternate() {
    echo "$1" >ann.txt
    echo "$2" >ben.txt
    paste -d '\n' ann.txt ben.txt
}

# hashes_match: sha256sum of each fleet line in the record gives its commitment.
hashes_match() {
    for side in a b; do
        grep "^commit $side " game.record | cut -d ' ' -f 3 >commits.txt
        grep "^fleet $side " game.record | cut -d ' ' -f 3- | while read -r line; do
            printf '%s\n' "$line" | sha256sum | cut -d ' ' -f 1
        done >hashes.txt
        [ -s commits.txt ] && cmp -s commits.txt hashes.txt || return 1
    done
}

# output_matches_record: the commitments are printed and are in the record, and sha256sum of the text
# revealed at the end gives them.
output_matches_record() {
    grep -q '^Both fleets match the commitments made at the start\.$' out.txt && grep -q '^Seed 1\.$' out.txt &&
        grep -q 'The record is in game.record; broadside replay shows it\.$' out.txt || return 1
    for who in Ann Ben; do
        hash=$(sed -n "s/.*$who has committed to a fleet: SHA-256 //p" out.txt)
        text=$(sed -n "s/^$who reveals: //p" out.txt)
        [ "$(printf '%s\n' "$text" | sha256sum)" = "$hash  -" ] || return 1
        grep -q "$hash" game.record && grep -q "^fleet . $text\$" game.record || return 1
    done
}

# ends_with SENTENCE RESULT: the game prints SENTENCE, and its record has RESULT and replays.
ends_with() {
    grep -q "^$1\$" out.txt || echo "# not printed: $1"
    grep -q "^$1\$" out.txt && grep -q "^result $2\$" game.record && hashes_match && output_matches_record || return 1
    timeout 20 "$BROADSIDE" replay game.record >replay.txt || return 1
    grep -q "$1" replay.txt && ! timeout 20 "$BROADSIDE" replay forged.record >replay.txt 2>&1
}

# forge: writes forged.record, with one ship moved, which must not replay.
forge() {
    sed '/^fleet b/s/A7 h/A9 h/' game.record >forged.record
}

won() {
    alternate "$sinking" "$missing" | game && forge && ends_with "Ann wins: Ben's fleet is sunk\." 'a sunk'
}
lost() {
    alternate "$missing" "$sinking" | game && forge && ends_with "Ben wins: Ann's fleet is sunk\." 'b sunk'
}
tied_by_equal_turns() {
    alternate "$sinking" "$sinking" | game --rule equal-turns=yes && forge &&
        grep -q "^Ann> .*Ben's fleet is sunk; Ben has one last move\.$" out.txt &&
        ends_with 'A tie: both fleets were sunk in the same number of turns\.' 'tie both'
}
not_tied() {
    alternate "$sinking" "$sinking" | game && forge && ends_with "Ann wins: Ben's fleet is sunk\." 'a sunk'
}
second_wins_at_once() {
    alternate "nonsense
$sinking" "$sinking" | game --rule equal-turns=yes && forge &&
        ends_with "Ben wins: Ann's fleet is sunk\." 'b sunk'
}
resigned() {
    alternate "$(echo "$sinking" | head -n 5)
resign" "$missing" | game && forge && ends_with 'Ben wins: Ann has resigned\.' 'b resigned'
}
other_resigned() {
    alternate "$missing" "$(echo "$sinking" | head -n 5)
resign" | game && forge && ends_with 'Ann wins: Ben has resigned\.' 'a resigned'
}
# On a 3x3 board the game is a tie after 36 turns each.
tied_by_limit() {
    (
        # shellcheck disable=SC2034 # plain.inc reads them
        ann='A1 h' ben='A1 h'
        awk 'BEGIN { for (i = 0; i < 71; i++) print i % 7 ? "nonsense" : "radar B2"; print "B2" }' |
            game --rule board=3x3 --rule 'fleet=Ark 1' && sed '/^fleet b/s/A1/B2/' game.record >forged.record &&
            ends_with 'A tie: the turn limit was reached\.' 'tie limit'
    )
}

# has_every_move SIDE: the side has made every kind of move.
has_every_move() {
    for move in fire radar artillery smoke torpedo; do
        grep -Eq "^[0-9]+ $1 $move [A-Z0-9]+ -> [^l]" game.record || return 1
    done
}
won_with_everything() {
    won && has_every_move a && grep -q '^Ann> Ann fires torpedo 1: .*hit A1.* misses\.' out.txt
}
lost_with_everything() {
    lost && has_every_move b
}

for rules in advanced advanced-strict; do
    check "$rules: Ann wins with every special move" won_with_everything
    check "$rules: Ann loses to every special move" lost_with_everything
    check "$rules: equal-turns=yes makes it a tie if both fleets are sunk in as many turns" tied_by_equal_turns
    check "$rules: without equal-turns the first player wins with the same moves" not_tied
    check "$rules: with equal-turns=yes the second player wins at once with fewer turns" second_wins_at_once
    check "$rules: the turn limit makes the game a tie" tied_by_limit
    check "$rules: the first player resigns" resigned
    check "$rules: the second player resigns" other_resigned
done

# A raise adds a commitment, which is checked too.
rules=advanced
raised() {
    game --rule hints=1 --rule hint-after=1 --rule reinforce=1 <<'END' || return 1
A7                   |
A7                   |
B7                   | Submarine is sunk
B7                   | Submarine is sunk
J1                   |
J2                   |
hint                 | Hint:
raise Submarine I9 h | to raise the Submarine at I9 h
J3                   |
resign               | Ben wins: Ann has resigned. | Ann reveals: | Ann reveals, after the raise:
END
    forge
    [ "$(grep -c '^commit a' game.record)" -eq 2 ] && ends_with 'Ben wins: Ann has resigned\.' 'b resigned' &&
        hash=$(sed -n 's/.*Ann has committed to the new fleet: SHA-256 //p' out.txt | head -n 1) &&
        text=$(sed -n 's/^Ann reveals, after the raise: //p' out.txt) &&
        [ "$(printf '%s\n' "$text" | sha256sum)" = "$hash  -" ]
}
check 'a raise has a commitment, printed and revealed at the end' raised

# plays_against BOT: a player who shoots row by row; either side may win.
plays_against() {
    {
        printf '%s\n' 'A1 h' 'C3 h' 'E5 h' 'G7 h'
        for special in 'radar A1' 'radar E5' 'radar I9'; do echo "$special"; done
        awk 'BEGIN { for (r = 1; r <= 10; r++) for (c = 1; c <= 10; c++)
                         print substr("ABCDEFGHIJ", c, 1) r "\nsmoke A1\nartillery " substr("ABCDEFGHIJ", c, 1) r }'
    } >in.txt
    timeout 60 "$BROADSIDE" play --plain --rules "$rules" --bot "$1" --seed 1 --record game.record \
        <in.txt >out.txt 2>err.txt || return 1
    grep -Eq "^($1|Player) wins: (Player|$1)'s fleet is sunk\.\$" out.txt && hashes_match &&
        grep -q '^Both fleets match the commitments' out.txt &&
        timeout 60 "$BROADSIDE" replay game.record >/dev/null
}
for rules in advanced advanced-strict; do
    for bot in easy medium hard gunner; do
        if ! "$BROADSIDE" bots | grep -q "^ *$bot "; then
            skip "$rules: a whole game against $bot" "no such bot"
            continue
        fi
        check "$rules: a whole game against $bot ends and replays" plays_against $bot
    done
done
beaten() {
    rules=advanced
    plays_against medium && grep -q "^medium wins: Player's fleet is sunk" out.txt
}
if "$BROADSIDE" bots | grep -q '^ *medium '; then
    check 'a player who shoots row by row loses to medium' beaten
fi

plan
