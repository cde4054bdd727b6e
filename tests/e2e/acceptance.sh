#!/bin/sh
# The acceptance cases of the advanced rules: two players type moves, and the test checks what each of
# them sees. tests/e2e/plain.inc explains the tables.
# slow: plays every case of the rules through the program (8 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/plain.inc"
cd "$TMPDIR" || exit 1

fleet_of_four='A1 h, A3 h, A5 h, A7 h' # Carrier A1-E1, Battleship A3-D3, Destroyer A5-C5, Submarine A7-B7
boats='fleet=Ark 1, Bee 1, Cog 1, Dow 1, Elf 1'
boats_apart='A1 h, C1 h, E1 h, G1 h, I1 h'
# Ben sinks Ann's Submarine, then her Destroyer, while Ann shoots at water.
submarine_sunk='J1       |
A7       |
J2       |
B7       | Submarine is sunk
J3       |'
destroyer_sunk='A5       |
J4       |
B5       |
J5       |
C5       | Destroyer is sunk
J6       |'
# With five boats: Ann sinks three of them.
three_sunk='A1           |
J1           |
C1           |
J2           |
E1           | Ann gains a smoke screen, artillery and a torpedo.
J3           |'

# --- 1. coordinates -----------------------------------------------------------------------------

check '1: A1 and J10 are coordinates, in either case' game <<'END'
A1  | =Ann fires at A1: hit.
J10 | =Ben fires at J10: miss.
j10 | =Ann fires at J10: miss.
a1  | =Ben fires at A1: hit.
END

check '1: an invalid coordinate is refused with the reason, and no shot is fired' game \
    --rule invalid-input=again <<'END'
K11  | ='K11' is off the board: the last column is J.
1A   | ='1A': a coordinate starts with its column letter, as in B3.
A0   | ='A0' is off the board: rows go from 1 to 10.
A11  | ='A11' is off the board: rows go from 1 to 10.
A1x  | ='A1x': 'x' does not belong in a coordinate like B3.
A+5  | ='A+5': '+' does not belong in a coordinate like B3.
A01  | ='A01': write the row without a leading zero.
A-1  | does not belong in a coordinate
AA1  | is off the board
A99999999999999999999 | is off the board
fire | fire where?
log  | =Shots so far: 0.
A1   | =Ann fires at A1: hit.
END

check '1: under invalid-input=lose-turn an invalid coordinate also costs the turn' game <<'END'
K11 | ='K11' is off the board: the last column is J. Ann loses the turn: that was not a valid move. | >Ann loses the turn: that was not a valid move.
1A  | a coordinate starts with its column letter | Ben loses the turn
A0  | rows go from 1 to 10                       | Ann loses the turn
A11 | rows go from 1 to 10                       | Ben loses the turn
A1x | 'x' does not belong                        | Ann loses the turn
A+5 | '+' does not belong                        | Ben loses the turn
log | Shots so far: 0.
END

# A table cannot check an empty line, because it has no output.
blank_lines() {
    echo 'log' >table.txt
    { typed_game; printf '\n   \n\t\n \r\nA1\n'; } >in.txt
    timeout 20 "$BROADSIDE" play --plain --two-player --name Ann --name Ben --rules advanced \
        --rule first=a --seed 1 <in.txt >out.txt 2>err.txt &&
        ! grep -q 'loses the turn' out.txt && grep -q 'Ann> Ann> Ann> Ann> Ann> Ann fires at A1: hit' out.txt
}
check '1: an empty or blank line repeats the prompt and costs nothing' blank_lines

long_line() {
    long=$(head -c 10000 /dev/zero | tr '\0' A)
    echo "$long" | game --rule invalid-input=again &&
        grep -q "^Ann> .* is not a move; type 'help' for a list" out.txt && [ "$(wc -c <out.txt)" -lt 20000 ] &&
        echo "$long" | game && grep -q 'Ann loses the turn' out.txt
}
check '1: a line of 10,000 characters is refused with a reason' long_line

# --- 2. placement -------------------------------------------------------------------------------

# place LINES...: types these lines while placing; the output is in out.txt.
place() {
    printf '%s\n' "$@" | timeout 20 "$BROADSIDE" play --plain --two-player --name Ann --name Ben \
        --rules advanced --rule first=a --seed 1 >out.txt 2>err.txt
}

carrier_fits() {
    place 'A1 h' board quit && ! grep -q 'Not there' out.txt && grep -q '^  1 # # # # # ~ ~ ~ ~ ~$' out.txt
}
check '2: a Carrier at A1 h fits on an empty board' carrier_fits

other_forms() {
    place 'Carrier A1..E1' 'A3–D3' 'Carrier A5 h' board quit && grep -q '^  1 # # # # # ~ ~ ~ ~ ~$' out.txt &&
        grep -q '^  3 # # # # ~ ~ ~ ~ ~ ~$' out.txt && [ "$(grep -c 'Not there' out.txt)" -eq 1 ] &&
        grep -q "Not there: expected the Destroyer, found 'Carrier'" out.txt
}
check '2: ships can be named, and placed by their ends in any form' other_forms

over_another() {
    place 'A2 h' 'A1 v' board quit && [ "$(grep -c 'Not there' out.txt)" -eq 1 ] &&
        grep -q '^Carrier (length 5): Battleship (length 4): Not there: .*overlaps' out.txt &&
        grep -q '^  1 ~ ~ ~ ~ ~ ~ ~ ~ ~ ~$' out.txt && grep -q '^  2 # # # # # ~ ~ ~ ~ ~$' out.txt
}
check '2: length 4 at A1 v over a ship on A2 is refused, and the prompt repeats' over_another

off_board() {
    place 'A1 h' 'A2 h' 'I1 h' 'A9 v' board 'A3 h' quit &&
        grep -q 'Destroyer (length 3): Not there: .*extends off the board' out.txt &&
        [ "$(grep -c 'Not there' out.txt)" -eq 2 ] && grep -q 'Submarine (length 2): ' out.txt
}
check '2: length 3 at I1 h or A9 v is refused, and the prompt repeats' off_board

# --- 3. fire ------------------------------------------------------------------------------------

check '3: an empty cell is a miss, a ship cell a hit, and the last hit names the sunk ship' game <<'END'
J10 | =Ann fires at J10: miss. | >Ann fires at J10: miss.
B7  | =Ben fires at B7: hit.    | >Ben fires at B7: hit.
A7  | =Ann fires at A7: hit.    | !Submarine | >!Submarine
J1  | Ben fires at J1: miss.
B7  | Ann fires at B7: hit, and Ben's Submarine is sunk. | >Ann fires at B7: hit, and Ben's Submarine is sunk.
A7  | hit, and Ann's Submarine is sunk.
END

check '3: shooting at the same cell again loses the turn' game <<'END'
J10 | J10: miss.
J10 | J10: miss.
J10 | J10 has already been shot at. | Ann loses the turn: every cell of that move had already been shot at.
A1  | =Ben fires at A1: hit.
B2  | B2: miss.
A1  | A1 has already been shot at. | Ben loses the turn
END

check '3: under repeat-shot=refuse it is refused, and the prompt repeats' game --rule repeat-shot=refuse <<'END'
J10 | J10: miss.
J10 | J10: miss.
J10 | has already been shot at | !loses
log | =Shots so far: 1: J10 miss. 1. Ann fires at J10: miss. 2. Ben fires at J10: miss.
J9  | =Ann fires at J9: miss.
END

check '3: under repeat-shot=wasted it is a wasted shot' game --rule repeat-shot=wasted <<'END'
A1 | =Ann fires at A1: hit.
J1 | J1: miss.
A1 | =Ann fires at A1: wasted. | >A1: wasted.
J2 | =Ben fires at J2: miss.
END

check '3: announce=each-hit names the ship on every hit' game --rule announce=each-hit <<'END'
A7 | =Ann fires at A7: hit on the Submarine.
J1 |
B7 | B7: hit, and Ben's Submarine is sunk.
END
check '3: announce=unnamed announces a sinking without the name' game --rule announce=unnamed <<'END'
A7 | =Ann fires at A7: hit.
J1 |
B7 | B7: hit, and one of Ben's ships is sunk. | !Submarine
END
check '3: announce=none does not announce a sinking' game --rule announce=none <<'END'
A7 | =Ann fires at A7: hit.
J1 |
B7 | Ann fires at B7: hit. | !sunk
END

# --- 4. radar -----------------------------------------------------------------------------------

check '4: radar finds an unhit ship cell but no hit cell or wreck, and the fourth sweep loses the turn' game <<'END'
radar A7 | =Ann uses radar at A7: enemy ships found. | >radar at A7: enemy ships found.
J1       |
B7       | hit
J2       |
# B7 is hit and the rest of the area is water; A7 is still afloat beside it
radar B7 | =Ann uses radar at B7: no enemy ships found.
J3       |
A7       | Submarine is sunk
J4       |
radar A7 | =Ann uses radar at A7: no enemy ships found.
J5       |
stock    | Radar sweeps: 0.
radar A1 | no radar | Ann loses the turn: that move is not available. | !found
J6       | =Ben fires at J6: miss.
END

check '4: radar finds a ship that is hit elsewhere, and does not count as a shot' game <<'END'
A1       | hit
J1       |
radar B1 | =Ann uses radar at B1: enemy ships found.
J2       |
log      | Shots so far: 1: A1 hit.
END

check '4: radar at the edge covers the part of its area that is on the board' game <<'END'
radar J10 | =Ann uses radar at J10: no enemy ships found.
radar J1  | no enemy ships found
radar E1  | =Ann uses radar at E1: enemy ships found.
END

check '4: smoke=sweep blinds the whole sweep that touches it, once' game <<END
$submarine_sunk
smoke A1 | =Ben lays a smoke screen at A1. | >Ben lays a smoke screen. | >!A1
# C1 is not under the screen, but the sweep touches it at B1
radar B1 | =Ann uses radar at B1: no enemy ships found. | >no enemy ships found. The sweep uses up Ben's smoke screen at A1.
J4       |
radar B1 | =Ann uses radar at B1: enemy ships found.
J5       |
radar A1 | =Ann uses radar at A1: enemy ships found.
END

check '4: a sweep removes the screens it touches and no others' game <<END
$submarine_sunk
$destroyer_sunk
smoke A1 | lays a smoke screen at A1
J7       |
smoke C1 | lays a smoke screen at C1
radar D1 | no enemy ships found
J4       |
# the screen at A1 was not touched
radar A1 | no enemy ships found
J5       |
radar C1 | enemy ships found | !no enemy
END

check '4: a sweep that touches two screens removes both' game <<END
$submarine_sunk
$destroyer_sunk
smoke A1 |
J7       |
smoke C1 |
radar B1 | no enemy ships found | !uses up | >The sweep uses up Ben's smoke screens at A1 and C1.
J4       |
radar A1 | radar at A1: enemy ships found
J5       |
radar C1 | radar at C1: enemy ships found
END

check '4: smoke=cells hides only the covered cells, for the whole game' game --rule smoke=cells <<END
$submarine_sunk
smoke A1 | =Ben lays a smoke screen at A1. | >Ben lays a smoke screen. | >!A1
radar B1 | radar at B1: enemy ships found
J4       |
radar A1 | radar at A1: no enemy ships found
J5       |
radar A1 | radar at A1: no enemy ships found
J6       |
A1       | =Ann fires at A1: hit.
END

check '4: smoke=shield hides its cells and stops shots until its owner moves again' game \
    --rule smoke=shield <<END
$submarine_sunk
smoke A1 | Ben lays a smoke screen at A1 | >Ben lays a smoke screen. | >!A1
A1       | =Ann fires at A1: stopped by smoke. | >A1: stopped by smoke.
J4       |
# the smoke stopped the shot, so this is not a repeat
A1       | =Ann fires at A1: hit.
J5       |
radar A1 | no enemy ships found
J6       |
radar B1 | radar at B1: enemy ships found
END

check '4: artillery into a shield is stopped cell by cell' game --rule smoke=shield <<'END'
A7           |
A7           |
B7           | Ann gains
B7           | Ben gains
J3           |
smoke A1     |
artillery B1 | =Ann fires artillery B1: hit C1, 1 miss, 2 stopped by smoke.
J4           |
B1           | =Ann fires at B1: hit.
END

# --- 5. smoke -----------------------------------------------------------------------------------

for smoke in sweep cells shield; do
    check "5: smoke before a sinking loses the turn; after one it works once ($smoke)" game \
        --rule smoke=$smoke <<'END'
smoke A1 | no smoke is left | Ann loses the turn: that move is not available. | >Ann loses the turn | >!A1 | >!lays
J1       | =Ben fires at J1: miss.
# the own map is hidden, except while smoke can be laid on it
cell A1  | =A1 in Ben's waters: not shot at.
board    | !#
A7       |
J2       |
B7       | Ann gains a smoke screen
J3       |
cell A1  | =A1 in Ben's waters: not shot at; in Ann's waters: Carrier.
board    | 1 # # # # #
stock    | Smoke screens: 1.
smoke K1 | off the board | Ann loses the turn: that was not a valid move.
J4       |
stock    | Smoke screens: 1.
smoke A1 | =Ann lays a smoke screen at A1.
J5       |
stock    | Smoke screens: 0.
smoke C1 | no smoke is left | Ann loses the turn | !lays
END
done

ann=$boats_apart ben=$boats_apart
check '5: each sinking adds a smoke screen' game --rule "$boats" <<'END'
A1       |
J1       |
C1       |
J2       |
stock    | Smoke screens: 2.
smoke A1 | =Ann lays a smoke screen at A1.
J3       |
smoke C1 | =Ann lays a smoke screen at C1.
J4       |
smoke E1 | Ann loses the turn
END

# --- 6. artillery -------------------------------------------------------------------------------

check '6: artillery hits one cell at J10, two at J5, four at E5' game --rule "$boats" <<'END'
artillery E5  | artillery is locked | Ann loses the turn: that move is not available. | !miss
J1            |
A1            | Ark is sunk
J2            |
artillery J10 | =Ann fires artillery J10: 1 miss.
J3            |
C1            | Bee is sunk
J4            |
artillery J5  | =Ann fires artillery J5: 2 misses.
J5            |
E1            | Cog is sunk
J6            |
artillery E5  | =Ann fires artillery E5: 4 misses. | >Ann fires artillery E5: 4 misses.
J7            |
stock         | Artillery: locked.
END

check '6: edge=shift moves the area onto the board' game --rule "$boats" --rule edge=shift <<'END'
A1            |
J2            |
artillery J10 | =Ann fires artillery J10: 4 misses.
J3            |
C1            |
J4            |
artillery J5  | =Ann fires artillery J5: 4 misses.
END

check '6: edge=reject refuses artillery, smoke and radar off the board, and uses nothing up' game \
    --rule "$boats" --rule edge=reject --rule invalid-input=again <<'END'
A1            |
J2            |
artillery J10 | the 2x2 area at J10 extends off the board | !miss
smoke J5      | the 2x2 area at J5 extends off the board
radar E10     | the 2x2 area at E10 extends off the board
stock         | =Radar sweeps: 3. Smoke screens: 1. Artillery: unlocked. Torpedo: locked.
artillery I9  | =Ann fires artillery I9: 4 misses.
END
check '6: edge=reject with invalid-input=lose-turn costs the turn, and uses nothing up' game \
    --rule "$boats" --rule edge=reject <<'END'
A1            |
J2            |
artillery J10 | extends off the board | Ann loses the turn
J3            |
stock         | Artillery: unlocked.
artillery I9  | =Ann fires artillery I9: 4 misses.
END

for unlock in held turn; do
    check "6: artillery that sinks a ship unlocks the next (unlock=$unlock)" game \
        --rule "$boats" --rule unlock=$unlock <<'END'
A1           | Ark is sunk
J1           |
artillery C1 | sank Ben's Bee at C1, 3 misses.
J2           |
artillery E1 | sank Ben's Cog at E1, 3 misses. | Ann gains a smoke screen, artillery and a torpedo.
J3           |
artillery G5 | 4 misses.
J4           |
artillery G7 | artillery is locked | Ann loses the turn
END
done

check '6: artillery skips cells already shot; without a new cell it is a repeat and not used up' game \
    --rule "$boats" <<'END'
A1           |
J1           |
A2           |
J2           |
artillery A1 | =Ann fires artillery A1: 2 misses.
J3           |
C1           |
J4           |
artillery A1 | Ann loses the turn: every cell of that move had already been shot at.
J5           |
artillery A2 | =Ann fires artillery A2: 2 misses.
END

# --- 7. torpedo ---------------------------------------------------------------------------------

check '7: torpedo 5 shoots row 5; torpedo k is refused and not used up' game --rule "$boats" <<'END'
torpedo 5 | the torpedo is locked | Ann loses the turn: that move is not available.
J1        |
A1        | !torpedo
J2        |
C1        | !torpedo
J3        |
torpedo 5 | torpedo is locked | Ann loses the turn
J4        |
E1        | Ann gains a smoke screen and a torpedo.
J5        |
torpedo k | there is no column k | Ann loses the turn: that was not a valid move. | !miss
J6        |
stock     | Torpedo: unlocked.
torpedo 5 | =Ann fires torpedo 5: 10 misses. | >torpedo 5
J7        |
stock     | Torpedo: locked.
torpedo 6 | torpedo is locked | Ann loses the turn
J8        |
# the fourth sinking unlocks it again
G1        | Dow is sunk | and a torpedo.
J9        |
torpedo j | =Ann fires torpedo J: 9 misses.
END

check '7: bad rows and columns are refused, and nothing is used up' game \
    --rule "$boats" --rule invalid-input=again --rule unlock=turn <<END
$three_sunk
torpedo k  | there is no column k: the last one is J.
torpedo 0  | !miss
torpedo 11 | !miss
torpedo    | !miss
torpedo A1 | !miss
stock      | Torpedo: unlocked.
torpedo J  | Ann fires torpedo J: 10 misses.
END

five='fleet=Carrier 5, Battleship 4, Cruiser 3, Submarine 3, Destroyer 2'
ann='A1 h, A2 h, A5 h, D5 h, G4 v' ben='A1 h, A2 h, A5 h, D5 h, G4 v'
check '7: a torpedo that sinks two of five ships announces both' game --rule "$five" <<'END'
# Carrier A1-E1, Battleship A2-D2, Destroyer G4-G5; Cruiser and Submarine are in row 5
G4        |
J1        |
G5        | Destroyer is sunk
J2        |
A1        |
J3        |
B1        |
J4        |
C1        |
J5        |
D1        |
J6        |
E1        | Carrier is sunk
J7        |
A2        |
J8        |
B2        |
J9        |
C2        |
J10       |
D2        | Battleship is sunk | and a torpedo.
I1        |
torpedo 5 | sank Ben's Cruiser at C5, sank Ben's Submarine at F5, hit A5, B5, D5 and E5, 3 misses. | Ann wins: Ben's fleet is sunk.
END

ann='A1 h, C1 h, E1 h, G1 h, I1 h, I3 h' ben='A1 h, C3 h, E5 h, G5 h, I7 h, A9 h'
for unlock in held turn; do
    # What is held already is not gained again.
    gains='2 smoke screens, artillery and a torpedo'
    [ $unlock = turn ] || gains='2 smoke screens and a torpedo'
    check "7: a torpedo that sinks two of six ships announces both to both, and unlocks the next ($unlock)" game \
        --rule 'fleet=Ark 1, Bee 1, Cog 1, Dow 1, Elf 1, Fly 1' --rule unlock=$unlock <<END
A1        |
J1        |
C3        |
J2        |
I7        | Elf is sunk | and a torpedo.
J3        |
torpedo 5 | =Ann fires torpedo 5: sank Ben's Cog at E5, sank Ben's Dow at G5, 8 misses. Ann gains $gains. | >sank Ben's Cog at E5, sank Ben's Dow at G5, 8 misses.
J4        |
stock     | Smoke screens: 5. Artillery: unlocked. Torpedo: unlocked.
torpedo 9 | sank Ben's Fly at A9, 9 misses. | Ann wins: Ben's fleet is sunk.
END
done

# --- 8. unlock ----------------------------------------------------------------------------------

ann=$boats_apart ben=$boats_apart
check '8: unlock=held survives other moves and a lost turn' game --rule "$boats" --rule unlock=held <<'END'
A1           | Ark is sunk
J1           |
J1           | =Ann fires at J1: miss.
J2           |
radar A5     | radar at A5
J3           |
smoke A1     | lays
J4           |
nonsense     | Ann loses the turn
J5           |
stock        | Artillery: unlocked.
artillery E5 | =Ann fires artillery E5: 4 misses.
J6           |
stock        | Artillery: locked.
END

for other in 'J9' 'radar A5' 'smoke A1' 'nonsense' 'torpedo 5' 'A1'; do
    expires() {
        game --rule "$boats" --rule unlock=turn <<END
A1           | Ark is sunk
J1           |
stock        | Artillery: unlocked.
$other       |
J2           |
stock        | Artillery: locked.
artillery E5 | artillery is locked | Ann loses the turn
END
    }
    check "8: unlock=turn expires after one turn spent on: $other" expires
done

check '8: unlock=turn is available on the next turn, and questions do not use it up' game \
    --rule "$boats" --rule unlock=turn <<'END'
A1           | Ark is sunk
J1           |
board        |
help         | artillery B3
log          |
fleet        | Ark
artillery E5 | =Ann fires artillery E5: 4 misses.
END

check '8: under unlock=turn the third sinking unlocks torpedo and artillery for one turn only' game \
    --rule "$boats" --rule unlock=turn <<END
$three_sunk
artillery E5 | 4 misses
J4           |
torpedo 9    | torpedo is locked | Ann loses the turn
END

# --- 9. tracking --------------------------------------------------------------------------------

ann=$fleet_of_four ben=$fleet_of_four
tracking() {
    game --rule tracking="$1" <<'END'
A1    | =Ann fires at A1: hit.
J1    |
C2    | =Ann fires at C2: miss.
J2    |
board |
C2    | has already been shot at
END
}
easy_shows() {
    tracking easy && cp game.record easy.record &&
        grep -q '^  1 \* ~ ~ ~ ~ ~ ~ ~ ~ ~$' out.txt && grep -q '^  2 ~ ~ o ~ ~ ~ ~ ~ ~ ~$' out.txt
}
check '9: easy tracking shows hits and misses' easy_shows
hard_hides() {
    tracking hard && cp game.record hard.record &&
        grep -q '^  1 \* ~ ~ ~ ~ ~ ~ ~ ~ ~$' out.txt && ! grep -Eq '^ +[0-9]+ [~o*# ]*o' out.txt
}
check '9: hard tracking shows only hits, and announces each miss once' hard_hides
same_state() {
    for level in easy hard; do
        grep -v '^rule \(name\|tracking\) =' $level.record >$level.same || return 1
    done
    [ "$(wc -l <easy.record)" -eq $(($(wc -l <easy.same) + 2)) ] && cmp easy.same hard.same &&
        grep -q '^[0-9]* a fire C2 -> lost:repeat' hard.same
}
check '9: the game itself is the same under both' same_state

# --- 10. end of input ---------------------------------------------------------------------------

end_anywhere() {
    game <<'END' || return 1
A1       |
J1       |
radar A7 |
K11      |
board    |
nonsense |
J2       |
resign   |
END
    cp in.txt whole.txt
    size=$(wc -c <whole.txt)
    at=0
    while [ $at -le "$size" ]; do
        head -c $at whole.txt >in.txt
        timeout 20 "$BROADSIDE" play --plain --two-player --name Ann --name Ben --rules advanced \
            --rule first=a --seed 1 <in.txt >out.txt 2>err.txt || return 1
        [ "$(wc -c <out.txt)" -lt 20000 ] && ! grep -qv 'built without SQLite' err.txt || return 1
        grep -Eq '^(Goodbye\.|Ann wins: Ben has resigned\.|Ben wins: Ann has resigned\.)$' out.txt || return 1
        at=$((at + 1))
    done
}
check '10: the game ends cleanly if the input ends after any character' end_anywhere

# --- hints and reinforcements -------------------------------------------------------------------

ann=$fleet_of_four ben='E1 h, E3 h, E5 h, I10 h'
check 'hint: needs enough misses in a row, uses one hint and no turn, and resets the count' game \
    --rule hints=2 --rule hint-after=2 <<'END'
hint      | a hint needs 2 misses in a row; so far you have 0. | !loses the turn
A1        |
A10       |
# radar and lost turns do not change the count
radar A1  |
J1        |
nonsense  | loses the turn
J2        |
stock     | Hints: 2, after 2 misses in a row (now 1).
B1        |
J3        |
stock     | (now 2)
hint      | Hint: the 3x3 block with top-left cell
stock     | Hints: 1, after 2 misses in a row (now 0).
B2        | =Ann fires at B2: miss. | >Ann takes a hint. | >!block
J4        |
B3        |
J5        |
hint      | Hint:
B4        |
J6        |
B5        |
J7        |
hint      | no hints are left | !loses the turn
END

check 'hint: a hit resets the count of misses' game --rule hints=1 --rule hint-after=2 <<'END'
A1   | miss
J1   |
E1   | hit
J2   |
A2   | miss
J3   |
hint | so far you have 1. | !loses the turn
A3   | miss
J5   |
hint | Hint:
END

ann='A1 h, C1 h' ben='A1 h, J10 h'
check 'hint: the block contains an unhit cell of a ship afloat, and smoke does not hide it' game \
    --rule 'fleet=Ark 1, Bee 1' --rule hints=9 --rule hint-after=1 --rule smoke=shield <<'END'
A1       | Ark is sunk
A1       | Ark is sunk
J1       | miss
smoke I9 |
# the only block that contains J10
hint     | top-left cell H8 contains
J2       | miss | >Ann takes a hint. | >!H8
J1       |
hint     | top-left cell H8 contains
END

# Every seed gives a block on the board that contains a ship.
ben='E1 h, E3 h, E5 h, I10 h'
ann=$fleet_of_four
true_hints() {
    for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
        game --rule hints=1 --rule hint-after=1 --seed $seed <<'END' || return 1
A1   |
J1   |
hint | Hint:
END
        sed -n 's/.*top-left cell \([A-H]\)\([1-8]\) contains.*/\1 \2/p' out.txt
    done >blocks.txt
    [ "$(wc -l <blocks.txt)" -eq 12 ] && [ "$(sort -u blocks.txt | wc -l)" -gt 3 ] && awk '
        { column = index("ABCDEFGH", $1); found = 0
          for (c = column; c < column + 3; c++) for (r = $2; r < $2 + 3; r++)
              if ((r == 1 && c >= 5 && c <= 9) || (r == 3 && c >= 5 && c <= 8) ||
                  (r == 5 && c >= 5 && c <= 7) || (r == 10 && c >= 9)) found = 1
          if (!found) bad = 1 }
        END { exit bad }' blocks.txt
}
check 'hint: is true for every seed and depends on the seed' true_hints

ann=$fleet_of_four ben=$fleet_of_four
check 'raise: a sunk ship returns, costs all special moves, and must be sunk again' game \
    --rule reinforce=1 <<'END'
raise Submarine J9 h | a reinforcement needs 1 enemy ship sunk | Ann loses the turn | >!J9
A7       |
A7       |
B7       | Ann's Submarine is sunk
B7       | Ben's Submarine is sunk | Ann gains
J1       |
raise Carrier J9 h | your Carrier has not been sunk | Ann loses the turn | >!Carrier | >!J9
J2       |
stock    | =Radar sweeps: 3. Smoke screens: 1. Artillery: unlocked. Torpedo: locked.
raise Submarine I9 h | Ann gives up all special moves to raise the Submarine at I9 h. | !SHA-256 | >Ann gives up all special moves to raise the Submarine. | >!I9 | >!SHA-256
status   | Ann has committed to the new fleet: SHA-256
J3       |
stock    | =Radar sweeps: 0. Smoke screens: 0. Artillery: locked. Torpedo: locked.
fleet    | Submarine (2) sunk, Submarine (2).
raise Submarine G9 h | Ann loses the turn | >!G9
fleet    | Ann's ships afloat: Carrier (5), Battleship (4), Destroyer (3), Submarine (2).
# the wreck stays, and sinking the second Submarine unlocks nothing
radar A7 | no enemy ships found
J1       |
I9       | =Ben fires at I9: hit.
J2       |
J9       | =Ben fires at J9: hit, and Ann's Submarine is sunk.
END

check 'raise: the ship needs free cells on the board that were never shot at' game --rule reinforce=1 \
    --rule invalid-input=again <<'END'
A7       |
A7       |
B7       |
B7       |
J1       |
J1       |
raise Submarine I1 h | the ship cannot go there
raise Submarine J5 h | the ship cannot go there
raise Submarine A6 v | the ship cannot go there
raise Submarine A1 h | the ship cannot go there
raise Submarine      | the coordinate is missing
raise                | raise which ship
raise Ghost J9 h     | Ghost
raise Submarine J9 v | to raise the Submarine at J9 v.
END

check 'raise: reinforce-kind=new raises a new Submarine, whichever ship was sunk' game --rule reinforce=1 \
    --rule reinforce-kind=new <<'END'
A7       |
J1       |
B7       | Ann gains
J2       |
raise Submarine J9 v | Ann gives up all special moves to raise a new Submarine at J9 v. | >to raise a new Submarine. | >!J9
J3       |
fleet    | Submarine (2), Submarine (2).
raise Submarine I9 v | Ann loses the turn
fleet    | Submarine (2), Submarine (2).
END
check 'raise: reinforce-kind=new raises no other ship' game --rule reinforce=1 --rule reinforce-kind=new <<'END'
A7       |
J1       |
B7       |
J2       |
raise Carrier J5 v | under these rules you can only raise a new Submarine, not 'Carrier' | Ann loses the turn
END

# shellcheck disable=SC2034 # plain.inc reads them
ann='A1 h, C3 h' ben='A1 h, C3 h'
no_place_left() {
    game --rule board=3x3 --rule 'fleet=Ark 1, Bee 1' --rule reinforce=1 --rule reinforce-kind="$1" \
        --rule repeat-shot=wasted <<END
A1             | Ben's Ark is sunk
A1             | Ann's Ark is sunk
A2             |
A2             |
A2             |
A3             |
A2             |
B1             |
A2             |
B2             |
A2             |
B3             |
A2             |
C1             |
A2             |
C2             |
raise $2 B2 h  | !loses the turn | no room left
stock          | Radar sweeps: 3.
C3             | Ann wins
END
}
check 'raise: is refused without costing the turn if there is no room' no_place_left raise Ark
check 'raise: so is a new Submarine' no_place_left new Submarine

plan
