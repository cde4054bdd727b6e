#!/bin/sh
# Every process of a guest has a private copy of its folder; a build step works on a copy, too. Links
# do not lead out of a folder.
# slow: starts guests in jails (8 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1
reason=$(no_jail)
if [ -n "$reason" ]; then
    skip 'private copies' "$reason"
    plan
    exit 0
fi

# A bot in a shell script, which gives up at once. Its name tells what it finds in its folder.
mkdir plain
cat >plain/bot.sh <<'END'
#!/bin/sh
found=$(stat -c '%n %a %Y %X' /bot /bot/* | cksum | tr -d ' ')
[ -e /bot/link ] && found=outside
[ -e /bot/pipe ] && found=pipe
(echo >/bot/new) 2>/dev/null && found=writable
while read -r word rest; do
    case $word in
    broadside) printf 'name found-%s\nplays all\nready\n' "$found" ;;
    place) echo random ;;
    act) echo resign ;;
    esac
done
END
chmod 755 plain plain/bot.sh
echo '{"command": "./bot.sh"}' >plain/bot.json
echo secret >outside
mkdir shop
ln -s "$TMPDIR/outside" plain/link
mkfifo plain/pipe
touch -d '2001-02-03 04:05:06' plain/*.sh plain

left_over() { find "$TMPDIR" -maxdepth 1 -name "broadside-run-*"; }

found() {
    "$BROADSIDE" match ./plain null --games 2 >out.txt 2>err.txt
    sed -n 's/^a (\(found-[^)]*\)).*/\1/p' err.txt
}
sees_the_same() {
    one=$(found)
    cat plain/bot.sh >/dev/null # changes its access time
    [ "$one" = "$(found)" ] && echo "$one" | grep -q '^found-[0-9]*$' || { echo "# $one"; cat err.txt; return 1; }
}
check 'every match finds the same folder, read-only, without pipes and what links point to' sees_the_same
links_out() {
    mkdir -p "$1" && cp -R plain/bot.sh "$1/bot.sh" && chmod 755 "$1"
}
json_out() {
    links_out far && cp plain/bot.json shop/bot.json && ln -s ../shop/bot.json far/bot.json
    "$BROADSIDE" match ./far null >out.txt 2>err.txt
    [ $? -ne 0 ] && grep -q 'far/bot.json: it is a link out of the folder' err.txt
}
check 'bot.json is not read through a link out of the folder' json_out
files_out() {
    links_out lists && ln -s "$TMPDIR/outside" lists/data && ln -s bot.sh lists/same
    echo '{"command": "./bot.sh", "files": ["same", "data"]}' >lists/bot.json
    "$BROADSIDE" match ./lists null >out.txt 2>err.txt
    [ $? -ne 0 ] && grep -q "the file 'data' listed under \"files\" is a link out of the folder" err.txt
}
check 'a listed file is not looked up through a link out of the folder' files_out

submissions() {
    mkdir -p hall/ann hall/.kept && cp plain/bot.sh plain/bot.json hall/ann && cp plain/bot.sh hall/.kept/kim
    chmod 755 hall hall/ann hall/.kept && ln -s .kept/kim hall/kim
    "$BROADSIDE" tournament hall null --games 2 >out.txt 2>err.txt || { cat err.txt; return 1; }
    ln -s ../plain hall/thief
    "$BROADSIDE" tournament hall null --games 2 >out.txt 2>err.txt
    [ $? -ne 0 ] && grep -q "'hall/thief' is a link out of the folder" err.txt || { cat err.txt; return 1; }
    rm hall/thief && ln -s ann hall/again
    "$BROADSIDE" tournament hall null --games 2 >out.txt 2>err.txt
    [ $? -ne 0 ] && grep -q "'hall/again' is a link to 'ann' in the same folder" err.txt || { cat err.txt; return 1; }
    rm hall/again && ln -s ann/bot.sh hall/again.sh
    "$BROADSIDE" tournament hall null --games 2 >out.txt 2>err.txt
    [ $? -ne 0 ] && grep -q "'hall/again.sh' is a link to 'ann/bot.sh' in the same folder" err.txt
}
check 'a folder of bots does not contain others through links' submissions
# A bot whose name tells what is in its folder.
lists() {
    cat <<'END'
#!/bin/sh
while read -r word rest; do
    case $word in
    broadside) printf 'name %s\nplays all\nready\n' "$(ls -a /bot | tr '\n' ' ')$(cat /bot/../ann/bot.sh ./near 2>/dev/null)" ;;
    place) echo random ;;
    act) echo resign ;;
    esac
done
END
}
alone() {
    mkdir -p school/ann && cp plain/bot.sh plain/bot.json school/ann && lists >school/bob.sh && chmod 755 school school/*
    "$BROADSIDE" match ./school/bob.sh null --games 2 >out.txt 2>err.txt && grep -qF 'a (. .. bob.sh)' err.txt || { cat err.txt; return 1; }
    cp school/bob.sh school/big.sh && truncate -s 300M school/big.sh # too large to be copied
    "$BROADSIDE" match ./school/big.sh null --games 2 >out.txt 2>err.txt && grep -qF 'a (. .. big.sh)' err.txt &&
        grep -q 'school/big.sh: it is too large to be copied' err.txt || { cat err.txt; return 1; }
}
check 'a program sees nothing of the folder that it is in' alone
neighbour() {
    mkdir school/eve && lists >school/eve/bot.sh && chmod 755 school/eve school/eve/bot.sh && ln -s ../ann/bot.sh school/eve/near
    echo '{"command": "./bot.sh"}' >school/eve/bot.json
    "$BROADSIDE" match ./school/eve null --games 2 >out.txt 2>err.txt && grep -qF 'a (. .. bot.json bot.sh near)' err.txt || { cat err.txt; return 1; }
    echo '{"command": "./near"}' >school/eve/bot.json
    "$BROADSIDE" match ./school/eve null --games 2 >out.txt 2>err.txt
    [ $? -ne 0 ] && grep -q 'near is a link to .*, outside the folder' err.txt
}
check 'a bot neither reads nor plays its neighbour through a link' neighbour

# A build step: its results are in the folder, with its owner, and nothing else is.
mkdir built
cp plain/bot.sh built/source.sh
cat >built/bot.json <<'END'
{"command": "./bot.sh", "files": ["source.sh"],
 "build": ["sh", "-c", "grep Cap /proc/self/status >caps; cp source.sh bot.sh; chmod 6755 bot.sh; ln -s ../outside trap; mkfifo pipe; true"]}
END
chmod 755 built built/*.sh
! [ "$(id -u)" = 0 ] || chown 54321:54322 built
builds() {
    "$BROADSIDE" match ./built null --games 2 >out.txt 2>err.txt || { cat err.txt; return 1; }
    [ "$(stat -c '%u:%g' built/bot.sh built/caps | sort -u)" = "$(stat -c '%u:%g' built)" ] || return 1
    [ "$(stat -c %a built/bot.sh)" -le 755 ] && [ ! -e built/pipe ]
}
check 'a build step leaves its results to the owner of the folder' builds
check 'a build step has no capabilities' sh -c '[ "$(grep -c "0000000000000000$" built/caps)" -eq 5 ]'
fails_to_build() {
    cp -R built broken && rm -f broken/bot.sh broken/.broadside-built broken/caps
    sed 's/true"]/echo half >half; false"]/' built/bot.json >broken/bot.json
    "$BROADSIDE" match ./broken null >out.txt 2>err.txt
    [ $? -ne 0 ] && grep -q 'the build step failed' err.txt && [ ! -e broken/half ]
}
check 'a build step that fails changes nothing' fails_to_build
# The files have holes, so they take no space here.
fills() {
    cp -R built "$1" && rm -f "$1/bot.sh" "$1/.broadside-built" && printf '%s\n' "$2" >"$1/fill.sh"
    echo '{"command": "./bot.sh", "build": "sh fill.sh"}' >"$1/bot.json"
    begin=$(date +%s)
    "$BROADSIDE" match "./$1" null >out.txt 2>err.txt
    [ $? -ne 0 ] && [ $(($(date +%s) - begin)) -lt 50 ] || return 1
    grep -q 'the build step failed: the files of this bot are more than 1024 MB' err.txt || { cat err.txt; return 1; }
    [ ! -e "$1/bot.sh" ] && [ "$(find "$1" -name 'f*[0-9]' | wc -l)" -eq 0 ]
}
check 'a build step that fills the disk is stopped' fills full \
    'cp source.sh bot.sh; for i in 1 2 3 4 5 6 7; do for j in 1 2 3 4 5 6 7 8 9 0; do truncate -s 15M f$i$j; done; done; sleep 55'
check 'also if it deletes the files and keeps them open' fills held \
    'cp source.sh bot.sh
for i in 1 2 3 4 5 6 7 8 9 10; do (
    exec 3>f3$i 4>f4$i 5>f5$i 6>f6$i 7>f7$i 8>f8$i 9>f9$i
    truncate -s 15M f?$i && rm f?$i && sleep 55
) & done; wait'

large() {
    cp -R built large && truncate -s 300M large/data
    "$BROADSIDE" match ./large null --games 2 >out.txt 2>err.txt || { cat err.txt; return 1; }
    grep -q 'large: it is too large to be copied for every match' err.txt || return 1
    mkfifo large/pipe
    "$BROADSIDE" match ./large null --games 2 >out.txt 2>err.txt
    [ $? -ne 0 ] && grep -q "'pipe' is a pipe, a socket or a device" err.txt
}
check 'a large folder is shared, with a note, unless there are pipes in it' large

nothing_left() { [ -z "$(left_over)" ]; }
check 'no copy is left after a match' nothing_left
killed() {
    sed 's/act) .*/act) sleep 60 ;;/' plain/bot.sh >plain/slow.sh && chmod 755 plain/slow.sh
    echo '{"command": "./slow.sh"}' >plain/bot.json
    "$BROADSIDE" match ./plain null --limit move=60000 >out.txt 2>err.txt &
    arena=$!
    tries=0
    until [ -n "$(find "$TMPDIR"/broadside-run-* -name slow.sh 2>/dev/null)" ] || [ $tries -gt 200 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill -9 $arena
    wait $arena 2>/dev/null
    [ -n "$(left_over)" ] || return 1
    "$BROADSIDE" match ./built null --games 2 >out.txt 2>err.txt && [ -z "$(left_over)" ]
}
check 'copies of a killed arena are removed by the next' killed
plan
