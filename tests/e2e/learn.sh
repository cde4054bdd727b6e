#!/bin/sh
# What bots may learn about a player: kept only if allowed, readable, and erased on request.
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME BROADSIDE_PLAIN

fleets=$HOME/.local/share/broadside/fleets
settings=$HOME/.config/broadside/settings
ships='Carrier A1 h, Battleship A3 h, Cruiser A5 h, Submarine A7 h, Destroyer A9 h'

# play OPTIONS...: a short game with these ships. It is resigned.
play() {
    printf '%s\n' 'A1 h' 'A3 h' 'A5 h' 'A7 h' 'A9 h' B2 resign |
        timeout 20 "$BROADSIDE" play --plain --bot random --pace none "$@" >out.txt 2>err.txt
}
fresh() { rm -rf "$HOME" && mkdir "$HOME"; }
# kept PLAYER: the number of lines of this player.
kept() { awk -F '\t' -v player="$1" '!/^#/ && $2 == player' "$fleets" | wc -l; }

off() {
    fresh
    play --name Ann && [ ! -e "$fleets" ] && play --name Ann --learn off && [ ! -e "$fleets" ] &&
        grep -qx 'learn = no' "$settings"
}
check 'nothing is kept by default or with --learn off' off

on() {
    fresh
    play --name Ann --learn on && grep -qx 'learn = yes' "$settings" && [ "$(stat -c %a "$fleets")" = 600 ] &&
        [ "$(kept Ann)" -eq 1 ] && [ "$(grep -v '^#' "$fleets" | cut -f 4)" = "$ships" ]
}
check 'with --learn on the fleet is in a private file' on
remembered() { play --name Ann && [ "$(kept Ann)" -eq 2 ] && play --name Ben && [ "$(kept Ben)" -eq 1 ]; }
check '--learn is remembered, and each player has lines' remembered
withdrawn() {
    printf '%s\n' '' B2 quit | "$BROADSIDE" play --plain --bot random --pace none --name Eve >out.txt 2>err.txt &&
        "$BROADSIDE" play --plain --learn off </dev/null >out.txt 2>err.txt
    grep -qx 'learn = no' "$settings" && "$BROADSIDE" play --plain --learn on </dev/null >out.txt 2>err.txt
    grep -qx 'learn = yes' "$settings" && echo resign | "$BROADSIDE" play --plain --continue >out.txt 2>err.txt
}
check '--learn counts even if no game follows' withdrawn
random_fleet() {
    lines=$(grep -c . "$fleets")
    printf '%s\n' '' B2 resign | "$BROADSIDE" play --plain --bot random --pace none --name Ann >out.txt 2>err.txt &&
        printf '%s\n' '' B2 quit | "$BROADSIDE" play --plain --bot random --pace none --name Ann >out.txt 2>err.txt &&
        echo resign | "$BROADSIDE" play --plain --continue >out.txt 2>err.txt &&
        [ "$(grep -c . "$fleets")" -eq "$lines" ]
}
check 'a random fleet is not kept, not even of a game that is continued' random_fleet
rest_at_random() {
    lines=$(kept Sue)
    printf '%s\n' 'A1 h' '' B2 resign | "$BROADSIDE" play --plain --bot random --pace none --name Sue >out.txt 2>err.txt &&
        [ "$(kept Sue)" -eq $((lines + 1)) ]
}
check 'a fleet of which the player placed one ship is kept' rest_at_random
seeded() { play --name Ann --seed 5 && [ "$(kept Ann)" -eq 2 ]; }
check 'a game with a seed is not kept' seeded
unfinished() {
    printf '%s\n' 'A1 h' '' B2 quit | "$BROADSIDE" play --plain --bot random --pace none --name Ann >out.txt 2>err.txt &&
        [ "$(kept Ann)" -eq 2 ] && echo resign | "$BROADSIDE" play --plain --continue >out.txt 2>err.txt &&
        [ "$(kept Ann)" -eq 3 ]
}
check 'a fleet is kept when its game is over' unfinished
two() {
    printf '%s\n' 'A1 h' '' '' 'A1 h' '' '' '' resign | "$BROADSIDE" play --plain --two-player --name Ann --name Zoe \
        --rule first=a >out.txt 2>err.txt && [ "$(kept Ann)" -eq 4 ] && [ "$(kept Zoe)" -eq 0 ]
}
check 'of two people, only the first one has allowed it' two

together() {
    fresh
    for _ in 1 2 3 4; do
        printf '%s\n' 'A1 h' '' A1 resign | "$BROADSIDE" play --plain --learn on --name Kim --bot random --pace none >/dev/null 2>&1 &
        printf '%s\n' 'A1 h' '' A1 resign | "$BROADSIDE" play --plain --learn on --name Lee --bot random --pace none >/dev/null 2>&1
        wait
    done
    [ "$(kept Kim)" -eq 4 ] && [ "$(kept Lee)" -eq 4 ] || { echo "# $(kept Kim) and $(kept Lee)"; return 1; }
}
erase() {
    "$BROADSIDE" play --learn erase --name Ann >out.txt 2>err.txt &&
        grep -qxF "Deleted 4 fleets of Ann from the file $fleets. Finished games stay in the history. Bots still learn \
from new games; --learn off stops that." out.txt &&
        [ "$(kept Ann)" -eq 0 ] && [ "$(kept Ben)" -eq 1 ] &&
        "$BROADSIDE" play --learn erase >out.txt && grep -q '^Deleted 0 fleets of Ann from ' out.txt &&
        "$BROADSIDE" play --learn erase --name Ben >out.txt && grep -q '^Deleted 1 fleet of Ben from ' out.txt
}
check '--learn erase deletes the lines of one player and counts them' erase
refused() {
    "$BROADSIDE" play --learn erase --bot hard >out.txt 2>err.txt
    [ $? -eq 2 ] && grep -q 'plays no game, so it takes no options of one' err.txt
}
check 'it plays no game' refused
erase_and_set() {
    fresh
    play --name Ann --learn on && play --name Ann && "$BROADSIDE" play --learn erase --learn off --name Ann >out.txt &&
        grep -q '^Deleted 2 fleets of Ann from .* stay in the history\.$' out.txt && [ "$(kept Ann)" -eq 0 ] && grep -qx 'learn = no' "$settings" &&
        "$BROADSIDE" play --learn on --learn erase >out.txt && grep -q '^Deleted 0 fleets of Ann .* Bots still' out.txt &&
        grep -qx 'learn = yes' "$settings"
}
check 'erase and on or off may be given together, in any order' erase_and_set
unknown() {
    "$BROADSIDE" play --learn maybe >out.txt 2>err.txt
    [ $? -eq 2 ] && grep -q "learn 'maybe': the value must be on, off or erase" err.txt
}
check 'an unknown word' unknown

unusable() {
    fresh
    play --name Ann --learn on && rm "$fleets" && mkdir "$fleets" && play --name Ann &&
        grep -q "Bots do not learn from this game: $fleets: not a regular file\." out.txt &&
        rmdir "$fleets" && printf 'diary\n' >"$fleets" && play --name Ann &&
        grep -q "$fleets: line 1 is invalid and ignored\." out.txt && [ "$(head -n 1 "$fleets")" = diary ] &&
        [ "$(kept Ann)" -eq 1 ]
}
check 'an unusable file is reported, and the game is played' unusable

# What the player is told: at the start what the bot knows, at the end that the fleet was added.
told() {
    fresh
    play --name Ann --learn on --bot admiral && ! grep -q 'earlier fleet' out.txt &&
        grep -q 'Your fleet was added to those that bots learn from\.' out.txt || return 1
    play --name Ann --bot admiral && grep -qx 'admiral knows 1 earlier fleet of Ann\.' out.txt &&
        play --name Ann --bot admiral && grep -qx 'admiral knows 2 earlier fleets of Ann\.' out.txt &&
        play --name Ann --bot random && ! grep -q 'earlier fleet' out.txt || return 1
    play --name Ann --bot admiral --seed 3 &&
        grep -qx 'Bots do not learn from this game, because its seed was given\.' out.txt &&
        ! grep -q 'earlier fleet\|was added' out.txt || return 1
    play --name Ann --bot admiral --learn off && ! grep -q 'earlier fleet\|was added\|learn' out.txt
}
check 'the game says what the bot knows and that the fleet was added' told
file_in_help() { "$BROADSIDE" help play | tr -s ' \n' '  ' | grep -qF '/.local/share/broadside/fleets. Not with'; }
check 'help names the file' file_in_help

# docs/BOTS.md says so.
same_order() {
    fresh
    for game in 1 2; do
        { printf '%s\n' 'A1 h' 'A3 h' 'A5 h' 'A7 h' 'A9 h' && printf '%s\n' A1 B2 C3 D4 E5 F6 G7 H8 I9 J10 resign; } |
            timeout 60 "$BROADSIDE" play --plain --bot admiral --pace none --rule first=a --record "$game.txt" \
                >out.txt 2>err.txt
        sed -n 's/^[0-9]* b fire //p' "$game.txt" >"shots$game.txt"
    done
    [ "$(wc -l <shots1.txt)" -eq 10 ] && cmp shots1.txt shots2.txt
}
check 'admiral knows nothing and shoots at the same fleet in the same order' same_order

check 'two games that end at the same time are both kept' together

plan
