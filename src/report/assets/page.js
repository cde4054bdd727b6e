/* The tournament page: sorting, light and dark themes, the viewer of rounds. Without this script the
   page still shows all tables and charts. Names are only ever inserted as text. Plain ASCII. */
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
    });
    window.addEventListener('beforeprint', () => {
      root.dataset.theme = 'light';
      document.querySelectorAll('details').forEach((details) => { details.open = true; });
    });
  }

  startTheme();

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

  /* Both boards after a number of moves: for each board, the answer of each cell. */
  function stateAfter(data, round, moves) {
    const boards = [new Map(), new Map()];
    const last = [[], []];
    const shots = [0, 0];

    for (let i = 0; i < moves; i++) {
      const parts = round.moves[i].split(' -> ');
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
    function isolated(bot) {
      return '\u2068' + data.bots[bot] + '\u2069';
    }

    function nameOf(side) {
      return isolated(side === 0 ? round.a : round.b);
    }

    function endText() {
      if (round.broken)
        return round.broken.charAt(0).toUpperCase() + round.broken.slice(1);
      if (!round.end)
        return 'The record ends here';
      const winner = round.end === 'tie' ? 'A tie' : nameOf(round.end === 'a' ? 0 : 1) + ' wins';
      return winner + ': ' + (reasons[round.why] || round.why);
    }

    function moveText() {
      const move = round.moves[at - 1];

      return nameOf(move.charAt(0) === 'b' ? 1 : 0) + ': ' + move.slice(2).replace(' -> ', ', ');
    }

    function show() {
      const state = stateAfter(data, round, at);
      let text = 'Move ' + at + ' of ' + round.moves.length + '. ';

      for (const side of [0, 1]) {
        paint(data, boards[side], round, side, at, state);
        byId(side ? 'head-b' : 'head-a').textContent =
          'Board of ' + nameOf(side) + ', ' + state.shots[1 - side] + ' shots received';
      }
      text += at > 0 ? moveText() + '. ' : 'Before the first move. ';
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
      rounds.replaceChildren();
      data.rounds.forEach((one, index) => {
        if (one.match === matches.value)
          rounds.append(option(String(index), one.round + (one.broken ? ' (broken)' : '')));
      });
      pickRound();
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

    for (const one of data.rounds)
      if (!Array.from(matches.options).some((other) => other.value === one.match))
        matches.append(option(one.match, isolated(one.a) + ' : ' + isolated(one.b)));
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
  }

  const source = byId('round-data');
  const data = source ? JSON.parse(source.textContent) : null;

  if (data && data.rounds.length)
    startViewer(data);
  document.documentElement.dataset.ready = 'yes';
})();
