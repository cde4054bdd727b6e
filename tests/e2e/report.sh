#!/bin/sh
# --report: the page of a tournament is written completely or not at all. In a real browser it logs
# nothing to the console, loads nothing from a network and shows hostile names as text; sorting, the
# viewer of rounds with its engine, both themes and narrow screens work.
# slow: starts a browser (15 s)
set -u
. "$TOP/tests/e2e/check.inc"
. "$TOP/tests/e2e/bot.inc"
. "$TOP/tests/e2e/browser.inc"
cd "$TMPDIR" || exit 1

run() { "$BROADSIDE" "$@" >out.txt 2>&1 || { sed 's/^/# /' out.txt; return 1; }; }
# refuses PATTERN COMMAND...: the command fails with a matching message.
refuses() {
    pattern=$1
    shift
    "$@" >out.txt 2>&1 && return 1
    grep -q -e "$pattern" out.txt || { sed 's/^/# /' out.txt; return 1; }
}

run tournament hunt random --games 2 --db probe.db
if grep -q libsqlite3-dev out.txt; then
    skip 'the page of a tournament' 'built without SQLite'
    plan
    exit 0
fi

# A bot with a hostile name and log. It breaks only the third round of a match of 20, so that it
# passes the preflight, and the fifth by its placement.
mkdir bots
write_bot bots/evil "printf 'name %s\nauthors \"><b>me</b>\nplays all\nready\n' \
        '</script><img src=x onerror=alert(1)>'" '
        if [ "$rounds" -eq 20 ] && [ "$round" -eq 3 ] && [ "$shots" -eq 2 ]; then
            echo "</pre><script>alert(2)</script> my last words" >&2
            echo "fire at will"
            continue
        fi'
# shellcheck disable=SC2016 # variables of the bot
sed -i 's/echo random ;;/[ "$rounds:$round" != 20:5 ] || { echo nowhere; continue; }; &/' bots/evil

# Without a jail, play unprotected: this tests the page.
unsafe=
[ -z "$(no_jail)" ] || unsafe=--unsafe

play() {
    # shellcheck disable=SC2086 # one word or none
    run tournament $unsafe hunt random parity ./bots/evil ./bots/missing --games 20 --seed 7 --db t.db \
        --title 'Cup <of> "all" & more' --records-per-match 3 --trust --report out
}

# The engine of the viewer, for pages that write_page writes; - if the program was built without it.
engine=-
scripts=3
find_engine() {
    grep -q 'id="engine"' out/index.html || return 0
    gzip -9n <"$TOP/build/web/engine-simd.wasm" >engine.gz && engine=engine.gz && scripts=5
}

one_file() { [ "$(ls -A "$1")" = index.html ]; }
has() { grep -q -F -e "$1" "$2" || { echo "# no $1 in $2"; return 1; }; }
has_not() { ! grep -q -F -e "$1" "$2"; }

check 'a tournament writes a page' play
check 'which is a single file' one_file out
check 'with the engine of the program, or a sentence that there is none' find_engine
without_engine() {
    if [ "$engine" = - ]; then has 'built without the engine' out/index.html; else
        has "script-src 'sha256-" out/index.html && has "'wasm-unsafe-eval'; worker-src blob:;" out/index.html &&
            has_not "'unsafe-" out/index.html && has_not 'built without the engine' out/index.html
    fi
}
check 'and a policy that allows it and nothing else' without_engine
check 'with its title as text' \
    has '<title>Cup &lt;of&gt; &quot;all&quot; &amp; more</title>' out/index.html
check 'broken rounds are listed' has 'illegal-move' out/index.html
check 'with the end of its log' \
    has '&lt;script&gt;alert(2)&lt;/script&gt; my last words' out/index.html
check 'and its name is text' has '&lt;/script&gt;&lt;img src=x' out/index.html
check 'and never an element' has_not '<img' out/index.html
check 'a round broken before both fleets were placed is in the viewer' \
    grep -q '"round":5,"a":[0-9],"b":[0-9],"note":"The round ended before both fleets were placed\. [^"]*"}' out/index.html
check 'and linked' grep -q 'Watch the broken round: <a [^>]*>3</a>, <a [^>]*>5</a>' out/index.html
check 'excluded bots are listed' has 'id="excluded"' out/index.html
# Excluded before the others, a bot leaves gaps in the numbers.
numbered() {
    # shellcheck disable=SC2086
    run tournament $unsafe hunt ./bots/missing random parity --games 2 --seed 7 --db n.db --trust --report n &&
        run results --db n.db --json &&
        sed -n 's/^      "match": \([0-9]*\),$/\1/p' out.txt >results.txt && [ "$(tail -n 1 results.txt)" -eq 6 ] &&
        sed -n 's/^<tr id="match-\([0-9]*\)"><th scope="row">\1<.*/\1/p' n/index.html | sort -n | cmp - results.txt &&
        has 'Numbers of pairs that did not play are missing' n/index.html &&
        has_not 'Numbers of pairs that' out/index.html && has_not 'class="id"' n/index.html
}
check 'matches have the numbers of results, and there are no IDs that are names' numbered

same() {
    run results --db t.db --report again/ && cmp out/index.html again/index.html
}
replaced() {
    echo old >again/index.html
    run results --db t.db --report again && cmp out/index.html again/index.html && one_file again
}
check 'results writes the same page' same
check 'an existing page is replaced' replaced
echo old >file
check 'a file is refused as the folder' refuses 'cannot create the folder file: a file is in the way' \
    "$BROADSIDE" results --db t.db --report file
check 'and is not changed' grep -q old file
check 'a folder in a missing folder is refused' refuses 'no/where' \
    "$BROADSIDE" results --db t.db --report no/where
full() {
    [ -e /dev/full ] || return 0
    mkdir full && ln -s /dev/full full/index.html
    refuses 'No space left' "$BROADSIDE" results --db t.db --report full
}
check 'a full disk is reported' full

early() {
    refuses 'cannot create the folder file: a file is in the way' "$BROADSIDE" tournament hunt random --games 5 --db e.db \
        --report file && [ ! -e e.db ]
}
check 'an unwritable report is reported before the first match' early

# Forty bots keep more records than a page holds.
forty() {
    bots=
    for _ in 1 2 3 4 5 6 7 8 9 10; do bots="$bots random hunt easy parity"; done
    # shellcheck disable=SC2086 # a list of words
    run tournament $bots --games 2 --seed 3 --records-per-match 2 --db many.db --report many || return 1
    records=$(grep -c '"match":' many/index.html)
    size=$(wc -c <many/index.html)
    echo "# $records records, $size bytes"
    [ "$records" -eq 1000 ] && [ "$size" -lt 10000000 ] &&
        has '560 more records' many/index.html
}
check 'the page of forty bots is bounded' forty

bye() {
    run tournament hunt random parity --format swiss --games 4 --seed 5 --db bye.db --report bye &&
        has '<small>with 1 bye</small>' bye/index.html
}
check 'a bye is shown' bye

# The values of this store make little sense, but they are well-formed.
golden() {
    cp "$TOP/tests/golden/tournaments-3.db" golden.db &&
        run results --db golden.db --report golden && has 'output-flood' golden/index.html
}
check 'an old database gives a page' golden

# --- in a browser -------------------------------------------------------------------------------

if why=$(browser_missing); then
    skip 'the page in a browser' "$why"
    plan
    exit 0
fi
check 'a browser starts' browser_start

# Makes sure that console messages are seen at all.
noisy() {
    printf '<!DOCTYPE html><script>nobody.knows(this)</script>' >noisy.html
    browser_open "$TMPDIR/noisy.html"
    browser_quiet >/dev/null && return 1
    browser_quiet
}
check 'an error on the console is detected' noisy

opens() {
    browser_open "$1" &&
        browser_returns 'return document.documentElement.dataset.ready' '"yes"' && browser_quiet
}
check 'the page opens without console messages' opens "$TMPDIR/out/index.html"
check 'so does the page of forty bots' opens "$TMPDIR/many/index.html"
check 'and the page of the old database' opens "$TMPDIR/golden/index.html"
check 'the first page opens again' opens "$TMPDIR/out/index.html"
check 'it loads nothing but its own worker' browser_returns \
    'return performance.getEntriesByType("resource").filter(one => !one.name.startsWith("blob:")).length' 0
check 'no name becomes an element' browser_returns \
    'return document.querySelectorAll("img, b b, script:not([type]) ~ script").length' 0
check 'the name of a bot is shown unchanged' browser_returns '
    return Array.from(document.querySelectorAll(".standings tbody th a"))
        .some(a => a.textContent === "</script><img src=x onerror=alert(1)>")' true
check 'all links have a target' browser_returns '
    return Array.from(document.querySelectorAll("a[href^=\"#\"]"))
        .filter(a => !document.getElementById(a.getAttribute("href").slice(1))).length' 0

sorted='const table = document.querySelector(".standings");
    const heads = Array.from(table.tHead.rows[0].cells);
    const column = heads.findIndex(head => head.textContent === "Shots");
    const button = heads[column].querySelector("button");'
figures='const figures = Array.from(table.tBodies[0].rows)
    .map(row => Number(row.cells[column].textContent));'
check 'a click sorts in descending order' browser_returns "$sorted button.click(); $figures
    return heads[column].getAttribute('aria-sort') === 'descending' && figures.length === 4 &&
        figures.every((x, i) => i === 0 || figures[i - 1] >= x)" true
check 'another click sorts in ascending order' browser_returns "$sorted button.click(); $figures
    return heads[column].getAttribute('aria-sort') === 'ascending' &&
        figures.every((x, i) => i === 0 || figures[i - 1] <= x)" true

# The viewer answers when the engine does: `until` waits for a condition, and shows the viewer if it does
# not become true.
viewer='
    const all = what => document.querySelectorAll("#viewer " + what);
    const text = what => { const found = all(what)[0]; return found ? found.textContent : ""; };
    const note = () => text("#round-note");
    const press = label => all("[aria-label=\"" + label + "\"]")[0].click();
    const shots = () => all(".cell:is([data-mark=miss], [data-mark=ship-hit], [data-mark=ship-sunk])").length;
    const pick = wanted => { const matches = document.getElementById("pick-match");
        matches.value = Array.from(matches.options).find(x => x.textContent.includes("onerror") === wanted).value;
        matches.dispatchEvent(new Event("change")); };
    const until = right => new Promise(done => { let tries = 0; const look = () => {
        if (right()) done(true); else if (++tries > 500) done(note() + text("#round-view").slice(0, 300));
        else setTimeout(look, 50); }; look(); });'
if [ "$engine" = - ]; then
    check 'without the engine, a round is shown as a record' browser_returns "$viewer pick(false);
        return until(() => text('pre').startsWith('broadside record 1') && text('button') === 'Save the record')" true
    check 'and a broken one says why' browser_returns "$viewer pick(true);
        return until(() => /onerror.* broke the round: illegal-move/.test(note()))" true
else
    # Who wins depends on the secret of the seed. A match without the bad bot has no broken rounds.
    check 'the viewer starts before the first move' browser_returns "$viewer pick(false);
        return until(() => text('.counter').startsWith('0 / ') && !text('.viewer').includes('onerror') &&
            shots() === 0 && all('.hull').length === 10)" true
    check 'it steps forward' browser_returns "$viewer press('One move on'); press('One move on');
        press('One move on'); return until(() => text('.counter').startsWith('3 / ') && shots() === 3 &&
            all('.cell.last').length === 1 && text('.status-line').includes(' fires at '))" true
    check 'and back' browser_returns "$viewer press('One move back');
        return until(() => text('.counter').startsWith('2 / ') && shots() === 2)" true
    check 'the coach judges the move' browser_returns "$viewer return until(() => text('.verdict').includes('%'))" true
    check 'both heat maps say of which moment they are' browser_returns "$viewer
        Array.from(all('button')).find(one => one.textContent === 'Heat maps').click();
        return until(() => all('.heated').length === 2 && all('.heat-legend .scale').length === 2 && Array.from(all('.board-side .note')).every(one =>
            /^What .* (knew before move [12]|knows before its first move)\\. /.test(one.textContent)))" true
    check 'the list leads to a move' browser_returns "$viewer all('.moves button')[6].click();
        return until(() => text('.counter').startsWith('7 / ') && text('.moves .now').startsWith('7'))" true
    check 'after the last move a fleet is sunk' browser_returns "$viewer press('To the end');
        return until(() => all('.cell:is([data-mark=ship-hit], [data-mark=ship-sunk])').length >= 17 &&
            note().endsWith('.'))" true
    check 'keys work' browser_returns "$viewer
        const key = name => all('[aria-label=\"One move on\"]')[0].dispatchEvent(
            new KeyboardEvent('keydown', {key: name, bubbles: true}));
        key('Home'); key('ArrowRight'); key('ArrowRight'); key('ArrowLeft');
        return until(() => text('.counter').startsWith('1 / ') && shots() === 1)" true
    check 'the slider works' browser_returns "$viewer const slide = all('input[type=range]')[0];
        slide.value = '5'; slide.dispatchEvent(new Event('input'));
        return until(() => text('.counter').startsWith('5 / ') && shots() === 5)" true
    check 'a broken round can be watched' browser_returns "$viewer pick(true);
        return until(() => /onerror.* broke the round: illegal-move/.test(note()) && all('.hull').length === 10)" true
    check 'all signs are there' browser_returns '
        return Array.from(document.querySelectorAll("use")).filter(one =>
            !document.querySelector(one.getAttribute("href"))).length' 0
fi
check 'the viewer writes nothing to the console' browser_quiet

# readable: the lowest contrast between text and background.
readable='
    const channel = v => v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    const light = c => 0.2126 * channel(c[0] / 255) + 0.7152 * channel(c[1] / 255) +
        0.0722 * channel(c[2] / 255);
    const parts = text => (text.match(/[0-9.]+/g) || []).map(Number);
    const behind = e => { for (; e; e = e.parentElement) {
        const c = parts(getComputedStyle(e).backgroundColor);
        if (c.length === 3 || c[3] === 1) return c; } return [255, 255, 255]; };
    let least = 21, worst = "";
    for (const e of document.querySelectorAll("main *, nav *, footer *")) {
        if (!Array.from(e.childNodes).some(n => n.nodeType === 3 && n.data.trim())) continue;
        if (!e.getClientRects().length || e.closest("option")) continue;
        const own = getComputedStyle(e);
        const c = parts(e.namespaceURI.endsWith("svg") ? own.fill : own.color);
        const pair = [light(c), light(behind(e))].sort((a, b) => b - a);
        const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
        if (ratio < least) { least = ratio; worst = e.tagName + "." + e.className; } }
    return least >= 4.5 ? "yes" : worst + " " + least.toFixed(2);'
fits='return document.documentElement.scrollWidth <= innerWidth ? "yes" :
    String(document.documentElement.scrollWidth)'
ground='return getComputedStyle(document.body).backgroundColor'
for look in light dark; do
    for width in 1300 360; do
        browser_set_style "$look" "$width"
        check "$look, $width wide: the text is readable" browser_returns "$readable" '"yes"'
        check "$look, $width wide: the page itself does not scroll sideways" \
            browser_returns "$fits" '"yes"'
    done
done
check 'the dark theme is dark' browser_returns "$ground" '"rgb(16, 22, 28)"'
check 'the button switches to the light theme' browser_returns \
    "document.getElementById('theme').click(); $ground" '"rgb(251, 252, 253)"'

check 'a page with hostile names is written' "$BUILD/tests/write_page" "$TMPDIR/hostile.html" "$engine"
check 'and opens without console messages' opens "$TMPDIR/hostile.html"
check 'and has no elements but its own' browser_returns '
    return document.querySelectorAll("img, iframe, object, [onerror], [onload]").length +
        document.querySelectorAll("script").length' "$scripts"
check 'and does not scroll sideways on a phone' browser_returns "$fits" '"yes"'
check 'and its text is readable' browser_returns "$readable" '"yes"'

# --- forty bots with the names of a real class ---------------------------------------------------

reload() {
    browser_reload
    browser_returns 'return document.documentElement.dataset.ready' '"yes"'
}
class=$TMPDIR/class.html
browser_set_style light 1280
check 'the page of a class is written' "$BUILD/tests/write_page" "$class" "$engine" class
check 'and opens without console messages' opens "$class"
check 'and shows its first round' browser_returns "$viewer return until(() => all(':is(.cell[aria-label], pre)').length > 0)" true
check 'it is not wider than 1280 pixels' browser_returns "$fits" '"yes"'
menu='const menu = document.querySelector("nav ul"); return menu.scrollWidth <= menu.clientWidth &&
    document.querySelector("nav").offsetHeight < 60'
check 'and its menu has one line' browser_returns "$menu" true
browser_set_style light 1200
check 'also at 1200 pixels' browser_returns "$menu" true
browser_set_style light 1280
check 'no table is wider than the page' browser_returns '
    return Array.from(document.querySelectorAll("main table")).filter(table =>
        table.getClientRects().length && table.getBoundingClientRect().right > innerWidth).length' 0
check 'the text is readable' browser_returns "$readable" '"yes"'
check 'every id is unique' browser_returns '
    const ids = Array.from(document.querySelectorAll("[id]")).map(e => e.id);
    return ids.length - new Set(ids).size' 0
check 'all links have a target' browser_returns '
    return Array.from(document.querySelectorAll("a[href^=\"#\"]"))
        .filter(a => !document.getElementById(a.getAttribute("href").slice(1))).length' 0
# What a screen reader needs: names of controls, headings in order, named groups and figures.
check 'everything has a name, and headings are in order' browser_returns '
    const faults = [];
    for (const e of document.querySelectorAll("button, a, select, input, summary, [tabindex=\"0\"]"))
        if (!(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length))
            faults.push(e.outerHTML.slice(0, 60));
    for (const e of document.querySelectorAll("[role=img], [role=group], [role=dialog], nav, section"))
        if (!e.getAttribute("aria-label") && !document.getElementById(
            e.getAttribute("aria-labelledby"))) faults.push(e.outerHTML.slice(0, 60));
    let level = 0;
    for (const e of document.querySelectorAll("h1, h2, h3, h4")) {
        const own = Number(e.tagName[1]);
        if (own > level + 1) faults.push(e.textContent);
        level = own; }
    return faults.join("; ")' '""'
check 'all 1560 cells of the cross table lead to a match' browser_returns '
    const cross = document.querySelector(".cross");
    return Array.from(cross.querySelectorAll("td a")).filter(a =>
        document.querySelector("tr" + a.getAttribute("href"))).length' 1560
check 'its headings are IDs and stay visible' browser_returns '
    const cross = document.querySelector(".cross");
    cross.rows[35].scrollIntoView({block: "center"});
    const head = cross.rows[0].cells[40].querySelector("bdi"), box = head.getBoundingClientRect();
    return /^gruppe[0-9]+_[AB]$|^Battle/.test(head.textContent) && box.top >= 0 &&
        box.bottom < innerHeight && document.elementFromPoint(box.x + 3, box.y + 9) === head' true
check 'a cell opens its match' browser_returns '
    const cell = document.querySelector(".cross").rows[3].cells[2].firstChild;
    cell.click();
    return location.hash === cell.hash &&
        "#match-" + document.getElementById("pick-match").value === cell.hash &&
        document.getElementById("score").textContent ===
            document.querySelector("tr" + cell.hash + " .score").textContent' true
if [ "$engine" != - ]; then
    check 'Misbehaviour leads to the broken round' browser_returns "$viewer"'
        document.querySelector("#trouble .watch").click();
        return until(() => text(".counter") === "12 / 12" && / broke the round: illegal-move/.test(note()) &&
            Math.abs(document.getElementById("viewer").getBoundingClientRect().top) < 200 &&
            document.activeElement === all("[aria-label=\"One move on\"]")[0] &&
            !document.querySelector(".list").open)' true
    check 'which can be stepped' browser_returns "$viewer press('One move back'); press('One move back');
        return until(() => text('.counter') === '10 / 12' && all('.cell.last').length === 1)" true
fi
check 'a round broken before its first shot says so' browser_returns "$viewer"'
    location.hash = document.querySelectorAll("#trouble .watch")[1].hash;
    return until(() => /^The round ended before both fleets were placed.*illegal-move/.test(note()) &&
        all(":is(.board, pre)").length === 0 && !document.querySelector(".list").open)' true
check 'a long log is folded' browser_returns '
    const log = document.querySelector("#trouble details.log");
    return !log.open && /^Log: 60 lines/.test(log.textContent)' true

check 'the theme is changed' browser_returns \
    "document.getElementById('theme').click(); $ground" '"rgb(16, 22, 28)"'
check 'the page loads again' reload
check 'and remembers the theme' browser_returns "$ground" '"rgb(16, 22, 28)"'

# In this frame storage is forbidden, as some browsers forbid it for files.
echo '<!DOCTYPE html><iframe sandbox="allow-scripts" src="out/index.html"></iframe>' >frame.html
browser_open "$TMPDIR/frame.html"
browser_enter
check 'without storage the page works, and its theme can be changed' browser_returns "
    try { localStorage.length; return 'not forbidden'; } catch (error) { }
    const before = (() => { $ground })();
    document.getElementById('theme').click();
    return document.documentElement.dataset.ready === 'yes' && before !== (() => { $ground })()" true
check 'and shows rounds' browser_returns "$viewer return until(() => all(':is(.hull, pre)').length > 0)" true
check 'without an engine a page is written' "$BUILD/tests/write_page" "$TMPDIR/plain.html"
check 'and opens without console messages' opens "$TMPDIR/plain.html"
check 'it says why, and shows the record' browser_returns "$viewer
    return until(() => document.body.textContent.includes('built without the engine') &&
        text('pre').startsWith('broadside record 1'))" true
check 'the page of the class opens again' opens "$class"

# The reveal, with real keys.
shown='return document.getElementById("reveal-league").textContent + "|" +
    (document.querySelector(".reveal-place") || {textContent: ""}).textContent + "|" +
    (document.querySelector(".reveal-id") || {textContent: ""}).textContent + "|" +
    document.getElementById("reveal").hidden'
last='const rows = document.querySelectorAll(".standings")[1].tBodies[0].rows;
    const row = rows[rows.length - 1]; const text = row.cells[0].textContent + "|" +
    row.cells[1].textContent;'
browser_run 'document.getElementById("reveal-start").click()' >/dev/null
check 'the reveal starts with a league' browser_returns "$shown" '"League A|||false"'
browser_key ' '
check 'one key shows the last place with its ID' browser_returns "$last
    return (() => { $shown })() === 'League A|' + text + '|false'" true
check 'on the full screen' browser_returns \
    'return document.fullscreenElement === document.getElementById("reveal")' true
browser_key x
browser_key '\uE012'
check 'any key goes on, and back goes back' browser_returns "$last
    return (() => { $shown })() === 'League A|' + text + '|false'" true
check 'it fills the window, with nothing cut off' browser_returns '
    const box = document.getElementById("reveal").getBoundingClientRect();
    const now = document.getElementById("reveal-now").getBoundingClientRect();
    return box.left <= 0 && box.top <= 0 && box.right >= innerWidth && box.bottom >= innerHeight &&
        now.top >= 0 && now.bottom <= innerHeight && now.right <= innerWidth' true
check 'it ends with the first place of all bots' browser_returns '
    const box = document.getElementById("reveal");
    for (let i = 0; i < 100; i++) box.click(); '"$shown" \
    "$(browser_run 'const row = document.querySelector(".standings.all").tBodies[0].rows[0];
        return "Total war: all bots|1|" + row.cells[1].textContent + "|false"')"
browser_key '\uE00C'
check 'Escape leaves it' browser_returns \
    'return document.getElementById("reveal").hidden && !document.querySelector("[inert]") &&
        !document.fullscreenElement' true
browser_open "$class#reveal"
reload
check 'the address #reveal starts it and hides the standings' browser_returns '
    return !document.getElementById("reveal").hidden &&
        getComputedStyle(document.querySelector("main")).visibility' '"hidden"'
browser_key '\uE00C'
check 'until it is left' browser_returns \
    'return getComputedStyle(document.querySelector("main")).visibility + location.hash' '"visible"'
check 'nothing was written to the console' browser_quiet

# Landscape A4 without its margins is 1047 pixels wide.
browser_set_style light 1047
browser_set_media print
check 'it fits on paper, with all cards open' browser_returns "
    dispatchEvent(new Event('beforeprint'));
    const closed = document.querySelectorAll('details.bot:not([open])').length;
    const answer = (() => { $fits })();
    dispatchEvent(new Event('afterprint'));
    return answer + closed + document.querySelectorAll('details.bot[open]').length" '"yes00"'
browser_set_media screen

browser_set_style light 390
check 'the page opens on a phone' opens "$class"
check 'it does not scroll sideways there' browser_returns "$fits" '"yes"'
check 'and is not long: at most 12 screens for 40 bots' browser_returns '
    const tall = document.scrollingElement.scrollHeight; return tall < 12 * 844 ? "yes" : tall' '"yes"'
check 'a link opens what is folded' browser_returns '
    location.hash = "#cross"; return new Promise(done => setTimeout(() => done(
        document.querySelector("#cross details").open &&
        Math.abs(document.getElementById("cross").getBoundingClientRect().top) < 200), 50))' true
check 'the headings of the cross table stay visible in its box' browser_returns '
    const box = document.querySelector("#cross .wide"), cross = box.querySelector(".cross");
    box.closest("details").open = true; box.scrollTop = 300; box.scrollLeft = 400;
    const outer = box.getBoundingClientRect(), top = cross.rows[0].cells[20].getBoundingClientRect();
    const left = cross.rows[20].cells[0].getBoundingClientRect();
    return box.scrollLeft === 400 && Math.abs(top.top - outer.top) < 2 &&
        Math.abs(left.left - outer.left) < 2' true
check 'it still does not scroll sideways' browser_returns "$fits" '"yes"'
plan
