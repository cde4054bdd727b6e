/* The tournament page: sorting, light and dark themes, folded sections, the reveal, and addresses.
   Without this script the page still shows all tables and charts. Names are only ever inserted as
   text. */
import { byId, startRounds } from "./rounds.js";

(function () {
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

  const showRound = startRounds(unfold);

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
