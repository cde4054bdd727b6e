#!/bin/sh
# broadside sim: table, JSON, files, bad input, full disks and Ctrl-C.
# slow: plays a hundred thousand games (8 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

# sim OPTIONS...: output in out.txt and err.txt, at most half a minute.
sim() {
    timeout 30 "$BROADSIDE" sim "$@" >out.txt 2>err.txt
}

has_json() {
    sim --bot random --games 1 --json || ! grep -q 'without JSON' err.txt
}

table() {
    sim --bot random,null --games 200 --seed 5 &&
        head -n 1 out.txt | grep -q '^classic rules, 200 boards (uniform), seed 5$' &&
        grep -Eq '^bot +mean shots +median +sd +min +max +games/s$' out.txt &&
        grep -Eq '^random +9[0-9]\.[0-9]+ \+- 0\.[0-9]+ ' out.txt &&
        grep -Eq '^random +- null +-?[0-9.]+ \+- [0-9.]+$' out.txt && [ ! -s err.txt ]
}
check 'the table has a line per bot and per pair, and there is no bar without a terminal' table

turns() {
    sim --bot medium,null --games 100 --seed 5 --rules advanced &&
        grep -Eq '^bot +mean shots .* games/s +mean turns$' out.txt &&
        grep -Eq '^medium +5[0-9]\.[0-9]+ \+- .* [34][0-9]\.[0-9]+ \+- [0-9.]+$' out.txt &&
        grep -q '^differences on the same boards, in shots and in turns' out.txt &&
        grep -Eq '^medium +- null +-[0-9.]+ \+- [0-9.]+ +-[0-9.]+ \+- [0-9.]+$' out.txt &&
        sim --bot random,null --games 20 --seed 5 --rules salvo &&
        grep -Eq '^random .* +1[0-9]\.[0-9]+ \+- [0-9.]+$' out.txt
}
check 'where turns decide, the table shows turns and their differences' turns

neighbours() {
    sim --bot random,null --bot random --bot null,random --games 20 &&
        [ "$(grep -c ' - ' out.txt)" -eq 4 ] &&
        sim --bot random,null,random,null --games 20 && [ "$(grep -c ' - ' out.txt)" -eq 6 ]
}
check 'with more than four bots only neighbours are compared' neighbours

# Everything except times.
figures() {
    sed -E '/seconds?"/d; /"command"/,/\]/d' "$1"
}

json_shape() {
    sim --bot random,null --games 50 --seed 5 --json || return 1
    for key in rules seed games bots bot mean stderr median sd min max mean_turns turns_stderr \
        games_per_second pairs a b difference version command; do
        grep -q "\"$key\":" out.txt || return 1
    done
    figures out.txt >one.json
    sim --bot random,null --games 50 --seed 5 --json --threads 1 && figures out.txt | cmp -s - one.json
}
if has_json; then
    check 'the JSON has its fields, and only times depend on the number of threads' json_shape
else
    skip 'the JSON has its keys, and only the times differ with the threads' 'built without JSON'
fi

csv() {
    sim --bot random,null --games 100 --seed 5 --csv games.csv &&
        [ "$(head -n 1 games.csv)" = 'board,bot,shots,turns,result' ] &&
        [ "$(wc -l <games.csv)" -eq 201 ] &&
        [ "$(grep -Ec '^[0-9]+,(random|null),[0-9]+,[0-9]+,sunk$' games.csv)" -eq 200 ] &&
        sim --bot random,null --games 100 --seed 5 --csv again.csv --threads 3 &&
        cmp -s games.csv again.csv && sim --bot random --games 2 --csv /dev/stdout &&
        head -n 1 out.txt | grep -q '^board,bot,shots' && grep -q '^classic rules, 2 boards' out.txt
}
check 'the CSV file has a header and a line per game, the same for a seed' csv

# Rows appear while the simulation runs, and it ends with whole rows when it is interrupted.
streamed() {
    rm -f stream.csv
    "$BROADSIDE" sim --bot random,null --games 50000000 --seed 5 --csv stream.csv >out.txt 2>err.txt &
    pid=$! tries=0
    while [ "$(wc -l 2>/dev/null <stream.csv || echo 0)" -lt 1000 ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 1200 ] && kill -0 "$pid" || return 1
        sleep 0.05
    done
    kill -INT "$pid"
    wait "$pid"
    [ $? -eq 130 ] && grep -q 'interrupted after' err.txt &&
        awk -F, 'NR > 1 && (NF != 5 || $5 != "sunk" || $1 < board) { exit 1 } NR > 1 { board = $1 }' stream.csv &&
        sim --bot random,null --games 100 --seed 5 --csv games.csv && head -n 201 stream.csv | cmp -s - games.csv
}
check 'the rows are written during the run, in order, and are whole after Ctrl-C' streamed

# plot OPTIONS...: output in out.txt and err.txt.
plot() {
    timeout 30 "$BROADSIDE" plot "$@" >out.txt 2>err.txt
}

plotted() {
    sim --bot random,random,null --games 50 --seed 5 --csv games.csv --chart chart.svg &&
        plot games.csv --title 'classic rules, 50 boards (uniform), seed 5' && cmp -s games.svg chart.svg &&
        grep -qx 'games.svg: shots of 3 bots on 50 boards' out.txt &&
        sim --bot medium,null --rules advanced --games 50 --seed 5 --csv games.csv --chart chart.png &&
        plot games.csv --chart plot.png --title 'advanced rules, 50 boards (uniform), seed 5' &&
        cmp -s plot.png chart.png && grep -q 'turns of 2 bots' out.txt &&
        plot games.csv --count shots --chart-style lines && grep -q '>shots until' games.svg &&
        ! grep -q 'class="bars"' games.svg
}
# not_plotted WORDS FILE: refused with these words, and no picture is left.
not_plotted() {
    rm -f ./*.svg
    plot "$2"
    [ $? -ne 0 ] && [ "$(wc -l <err.txt)" -eq 1 ] && grep -q "$1" err.txt && [ ! -s out.txt ] && ! ls ./*.svg 2>/dev/null && return
    echo "# plot $2: $(head -n 1 err.txt)"
    return 1
}
damaged() {
    sim --bot random --games 5 --seed 5 --csv games.csv && head -c 60 games.csv >cut.csv && printf '\n' >>cut.csv &&
        sed '4s/sunk/snk/' games.csv >odd.csv && head -n 1 games.csv >none.csv && : >empty.csv || return 1
    not_plotted 'cut.csv: line 3: ' cut.csv && not_plotted "odd.csv: line 4: unknown result 'snk'" odd.csv &&
        not_plotted 'none.csv: no finished games' none.csv && not_plotted 'empty.csv: the file is empty' empty.csv &&
        not_plotted "boards.txt: line 1: this is not a CSV file of 'broadside sim'" boards.txt &&
        not_plotted "cannot open 'nosuch.csv': No such file" nosuch.csv
}
# A simulation that is still running may have written part of a line.
unfinished() {
    sim --bot random --games 5 --seed 5 --csv games.csv && head -c 60 games.csv >cut.csv && plot cut.csv &&
        grep -qx 'cut.svg: shots of 1 bot on 1 board' out.txt
}
# The chart must not replace the file it is drawn from, whatever the two are called.
same_file() {
    sim --bot random --games 5 --seed 5 --csv games.csv && cp games.csv kept.csv && ln -sf games.csv l.csv &&
        ln -sf games.csv l.svg || return 1
    for names in 'l.csv l.svg' 'games.csv l.svg' 'games.csv ./games.csv'; do
        # shellcheck disable=SC2086 # two names
        set -- $names
        plot "$1" --chart "$2"
        [ $? -eq 2 ] && grep -q 'the CSV file and --chart name the same file' err.txt && cmp -s games.csv kept.csv || return 1
    done
    rm l.csv l.svg
}
printf 'A1 h\n' >boards.txt
if sim --bot random --games 1 --chart probe.svg; then
    check 'plot draws the chart of the simulation again' plotted
    check 'plot refuses damaged files with the line' damaged
    check 'plot leaves out a last line that is not finished' unfinished
    check 'plot refuses to overwrite its own input' same_file
else
    skip 'plot draws the chart of the simulation again' 'built without pictures'
fi

records() {
    sim --bot random,null --games 3 --seed 5 --records games --csv games.csv || return 1
    [ "$(ls games)" = "null-000001.record
null-000002.record
null-000003.record
random-000001.record
random-000002.record
random-000003.record" ] || return 1
    for game in games/*; do
        "$BROADSIDE" replay "$game" >replay.txt || return 1
        bot=$(basename "$game" .record)
        board=$((1${bot##*-} - 1000000))
        shots=$(sed -n "s/^$board,${bot%-*},\([0-9]*\),.*/\1/p" games.csv)
        grep -q "shoots alone at a fleet placed by uniform" replay.txt &&
            grep -q "^The fleet is sunk after $shots shots" replay.txt || return 1
    done
}
check 'every game leaves a record that replays with the shots of the CSV file' records

record_names() {
    sim --bot random --bot random --games 1 --records twice &&
        [ "$(ls twice)" = "random+2-000001.record
random-000001.record" ]
}
check 'records of bots with the same name do not overwrite each other' record_names

for rules in equal-turns advanced advanced-strict tournament grid20 salvo russian; do
    preset() {
        sim --bot random,null --rules "$rules" --games 10 --seed 1 --records "$rules" || return 1
        for game in "$rules"/*; do "$BROADSIDE" replay "$game" >/dev/null || return 1; done
    }
    check "boards of $rules rules are shot, and their records replay" preset
done

placements() {
    printf '# one board\nA1 h, A2 h, A3 h, A4 h, A5 h\n' >boards.txt
    for placement in uniform sequential human boards.txt random; do
        sim --bot null --games 20 --seed 5 --placement "$placement" || return 1
        grep -q "($placement)" out.txt || return 1
    done
    sim --bot null --games 20 --placement boards.txt && grep -Eq '^null +42\.000 \+- 0\.000 ' out.txt
}
check 'all placements work, and layouts from a file are used unchanged' placements

# wrong STATUS WORDS OPTIONS...: that status, nothing on standard output, one line with the words.
wrong() {
    status=$1 words=$2
    shift 2
    sim "$@"
    [ $? -eq "$status" ] && [ "$(wc -l <err.txt)" -eq 1 ] && [ ! -s out.txt ] &&
        grep -q -e "$words" err.txt && return
    echo "# sim $*: $(head -n 1 err.txt)"
    return 1
}

bad_input() {
    printf 'A1 h, A2 h, A3 h, A4 h, A5 h\nA1 h, A1 v\n' >bad.txt
    wrong 2 'bot is missing; usage: broadside sim --bot BOT...' &&
        wrong 2 "there is no bot 'nosuch'" --bot nosuch &&
        wrong 2 "there is no bot 'nosuch'" --bot random,nosuch &&
        wrong 2 'name of a bot is missing' --bot random,,null &&
        wrong 2 'name of a bot is missing' --bot '' &&
        wrong 2 'has no options' --bot random:x=1 &&
        wrong 2 'name each guest separately' --bot ./nosuch,random &&
        wrong 2 "games '0' is not" --bot random --games 0 &&
        wrong 2 "games '-5' is not" --bot random --games -5 &&
        wrong 2 "games '1e9' is not" --bot random --games 1e9 &&
        wrong 2 'more than 400000000 in all' --bot random,random,random,random,random --games 100000000 &&
        wrong 2 "threads '0' is not" --bot random --threads 0 &&
        wrong 2 'seed' --bot random --seed x &&
        wrong 2 "'nosuch' is neither a preset nor a rules file" --bot random --rules nosuch &&
        wrong 2 'rule touch=maybe' --bot random --rule touch=maybe &&
        wrong 2 "unexpected argument 'hunt'; usage: broadside sim --bot BOT..." --bot random hunt &&
        wrong 2 "unknown option '--bogus'; 'broadside help sim' lists the options" --bot random --bogus &&
        wrong 2 'needs a value' --bot &&
        wrong 2 "unknown placement 'nosuch'" --bot random --placement nosuch &&
        wrong 2 'name the same file' --bot random --chart x.svg --csv x.svg &&
        wrong 2 'data exist only for the' --bot random --placement human --rules russian &&
        wrong 2 'bad.txt: line 2: ' --bot random --placement bad.txt &&
        wrong 1 './nosuch.txt: No such file' --bot random --placement ./nosuch.txt
}
check 'bad input gives one line and exit status 2' bad_input

unwritable() {
    wrong 1 '/nowhere/x.csv: No such file' --bot random --csv /nowhere/x.csv --games 100000000 &&
        wrong 1 '/nowhere/x: No such file' --bot random --records /nowhere/x --games 100000000 &&
        : >file && wrong 1 'file: a file is in the way' --bot random --records file --games 100000000 &&
        wrong 1 ': Is a directory' --bot random --csv . --games 100000000
}
check 'a file that cannot be written is refused before the first game' unwritable

full_disk() {
    [ -c /dev/full ] || return 0
    sim --bot random --games 10 --csv /dev/full
    [ $? -eq 1 ] && grep -q '/dev/full: No space left' err.txt && [ -c /dev/full ] || return 1
    timeout 30 "$BROADSIDE" sim --bot random --games 10 >/dev/full 2>err.txt
    [ $? -eq 1 ] && grep -q 'writing failed' err.txt
}
check 'a full disk is reported' full_disk

# A limit of the size of files ends a simulation in the middle of a row.
limited() {
    (ulimit -f 16 && sim --bot random,null --games 1000000 --seed 5 --csv limited.csv "$@")
}
limited_rows() {
    limited
    [ $? -eq 1 ] || return 1
    boards=$(sed -n 's/.*limited.csv: File too large; it has the games of the first \([0-9]*\) boards$/\1/p' err.txt)
    sim --bot random,null --games 1000 --seed 5 --csv games.csv &&
        head -c "$(wc -c <limited.csv)" games.csv | cmp -s - limited.csv && [ -z "$(tail -c 1 limited.csv)" ] &&
        [ "$(wc -l <limited.csv)" -gt 100 ] && [ "$boards" -eq $((($(wc -l <limited.csv) - 1) / 2)) ]
}
check 'a file that may not grow keeps the whole rows that fit' limited_rows

# The heading counts the boards that all bots have played, a column the games of each bot.
partial() {
    limited
    boards=$(sed -n '1s/^classic rules, \([0-9]*\) of 1000000 boards (uniform), seed 5$/\1/p' out.txt)
    [ "${boards:-0}" -gt 0 ] && [ "$boards" -lt 1000000 ] && sed -n 2p out.txt | grep -q '^PARTIAL: ' &&
        grep -Eq '^bot .* games/s +games$' out.txt &&
        awk -v boards="$boards" '$3 == "+-" && $10 < boards { exit 1 }' out.txt &&
        grep -Eq "^random +- null .* on $boards boards\$" out.txt
}
check 'figures that are partial say so, and of how many games they are' partial
partial_json() {
    limited --json
    finished=$(sed -n 's/^ *"finished": *\([0-9]*\),$/\1/p' out.txt)
    [ "${finished:-0}" -gt 0 ] && [ "$finished" -lt 1000000 ] && grep -q '"complete": *false' out.txt &&
        sed -n '/"pairs"/,$p' out.txt | grep -Eq "\"games\": *$finished,"
}
if has_json; then
    check 'the JSON says so too' partial_json
else
    skip 'the JSON says so too' 'built without JSON'
fi

interrupted() {
    # A busy machine may take seconds to start the program; then it gets more time.
    for seconds in 2 20; do
        rm -rf stop && mkdir stop && cd stop || return 1
        timeout -k 120 -s INT "$seconds" "$BROADSIDE" sim --bot random,null --games 50000000 \
            --csv games.csv >../out.txt 2>../err.txt
        status=$?
        cd .. || return 1
        grep -Eq '^random +95\.[0-9]+ \+- 0\.0' out.txt && break
    done
    # timeout exits with 124 regardless of the program.
    [ "$status" -eq 124 ] && grep -q 'interrupted after [0-9]* of 100000000 games' err.txt &&
        grep -Eq '^random +95\.[0-9]+ \+- 0\.0' out.txt && [ "$(ls stop)" = games.csv ] &&
        [ "$(tail -n 1 stop/games.csv | tr -cd ,)" = ,,,, ] ||
        { echo "# status $status, $(ls stop)"; sed 's/^/# /' err.txt out.txt; return 1; }
}
check 'Ctrl-C ends cleanly and shows the finished games' interrupted

interrupted_status() {
    timeout 150 sh -c '"$BROADSIDE" sim --bot random --games 50000000 >out.txt 2>err.txt &
        sleep 0.5; kill -INT $!; wait $!'
    [ $? -eq 130 ]
}
check 'after Ctrl-C the exit status is 130' interrupted_status

plan
