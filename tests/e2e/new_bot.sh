#!/bin/sh
# new-bot writes a complete folder, names the bot, overwrites nothing, and explains what it cannot do.
# starters.sh tests whether the bots play.
. "$TOP/tests/e2e/build.inc"
cd "$TMPDIR" || exit 1
PATH=$(dirname "$BROADSIDE"):$PATH

# --- what is written
languages='c java javascript python shell'
for language in $languages; do
    t "$language: is written" broadside new-bot "$language" "my-$language"
    # The same files as in the project, but for the name.
    same() {
        for file in $(cd "$TOP" && git ls-files --cached --others --exclude-standard \
            "examples/bots/$language" 2>/dev/null || echo "examples/bots/$language"/*); do
            sed "s/mybot/my-$language/g" "$TOP/$file" | cmp - "my-$language/${file##*/}" || return 1
        done
    }
    t "$language: has every file of the starter" same
    t "$language: bot.json has the name" grep -q "\"name\": \"my-$language\"" "my-$language/bot.json"
    no_placeholder() { ! grep -r mybot "my-$language"; }
    t "$language: no mybot is left" no_placeholder
    files_exist() {
        count=0
        for file in $(sed -n 's/.*"files": \[\(.*\)\].*/\1/p' "my-$language/bot.json" | tr -d '",'); do
            [ -s "my-$language/$file" ] || return 1
            count=$((count + 1))
        done
        [ "$count" -gt 0 ]
    }
    t "$language: the files in bot.json exist" files_exist
done
t 'the list of languages is the list of starters' test "$(echo $languages)" = \
    "$(cd "$TOP/examples/bots" && echo *)"
t 'a script is executable' test -x my-shell/bot.sh
t 'a source file is not' test ! -x my-c/bot.c

# --- output
t 'it prints the next commands' prints '  broadside check-bot ./told
  broadside sim --bot ./told --bot random --games 200
  broadside match ./told hunt --rules tournament
  broadside gym ./told --quick' broadside new-bot python told
# The commands that name the bot, without the indentation.
commands() { sed -n 's/^ *\(broadside .*told.*\)/\1/p' "$@"; }
mkdir other
(cd other && broadside new-bot c told) | commands >printed.txt
commands other/told/README.md >read.txt
all_in_readme() { [ "$(wc -l <printed.txt)" -eq 4 ] && ! grep -vxF -f read.txt printed.txt; }
t 'its README has them too' all_in_readme
mkdir 'a place'
t 'a path with a blank is quoted' prints "broadside check-bot 'a place/nested'" \
    broadside new-bot c 'a place/nested/'
t 'the name is the last part of the path' grep -q '"name": "nested"' 'a place/nested/bot.json'
t 'an absolute path' prints "broadside check-bot $TMPDIR/absolute" broadside new-bot c "$TMPDIR/absolute"

# --- errors
t 'an unknown language lists the known ones' prints 'c, java, javascript, python, shell' \
    exits 2 broadside new-bot cobol first
t 'and writes nothing' test ! -e first
t 'an existing folder is rejected' prints 'already exists' exits 1 broadside new-bot c told
t 'and left unchanged' cmp told/bot.py "$TOP/examples/bots/python/bot.py"
mkdir empty
t 'even an empty one' exits 1 broadside new-bot c empty
ln -s nowhere dangling
t 'and a dangling link' exits 1 broadside new-bot c dangling
t 'which is not followed' test ! -e nowhere
t 'a missing parent folder is reported' prints 'the parent folder does not exist' \
    exits 1 broadside new-bot c nix/first
long=$(printf '%064d' 0)
for name in '' . .. / a.b 'a b' 'a"b' 'ä' "$(printf 'a\nb')" "$(printf 'a\033b')" "$long"; do
    t "invalid name: $(printf %s "$name" | tr -c '[:alnum:] ./' '?')" prints 'is not a valid name' \
        exits 2 broadside new-bot c "$name"
done
t '63 letters are a valid name' broadside new-bot c "${long%?}"
t 'a name that begins with a dash, after --' prints 'is not a valid name' \
    exits 2 broadside new-bot c -- -x
t 'a path that is too long is rejected' prints 'too long' \
    exits 2 broadside new-bot c "$(printf '%05000d' 0)/x"
t 'a missing name' prints 'NAME is missing; usage: broadside new-bot LANGUAGE NAME' exits 2 broadside new-bot c
t 'too many names' exits 2 broadside new-bot c one two

# --- a full disk leaves no partial bot
no_space() {
    (ulimit -f 1 && broadside new-bot python half)
    status=$?
    [ "$status" -eq 1 ] && [ ! -e half ]
}
t 'nothing remains if it cannot be written' no_space
done_testing
