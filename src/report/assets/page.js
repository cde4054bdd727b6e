/* The tournament page: sorting, light and dark themes, folded sections, the viewer of rounds, the
   reveal. Without this script the page still shows all tables and charts. Names are only ever
   inserted as text. Plain ASCII. */
(function () {
  'use strict';

  const byId = (id) => document.getElementById(id);

  /* --- sorting ------------------------------------------------------------------------------- */

  function valueOf(row, column) {
    const cell = row.cells[column];
    const text = cell.dataset.v !== undefined ? cell.dataset.v : cell.textContent.trim();
    const number = Number(text);
    return text !== '' && !Number.isNaN(number) ? number : text.toLowerCase();
  }

  function compare(a, b) {
    if (typeof a === typeof b)
      return a < b ? -1 : a > b ? 1 : 0;
    return typeof a === 'number' ? -1 : 1;
  }

  /* The first click sorts names in ascending and figures in descending order. */
  function sortBy(table, head, column) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows);
    const values = new Map(rows.map((row) => [row, valueOf(row, column)]));
    const before = head.getAttribute('aria-sort');
    const isText = rows.some((row) => typeof values.get(row) === 'string');
    const up = before ? before === 'descending' : isText || column === 0;

    for (const other of table.tHead.rows[0].cells)
      other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    rows.sort((a, b) => (up ? 1 : -1) * compare(values.get(a), values.get(b)));
    body.append(...rows);
  }

  function makeSortable(table) {
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = document.createElement('button');

      button.type = 'button';
      button.append(...head.childNodes);
      button.addEventListener('click', () => sortBy(table, head, column));
      head.append(button);
    });
  }

  document.querySelectorAll('table.sort').forEach(makeSortable);

  /* --- themes -------------------------------------------------------------------------------- */

  function startTheme() {
    const button = byId('theme');
    const root = document.documentElement;
    const system = window.matchMedia('(prefers-color-scheme: dark)');

    button.hidden = false;
    button.addEventListener('click', () => {
      const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;

      root.dataset.theme = isDark ? 'light' : 'dark';
      try {
        localStorage.setItem('broadside-theme', root.dataset.theme);
      } catch (error) { /* it lasts until the page is closed */ }
    });
  }

  /* On paper the page is light and everything is open but the list of matches and long logs. */
  function startPrinting() {
    const root = document.documentElement;
    let theme, opened = [];

    window.addEventListener('beforeprint', () => {
      theme = root.dataset.theme;
      opened = Array.from(document.querySelectorAll('details:not([open], .list, .log)'));
      root.dataset.theme = 'light';
      opened.forEach((details) => { details.open = true; });
    });
    window.addEventListener('afterprint', () => {
      if (theme)
        root.dataset.theme = theme;
      else
        delete root.dataset.theme;
      opened.forEach((details) => { details.open = false; });
      opened = [];
    });
  }

  startTheme();
  startPrinting();

  /* --- folding ------------------------------------------------------------------------------- */

  function unfold(element) {
    for (let at = element; at; at = at.parentElement)
      if (at.tagName === 'DETAILS')
        at.open = true;
    if (element.matches('section'))
      for (const kind of ['.part', '.league']) {
        const first = element.querySelector(kind);

        if (first && !element.querySelector(kind + '[open]'))
          first.open = true;
      }
  }

  /* On a phone, only the first table is open at first. */
  function foldOnPhones() {
    if (!window.matchMedia('(max-width: 40rem)').matches)
      return;
    document.querySelectorAll('details.part, details.league, details.bot, #trouble details')
      .forEach((details) => { details.open = false; });
    const first = document.querySelector('#standings table');

    if (first)
      unfold(first);
  }

  foldOnPhones();

  /* --- boards -------------------------------------------------------------------------------- */

  const SVG = 'http://www.w3.org/2000/svg';
  const CELL = 10, EDGE = 8;

  function draw(parent, name, attributes, text) {
    const element = document.createElementNS(SVG, name);

    for (const key of Object.keys(attributes))
      element.setAttribute(key, attributes[key]);
    if (text !== undefined)
      element.textContent = text;
    parent.append(element);
    return element;
  }

  function columnName(column) {
    return (column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : '') +
           String.fromCharCode(65 + column % 26);
  }

  function cellOf(name, width) {
    const parts = /^([A-Z]{1,2})([0-9]{1,3})$/.exec(name);
    let column = 0;

    if (!parts)
      return -1;
    for (const letter of parts[1])
      column = column * 26 + letter.charCodeAt(0) - 64;
    return (Number(parts[2]) - 1) * width + column - 1;
  }

  function newBoard(data) {
    const svg = document.createElementNS(SVG, 'svg');
    const wide = data.width * CELL, high = data.height * CELL;
    let net = '';

    svg.setAttribute('viewBox', '0 0 ' + (EDGE + wide + 1) + ' ' + (EDGE + high + 1));
    svg.setAttribute('aria-hidden', 'true');
    draw(svg, 'rect', { class: 'sea', x: EDGE, y: EDGE, width: wide, height: high });
    const marks = draw(svg, 'g', {});
    for (let i = 0; i <= data.width; i++)
      net += 'M' + (EDGE + i * CELL) + ' ' + EDGE + 'v' + high;
    for (let i = 0; i <= data.height; i++)
      net += 'M' + EDGE + ' ' + (EDGE + i * CELL) + 'h' + wide;
    draw(svg, 'path', { class: 'net', d: net });
    for (let i = 0; i < data.width; i++)
      draw(svg, 'text', { x: EDGE + i * CELL + CELL / 2, y: EDGE - 2, 'text-anchor': 'middle' },
           columnName(i));
    for (let i = 0; i < data.height; i++)
      draw(svg, 'text', { x: EDGE - 1.5, y: EDGE + i * CELL + 7, 'text-anchor': 'end' },
           String(i + 1));
    return { svg: svg, marks: marks };
  }

  /* --- a round ------------------------------------------------------------------------------- */

  /* The data shorten a plain shot to `aB3=miss`. */
  function longMove(move) {
    const shot = /^([ab])([A-Z]+[0-9]+)=/.exec(move);

    return shot ? shot[1] + ' fire ' + shot[2] + ' -> ' + move.slice(1) : move;
  }

  /* Both boards after a number of moves: for each board, the answer of each cell. */
  function stateAfter(data, round, moves) {
    const boards = [new Map(), new Map()];
    const last = [[], []];
    const shots = [0, 0];

    for (let i = 0; i < moves; i++) {
      const parts = longMove(round.moves[i]).split(' -> ');
      const mover = parts[0].charAt(0) === 'b' ? 1 : 0;
      const target = 1 - mover;

      if (i === moves - 1)
        last[0].length = last[1].length = 0;
      for (const word of (parts[1] || '').split(' ')) {
        const shot = /^([A-Z]+[0-9]+)=([a-z]+)/.exec(word);
        const sight = /^(radar|smoke|hint):([A-Z]+[0-9]+)/.exec(word);
        const side = sight && sight[1] === 'smoke' ? mover : target;
        const cell = cellOf(shot ? shot[1] : sight ? sight[2] : '', data.width);

        if (/=wasted$/.test(word))
          shots[mover]++;
        if (cell < 0)
          continue;
        if (shot && shot[2] !== 'wasted') {
          boards[target].set(cell, shot[2]);
          shots[mover]++;
        }
        if (i === moves - 1)
          last[side].push(cell);
      }
    }
    return { boards: boards, last: last, shots: shots };
  }

  function sunkCells(round, side, moves, answers) {
    const sunk = new Set();

    for (const ship of round.fleet[side])
      if (ship.from <= moves && ship.c.length &&
          ship.c.every((cell) => ['hit', 'sunk'].includes(answers.get(cell))))
        ship.c.forEach((cell) => sunk.add(cell));
    return sunk;
  }

  function paint(data, board, round, side, moves, state) {
    const answers = state.boards[side];
    const sunk = sunkCells(round, side, moves, answers);
    const place = (cell) => [EDGE + (cell % data.width) * CELL,
                             EDGE + Math.floor(cell / data.width) * CELL];

    board.marks.replaceChildren();
    for (const ship of round.fleet[side])
      for (const cell of ship.from <= moves ? ship.c : []) {
        const [x, y] = place(cell);

        draw(board.marks, 'rect', { class: sunk.has(cell) ? 'sunk' : 'ship', x: x, y: y,
                                    width: CELL, height: CELL });
      }
    for (const [cell, answer] of answers) {
      const [x, y] = place(cell);
      const isHit = answer === 'hit' || answer === 'sunk';

      if (isHit && !sunk.has(cell))
        draw(board.marks, 'rect', { class: 'hit', x: x, y: y, width: CELL, height: CELL });
      draw(board.marks, 'circle', { class: isHit ? 'peg' : answer === 'miss' ? 'miss' : 'other',
                                    cx: x + 5, cy: y + 5, r: isHit ? 2.2 : 1.8 });
    }
    for (const cell of state.last[side]) {
      const [x, y] = place(cell);

      draw(board.marks, 'rect', { class: 'last', x: x + .5, y: y + .5, width: CELL - 1,
                                  height: CELL - 1 });
    }
  }

  /* --- the viewer ---------------------------------------------------------------------------- */

  function startViewer(data) {
    const matches = byId('pick-match'), rounds = byId('pick-round'), slide = byId('slide');
    const boards = [newBoard(data), newBoard(data)];
    const reasons = { sunk: 'the fleet is sunk', both: 'both fleets are sunk',
                      points: 'on points', limit: 'turn limit reached',
                      resigned: 'the opponent resigned',
                      wrecked: 'a fleet was lost before the first shot' };
    let round = null, at = 0, timer = 0;

    /* Isolation marks keep a right-to-left name from reordering the sentence. */
    function isolate(text) {
      return '\u2068' + text + '\u2069';
    }

    function isolated(bot) {
      const id = data.ids[bot];

      return isolate(data.bots[bot]) + (id === data.bots[bot] ? '' : ' (' + isolate(id) + ')');
    }

    function nameOf(side) {
      return isolated(side === 0 ? round.a : round.b);
    }

    function endText() {
      if (round.broken)
        return round.broken.map((one) => nameOf(one.side) + ' broke the round: ' + one.why)
          .join('. ');
      if (!round.end)
        return 'The record ends here';
      const winner = round.end === 'tie' ? 'A tie' : nameOf(round.end === 'a' ? 0 : 1) + ' wins';
      return winner + ': ' + (reasons[round.why] || round.why);
    }

    function moveText() {
      const move = longMove(round.moves[at - 1]);

      return nameOf(move.charAt(0) === 'b' ? 1 : 0) + ': ' + move.slice(2).replace(' -> ', ', ');
    }

    function show() {
      const state = stateAfter(data, round, at);
      const isPlaced = round.fleet.some((fleet) => fleet.length);
      let text = isPlaced ? 'Move ' + at + ' of ' + round.moves.length + '. ' : '';

      for (const side of [0, 1]) {
        paint(data, boards[side], round, side, at, state);
        byId(side ? 'head-b' : 'head-a').textContent =
          'Board of ' + nameOf(side) + ', shots received: ' + state.shots[1 - side];
      }
      text += at > 0 ? moveText() + '. '
        : isPlaced ? 'Before the first move. ' : 'The round ended before both fleets were placed. ';
      byId('status').textContent = text + (at === round.moves.length ? endText() + '.' : '');
      slide.value = String(at);
    }

    function stop() {
      window.clearInterval(timer);
      timer = 0;
      byId('go-play').textContent = 'Play';
      byId('go-play').setAttribute('aria-pressed', 'false');
    }

    function go(to) {
      at = Math.max(0, Math.min(round.moves.length, to));
      show();
      if (at === round.moves.length)
        stop();
    }

    function play() {
      if (timer) {
        stop();
        return;
      }
      if (at === round.moves.length)
        go(0);
      byId('go-play').textContent = 'Stop';
      byId('go-play').setAttribute('aria-pressed', 'true');
      timer = window.setInterval(() => go(at + 1), 350);
    }

    function option(value, text) {
      const element = document.createElement('option');

      element.value = value;
      element.textContent = text;
      return element;
    }

    function pickRound() {
      stop();
      round = data.rounds[Number(rounds.value)];
      slide.max = String(round.moves.length);
      go(0);
    }

    function pickMatch() {
      const row = byId('match-' + matches.value);

      rounds.replaceChildren();
      data.rounds.forEach((one, index) => {
        if (one.match === matches.value)
          rounds.append(option(String(index), one.round + (one.broken ? ' (broken)' : '')));
      });
      if (row)
        byId('score').textContent = row.querySelector('.score').textContent;
      pickRound();
    }

    /* Shows the round that an address names, or the first recorded one of a match. Returns whether
       there is one. */
    function showAddress(hash) {
      const parts = /^#(?:match-([0-9]+)|round-([0-9]+)-([0-9]+))$/.exec(hash);
      const match = parts ? parts[1] || parts[2] : '';
      const found = data.rounds.findIndex((one) => one.match === match &&
        (!parts[3] || String(one.round) === parts[3]));

      if (found < 0)
        return false;
      matches.value = match;
      pickMatch();
      rounds.value = String(found);
      pickRound();
      if (parts[3] && round.broken)
        go(round.moves.length);
      unfold(byId('viewer'));
      byId('viewer').scrollIntoView();
      byId('go-on').focus({ preventScroll: true });
      return true;
    }

    function keys(event) {
      const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: round.moves.length };
      const isField = ['SELECT', 'INPUT'].includes(event.target.tagName);

      if (event.ctrlKey || event.altKey || event.metaKey || isField)
        return;
      if (event.key in steps)
        go(steps[event.key]);
      else if (event.key === 'p' || event.key === 'P')
        play();
      else
        return;
      event.preventDefault();
    }

    let last = '';

    for (const one of data.rounds) {
      if (one.match !== last)
        matches.append(option(one.match, isolate(data.ids[one.a]) + ' : ' +
                                         isolate(data.ids[one.b])));
      last = one.match;
    }
    byId('board-a').append(boards[0].svg);
    byId('board-b').append(boards[1].svg);
    matches.addEventListener('change', pickMatch);
    rounds.addEventListener('change', pickRound);
    slide.addEventListener('input', () => { stop(); go(Number(slide.value)); });
    byId('go-first').addEventListener('click', () => { stop(); go(0); });
    byId('go-back').addEventListener('click', () => { stop(); go(at - 1); });
    byId('go-play').addEventListener('click', play);
    byId('go-on').addEventListener('click', () => { stop(); go(at + 1); });
    byId('go-last').addEventListener('click', () => { stop(); go(round.moves.length); });
    byId('viewer').addEventListener('keydown', keys);
    byId('viewer').hidden = false;
    pickMatch();
    return showAddress;
  }

  const source = byId('round-data');
  const data = source ? JSON.parse(source.textContent) : null;
  const showRound = data && data.rounds.length ? startViewer(data) : () => false;

  /* --- the reveal ---------------------------------------------------------------------------- */

  function element(name, className, text) {
    const made = document.createElement(name);

    made.className = className;
    made.textContent = text;
    return made;
  }

  /* One step for the heading of each table and one for each place, from the last to the first. The
     table of all bots comes after those of the leagues. */
  function revealSteps() {
    const steps = [];
    const tables = Array.from(document.querySelectorAll('table.standings'));
    const text = (row, selector) => {
      const found = row.querySelector(selector);

      return found ? found.textContent : '';
    };

    tables.sort((a, b) => a.classList.contains('all') - b.classList.contains('all'));
    for (const table of tables) {
      const rows = Array.from(table.tBodies[0].rows);
      const league = tables.length < 2 ? ''
        : table.closest('.league').querySelector('h3').textContent;

      steps.push({ league: league, count: rows.length });
      for (const row of rows.reverse())
        steps.push({ league: league, place: row.cells[0].textContent, id: text(row, '.id'),
                     name: text(row, 'th a'), authors: text(row, 'th small'),
                     figures: text(row, '.points') + ' points, ' + text(row, '.rounds') +
                              ' rounds won' });
    }
    return steps;
  }

  function startReveal() {
    const box = byId('reveal'), now = byId('reveal-now'), list = byId('reveal-list');
    const steps = revealSteps();
    const title = document.querySelector('h1').textContent;
    const isOpen = document.querySelector('.notice') !== null;
    let at = 0, focused = null;

    function show() {
      const step = steps[at];
      const before = [];

      byId('reveal-league').textContent = step.league || title;
      now.replaceChildren();
      list.replaceChildren();
      if (!step.place) {
        now.append(element('p', 'reveal-name', step.league || title),
                   element('p', 'reveal-figures', step.count +
                           (step.count === 1 ? ' bot' : ' bots') +
                           (isOpen ? ', results so far' : '')));
        return;
      }
      const long = step.name.length > 24 ? ' reveal-long' : '';
      const lines = [['reveal-place', step.place], ['reveal-id', step.id],
                     ['reveal-name' + long, step.name], ['reveal-authors', step.authors],
                     ['reveal-figures', step.figures]];

      for (const [className, text] of lines)
        if (text) {
          const line = element('p', className, '');

          line.append(element('bdi', '', text));
          now.append(line);
        }
      for (let i = at - 1; steps[i].place; i--)
        before.push(steps[i]);
      for (const one of before.slice(0, 12)) {
        const item = element('li', '', one.place + ' ');

        item.append(element('bdi', '', one.id || one.name));
        list.append(item);
      }
    }

    function go(to) {
      at = Math.max(0, Math.min(steps.length - 1, to));
      show();
    }

    function leave() {
      if (box.hidden)
        return;
      box.hidden = true;
      delete document.documentElement.dataset.reveal;
      for (const other of document.body.children)
        other.inert = false;
      if (document.fullscreenElement)
        document.exitFullscreen().catch(() => {});
      if (location.hash === '#reveal')
        history.replaceState(null, '', location.pathname + location.search);
      if (focused)
        focused.focus();
    }

    /* Without full screen, the box covers the window. */
    function fill() {
      const isAllowed = !navigator.userActivation || navigator.userActivation.isActive;

      if (box.requestFullscreen && isAllowed && !document.fullscreenElement)
        box.requestFullscreen().catch(() => {});
    }

    function start() {
      focused = document.activeElement;
      for (const other of document.body.children)
        other.inert = other !== box;
      box.hidden = false;
      box.focus();
      go(0);
    }

    function keys(event) {
      const isModifier = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Tab']
        .includes(event.key);
      const isLeave = event.target.id === 'reveal-leave' && ['Enter', ' '].includes(event.key);

      if (event.ctrlKey || event.altKey || event.metaKey || isModifier || isLeave ||
          /^F[0-9]+$/.test(event.key))
        return;
      event.preventDefault();
      if (event.repeat)
        return;
      if (event.key === 'Escape') {
        leave();
        return;
      }
      fill();
      go(['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'].includes(event.key) ? at - 1
        : event.key === 'Home' ? 0 : at + 1);
    }

    box.addEventListener('keydown', keys);
    box.addEventListener('click', (event) => {
      if (event.target.id === 'reveal-leave') {
        leave();
      } else {
        fill();
        go(at + 1);
      }
    });
    document.addEventListener('fullscreenchange', () => {
      if (!document.fullscreenElement)
        leave();
    });
    byId('reveal-start').hidden = false;
    byId('reveal-start').addEventListener('click', () => { start(); fill(); });
    return start;
  }

  const reveal = document.querySelector('table.standings') ? startReveal()
    : () => { delete document.documentElement.dataset.reveal; };

  /* --- addresses ----------------------------------------------------------------------------- */

  function follow() {
    const target = byId(location.hash.slice(1));

    if (location.hash === '#reveal') {
      reveal();
    } else if (showRound(location.hash)) {
      /* The browser has opened the list of matches, which has the target. */
      document.querySelector('.list').open = false;
    } else if (target) {
      unfold(target);
      target.scrollIntoView();
    }
  }

  /* The viewer opens without a detour over the list. A link to the current address changes nothing,
     but it should lead there again. */
  function followLink(event) {
    const link = event.target.closest('a[href^="#"]');

    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    if (showRound(link.hash)) {
      event.preventDefault();
      history.pushState(null, '', link.hash);
    } else if (link.hash === location.hash) {
      follow();
    }
  }

  window.addEventListener('hashchange', follow);
  document.addEventListener('click', followLink);
  follow();
  document.documentElement.dataset.ready = 'yes';
})();
