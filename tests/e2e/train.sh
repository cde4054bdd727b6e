#!/bin/sh
# train: puzzles are asked, scored, explained and stored; nothing stored is lost.
# sanitized: makes and judges puzzles
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
file=$HOME/.local/share/broadside/training
today=$(date -u +%Y-%m-%d)

# train INPUT [OPTION...]: the input has \n for line ends. Sets `status`.
train() {
    input=$1
    shift
    # shellcheck disable=SC2059
    printf "$input" | "$BROADSIDE" train "$@" >out.txt 2>err.txt
    status=$?
}
# asks STATUS INPUT OPTION...
asks() {
    wanted=$1
    shift
    train "$@"
    [ "$status" -eq "$wanted" ] || { echo "# status $status"; sed 's/^/# /' out.txt err.txt; return 1; }
}
# refuses PATTERN OPTION...: wrong usage, with one line that says what is wrong.
refuses() {
    pattern=$1
    shift
    asks 2 '' "$@" && grep -q -e "$pattern" err.txt && [ "$(wc -l <err.txt)" -eq 1 ]
}
lines() { grep -vc '^#' "$file"; }
stored() { grep -q "^$today  $1\$" "$file" || { sed 's/^/# /' "$file"; return 1; }; }
erase() { rm -rf "$HOME/.local"; }

# --- asking

check 'the end of input leaves' asks 0 '' --number 1
check 'the question names the ships left' output_has 'the Carrier (5) and the Destroyer (2)' 'Your shot'
check 'nothing is stored without an answer' test ! -e "$file"
check 'quit leaves' asks 0 'quit\nE4\n' --number 1
check 'skip goes on' asks 0 'skip\nskip\n' --number 1 --puzzles 2
check 'to the next puzzle' output_has 'Practice puzzle 1' 'Practice puzzle 2'
check 'still nothing is stored' test ! -e "$file"
check 'a wrong cell is explained and asked again' asks 0 'z9\nA3\nnonsense\nhelp\nboard\n\nfire h4\n' --number 1
check 'with a reason each' output_has "'z9' is off the board" 'A3 has already been shot at.' 'such as E5'
check 'the best shot scores 100' output_has 'Score: 100 of 100. H4 is the best shot' 'your shot' '[54]'
check 'and is stored' stored '1  H4  100'
check 'only the owner can read the file' test "$(stat -c %a "$file")" = 600
check 'a second answer is explained' asks 0 'E4\n' --number 1
check 'but does not count' output_has 'You answered it before, with H4 for 100 points' 'Score: 59' 'over 1 puzzle'
check 'the file has one line' test "$(lines)" -eq 1
check 'after a hint' asks 0 'hint\nH8\n' --number 2
check 'the score is lower' output_has 'A best shot is among' 'Score: 80 of 100, after a hint'
check 'and stored as such' stored '2  H8  80'
check '--puzzles goes on after the last number' asks 0 'skip\n' --puzzles 1
check 'which is 3' output_has 'Practice puzzle 3'
check '--answer does not ask' asks 0 '' --number 4 --answer A1
check 'and is stored too' output_has 'Score: ' 'over 3 puzzles'
check '--speak draws nothing' asks 0 'H4\n' --number 1 --speak
no_board() { ! grep -q -e '~' -e '^ 10 ' out.txt; }
check 'but lists cells' output_has 'Hits: F4.' 'Misses: '
check 'and no board' no_board

# --- days

erase
check 'the puzzle of the day' asks 0 ''
check 'is that of the UTC date' output_has "Puzzle of $(date -u +%-d)"
"$BROADSIDE" train --json >json.txt 2>/dev/null
cell=$(sed -n 's/.*"cell": "\([A-J]*[0-9]*\)".*/\1/p' json.txt | sed -n 1p)
if [ -n "$cell" ]; then
    check 'solved' asks 0 "$cell\n"
    check 'scores 100 and starts a streak' output_has 'Score: 100 of 100' 'Streak: 1 day, longest 1.'
    {
        echo "$(date -u -d yesterday +%Y-%m-%d)  $(date -u -d yesterday +%Y-%m-%d)  A1  50"
        cat "$file"
    } >longer.txt && cp longer.txt "$file"
    check 'a day before makes it longer' asks 0 'skip\n'
    asks 0 '' --number 1 --answer H4
    check 'and practice leaves it alone' output_has 'Streak: 2 days, longest 2. Accuracy: 83 % over 3 puzzles'
    before=$(lines)
    "$BROADSIDE" train --number 9 --answer A1 --json >/dev/null 2>&1
    check '--json stores nothing' test "$(lines)" -eq "$before"
else
    skip 'a streak' 'built without JSON'
fi
"$BROADSIDE" train --date 2026-01-31 --number 5 >/dev/null 2>&1
check '--date and --number exclude each other' test $? -eq 2
asks 0 '' --date 2026-01-31 && cp out.txt once.txt
same_again() { asks 0 '' --date 2026-01-31 && cmp -s out.txt once.txt; }
check 'a day has the same puzzle again' same_again
asks 0 '' --date 2026-01-30
check 'and another day another one' test "$(cmp -s out.txt once.txt; echo $?)" -eq 1
check 'a day that does not exist is refused' refuses 'the calendar has no such day' --date 2026-02-30
check 'so is a later one' refuses 'is not out yet' --date 9999-01-01
check 'and what is not a date' refuses 'is not a date' --date tomorrow
check 'and an answer off the board' refuses 'off the board' --number 1 --answer K1
check 'and one that was shot at' refuses 'A3 has already been shot at' --number 1 --answer A3

# --- files that fail

erase
asks 0 '' --number 1 --answer H4
echo 'nonsense' >>"$file"
check 'an invalid line is reported' asks 0 '' --number 2 --answer H8
check 'by its number' grep -q 'line 3 of the results is invalid' err.txt
check 'and stays' grep -qx nonsense "$file"
cp "$file" before.txt
unchanged() { cmp -s "$file" before.txt; }
full() { printf 'A1\n' | "$BROADSIDE" train --number 4 >/dev/full 2>err.txt; }
check 'output that cannot be written is an error' test "$(full; echo $?)" -eq 1
check 'that is reported' test -s err.txt
cp before.txt "$file"
chmod 500 "$(dirname "$file")"
if [ -w "$(dirname "$file")" ]; then
    skip 'a folder that cannot be written' 'root can write it'
else
    check 'a folder that cannot be written is reported' asks 1 '' --number 4 --answer A1
    check 'the answer is explained all the same' output_has 'Score: '
    check 'and what was stored stays' unchanged
fi
chmod 700 "$(dirname "$file")"
rm "$file" && mkdir "$file"
check 'a file that cannot be read is reported' asks 1 '' --number 4 --answer A1
check 'and the answer explained' output_has 'Score: '
check 'with a note' grep -q 'not stored' err.txt
plan
