#!/bin/sh
# The first hour of a teacher: a folder of ten bots in five languages, two of them broken; a tournament,
# Ctrl-C half way, a resumed tournament, a late bot, the ranking from the last place up, and the report.
# slow: plays some 36 matches between bots in five languages (12 s)
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/jail.inc"
cd "$TMPDIR" || exit 1
HOME=$TMPDIR/home
export HOME
mkdir -p "$HOME" bots
PATH=$(dirname "$BROADSIDE"):$PATH

skip_all() { skip_script "a teacher's first hour" "$1"; }
reason=$(no_jail)
[ -z "$reason" ] || skip_all "$reason"
broadside results --list --db /dev/null 2>&1 | grep -q without && skip_all 'built without SQLite'
games=16
[ -n "${SOAK:-}" ] && games=200

# --- the bots of the class
there() { (PATH=/usr/bin:/bin && command -v "$1" >/dev/null); }
languages=shell
there cc && languages="$languages c"
there python3 && languages="$languages python"
there node && languages="$languages javascript"
there javac && languages="$languages java"
echo "# languages here: $languages"
for language in $languages; do
    t "two bots in $language are created" broadside new-bot "$language" "bots/$language-one"
    broadside new-bot "$language" "bots/$language-two" >/dev/null
done
count=$(($(find bots -mindepth 1 -maxdepth 1 | wc -l)))
[ "$count" -ge 6 ] || skip_all 'hardly any language is installed'
last=$(echo "$languages" | cut -d ' ' -f 2)
break_two() {
    # One has no bot.json, the other does not compile or run.
    rm bots/shell-two/bot.json
    for file in "bots/$last-two"/bot.*; do
        case $file in
        *.json) ;;
        *) echo 'this is not a program' >"$file" ;;
        esac
    done
}
t 'two of them are broken' break_two

# --- the tournament, and Ctrl-C half way
broadside tournament bots/ --games "$games" --report out --progress json >first.txt 2>first.err &
arena=$!
half() {
    tries=0
    until grep -q '"matches": *\([3-9]\|[1-9][0-9]\),' first.err; do
        tries=$((tries + 1))
        if [ "$tries" -eq 900 ] || ! kill -0 "$arena"; then
            cat first.err
            return 1
        fi
        sleep 0.1
    done
    kill -INT "$arena"
}
t 'the tournament is running' half
wait "$arena"
status=$?
t 'Ctrl-C ends it with status 130' test "$status" -eq 130
t 'a bot without bot.json is excluded with the reason' prints "excluded: shell-two: shell-two/bot.json: no such file, so the folder is not a bot" cat first.err
t 'a broken bot is excluded with the reason' prints "excluded: $last-two: " cat first.err
t 'the number of bots is printed' prints "$((count - 2)) bots, " cat first.err
t 'the command to resume is printed' prints "to continue: broadside tournament --resume 1 --report 'out'" cat first.err

# --- the tournament is resumed
resumed() {
    command=$(sed -n 's/^broadside tournament: to continue: //p' first.err)
    eval "timeout 300 $command --report out" >second.txt 2>second.err
    status=$?
    cat second.txt second.err
    [ "$status" -eq 0 ]
}
t 'the command resumes the tournament' resumed
all=$(((count - 2) * (count - 3) / 2))
t 'all matches are played' prints ", $all matches played" head -n 1 second.txt
not_again() {
    left=$(sed -n 's/^broadside tournament: [0-9]* bots, \([0-9]*\) match.* left, .*/\1/p' second.err)
    echo "left: $left of $all"
    [ "$left" -gt 0 ] && [ "$left" -le $((all - 3)) ]
}
t 'finished matches are not played again' not_again
t 'the table has every bot' test "$(grep -c '^ *[0-9]*\. ' second.txt)" -eq $((count - 2))
no_trouble() { ! grep -E ': [0-9]+ [a-z-]+' second.txt; }
t 'the bots broke no round' no_trouble

# --- a late bot
late() {
    broadside new-bot shell late >/dev/null &&
        timeout 300 broadside tournament --resume 1 --add ./late --report out >third.txt 2>third.err
    status=$?
    cat third.txt third.err
    [ "$status" -eq 0 ]
}
t 'a late bot is added' late
t 'only its matches are played' prints "$((count - 1)) bots, $((count - 2)) matches of $games rounds left" cat third.err

# --- in the lecture
revealed() {
    timeout 100 broadside results --reveal >reveal.txt 2>&1
    cat reveal.txt
    grep '^[0-9]*\. ' reveal.txt >places.txt
    [ "$(wc -l <places.txt)" -eq $((count - 1)) ] && tail -n 1 places.txt | grep -q '^1\. '
}
t 'the ranking is revealed from the last place up' revealed
winner() { [ "$(awk '/^ *1\. / { print $2; exit }' third.txt)" = "$(tail -n 1 places.txt | sed 's/^1\. //; s/[ :].*//')" ]; }
t 'the winner comes last' winner
t 'the report is written' test -s out/index.html
t 'it contains the late bot' grep -q late out/index.html
offline() { ! grep -oE '(src|href)="(https?:)?//[^"]*' out/index.html; }
t 'it loads nothing from the network' offline
t 'results --list shows the tournament' prints "  1  " broadside results --list
done_testing
