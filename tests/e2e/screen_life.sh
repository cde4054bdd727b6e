#!/bin/sh
# The screen game around the game itself: terminal sizes, signals, crashes, simple terminals, rebound
# keys, every item of the menu, and the end of a game.
# slow: dozens of starts on a terminal (15 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/tmux.inc"
. "$TOP/tests/e2e/screen.inc"

# noted COMMAND: runs it with its process id in `pid`, and the terminal settings in `before` and `after`.
GAME='"$BROADSIDE" play --bot random --pace none --seed 5'
noted() {
    echo "stty -g >before; sh -c 'echo \$\$ >pid; exec $*'; stty -g >after"
}

moves() {
    grep -c ' -> ' "$(saved)"
}

# no_screen: the terminal is restored, and shows nothing of the game.
no_screen() {
    screen_has '[exit' && ! grep -q 'waters' screen.txt && cmp before after &&
        [ "$(screen_tmux display-message -p \
            '#{cursor_flag} #{alternate_on} #{mouse_any_flag} #{keypad_flag} #{keypad_cursor_flag}')" = \
            '1 0 0 0 0' ]
}

# into_battle COMMAND: starts a battle with the random fleet.
into_battle() {
    begin 80x24 "$@" && screen_has 'The fleet is complete.' && screen_keys Enter && enter_battle
}

# --- sizes ----------------------------------------------------------------------------------------

resizes() {
    into_battle "$GAME" && shoot A1 && shoot B1 || return 1
    for size in 20x5 1x1 59x24 80x19 2x40 200x3; do
        screen_size $size && { [ $size = 1x1 ] || [ $size = 2x40 ] || screen_has 'eeds 60x20'; } &&
            screen_size 80x24 &&
            screen_has 'turn 3: Player' 'The cursor is at B1.' "Player's fleet" 'q menu' || return 1
    done
    # At 60x20 there is one board at a time, and the game goes on.
    screen_size 60x20 && screen_has 'The cursor is at B1.' "random's waters" 'Tab other board' &&
        ! grep -q "Player's fleet" screen.txt && screen_keys Tab && screen_has "Player's fleet" 'Tab other board' &&
        screen_keys Tab && screen_has "random's waters" && shoot B2 && screen_has 'Player fires at B2' &&
        screen_keys Up && screen_has 'The cursor is at B1.' && screen_size 80x24 && screen_has "Player's fleet" || return 1
    screen_size 120x40 && screen_has 'The cursor is at B1.' && grep -q 'Destroyer' screen.txt &&
        screen_keys Right && screen_has 'The cursor is at C1.' && screen_size 300x100 &&
        screen_has 'The cursor is at C1.' && screen_size 80x24 && screen_keys Enter && next_turn &&
        screen_has 'Player fires at C1'
}
check 'a game survives any terminal size' resizes

starts_small() {
    begin 59x19 "$GAME" && screen_has 'Broadside needs 60x20.' && screen_size 60x20 && screen_has 'The fleet is complete.' &&
        "$BROADSIDE" help play | tr -s ' \n' ' ' | grep -q 'the full screen, which needs at least 60x20\.'
}
check 'a terminal that is too small is told so, as the help says' starts_small

resizes_elsewhere() {
    begin 80x24 '"$BROADSIDE"' && screen_has 'Play ' && screen_size 20x5 && screen_has 'Needs 60x20.' &&
        screen_size 60x20 && screen_has '▶ Play ' 'Effects' 'Bots learn' 'Train' 'Quit' '? help' 'q quit' && screen_keys Enter &&
        screen_has 'The fleet is complete.' 'Destroyer' '? help' && screen_size 1x1 && screen_size 120x40 &&
        screen_has 'The fleet is complete.' && screen_keys Escape && screen_has '▶ Play ' &&
        screen_keys '?' && screen_has 'In battle' && screen_size 20x5 && screen_has 'Needs' &&
        screen_size 80x24 && screen_has 'In battle'
}
check 'so do the menu, placing and help' resizes_elsewhere

large_board() {
    into_battle '"$BROADSIDE" play --rule board=32x32 --bot random --pace none --seed 5' &&
        screen_has 'Tab other board' "random's waters" && ! grep -q "Player's fleet" screen.txt &&
        screen_keys Tab && screen_has "Player's fleet" && screen_keys Tab &&
        screen_has "random's waters" || return 1
    i=0
    while [ $i -lt 20 ]; do screen_keys Right Down; i=$((i + 1)); done
    screen_has 'The cursor is at AF32.' && screen_keys Enter && screen_has 'fires at AF32' &&
        screen_size 200x50 && screen_has "random's waters" "Player's fleet"
}
check 'a 32x32 board scrolls, and Tab shows the other board' large_board

small_board() {
    into_battle '"$BROADSIDE" play --rule board=3x3 --rule "fleet=Boat 2" --bot random --pace none' &&
        screen_keys Right Right Right Down Down Down && screen_has 'The cursor is at C3.'
}
check 'a 3x3 board works' small_board

# --- signals --------------------------------------------------------------------------------------

killed() {
    into_battle "$(noted "$GAME")" && shoot A1 && shoot B1 && shoot C1 || return 1
    kept=$(moves)
    sed -n '/^1 /,$p' "$(saved)" >before.moves
    kill -9 "$(cat pid)" && screen_any 'exit 137' Killed || return 1
    screen_start 80x24 '"$BROADSIDE"' && screen_has '▶ Continue' && screen_keys Enter &&
        screen_has "Resumed after $kept moves." 'turn 4: Player' 'Player fires at C1' &&
        sed -n '/^1 /,$p' "$(saved)" | cmp - before.moves && enter_battle && shoot D1 &&
        screen_has 'Player fires at D1' 'turn 5: Player'
}
check 'no move is lost after kill -9, and the menu resumes the game' killed

# stopped SIGNAL: the game ends at once and is saved.
stopped() {
    into_battle "$(noted "$GAME")" && shoot A1 && shoot B1 && kept=$(moves) &&
        kill -"$1" "$(cat pid)" && no_screen && [ "$(moves)" = "$kept" ] &&
        screen_start 80x24 '"$BROADSIDE" play --continue' &&
        screen_has "Resumed after $kept moves." 'turn 3: Player'
}
check 'SIGTERM saves the game and restores the terminal' stopped TERM
check 'so does SIGHUP' stopped HUP

stopped_thinking() {
    into_battle "$(noted '"$BROADSIDE" play --rules grid30 --bot exact --pace none --rule first=b --seed 5')" &&
        screen_keys Enter && kill -TERM "$(cat pid)" && no_screen && [ -f "$(saved)" ]
}
check 'so does SIGTERM while a bot thinks' stopped_thinking

stopped_early() {
    begin 80x24 "$(noted "$GAME")" && screen_has 'The fleet is complete.' &&
        kill -TERM "$(cat pid)" && no_screen &&
        begin 80x24 "$(noted '"$BROADSIDE"')" && screen_has 'Play ' && kill -HUP "$(cat pid)" && no_screen
}
check 'so does a signal while placing and in the menu' stopped_early

asks() {
    into_battle "$(noted "$GAME")" && shoot A1 && screen_keys C-c &&
        screen_has 'Quit Broadside? A game in progress is saved.' 'y yes' 'n no' && screen_keys n &&
        screen_lacks 'Quit Broadside?' && screen_has 'turn 2: Player' && screen_keys C-c &&
        screen_has 'Quit Broadside?' && screen_keys y && no_screen && [ "$(moves)" -ge 2 ]
}
check 'Ctrl-C asks before quitting, and the game is saved' asks

twice() {
    into_battle "$(noted "$GAME")" && shoot A1 && screen_keys C-c &&
        screen_has 'Quit Broadside?' 'Ctrl-C quit' && screen_keys C-c && no_screen && [ "$(moves)" -ge 2 ] || return 1
    into_battle "$(noted "$GAME")" && screen_keys : && screen_has 'A move or' && screen_keys C-c &&
        screen_lacks 'A move or' && screen_keys C-c && screen_has 'Quit Broadside?' && screen_keys C-c && no_screen
}
check 'a second Ctrl-C quits, but not one after Ctrl-C has closed a question' twice

suspends() {
    fresh_home
    screen_start 80x24 'PS1="ready: " sh -i' && screen_has 'ready:' &&
        screen_type '"$BROADSIDE" play --bot random --pace none --seed 5' && screen_keys Enter &&
        screen_has 'The fleet is complete.' && screen_keys Enter && enter_battle && shoot A1 &&
        screen_keys C-z && screen_lacks 'turn 2: Player' && screen_has 'ready:' &&
        screen_type 'echo "the shell $((20 + 22))"' && screen_keys Enter &&
        screen_has 'the shell 42' && screen_type fg && screen_keys Enter &&
        screen_has 'turn 2: Player' 'The cursor is at A1.' && shoot B1 && screen_keys C-c &&
        screen_has 'Quit Broadside?' && screen_keys y && screen_lacks 'turn 3: Player' &&
        screen_type 'echo "still $((20 + 23))"' && screen_keys Enter && screen_has 'still 43'
}
check 'Ctrl-Z suspends the game, fg resumes it' suspends

# --- terminals ------------------------------------------------------------------------------------

# walk NAME=VALUE...: visits every screen, and collects them in walk.txt.
walk() {
    : >walk.txt
    begin 80x24 "env $* \"\$BROADSIDE\" " && screen_has 'Watch bots' && screen_text -e >>walk.txt &&
        screen_keys Enter && screen_has 'The fleet is complete.' && screen_text -e >>walk.txt &&
        screen_keys Tab && screen_has 'fits' && screen_text -e >>walk.txt && screen_keys Escape &&
        screen_has 'The fleet is complete.' && screen_keys Enter &&
        screen_any 'The cursor is at' && screen_text -e >>walk.txt && screen_keys i &&
        screen_has 'The coach advises' && screen_text -e >>walk.txt && screen_keys Enter &&
        screen_has 'Player fires' && screen_has 'The cursor is at' && screen_text -e >>walk.txt &&
        screen_keys '?' && screen_has 'In battle' && screen_text -e >>walk.txt &&
        screen_keys -N 12 Down && screen_has 'On the boards' && screen_text -e >>walk.txt &&
        screen_keys Escape && screen_has 'X resign' && screen_keys X && screen_has 'Resign and' &&
        screen_text -e >>walk.txt && screen_keys y && screen_has 'r rematch' &&
        screen_text -e >>walk.txt && screen_keys v && screen_has 'Move 0 of' &&
        screen_text -e >>walk.txt && screen_keys m && screen_has 'see' && screen_text -e >>walk.txt
}

is_ascii() {
    [ "$(LC_ALL=C tr -d '\000-\177' <walk.txt | wc -c)" -eq 0 ]
}

has_colour() {
    grep -q "$(printf '\033')"'\[[0-9;]*\(3[0-7]\|4[0-7]\|9[0-7]\|38;5\|48;5\)[;m]' walk.txt
}

coloured() {
    walk TERM=xterm-256color && ! is_ascii && has_colour
}
check 'a UTF-8 terminal with colours shows both' coloured

ascii() {
    walk LANG=C TERM=xterm-256color && is_ascii
}
check 'in the C locale every screen is ASCII' ascii

colourless() {
    walk NO_COLOR=1 TERM=xterm-256color && ! has_colour
}
check 'NO_COLOR removes colours from every screen' colourless

old_terminal() {
    walk TERM=vt100 LANG=C && ! has_colour && is_ascii
}
check 'a vt100 is enough' old_terminal

# The water has the colours of the palette of 256, or its own on a terminal with direct colours.
sea() {
    into_battle TERM=xterm-256color "$GAME" && screen_text -e >colours.txt && grep -q '48;5;17m' colours.txt &&
        grep -q '48;5;18m' colours.txt || return 1
    # With eight colours there is no water, but the signs keep theirs.
    into_battle TERM=xterm "$GAME" && screen_text -e >colours.txt && grep -q '\[34m' colours.txt &&
        ! grep -q '[;[]4[0-7]m' colours.txt || return 1
    command -v tic >/dev/null || return 0
    direct_colours &&
        into_battle COLORTERM=truecolor TERM=xterm-256color TERMINFO="$TMPDIR/terminfo" "$GAME" &&
        screen_text -e >colours.txt && grep -q '48;2;20;70;107m' colours.txt && grep -q '48;2;8;33;59m' colours.txt &&
        ! grep -q '48;5;1[78]m' colours.txt &&
        into_battle COLORTERM=truecolor TERM=xterm-256color TERMINFO="$TMPDIR/none" "$GAME" &&
        screen_text -e | grep -q '48;5;17m'
}
check 'the sea has depth in 256 colours and in true colour' sea

# --- explosions -----------------------------------------------------------------------------------

# hits NAME=VALUE... OPTIONS...: hits a ship and sinks another one in a game at a fast pace; what the
# program writes is in stream.txt.
hits() {
    : >stream.txt
    into_battle env "$1" '"$BROADSIDE" play --bot random --seed 5 --rule first=a --pace fast' "$2" || return 1
    ship_cells b >targets
    screen_tmux pipe-pane -o 'cat >>stream.txt' && shoot "$(sed -n 1p targets)" && screen_has ': hit.' &&
        shoot "$(sed -n 16p targets)" && shoot "$(sed -n 17p targets)" && screen_has 'Destroyer is sunk' &&
        screen_has 'The cursor is at' && screen_keys q && screen_has 'Leave this game?' && screen_keys y &&
        screen_has 'Continue' && screen_keys q && screen_poll grep -q 'exit 0' stream.txt
}

# wrote WORD: counts it in the stream.
wrote() {
    grep -aoF -e "$1" stream.txt | wc -l
}
BELL=$(printf '\007')

explodes() {
    hits TERM=xterm-256color '' && [ "$(wrote '48;5;229m')" -ge 3 ] && [ "$(wrote '48;5;202m')" -ge 3 ] &&
        [ "$(wrote '48;5;52m')" -ge 1 ] && [ "$(wrote "$BELL")" -eq 0 ]
}
check 'a hit flashes and a sinking explodes, without the bell' explodes

still() {
    hits TERM=xterm-256color '--motion reduced --bell on' && [ "$(wrote '48;5;229m')" -eq 0 ] &&
        [ "$(wrote '48;5;202m')" -eq 0 ] && [ "$(wrote "$BELL")" -ge 3 ] || return 1
    grep -q '^motion = reduced$' "$HOME/.config/broadside/settings" && grep -q '^bell = yes$' "$HOME/.config/broadside/settings"
}
check 'reduced motion and the bell are options, and remembered' still

no_colour_is_still() {
    hits NO_COLOR=1 '--motion full' && [ "$(wrote '48;5;')" -eq 0 ] && [ "$(wrote "$BELL")" -eq 0 ]
}
check 'with NO_COLOR nothing explodes' no_colour_is_still

# A key that ends an explosion is not lost.
ends_explosion() {
    into_battle TERM=xterm-256color '"$BROADSIDE" play --bot random --seed 5 --rule first=a --pace fast' || return 1
    cell=$(ship_cells b | sed -n 1p)
    # shellcheck disable=SC2046 # a word for each key
    screen_keys $(keys_to "$cell") Enter Right && next_turn && screen_has 'The cursor is at' &&
        screen_lacks "The cursor is at $cell."
}
check 'a key ends an explosion and moves the cursor' ends_explosion

# Keys that end the last explosion do not leave the result.
ends_last_explosion() {
    into_battle TERM=xterm-256color '"$BROADSIDE" play --rule board=4x4 --rule "fleet=Tug 1" --rule first=a' \
        '--bot random --seed 5 --pace fast' || return 1
    # shellcheck disable=SC2046 # a word for each key
    screen_keys $(keys_to "$(ship_cells b)") Enter Enter Enter && screen_any 'r rematch' 'Replay a game' &&
        screen_keys w && screen_has 'Player wins' 'Save the record as'
}
check 'keys that end the last explosion do not leave the result' ends_last_explosion

# The terminal changes its size while the enemy's move is shown, and while something explodes.
resizes_meanwhile() {
    into_battle TERM=xterm-256color '"$BROADSIDE" play --bot random --seed 5 --rule first=a --pace normal' || return 1
    ship_cells b >targets
    for size in 60x20 120x40 30x10 200x60 80x24; do
        cell=$(sed -n 1p targets)
        sed -i 1d targets
        # shellcheck disable=SC2046 # a word for each key
        screen_keys $(keys_to "$cell") Enter && screen_size $size || return 1
        [ $size != 30x10 ] || { screen_has 'eeds 60x20' && screen_size 100x30; }
        is_at "$cell"
        next_turn && screen_has "The cursor is at $cell." || return 1
    done
    screen_has 'Carrier, sunk' "Player's fleet"
}
check 'the terminal can be resized while a move is shown' resizes_meanwhile

# --- settings -------------------------------------------------------------------------------------

remapped() {
    fresh_home
    mkdir -p "$HOME/.config/broadside"
    printf '%s\n' 'key.fire = x' 'key.left = a' 'key.rotate = z' 'key.hint = F1' 'key.help = !' \
        >"$HOME/.config/broadside/settings"
    screen_start 80x24 "$GAME" && screen_has 'Up Down a Right' '! help' && screen_keys Tab &&
        screen_has 'Carrier I6 v fits' 'z rotate' && screen_keys z && screen_has 'Carrier F6 h' &&
        screen_keys Escape && screen_has 'The fleet is complete.' && screen_keys Enter &&
        enter_battle && screen_has 'x fire' 'F1 hint' 'Up Down a Right move' && screen_keys a &&
        screen_has 'The cursor is at D5.' && screen_keys Left Enter && screen_keys x &&
        screen_has 'Player fires at D5' 'turn 2: Player' && ! grep -q 'fires at C5' screen.txt
}
check 'keys from the settings file work and are shown; the old ones do not work' remapped

wrong_key() {
    fresh_home
    mkdir -p "$HOME/.config/broadside"
    echo 'key.fire = Nonsense' >"$HOME/.config/broadside/settings"
    screen_start 80x24 '"$BROADSIDE"' && screen_has 'Nonsense' 'Play '
}
check 'an unknown key in the settings file is reported' wrong_key

# --- the menu -------------------------------------------------------------------------------------

settings() {
    begin 80x24 '"$BROADSIDE"' && screen_has '▶ Play ' 'classic against medium' || return 1
    screen_keys Down Down Down && screen_has '▶ Rules' 'Left Right change' && screen_keys Right &&
        screen_has 'Rules         ◀ equal-turns' && screen_keys Enter &&
        screen_has 'Choose the rules' 'russian' 'a file' && screen_keys Escape && screen_has '▶ Rules' &&
        screen_keys Left && screen_has 'Rules         ◀ classic' && screen_keys Enter &&
        screen_has 'Choose the rules' '▶ classic ' && screen_keys Down Down Enter &&
        screen_has 'Rules         ◀ advanced ' && screen_keys Enter && screen_has '▶ advanced ' &&
        screen_keys Escape || return 1
    screen_has '▶ Rules' && screen_keys Down Down && screen_has '▶ Opponent' && screen_keys Enter &&
        screen_has 'Choose your opponent' 'easy         64.2 shots ' 'expert       44.5 shots ' 'more ' \
            '▶ medium ' && screen_lacks phoenix && screen_keys Up Enter && screen_has 'Opponent      ◀ easy' &&
        screen_keys Left && screen_has 'Opponent      ◀ expert' && screen_keys Enter &&
        screen_has '▶ expert ' && screen_keys End Enter &&
        screen_has 'phoenix-easy 90.0 shots ' 'other ' && screen_keys Home Enter &&
        screen_has 'Opponent      ◀ random' && screen_keys Enter && screen_has '▶ more ' &&
        screen_keys Enter && screen_has '▶ random ' && screen_keys Escape || return 1
    screen_has '▶ Opponent' && screen_keys Down && screen_has "▶ Bot pace" && screen_keys Enter &&
        screen_has '▶ normal' && screen_keys Home Enter && screen_has "Bot pace      ◀ no pause" || return 1
    screen_keys Down && screen_has '▶ Your name' && screen_keys Enter && screen_has 'Your name' 'Enter confirm' &&
        screen_keys C-u && screen_type 'Ada' && screen_has 'Ada_' && screen_keys Enter && screen_has 'Your name       Ada' || return 1
    screen_keys Down && screen_has '▶ Effects' 'Effects       ◀ explosions ' && screen_keys Right &&
        screen_has 'Effects       ◀ explosions, bell' && screen_keys Enter && screen_has '▶ explosions, bell' &&
        screen_keys Up Up Enter && screen_has 'Effects       ◀ bell' || return 1
    screen_keys Down && screen_has '▶ Bots learn' 'Bots learn    ◀ no ' \
        'kept in ~/.local/share/broadside/fleets,' "'broadside play --learn erase'" && screen_keys Enter &&
        screen_has 'May bots learn where you put your ships?' '▶ no' && screen_keys Escape && screen_has '▶ Bots learn' &&
        screen_keys Right && screen_has 'Bots learn    ◀ yes' || return 1
    screen_keys Home && screen_has '▶ Play ' 'advanced against random' && screen_keys Enter &&
        screen_has 'Ada, place your fleet' && screen_keys Enter &&
        screen_has 'advanced: Ada' 'turn 1: Ada' && screen_keys Enter && screen_has 'turn 2: Ada' &&
        screen_keys q && screen_has 'Leave this game?' && screen_keys y && screen_has '▶ Continue' &&
        screen_keys q && screen_has '[exit 0]' || return 1
    screen_start 80x24 '"$BROADSIDE"' && screen_has 'advanced against random' '▶ Continue' \
        'Rules           advanced ' 'Opponent        random' "Bot pace        no pause" 'Your name       Ada' \
        'Effects         bell ' 'Bots learn      yes '
}
check 'every setting in the menu can be changed, is used and is remembered' settings

# The first row of the page is the preset, the second one the board.
my_rules() {
    begin 80x24 '"$BROADSIDE"' && screen_has '▶ Play ' 'My rules        no changes' && screen_keys Down Down Down Down &&
        screen_has '▶ My rules' 'Enter select' && screen_lacks 'Left Right' && screen_keys Enter &&
        screen_has '▶ Board         ◀ as in the rules' 'Shots per turn' 'Your own map' 'Your misses' 'Hints' \
            'Reinforcement' 'First shot' 'The size of the board.' || return 1
    screen_keys Enter && screen_has '▶ as in the rules' '12x12' && screen_keys Down Enter &&
        screen_has 'Board         ◀ 6x6' && screen_keys Enter && screen_has '▶ 6x6' && screen_keys Escape &&
        screen_has '▶ Board' && screen_keys Up && screen_has '▶ Rules' && screen_keys Left &&
        screen_has 'Rules         ◀ russian' 'These rules cannot be played: fleet: ' || return 1
    screen_keys Escape && screen_has '▶ My rules' 'russian against medium' && screen_keys Home Enter &&
        screen_has '▶ Play ' 'the ships do not fit on 6x6' && screen_keys Down Down Down && screen_has '▶ Rules' &&
        screen_keys Right && screen_has 'Rules         ◀ classic' || return 1
    screen_keys Down Enter && screen_has '▶ Board' && screen_keys Right Down && screen_has '▶ Shots per turn' &&
        screen_keys Left Down Left Down Left Down Right && screen_has '▶ Hints' &&
        screen_has 'Board           8x8' 'Shots per turn  one per ship' 'Your own map    hidden' \
            'Your misses     not marked' 'Hints         ◀ none' &&
        screen_keys Down Right Right && screen_has 'Reinforcement ◀ after 1 sinking' 'These rules cannot be played: reinforce' &&
        screen_keys Left Down Right && screen_has 'First shot    ◀ yours' && screen_keys Escape &&
        screen_has 'My rules        changed' 'board=8x8 salvo=yes' && screen_keys q && screen_has '[exit 0]' || return 1
    printf '\n\nquit\n' | "$BROADSIDE" play --plain >plain.txt &&
        grep -q '\[classic board=8x8 salvo=yes own-map=hidden tracking=hard hints=0 reinforce=0 first=me\]' plain.txt &&
        screen_start 80x24 '"$BROADSIDE" play --screen' && screen_has 'My rules        changed' && screen_keys Enter &&
        screen_has 'The fleet is complete.' && screen_lacks 'I J' && screen_keys Enter &&
        screen_has 'Salvo: 0 of 5' 'turn 1: Player' && screen_lacks "Player's fleet" && screen_keys q &&
        screen_has 'It is not kept' && screen_keys y && screen_has '▶ Play ' && [ -z "$(saved)" ] || return 1
    screen_keys Down Down Down Down Enter && screen_has '▶ Board' && screen_keys Up Up Up &&
        screen_has '▶ Undo changes' && screen_keys Enter && screen_has 'Board           as in the rules     10x10' &&
        screen_keys Down Enter && screen_has 'My rules        no changes'
}
check 'my rules: each can be changed, invalid ones do not start, and all are remembered' my_rules

unfinished() {
    begin 80x24 '"$BROADSIDE"' && for i in 1 2 3; do
        screen_has 'Play ' && screen_keys Home && { [ $i = 1 ] || screen_keys Down; } && screen_has '▶ Play ' &&
            screen_keys Enter && screen_has 'The fleet is complete.' && screen_keys Enter && enter_battle &&
            shoot A1 && screen_has 'The cursor is at A1.' && screen_keys q && screen_has 'It is saved' && screen_keys y &&
            screen_has '▶ Continue' 'd delete' || return 1
    done
    screen_keys Enter && screen_has 'Continue which game?' 'd delete' && screen_keys Down d &&
        screen_has 'Delete this unfinished game? classic' && screen_keys n && screen_lacks Delete && screen_keys d &&
        screen_has 'Delete this' && screen_keys y && screen_lacks 'Delete this' &&
        [ "$(grep -c 'classic rules, Player' screen.txt)" -eq 2 ] && screen_keys Enter && screen_has 'Resumed after' &&
        screen_keys q && screen_has 'It is saved' && screen_keys y && screen_has '▶ Continue' || return 1
    for i in 1 2; do
        screen_keys d && screen_has 'Delete this unfinished game? classic' && screen_keys y && screen_lacks 'Delete this' || return 1
    done
    screen_has '▶ Play ' && screen_lacks Continue && [ -z "$(saved)" ]
}
check 'Continue comes first, and unfinished games can be deleted' unfinished

file_of_rules() {
    begin 80x24 '"$BROADSIDE"' && "$BROADSIDE" rules russian >mine.rules && screen_has '▶ Play ' &&
        screen_keys Down Down Down && screen_has '▶ Rules' && screen_keys Enter &&
        screen_has 'Choose the rules' && screen_keys End && screen_has '▶ a file' && screen_keys Enter &&
        screen_has 'Rules file' &&
        screen_keys C-u && screen_has ' _' &&
        screen_type nowhere && screen_keys Enter && screen_has 'Rules         ◀ nowhere' &&
        screen_keys Home Enter && screen_has 'nowhere' 'Play ' &&
        screen_keys Down Down Down && screen_has '▶ Rules' && screen_keys Enter &&
        screen_has 'Choose the rules' && screen_keys End && screen_has '▶ a file' && screen_keys Enter &&
        screen_has 'nowhere_' &&
        screen_keys C-u && screen_has ' _' &&
        screen_type mine.rules && screen_keys Enter && screen_has 'Rules         ◀ mine.rules' &&
        screen_keys Home Enter && screen_has 'russian' 'place your fleet'
}
check 'rules can come from a file, and a missing one is reported' file_of_rules

two_names() {
    begin 80x24 '"$BROADSIDE"' && screen_has '▶ Play ' && screen_keys Down && screen_has '▶ Two' &&
        screen_keys Enter && screen_has "First player's name" && screen_keys Enter &&
        screen_has "Second player's name" && screen_keys Escape && screen_has '▶ Two' &&
        screen_keys Enter && screen_has "First player's name" && screen_keys Enter &&
        screen_has "Second player's name" && screen_keys C-u && screen_type 'player' && screen_keys Enter &&
        screen_has 'The two players need different names.' 'Player 2_' && screen_type 'X' && screen_keys Enter &&
        screen_has 'Player, press Enter to place your fleet.' && screen_keys Enter &&
        screen_has 'Player, place your fleet' && screen_keys Escape && screen_has 'Two players'
}
check 'two players are asked for their names' two_names

watches() {
    begin 80x24 '"$BROADSIDE"' && screen_has '▶ Play ' && screen_keys Down Down &&
        screen_has '▶ Watch bots' && screen_keys Enter && screen_has 'First bot' &&
        screen_keys Down Down Enter && screen_has 'Second bot' && screen_keys Enter &&
        screen_has 'hard against easy' 'so far' 'Space pause' 'As ' && screen_keys Space &&
        screen_has 'Paused' || return 1
    at=$(sed -n 's/^ Move \([0-9]*\) of.*/\1/p' screen.txt)
    screen_keys Right && screen_has "Move $((at + 1)) of $((at + 1)) so far" && screen_keys Left &&
        screen_has "Move $at of $((at + 1)) so far" && screen_keys m &&
        screen_has "hard's waters" "easy's waters" && screen_keys End PageDown &&
        screen_has "Move $((at + 11)) of" && screen_type '++++' && screen_keys Space &&
        screen_has "'s fleet is sunk" && screen_keys Escape && screen_has '▶ Watch bots' || return 1
    screen_keys Enter && screen_has 'First bot' '▶ hard' && screen_keys Home Enter &&
        screen_has 'Second bot' '▶ easy' && screen_keys Enter && screen_has 'easy against easy' 'easy 2'
}
check 'watching bots: pause, step, and two names for a bot that plays itself' watches

# The opponent's summary is too long for its row at 80 columns, and so is a long name for a title.
whole_texts() {
    long=Maximiliane-Theodora-von-und-zu-Hohenfels-Lichtenau
    begin 80x24 '"$BROADSIDE" play --two-player --name '$long' --name '$long-2' --seed 5' &&
        screen_has "$long, press Enter to" 'place your fleet.' && screen_keys Enter &&
        screen_has 'The fleet is complete.' && screen_keys '?' && screen_has ' Placing the fleet' &&
        [ "$(sed -n 3p screen.txt)" = ' Placing the fleet' ] && screen_keys Escape &&
        screen_has 'The fleet is complete.' && screen_keys Enter && screen_has 'Hohenfels-Lichtenau-2, press' &&
        screen_keys Enter && screen_has 'The fleet is complete.' && screen_keys Enter && screen_has 'press Enter' &&
        screen_keys Enter && screen_has ' Maximiliane-Theod... ' || return 1
    # There are more ships than rows, and more of a kind than columns.
    begin 80x24 '"$BROADSIDE" play --rules grid30 --bot random --pace none --seed 5' &&
        screen_has 'The fleet is complete.' '3 more' && screen_keys Enter && screen_has ' Battleship 3/3' || return 1
    begin 80x24 '"$BROADSIDE"' && screen_has '▶ Play ' && screen_keys Down Down Down Down Down && screen_has '▶ Opponent' || return 1
    summary=$("$BROADSIDE" bots | sed -n 's/^medium  *[0-9.]* shots  //p')
    screen_poll shows "$summary" && screen_keys Enter && screen_has '▶ medium' && screen_has "$summary" &&
        screen_keys Escape && screen_has '▶ Opponent' && screen_keys Up Up Enter && screen_has '▶ classic' &&
        screen_keys Down Down && screen_has '▶ advanced ' && screen_poll shows 'unlocked moves are kept' || return 1
    # The row of Continue leaves one row below the menu.
    screen_start 60x20 '"$BROADSIDE" play --bot hard --pace none' && screen_has 'The fleet is complete.' &&
        screen_keys Enter && screen_has 'The cursor is at' && screen_keys Enter && screen_has 'turn 2' && screen_keys q &&
        screen_has 'It is saved' && screen_keys y && screen_start 60x20 '"$BROADSIDE"' && screen_has '▶ Continue' &&
        screen_keys Down Down Down Down && screen_has '▶ Rules' && screen_keys Right Right &&
        screen_has ' advanced: radar, smoke, artillery and torpedoes; unlock...' 'q quit' '? help' && screen_lacks '   Help' '   Quit' &&
        screen_keys End && screen_has '▶ Statistics' && screen_keys Down && screen_has '▶ Continue'
}
# shows TEXT: the rows between the menu and the keys have all of it.
shows() {
    screen_text | sed -n '18,22p' | tr -s ' \n' ' ' | grep -qF "$1"
}
check 'what is cut in its row is shown below' whole_texts

nothing_yet() {
    begin 80x24 '"$BROADSIDE"' && screen_has 'Replay a game' && screen_keys End Up Up &&
        screen_has '▶ Statistics' && screen_keys Enter && screen_has 'Statistics' 'Escape back' &&
        screen_keys Escape && screen_has '▶ Statistics' && screen_keys Up && screen_has '▶ Replay' &&
        screen_keys Enter && screen_has 'There are no games to replay yet.' && screen_keys Down Down &&
        screen_has '▶ Help' && screen_keys Enter && screen_has 'In battle' && screen_keys Escape &&
        screen_has '▶ Help' && screen_keys Down && screen_has '▶ Quit' && screen_keys Enter &&
        screen_has '[exit 0]'
}
check 'replay, statistics, help and quit work before the first game' nothing_yet

# --- the end --------------------------------------------------------------------------------------

ends() {
    into_battle '"$BROADSIDE" play --rule board=4x4 --rule "fleet=Boat 2" --rule first=a --bot random' \
        '--pace none --seed 5' || return 1
    ship_cells b >targets
    shoot_all <targets &&
        screen_has "Player wins: random's fleet is sunk" "Player's fleet" "random's fleet" \
            'shots  hits  rate turns' 'Both fleets match the commitments made at the start.' \
            'This is game 1 in your history.' 'v replay' 'c coach' 'w save record' 'r rematch' 'Enter menu' || return 1
    screen_size 60x20 && screen_lacks "Player's fleet" && screen_has "random's fleet" 'shots  hits  rate turns' 'r rematch' &&
        screen_keys Tab && screen_has "Player's fleet" && screen_size 80x24 && screen_has "random's fleet" || return 1
    screen_keys c && screen_has "The coach's review" '1. fire ' && screen_keys Escape &&
        screen_has 'r rematch' && screen_keys v && screen_has 'Replay: Player against random' \
        'Move 0 of 3.' && screen_keys End m && screen_has 'Move 3 as Player saw it' && screen_keys q &&
        screen_has 'r rematch' && screen_keys w && screen_has 'Save the record as' && screen_keys Enter &&
        screen_has 'Saved to broadside.record.' && "$BROADSIDE" replay --plain broadside.record >lines.txt &&
        grep -q '^3\. ' lines.txt || return 1
    screen_keys r && screen_has 'place your fleet' && screen_keys Enter && enter_battle &&
        screen_has 'against random' && screen_keys X && screen_has 'Resign and' && screen_keys y &&
        screen_has 'random wins' 'This is game 2 in your history.' && screen_keys Enter && screen_has 'Replay a game' ||
        return 1
    screen_keys End Up Up && screen_has '▶ Statistics' && screen_keys Enter && screen_has 'random' \
        'Escape back' && screen_keys Escape && screen_has '▶ Statistics' && screen_keys Up Enter &&
        screen_has 'Replay which game?' && screen_keys Down Enter && screen_has 'Move 0 of 3' &&
        screen_keys Escape && screen_has '▶ Replay' && screen_keys q && screen_has '[exit 0]'
}
check 'the end offers review, replay, record and rematch; games are in history and statistics' ends

plan
