#!/bin/sh
# broadside serve: what a browser gets, what is refused, hostile clients, and how it starts and ends.
# slow: waits until the server closes slow connections (20 s)
set -u
. "$TOP/tests/e2e/check.inc"
cd "$TMPDIR" || exit 1

# refused STATUS WORDS COMMAND...: the exit status, and one line with these words.
refused() {
    wanted=$1
    words=$2
    shift 2
    timeout 30 "$@" >out.txt 2>err.txt
    status=$?
    [ "$status" -eq "$wanted" ] && [ ! -s out.txt ] && grep -qF -e "$words" err.txt ||
        { echo "# exit status $status"; sed 's/^/# /' err.txt; return 1; }
}

check 'a port that is none' refused 2 '--port' "$BROADSIDE" serve --port 65536
if ! "$BROADSIDE" serve --listen 192.0.2.1 2>&1 | grep -q 'does not have that address'; then
    check 'a program without page or server names the packages' refused 1 'install ' "$BROADSIDE" serve
    skip 'the server' "$(head -n 1 err.txt)"
    plan
    exit
fi
command -v curl >/dev/null || { skip 'the server' 'curl is not installed'; plan; exit; }

# start WORD...: starts the server on a free port, and waits until it says that it is ready.
start() {
    rm -f ready.txt
    "$BROADSIDE" serve --port 0 "$@" >ready.txt 2>notes.txt &
    pid=$!
    tries=0
    while [ ! -s ready.txt ] && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    url=$(grep -o 'http://[^"]*' ready.txt)
    port=$(echo "$url" | sed 's/.*:\([0-9]*\).*/\1/')
}
# stop [SIGNAL]: the server ends at once and is content.
stop() {
    kill "-${1:-TERM}" "$pid"
    wait "$pid"
    status=$?
    [ "$status" -eq 0 ] || { echo "# exit status $status"; return 1; }
}
# fetch OPTION... PATH: head.txt, body.txt, and $code.
fetch() {
    : >body.txt
    code=$(curl -s --max-time 20 --path-as-is -D head.txt -o body.txt -w '%{http_code}' "$@")
}
# gives STATUS OPTION... URL
gives() {
    wanted=$1
    shift
    fetch "$@"
    [ "$code" = "$wanted" ] || { echo "# status $code"; return 1; }
}
# has LINE...: the head has these lines.
has() {
    for line; do
        tr -d '\r' <head.txt | grep -qixF -e "$line" || { echo "# no: $line"; sed 's/^/# /' head.txt; return 1; }
    done
}

# --- what a browser gets --------------------------------------------------------------------------

start
check 'it prints the address and nothing else' test "$(cat ready.txt)" = "http://127.0.0.1:$port/"
check 'the page is there' gives 200 "$url"
check 'it is HTML' has 'Content-Type: text/html; charset=utf-8' 'Cache-Control: no-cache'
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
frame-ancestors 'none'"
check 'its policy allows nothing from elsewhere' has "Content-Security-Policy: $policy"
check 'and the other protections are on' has 'X-Content-Type-Options: nosniff' 'Referrer-Policy: no-referrer' \
    'Cross-Origin-Opener-Policy: same-origin' 'Cross-Origin-Resource-Policy: same-origin'
cp body.txt index.txt
# Browsers ignore frame-ancestors in a page.
check 'the page has the same policy in itself, for other hosts' grep -qF \
    "<meta http-equiv=\"Content-Security-Policy\" content=\"${policy%; frame-ancestors *}\">" index.txt
check 'index.html is the page' gives 200 "${url}index.html?query=1"
check 'it is the same' cmp body.txt index.txt

tag=$(tr -d '\r' <head.txt | sed -n 's/^ETag: //p')
check 'a file that the browser has is not sent again' gives 304 -H "If-None-Match: $tag" "$url"
check 'that answer has no body' test ! -s body.txt
check 'another version is' gives 200 -H 'If-None-Match: "0"' "$url"
check 'HEAD works' gives 200 -I "$url"
check 'it has the length' has "Content-Length: $(wc -c <index.txt)"
check 'the engine is WebAssembly' gives 200 "${url}engine.wasm"
check 'by its type' has 'Content-Type: application/wasm'

type_of() {
    case $1 in
    *.html) echo 'text/html; charset=utf-8' ;;
    *.js) echo 'text/javascript; charset=utf-8' ;;
    *.css) echo 'text/css; charset=utf-8' ;;
    *.wasm) echo 'application/wasm' ;;
    *.webmanifest) echo 'application/manifest+json' ;;
    *.svg) echo 'image/svg+xml' ;;
    *.png) echo 'image/png' ;;
    esac
}
same_files() {
    (cd "$TOP/build/web" && find . -type f) | sed 's|^\./||' >files.txt
    while read -r file; do
        fetch "$url$file" && cmp body.txt "$TOP/build/web/$file" || return 1
        type=$(type_of "$file")
        [ -z "$type" ] || has "Content-Type: $type" || return 1
        fetch --compressed "$url$file" && cmp body.txt "$TOP/build/web/$file" || return 1
    done <files.txt
}
if [ -d "$TOP/build/web" ]; then
    check 'each file of the page is there, plain and compressed, with its type' same_files
    # The page must work in any folder of a static host.
    relative() {
        ! (cd "$TOP/build/web" && grep -rnE --include='*.html' --include='*.css' --include='*.js' \
            --include='*.webmanifest' \
            -e "(src|href|action)=[\"']?/" -e "url\\([\"']?/" -e "(from|import|import\\(|fetch\\(|URL\\() *[\"']/" \
            -e '"(start_url|scope|src|id)": *"/' -e "(src|href)=[\"']?https?:" .) | sed 's/^/# /' | grep .
    }
    check 'every URL of the page is relative' relative
    compressed() { fetch -H 'Accept-Encoding: gzip' "${url}$1" && has 'Content-Encoding: gzip' 'Vary: Accept-Encoding'; }
    check 'scripts are sent compressed' compressed "$(grep -m 1 '\.js$' files.txt)"
else
    skip 'each file of the page is there' 'build/web is missing'
fi
two() { [ "$(curl -s -o body.txt -o body.txt -w '%{num_connects}' "$url" "$url")" = 10 ]; }
check 'a connection serves several requests' two

# --- what is refused ------------------------------------------------------------------------------

for method in POST PUT DELETE OPTIONS PATCH; do
    check "$method is refused" gives 405 -X "$method" "$url"
done
check 'the answer says what is allowed' has 'Allow: GET, HEAD'
check 'data is refused' gives 405 -d x=1 "$url"
check 'data with GET is refused' gives 413 -X GET -d x=1 "$url"
check 'a file that does not exist' gives 404 "${url}none.html"
check 'it is a short text' has 'Content-Type: text/plain; charset=utf-8' "Content-Security-Policy: $policy"
for path in ../../../../etc/passwd %2e%2e/%2e%2e/etc/passwd ..%2f..%2fetc/passwd //etc/passwd .git/config \
    web/index.html 'index.html/..%5c..%5c' ; do
    check "$path leads nowhere" gives 404 "$url$path"
done
for host in evil.example "evil.example:$port" localhost.evil.example 10.0.0.1; do
    check "the name $host is refused" gives 421 -H "Host: $host" "$url"
done
for host in localhost "localhost:$port" 127.0.0.1:9 '[::1]'; do
    check "the name $host is ours" gives 200 -H "Host: $host" "$url"
done
check 'a request without a name is refused' gives 400 -H Host: "$url"

# --- hostile clients ------------------------------------------------------------------------------

if command -v python3 >/dev/null; then
    check 'hostile clients do not stop it' python3 "$TOP/tests/e2e/hostile_clients.py" "$port" "$pid"
else
    skip 'hostile clients do not stop it' 'python3 is not installed'
fi
check 'it still answers' gives 200 "$url"

# --- start and end --------------------------------------------------------------------------------

check 'a port in use' refused 1 "port $port of 127.0.0.1 is in use; choose another one with --port" \
    "$BROADSIDE" serve --port "$port"
check 'SIGTERM ends it' stop TERM
again() {
    rm -f ready.txt
    "$BROADSIDE" serve --port "$port" >ready.txt 2>notes.txt &
    pid=$!
    sleep 1
    gives 200 "$url" && stop INT
}
check 'it starts again on the same port, and Ctrl-C ends it' again
check 'an unknown address' refused 2 "--listen 'no.such.name.invalid'" "$BROADSIDE" serve --listen no.such.name.invalid
check 'standard output that cannot be written to' refused 1 'writing failed' \
    sh -c '"$0" serve --port 0 >/dev/full' "$BROADSIDE"
check 'too few descriptors' refused 1 "'ulimit -n" sh -c 'ulimit -n 40; "$0" serve --port 0' "$BROADSIDE"
printf '#!/bin/sh\nulimit -n 80\nexec "$REAL" "$@"\n' >few
chmod +x few
REAL=$BROADSIDE
export REAL
BROADSIDE=./few
start
BROADSIDE=$REAL
if command -v python3 >/dev/null; then
    check 'few descriptors are enough' python3 "$TOP/tests/e2e/hostile_clients.py" "$port" "$pid" flood
fi
stop
check 'it fails if it cannot say where it is' timeout 20 sh -c '"$0" serve --port 0 <&- >&- 2>&-; [ $? -eq 1 ]' "$BROADSIDE"
start 0<&-
check 'it works without standard input' gives 200 "$url"
stop
start --json
check 'JSON' grep -q "\"port\": $port" ready.txt
if [ -x "$TOP/build/release/tests/check_json" ]; then
    check 'it is as documented' "$TOP/build/release/tests/check_json" "$TOP/docs/json-schema.json" serve <ready.txt
fi
check 'its address works' gives 200 "$url"
stop
start --listen 0.0.0.0
check 'a warning if others can reach it' grep -q 'everyone on the network' notes.txt
check 'then any name is ours' gives 200 -H 'Host: game.example' "$url"
stop
start --listen ::1
if [ -n "$url" ]; then
    check 'IPv6' gives 200 -g "http://[::1]:$port/"
    stop
else
    skip 'IPv6' 'this machine has none'
    kill "$pid" 2>/dev/null
fi

# --- the browser ----------------------------------------------------------------------------------

mkdir bin none
printf '#!/bin/sh\necho "$1" >opened.txt\necho noise\n' >bin/xdg-open
chmod +x bin/xdg-open
# noted WORDS: the notes have these words soon.
noted() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        grep -qF "$1" notes.txt && return
        sleep 0.2
    done
    sed 's/^/# /' notes.txt
    return 1
}
path=$PATH
PATH=$TMPDIR/bin:$PATH
start --open
PATH=$path
opened() { for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s opened.txt ] && break; sleep 0.2; done; [ "$(cat opened.txt)" = "$url" ]; }
check '--open opens the address' opened
check 'what the browser prints is not shown' test "$(wc -l <ready.txt)" -eq 1
stop
printf '#!/bin/sh\nexit 3\n' >bin/xdg-open
PATH=$TMPDIR/bin:$PATH
start --open
PATH=$path
check 'a browser that does not start is reported' noted 'could not start a browser; open the address yourself'
check 'the server works all the same' gives 200 "$url"
stop
"$(command -v env)" PATH="$TMPDIR/none" "$BROADSIDE" serve --port 0 --open >ready.txt 2>notes.txt &
pid=$!
check 'without xdg-open, the package is named' noted 'xdg-open (package xdg-utils)'
check 'and the server runs' stop INT
plan
