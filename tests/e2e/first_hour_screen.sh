#!/bin/sh
# The first hour of a player: `make play` on a machine without the packages, the tutorial, a whole game
# against easy with the arrow keys, an advanced game against medium with every special move, its replay
# with heat maps, the statistics, and then a simulation and a bot. Presses only keys that the screen
# names at that moment.
# slow: copies the tree and plays two whole games (25 s)
set -u
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tmux.inc"
. "$TOP/tests/e2e/screen.inc"

# names KEY: does the screen say what the key does?
names() {
    screen_text >screen.txt
    case $1 in Up | Down | Left | Right) grep -Eq "(^| )(arrows|$1) " screen.txt && return 0 ;; esac
    grep -Fq 'Press any key to continue.' screen.txt || grep -Eq "(^| )$1 [a-z+-]" screen.txt
}

press() {
    for key in "$@"; do
        names "$key" || {
            echo "# $key is not named on the screen:"
            sed 's/^/# /' screen.txt
            return 1
        }
        screen_keys "$key" || return 1
    done
}

# --- a machine with a compiler and make -----------------------------------------------------------

# The machine's commands, except that apt-get stands for an installation: it brings the two that
# make play looks for.
copy_built_tree copy
fresh_home
mkdir bare
ln -s /usr/bin/* bare/
rm -f bare/pkg-config bare/bwrap bare/apt-get bare/apt-cache bare/sudo
cat >bare/apt-get <<END
#!/bin/sh
case "\$*" in
*--assume-no*) echo 'Need to get 3,210 kB of archives.' ;;
*' install '*) ln -s /usr/bin/pkg-config /usr/bin/bwrap '$TMPDIR/bare/' ;;
esac
END
printf '#!/bin/sh\n' >bare/apt-cache
printf '#!/bin/sh\n[ "$1" != -n ] || shift\nexec "$@"\n' >bare/sudo
chmod +x bare/apt-get bare/apt-cache bare/sudo

installs() {
    screen_start 80x24 "PATH='$TMPDIR/bare' make -C copy play" &&
        screen_has 'pkg-config: finds' 'libncurses-dev: the screen game' 'libjansson-dev: JSON' \
            'libcairo2-dev: charts' 'bubblewrap: the jail' 'apt will download 3,210 kB' 'Install them? [Y/n]'
}
if [ -x /usr/bin/pkg-config ] && [ -x /usr/bin/bwrap ]; then
    check 'make play lists every package and asks' installs
    screen_keys Enter
else
    skip 'make play lists every package and asks' 'pkg-config or bwrap is not installed'
    screen_start 80x24 'make -C copy play'
fi
builds() { SCREEN_PATIENCE=1800 screen_has '▶ Play ' 'classic against medium'; }
check 'it builds the game and opens its menu' builds

# --- the tutorial and two games -------------------------------------------------------------------

moved() { screen_text >screen.txt && [ "$(grep '▶' screen.txt)" != "$before" ]; }

# way_to TEXT: the key that leads to the row of a menu that starts with TEXT; nothing on that row.
way_to() {
    awk -v row="$1 " '
        /▶/ { here = NR }
        { sub(/^[ ▶]*/, "") }
        index($0 " ", row) == 1 && !there { there = NR }
        END { if (!there) print "nowhere"; else if (there != here) print there < here ? "Up" : "Down" }' screen.txt
}

select_row() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        screen_has '▶' "$1" || return 1
        key=$(way_to "$1")
        before=$(grep '▶' screen.txt)
        [ -n "$key" ] || return 0
        press "$key" && screen_poll moved || return 1
    done
    return 1
}

# choose ROW TEXT: opens a row of the menu and chooses the value that starts with TEXT.
choose() {
    select_row "$1" && press Enter && screen_has 'Enter choose' && select_row "$2" && press Enter &&
        screen_has "▶ $1"
}

starts() {
    select_row Play && press Enter && screen_has 'place your fleet' 'The fleet is complete.' && press Enter &&
        enter_battle && ship_cells b >targets
}

# go_to CELL: moves the cursor.
go_to() {
    for key in $(keys_to "$1"); do press "$key" || return 1; done
    is_at "$1"
}

# fire LINE...: shoots at these lines of the targets, unless a special move has hit them already.
fire() {
    for line in "$@"; do
        cell=$(sed -n "${line}p" targets)
        if is_over || grep -q " a .*$cell=" "$(saved)"; then continue; fi
        screen_has 'arrows move' && go_to "$cell" && screen_has "The cursor is at $cell." && press Enter &&
            next_turn || return 1
    done
}

# aim KEY NAME CELL: prepares a special move, and moves it to the cell.
aim() {
    screen_has 'arrows move' && press "$1" && screen_has "Aiming: $2 " || return 1
    was=$cursor
    cursor=$(sed -n "s/.*Aiming: $2 \([A-Z][0-9]*\)\..*/\1/p" screen.txt)
    cursor=${cursor:-$was}
    go_to "$3"
}

# special KEY NAME CELL: plays a special move at a cell.
special() {
    aim "$1" "$2" "$3" && press Enter && next_turn
}

# lesson TEXT CELL: waits for a step of the tutorial, and shoots at the cell.
lesson() {
    screen_has "$1" 'arrows move' && enter_battle && go_to "$2" && screen_has "The cursor is at $2." && press Enter
}

learns() {
    select_row Tutorial && press Enter && lesson 'cursor to F7' F7 && lesson 'cursor to C3' C3 &&
        lesson 'cursor to D3' D3 && screen_has 'Press s, move to F5' && enter_battle && aim s smoke F5 &&
        press Enter && screen_has 'Press r, move to E8' && enter_battle && aim r radar E8 && press Enter &&
        screen_has 'Press a, move to E8' && aim a artillery E8 && press Enter && screen_has 'Press i.' 'arrows move' &&
        press i && screen_has 'The coach advises firing at F10' && press Enter && screen_has 'Press a, move to B8' &&
        enter_battle && aim a artillery B8 && press Enter && screen_has 'turn it with Tab, move to column I' &&
        enter_battle && aim t torpedo I8 && press Tab && screen_has 'Aiming: torpedo I' && press Enter &&
        screen_has "The enemy's fleet is sunk." && press Space && screen_has 'You have sunk the whole fleet' && press Escape && screen_has '▶ Tutorial'
}
check 'the tutorial teaches every special move' learns

beats_easy() {
    choose 'Bot pace' 'no pause' && choose Opponent easy && screen_has 'classic against easy' && starts &&
        fire 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 &&
        screen_has "Player wins: easy's fleet is sunk" 'game 1 in your history' && press Enter
}
check 'a whole game against easy is won with the arrow keys and Enter' beats_easy

# The targets are a Carrier of 5 cells, a Battleship of 4, a Destroyer of 3 and a Submarine of 2.
beats_medium() {
    screen_has '▶ Play' && choose Rules advanced && choose Opponent medium &&
        screen_has 'advanced against medium' && starts || return 1
    first=$(sed -n 1p targets) tenth=$(sed -n 10p targets)
    special r radar "$first" && screen_has 'r radar 2' && fire 13 14 &&
        screen_has 's smoke 1' 'a artillery unlocked' && special s smoke E5 && screen_has 's smoke 0' &&
        enter_battle && special a artillery "$tenth" && fire 10 11 12 6 7 8 9 &&
        screen_has 't torpedo unlocked' && special t torpedo "$first" &&
        fire 1 2 3 4 5 && screen_has "Player wins: medium's fleet is sunk" 'game 2 in your history'
}
check 'an advanced game against medium is won with every special move' beats_medium

# The sweep is the first move, or the second if medium began.
replays() {
    press v && screen_has 'Replay: Player against medium' 'Move 0 of' && press Right && screen_has 'Move 1 of' &&
        { screen_text | grep -q radar || press Right; } && screen_has 'radar' && press m && screen_has 'saw it' && press End &&
        screen_has "'s fleet is sunk" && press Escape && screen_has 'rematch'
}
check 'its replay shows every move and what each side knew' replays

statistics() {
    press Enter && screen_has '▶ Play' && select_row Statistics && press Enter &&
        screen_has 'Escape back' 'easy' 'medium' 'Rating in Elo' 'High scores' && press Escape && screen_has '▶ Statistics'
}
check 'the statistics show both games' statistics

leaves() { press q && screen_has '[exit 0]' && ! saved; }
check 'the menu quits, and no unfinished game is left' leaves

# --- what comes next ------------------------------------------------------------------------------

cd copy || exit 1
simulates() {
    ./broadside sim --bot easy,medium,hard --json >"$TMPDIR/sim.json" &&
        for level in easy medium hard; do grep -q "\"$level\"" "$TMPDIR/sim.json" || return 1; done
}
check 'sim measures the three levels as JSON' simulates
check 'new-bot creates a bot' ./broadside new-bot python first
if [ ! -x /usr/bin/python3 ]; then
    skip 'it plays' 'python3 is not installed'
elif no_jail | grep -q .; then
    skip 'it plays' "$(no_jail)"
else
    check 'it plays' ./broadside sim --bot ./first --bot random --games 5
fi
plan
