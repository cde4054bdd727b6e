#!/bin/sh
# The first hour of a teacher: a folder with the bots of the class, ten of them in five languages and
# two of those broken; a tournament, Ctrl-C half way, on again, a late bot, the ranking from the last
# place up, and the report.
# slow: plays some 36 matches between bots in five languages
. "$TOP/tests/e2e/build.inc"
. "$TOP/tests/e2e/jail.inc"
cd "$TMPDIR" || exit 1
HOME=$TMPDIR/home
export HOME
mkdir -p "$HOME" bots
PATH=$(dirname "$BROADSIDE"):$PATH

# left_out WHY: nothing of this can be done here
left_out() {
    echo "ok 1 - a teacher's first hour # SKIP $1"
    echo 1..1
    exit 0
}
reason=$(no_jail)
[ -z "$reason" ] || left_out "$reason"
broadside results --list --db /dev/null 2>&1 | grep -q without && left_out 'the program is built without SQLite'
games=16
[ -n "${SOAK:-}" ] && games=200

# --- the class hands in
there() { (PATH=/usr/bin:/bin && command -v "$1" >/dev/null); }
languages=shell
there cc && languages="$languages c"
there python3 && languages="$languages python"
there node && languages="$languages javascript"
there javac && languages="$languages java"
echo "# languages here: $languages"
for language in $languages; do
    t "two bots in $language" broadside new-bot "$language" "bots/$language-one"
    broadside new-bot "$language" "bots/$language-two" >/dev/null
done
count=$(($(find bots -mindepth 1 -maxdepth 1 | wc -l)))
[ "$count" -ge 6 ] || left_out 'hardly any language is installed'
last=$(echo "$languages" | cut -d ' ' -f 2)
break_two() {
    # One forgets its bot.json, the other is full of mistakes.
    rm bots/shell-two/bot.json
    for file in "bots/$last-two"/bot.*; do
        case $file in
        *.json) ;;
        *) echo 'this is no program' >"$file" ;;
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
t 'it is under way' half
wait "$arena"
status=$?
t 'Ctrl-C ends it' test "$status" -eq 130
t 'it says who is out' says "excluded: shell-two: shell-two/bot.json: there is no such file" cat first.err
t 'and why' says "excluded: $last-two: " cat first.err
t 'how long it would have taken' says "$((count - 2)) bots, " cat first.err
t 'and how to go on' says 'to continue: broadside tournament --resume 1' cat first.err

# --- on again
resumed() {
    command=$(sed -n 's/^broadside tournament: to continue: //p' first.err)
    eval "timeout 300 $command --report out" >second.txt 2>second.err
    status=$?
    cat second.txt second.err
    [ "$status" -eq 0 ]
}
t 'it goes on' resumed
all=$(((count - 2) * (count - 3) / 2))
t 'all matches are played' says ", $all matches played" head -n 1 second.txt
not_again() {
    left=$(sed -n 's/^broadside tournament: [0-9]* bots, \([0-9]*\) match.* left, .*/\1/p' second.err)
    echo "left: $left of $all"
    [ "$left" -gt 0 ] && [ "$left" -le $((all - 3)) ]
}
t 'and those from before are not played again' not_again
t 'the table has everybody' test "$(grep -c '^ *[0-9]*\. ' second.txt)" -eq $((count - 2))
no_trouble() { ! grep -E ': [0-9]+ [a-z-]+' second.txt; }
t 'the starters broke no round' no_trouble

# --- a late bot
late() {
    broadside new-bot shell late >/dev/null &&
        timeout 300 broadside tournament --resume 1 --add ./late --report out >third.txt 2>third.err
    status=$?
    cat third.txt third.err
    [ "$status" -eq 0 ]
}
t 'a bot comes late' late
t 'only its matches are played' says "$((count - 1)) bots, $((count - 2)) matches of $games rounds left" cat third.err

# --- in the lecture
revealed() {
    timeout 100 broadside results --reveal >reveal.txt 2>&1
    cat reveal.txt
    grep '^[0-9]*\. ' reveal.txt >places.txt
    [ "$(wc -l <places.txt)" -eq $((count - 1)) ] && tail -n 1 places.txt | grep -q '^1\. '
}
t 'the ranking is revealed from the last place up' revealed
winner() { [ "$(awk '/^ *1\. / { print $2; exit }' third.txt)" = "$(tail -n 1 places.txt | sed 's/^1\. //; s/[ :].*//')" ]; }
t 'and ends with the winner' winner
t 'the report is there' test -s out/index.html
t 'with the late bot in it' grep -q late out/index.html
offline() { ! grep -oE '(src|href)="(https?:)?//[^"]*' out/index.html; }
t 'and nothing from elsewhere' offline
t 'what is kept is listed' says "  1  " broadside results --list
done_testing
