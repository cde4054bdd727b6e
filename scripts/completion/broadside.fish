# Completion of broadside for fish. Presets, knobs and bots come from the program itself.

function __broadside_presets
    broadside rules 2>/dev/null | string replace -r '^(\S+) .* ships  ' '$1\t'
end

function __broadside_bots
    broadside bots 2>/dev/null | string match -r '^\S.*' | string replace -r '^(\S+)\s+' '$1\t'
end

# knob=value for the knobs with words, knob= for the others
function __broadside_knobs
    for line in (broadside rules --knobs 2>/dev/null)
        set -l words (string split -n ' ' -- $line)
        if string match -q '*|*' -- $words[2]
            for value in (string split '|' -- $words[2])
                echo "$words[1]=$value"
            end
        else
            echo "$words[1]="
        end
    end
end

function __broadside_in
    __fish_seen_subcommand_from $argv
end

complete -c broadside -f
complete -c broadside -n __fish_use_subcommand -l version -d 'Print the version'
complete -c broadside -n __fish_use_subcommand -l help -d 'List the commands'
complete -c broadside -n __fish_use_subcommand -a play -d 'Play against a bot'
complete -c broadside -n __fish_use_subcommand -a sim -d 'Let bots shoot at many boards'
complete -c broadside -n __fish_use_subcommand -a match -d 'Let two bots play many rounds'
complete -c broadside -n __fish_use_subcommand -a tournament -d 'Many bots, all their matches'
complete -c broadside -n __fish_use_subcommand -a results -d 'What tournaments came to'
complete -c broadside -n __fish_use_subcommand -a check-bot -d 'Say what is wrong with a bot'
complete -c broadside -n __fish_use_subcommand -a analyze -d 'Where the ships are'
complete -c broadside -n __fish_use_subcommand -a replay -d 'Show a recorded game step by step'
complete -c broadside -n __fish_use_subcommand -a stats -d 'How your games went'
complete -c broadside -n __fish_use_subcommand -a rules -d 'List rule sets, or print one'
complete -c broadside -n __fish_use_subcommand -a host-bot -d 'Play a bot over the protocol'
complete -c broadside -n __fish_use_subcommand -a bots -d 'List the built-in bots'
complete -c broadside -n __fish_use_subcommand -a new-bot -d 'Write a bot to start from'
complete -c broadside -n __fish_use_subcommand -a help -d 'The commands, or what one takes'

complete -c broadside -n '__broadside_in play sim match tournament check-bot analyze stats' -l rules -r -F -a '(__broadside_presets)' -d 'A preset or a file'
complete -c broadside -n '__broadside_in play sim match tournament check-bot analyze rules' -l rule -x -a '(__broadside_knobs)' -d 'Change one knob'
complete -c broadside -n '__broadside_in play sim analyze stats' -l bot -x -a '(__broadside_bots)' -d 'A bot'
complete -c broadside -n '__broadside_in play' -l name -x -d 'What you are called'
complete -c broadside -n '__broadside_in play' -l record -r -F -d 'Keep the record there'
complete -c broadside -n '__broadside_in play sim match tournament check-bot analyze' -l seed -x -d 'Repeat a run'
complete -c broadside -n '__broadside_in play' -l two-player -d 'Two people at this keyboard'
complete -c broadside -n '__broadside_in play' -l continue -d 'Go on with the game that was left last'
complete -c broadside -n '__broadside_in play' -l load -r -F -d 'Go on with this game'
complete -c broadside -n '__broadside_in play' -l plain -d 'Lines of text'
complete -c broadside -n '__broadside_in play' -l speak -d 'Lines of text for a screen reader'
complete -c broadside -n '__broadside_in play' -l screen -d 'Draw the game again'
complete -c broadside -n '__broadside_in play' -l ascii -d 'Draw with plain characters'
complete -c broadside -n '__broadside_in play' -l no-color -d 'Draw without colours'
complete -c broadside -n '__broadside_in play' -l no-mouse -d 'Leave the mouse to the terminal'
complete -c broadside -n '__broadside_in play' -l pace -x -a 'none fast normal slow' -d 'How long moves of the bot stay'

complete -c broadside -n '__broadside_in sim' -l placement -r -F -a 'uniform sequential human (__broadside_bots)' -d 'Where the fleets lie'
complete -c broadside -n '__broadside_in sim' -l csv -r -F -d 'A line per game'
complete -c broadside -n '__broadside_in sim match' -l records -r -F -d 'A record per game or round, in this folder'
complete -c broadside -n '__broadside_in sim analyze' -l chart -r -F -d 'Draw a picture: svg, png, pdf'

complete -c broadside -n '__broadside_in analyze' -l file -r -F -d 'The position from a file'
complete -c broadside -n '__broadside_in analyze' -l record -r -F -d 'A recorded game'
complete -c broadside -n '__broadside_in analyze' -l at -x -d 'After this move of the record'
complete -c broadside -n '__broadside_in analyze' -l side -x -a 'a b' -d 'Through whose eyes'
complete -c broadside -n '__broadside_in analyze' -l animate -r -F -d 'A whole game as a GIF'

complete -c broadside -n '__broadside_in match' -a '(__broadside_bots)'
complete -c broadside -n '__broadside_in check-bot tournament' -F -a '(__broadside_bots)'
complete -c broadside -n '__broadside_in tournament' -l format -x -a 'all gauntlet swiss' -d 'Who meets whom'
complete -c broadside -n '__broadside_in tournament' -l leaders -x -d 'Bots that run the gauntlet'
complete -c broadside -n '__broadside_in tournament' -l stages -x -d 'Stages of a swiss'
complete -c broadside -n '__broadside_in tournament' -l league -x -d 'A league, NAME=PATTERN'
complete -c broadside -n '__broadside_in tournament' -l total -d 'All against all, leagues or not'
complete -c broadside -n '__broadside_in tournament' -l title -x -d 'What it is called'
complete -c broadside -n '__broadside_in tournament' -l keep -x -d 'Records kept of a match'
complete -c broadside -n '__broadside_in tournament' -l finish-by -x -d 'Fewer rounds, to be ready in time'
complete -c broadside -n '__broadside_in tournament' -l progress -x -a json -d 'Lines of JSON while it runs'
complete -c broadside -n '__broadside_in tournament' -l resume -x -d 'Go on with a stored tournament'
complete -c broadside -n '__broadside_in tournament' -l add -r -F -a '(__broadside_bots)' -d 'One more bot'
complete -c broadside -n '__broadside_in tournament' -l replace -r -F -d 'A bot whose files have changed'
complete -c broadside -n '__broadside_in tournament' -l remove -r -F -d 'Take a bot out'
complete -c broadside -n '__broadside_in tournament results' -l db -r -F -d 'Where tournaments are kept'
complete -c broadside -n '__broadside_in tournament results' -l report -r -F -d 'A web page, in this folder'
complete -c broadside -n '__broadside_in results' -l list -d 'All tournaments'
complete -c broadside -n '__broadside_in results' -l reveal -d 'From the last place up'
complete -c broadside -n '__broadside_in results' -l csv -d 'For a spreadsheet'
complete -c broadside -n '__broadside_in match' -l transcript -r -F -d 'The dialogue with guests'
complete -c broadside -n '__broadside_in match' -l feed -r -F -d 'Replay a transcript to a bot'
complete -c broadside -n '__broadside_in match' -l side -x -a 'a b' -d 'Whose dialogue is fed'
complete -c broadside -n '__broadside_in match' -l round -x -d 'Feed only this round'
complete -c broadside -n '__broadside_in sim match tournament check-bot' -l games -x -d 'Boards or rounds'
complete -c broadside -n '__broadside_in sim match tournament' -l threads -x -d 'At most so many threads'
complete -c broadside -n '__broadside_in sim match tournament' -l max-broken -x -d 'Broken rounds that are enough'
complete -c broadside -n '__broadside_in match tournament' -l paired -d 'Each two rounds have the same fleets'
complete -c broadside -n '__broadside_in match' -l sprt -d 'Play until it is clear who is stronger'
complete -c broadside -n '__broadside_in match' -l short -x -d 'Rounds of a match of --sprt'
complete -c broadside -n '__broadside_in match' -l elo -x -d 'The strengths that are told apart, LOW:HIGH'
complete -c broadside -n '__broadside_in match' -l keep -x -a 'all last: broken' -d 'Which rounds are kept'
complete -c broadside -n '__broadside_in play sim match tournament check-bot' -l limit -x -d 'A limit of guests, such as move=500'
complete -c broadside -n '__broadside_in play sim match tournament check-bot' -l trust -d 'Plugins run in this process'
complete -c broadside -n '__broadside_in play sim match tournament check-bot' -l unsafe -d 'Run guests although protections are missing'

complete -c broadside -n '__broadside_in replay' -F -a last
complete -c broadside -n '__broadside_in replay' -l from -x -d 'Start with this move'
complete -c broadside -n '__broadside_in replay' -l boards -d 'Lines of text, both boards after every move'
complete -c broadside -n '__broadside_in replay' -l coach -d 'Compare every shot with the best one'
complete -c broadside -n '__broadside_in replay' -l plain -d 'Lines of text, do not stop'

complete -c broadside -n '__broadside_in stats' -l player -x -d 'Games of this person'
complete -c broadside -n '__broadside_in stats' -l opponent -x -d 'Games against this person or bot'
complete -c broadside -n '__broadside_in stats' -l games -d 'List the games'
complete -c broadside -n '__broadside_in stats' -l limit -x -d 'At most so many lines'

complete -c broadside -n '__broadside_in rules' -F -a '(__broadside_presets)'
complete -c broadside -n '__broadside_in rules' -l knobs -d 'List every knob'

complete -c broadside -n '__broadside_in host-bot' -a '(__broadside_bots)'
complete -c broadside -n '__broadside_in host-bot' -l plugin -r -F -d 'A bot as a shared object'

complete -c broadside -n '__broadside_in sim match tournament results check-bot analyze replay stats rules bots' -l json -d 'As JSON'
complete -c broadside -n '__broadside_in help' -a 'play sim match tournament results analyze replay stats rules bots new-bot check-bot host-bot help'
complete -c broadside -n '__broadside_in new-bot' -F -a 'c java javascript python shell'
