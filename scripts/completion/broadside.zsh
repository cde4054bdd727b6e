#compdef broadside
# Completion of broadside for zsh. Presets, knobs and bots come from the program itself.

_broadside_presets() {
    local -a presets
    presets=(${(f)"$(_call_program presets $program rules 2>/dev/null | sed 's/^\([^ ]*\) .* ships  /\1:/')"})
    _describe preset presets
}

_broadside_rules() {
    _alternative 'presets:preset:_broadside_presets' 'files:rules file:_files'
}

_broadside_bots() {
    local -a bots
    bots=(${(f)"$(_call_program bots $program bots 2>/dev/null | sed -n 's/^\([^ ][^ ]*\)  *\(.*\)/\1:\2/p')"})
    _describe bot bots
}

# Several, with commas between them.
_broadside_bot_list() {
    compset -P '*,'
    _broadside_bots
}

_broadside_placements() {
    _alternative 'words:placement:(uniform sequential human)' 'bots:bot:_broadside_bots' \
        'files:file of layouts:_files'
}

_broadside_records() {
    _alternative 'words:game:(last)' 'files:record:_files'
}

_broadside_knobs() {
    local -a knobs values
    local knob
    if compset -P 1 '(#b)([a-z-]##)='; then
        knob=$match[1]
        values=(${(s:|:)"$(_call_program knobs $program rules --knobs 2>/dev/null |
            awk -v knob=$knob '$1 == knob && $2 ~ /\|/ { print $2 }')"})
        compadd -- $values
    else
        knobs=(${(f)"$(_call_program knobs $program rules --knobs 2>/dev/null | cut -d ' ' -f 1)"})
        compadd -S = -- $knobs
    fi
}

_broadside() {
    setopt local_options extended_glob
    local curcontext=$curcontext state line program=$words[1]
    local -a commands rules guests
    commands=(
        'play:play against a bot, or two people'
        'sim:let bots shoot at many boards, the same for all'
        'match:let two bots play many rounds'
        'tournament:many bots, all their matches, kept and ranked'
        'results:what stored tournaments came to'
        'check-bot:say what is wrong with a bot'
        'analyze:where the ships are, as far as the answers tell'
        'replay:show a recorded game step by step'
        'stats:how your games went'
        'rules:list rule sets, or print one'
        'host-bot:play a bot over the protocol'
        'bots:list the built-in bots'
        'new-bot:write a bot to start from'
        'help:the commands, or what one takes'
    )
    rules=(
        '--rules=[a preset or a file]:rules:_broadside_rules'
        '*--rule=[change one knob]:knob:_broadside_knobs'
    )
    guests=(
        '*--limit=[a limit of guests]:limit:' '--trust[plugins run in this process]'
        '--unsafe[run guests although protections are missing]'
    )

    _arguments -C '--version[print the version]' '--help[list the commands]' \
        '1:command:->command' '*::argument:->argument'
    case $state in
    command) _describe command commands ;;
    argument)
        case $line[1] in
        play)
            _arguments $rules $guests '(--two-player)--bot=[the opponent]:bot:_broadside_bots' \
                '(--bot)--two-player[two people at this keyboard]' \
                '*--name=[what you are called]:name:' '--seed=[repeat a game]:seed:' \
                '--record=[keep the record there]:file:_files' \
                '(--load)--continue[go on with the game that was left last]' \
                '(--continue)--load=[go on with this game]:file:_files' \
                '(--screen)--plain[lines of text]' \
                '(--screen)--speak[lines of text for a screen reader]' \
                '(--plain --speak)--screen[draw the game again]' \
                '--ascii[draw with plain characters]' '--no-color[draw without colours]' \
                '--no-mouse[leave the mouse to the terminal]' \
                '--pace=[how long moves of the bot stay]:pace:(none fast normal slow)'
            ;;
        sim)
            _arguments $rules $guests '*--bot=[bots, with commas between them]:bot:_broadside_bot_list' \
                '--games=[boards]:number:' '--placement=[where the fleets lie]:placement:_broadside_placements' \
                '--seed=[repeat a simulation]:seed:' '--threads=[at most so many]:number:' \
                '--chart=[draw the distributions]:picture:_files' '--csv=[a line per game]:file:_files' \
                '--records=[a record per game]:folder:_files -/' \
                '--max-broken=[broken games that are enough]:number:' '--json[as JSON]'
            ;;
        analyze)
            _arguments $rules '*:position:' '--file=[the position from a file]:file:_files' \
                '--record=[a recorded game]:record:_files' '--at=[after this move]:move:' \
                '--side=[through whose eyes]:side:(a b)' '--chart=[draw the heat map]:picture:_files' \
                '--animate=[a whole game as a GIF]:file:_files' \
                '--bot=[whose game is animated]:bot:_broadside_bots' \
                '--seed=[the board of the animated game]:seed:' '--json[as JSON]'
            ;;
        check-bot)
            _arguments $rules $guests '1:bot:_broadside_bots' '--games=[rounds]:number:' \
                '--seed=[repeat a check]:seed:' '--json[as JSON]'
            ;;
        tournament)
            _arguments $rules $guests '*:bot:_broadside_bots' \
                '--games=[rounds of a match]:number:' '--seed=[repeat a tournament]:seed:' \
                '--format=[who meets whom]:format:(all gauntlet swiss)' \
                '--leaders=[bots that run the gauntlet]:number:' \
                '--stages=[stages of a swiss]:number:' \
                '*--league=[a league, NAME=PATTERN]:league:' \
                '--total[all against all, leagues or not]' \
                '--paired[each two rounds have the same fleets]' \
                '--title=[what it is called]:title:' \
                '--threads=[matches at a time]:number:' \
                '--max-broken=[broken rounds that lose a match]:number:' \
                '--keep=[records kept of a match]:number:' \
                '--finish-by=[fewer rounds, to be ready in time]:time:' \
                '--db=[where it is kept]:file:_files' '--report=[a web page]:folder:_files -/' \
                '--progress=[lines while it runs]:form:(json)' \
                '--resume=[go on with a stored tournament]:number:' \
                '*--add=[one more bot]:bot:_broadside_bots' \
                '*--replace=[a bot whose files have changed]:bot:_files' \
                '*--remove=[take a bot out]:bot:_files' \
                '--json[as JSON]'
            ;;
        results)
            _arguments '--list[all tournaments]' '--report=[a web page]:folder:_files -/' \
                '--reveal[from the last place up]' '--csv[for a spreadsheet]' '--json[as JSON]' \
                '--db=[where it is kept]:file:_files' '1:number:'
            ;;
        match)
            _arguments $rules $guests '1:bot:_broadside_bots' '2:bot:_broadside_bots' \
                '--transcript=[the dialogue with guests]:file:_files' \
                '--feed=[replay a transcript to a bot]:file:_files' \
                '--side=[whose dialogue]:side:(a b)' '--round=[only this round]:round:' \
                '--games=[rounds]:number:' '--seed=[repeat a match]:seed:' \
                '--threads=[at most so many]:number:' \
                '--max-broken=[broken rounds that lose the match]:number:' \
                '--paired[each two rounds have the same fleets]' \
                '--sprt[play until it is clear who is stronger]' \
                '--short=[rounds of a match of --sprt]:number:' \
                '--elo=[the strengths that are told apart]:low\:high:' \
                '--records=[a record per round]:folder:_files -/' \
                '--keep=[which rounds]:rounds:(all last\: broken)' '--json[as JSON]'
            ;;
        replay)
            _arguments '1:record:_broadside_records' '--from=[start with this move]:move:' \
                '--boards[lines of text, both boards after every move]' \
                '--coach[compare every shot with the best one]' \
                '--plain[lines of text, do not stop]' '--json[as JSON]'
            ;;
        stats)
            _arguments $rules[1] '--player=[games of this person]:name:' \
                '--bot=[games against this bot]:bot:_broadside_bots' \
                '--opponent=[games against this person or bot]:name:' \
                '--games[list the games]' '--limit=[at most so many lines]:number:' '--json[as JSON]'
            ;;
        rules)
            _arguments '1:rules:_broadside_rules' $rules[2] '--knobs[list every knob]' '--json[as JSON]'
            ;;
        host-bot)
            _arguments '1:bot:_broadside_bots' '--plugin=[a bot as a shared object]:file:_files'
            ;;
        bots) _arguments '--json[as JSON]' ;;
        new-bot) _arguments '1:language:(c java javascript python shell)' '2:folder:_files -/' ;;
        help) _describe command commands ;;
        esac
        ;;
    esac
}

_broadside "$@"
