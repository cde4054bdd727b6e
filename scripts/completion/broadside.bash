# Completion of broadside for bash. Presets, knobs and bots come from the program itself.

_broadside_presets() { "$1" rules 2>/dev/null | cut -d ' ' -f 1; }
_broadside_bots() { "$1" bots 2>/dev/null | sed -n 's/^\([^ ][^ ]*\) .*/\1/p'; }
_broadside_knobs() { "$1" rules --knobs 2>/dev/null | cut -d ' ' -f 1; }
_broadside_values() {
    "$1" rules --knobs 2>/dev/null | awk -v knob="$2" '$1 == knob && $2 ~ /\|/ { gsub(/\|/, " ", $2); print $2 }'
}

_broadside() {
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} at=$COMP_CWORD
    local current=${COMP_WORDS[at]} previous=${COMP_WORDS[at - 1]}
    local options='' operands='' files='' i count=0

    COMPREPLY=()
    if [ "$at" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W 'play sim match tournament results analyze replay stats rules bots new-bot check-bot host-bot help --version --help' -- "$current")
        return
    fi
    # bash takes = for a word of its own: --rules=classic, --rule smoke=cells
    if [ "$current" = = ]; then
        current=
        at=$((at + 1))
        previous='='
    fi
    if [ "$previous" = = ] && [ "$at" -ge 3 ]; then
        previous=${COMP_WORDS[at - 2]}
        if [ "${previous#-}" = "$previous" ]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_broadside_values "$program" "$previous")" -- "$current")
            return
        fi
    fi

    # Flags of stats and results, options with a value elsewhere.
    [ "$command" = stats ] && [ "$previous" = --games ] && previous=
    [ "$command" = results ] && [ "$previous" = --csv ] && previous=
    case $previous in
    --rules) operands=$(_broadside_presets "$program") files=yes ;;
    --bot)
        # sim takes several, with commas between them.
        operands=$(_broadside_bots "$program")
        if [ "$command" = sim ] && [ "${current%,*}" != "$current" ]; then
            mapfile -t COMPREPLY < <(compgen -P "${current%,*}," -W "$operands" -- "${current##*,}")
            return
        fi
        [ "$command" = play ] || [ "$command" = sim ] && files=yes
        ;;
    --placement) operands="uniform sequential human $(_broadside_bots "$program")" files=yes ;;
    --side) operands='a b' ;;
    --rule)
        mapfile -t COMPREPLY < <(compgen -S = -W "$(_broadside_knobs "$program")" -- "$current")
        compopt -o nospace 2>/dev/null
        return
        ;;
    --pace) operands='none fast normal slow' ;;
    --record | --records | --load | --file | --transcript | --feed | --chart | --csv | --animate | --plugin | --db | --report) files=yes ;;
    --add) operands=$(_broadside_bots "$program") files=yes ;;
    --replace | --remove) files=yes ;;
    --format) operands='all gauntlet swiss' ;;
    --progress) operands=json ;;
    --name | --player | --opponent | --limit | --seed | --games | --threads | --max-broken | --short | --elo | --round | --from | --at | --leaders | --stages | --league | --title | --finish-by | --resume) return ;;
    --keep)
        [ "$command" = match ] || return
        operands='all last: broken'
        ;;
    *)
        # The operands before this word: all that is neither an option nor the value of one.
        for ((i = 2; i < COMP_CWORD; i++)); do
            case ${COMP_WORDS[i]} in
            --json | --boards | --plain | --speak | --screen | --ascii | --no-color | --no-mouse | --two-player | --continue | --knobs | --paired | --sprt | --trust | --unsafe | --total | --list | --reveal) ;;
            --csv) [ "$command" = results ] || i=$((i + 1)) ;;
            -*) i=$((i + 1)) ;;
            *) count=$((count + 1)) ;;
            esac
        done
        case $command in
        play)
            options='--rules --rule --bot --two-player --name --seed --record --continue --load --plain --speak --screen --ascii --no-color --no-mouse --pace --limit --trust --unsafe'
            ;;
        sim)
            options='--bot --games --rules --rule --placement --seed --threads --chart --csv --records --max-broken --limit --trust --unsafe --json'
            ;;
        analyze)
            options='--file --record --at --side --rules --rule --chart --animate --bot --seed --json'
            ;;
        check-bot)
            options='--rules --rule --games --seed --limit --trust --unsafe --json'
            [ "$count" -lt 1 ] && operands=$(_broadside_bots "$program") files=yes
            ;;
        match)
            options='--transcript --feed --side --round --games --rules --rule --seed --threads --max-broken --paired --sprt --short --elo --records --keep --limit --trust --unsafe --json'
            [ "$count" -lt 2 ] && operands=$(_broadside_bots "$program") files=yes
            ;;
        tournament)
            options='--games --rules --rule --format --leaders --stages --league --total --paired --title --seed --threads --max-broken --keep --finish-by --db --report --progress --resume --add --replace --remove --limit --trust --unsafe --json'
            operands=$(_broadside_bots "$program") files=yes
            ;;
        results) options='--list --report --reveal --csv --json --db' ;;
        replay)
            options='--from --boards --coach --plain --json'
            [ "$count" -lt 1 ] && operands=last files=yes
            ;;
        stats) options='--player --bot --opponent --rules --games --limit --json' ;;
        rules)
            options='--rule --knobs --json'
            [ "$count" -lt 1 ] && operands=$(_broadside_presets "$program") files=yes
            ;;
        host-bot)
            options='--plugin'
            [ "$count" -lt 1 ] && operands=$(_broadside_bots "$program")
            ;;
        bots) options='--json' ;;
        help) [ "$count" -lt 1 ] && operands='play sim match tournament results analyze replay stats rules bots new-bot check-bot host-bot help' ;;
        new-bot)
            if [ "$count" -lt 1 ]; then operands='c java javascript python shell'; else files=yes; fi
            ;;
        esac
        ;;
    esac

    if [ "${current#-}" != "$current" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
    fi
    mapfile -t COMPREPLY < <(
        compgen -W "$operands" -- "$current"
        [ -n "$files" ] && compgen -f -- "$current"
    )
    [ -n "$files" ] && compopt -o filenames 2>/dev/null
    return 0
}

complete -F _broadside broadside
