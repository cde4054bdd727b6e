// What the browser remembers: settings, the unfinished game, finished games and training results.
// Everything is in localStorage under the prefix "broadside.", and a fleet that is being placed in the
// tab's sessionStorage; without them the page works for one visit.

const PREFIX = "broadside.";

/** What the browser refused to store. */
const memory = new Map();

/** The records of finished games may use this many characters. */
const RECORDS_LIMIT = 3_500_000;

const wordOf = (value) => (typeof value === "string" ? value : "");

/** What other programs or versions wrote must have the shape of the fallback. */
const hasShapeOf = (value, fallback) => Array.isArray(value) === Array.isArray(fallback) && typeof value === "object" && value !== null;

function read(key, fallback, store = "localStorage") {
  try {
    if (memory.has(key)) return memory.get(key) ?? fallback;
    const value = JSON.parse(window[store].getItem(PREFIX + key));
    return hasShapeOf(value, fallback) ? value : fallback;
  } catch {
    return fallback;
  }
}

/** False if the value lasts only until the page is closed, because the browser refuses to store it. */
function write(key, value, store = "localStorage") {
  try {
    if (value === null) window[store].removeItem(PREFIX + key);
    else window[store].setItem(PREFIX + key, JSON.stringify(value));
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, value);
    return false;
  }
}

const DEFAULTS = {
  name: "", second: "", rules: "classic", rulesText: "", bot: "medium", two: false,
  coach: false, pace: "normal", sound: false, theme: "",
};

export const settings = { ...DEFAULTS, ...read("settings", {}) };

export function saveSettings(changes) {
  Object.assign(settings, changes);
  write("settings", settings);
}

/** The unfinished game: {saved, coach, title, rules, moves, when}. The save alone is enough to continue. */
export const unfinished = {
  get() {
    const game = read("game", null);
    return typeof game?.saved === "string" ? { ...game, title: wordOf(game.title), rules: wordOf(game.rules), moves: Math.trunc(game.moves) || 0 } : null;
  },
  set: (game) => write("game", game),
  clear: () => write("game", null),
};

/** Calls `run` when another tab of this browser changes the unfinished game. */
export const onOtherTab = (run) => addEventListener("storage", (event) => { if (event.key === `${PREFIX}game`) run(); });

/** A game whose fleets are being placed in this tab: {terms, title, rules, fleets: [{layout, drawn}], ready: how many of them}. */
export const unplaced = {
  get() {
    const game = read("placing", null, "sessionStorage");
    return typeof game?.terms === "string" && Array.isArray(game.fleets) ? { ...game, title: wordOf(game.title), rules: wordOf(game.rules) } : null;
  },
  set: (game) => write("placing", game, "sessionStorage"),
  clear: () => write("placing", null, "sessionStorage"),
};

/** A record with one line feed at its end, so that records can be joined. */
const ended = (record) => `${record.trimEnd()}\n`;

/** Finished games, the latest last: {record, notes, when}. Notes are comments that go before the record. */
export const finished = {
  all: () => read("games", []).filter((game) => typeof game?.record === "string" && typeof game.notes === "string")
    .map((game) => ({ ...game, record: ended(game.record) })),
  /** Adds games that are not there yet: those whose key is not among `keys`, the engine's names of the
   * games that are there. Of two copies, the longer record is whole. Without room for all, a game that was
   * just played replaces the oldest ones, and others are left out. Returns {count, known, left, stored}. */
  add(added, { keys = [], isPlayed = false } = {}) {
    let games = finished.all();
    const names = new Set([...keys, ...games.map((game) => game.record)]);
    const now = Date.now();
    const fresh = [];
    for (const { record: text, notes, key, when } of [...added].sort((a, b) => b.record.length - a.record.length)) {
      const record = ended(text);
      if (names.has(record) || names.has(key ?? record)) continue;
      names.add(key ?? record).add(record);
      fresh.push({ record, notes, when: Math.min(when, now) });
    }
    const size = (list) => list.reduce((sum, game) => sum + game.record.length, 0);
    while (isPlayed && games.length && size(games) + size(fresh) > RECORDS_LIMIT) games = games.slice(1);
    let room = RECORDS_LIMIT - size(games);
    const fitting = fresh.sort((a, b) => b.when - a.when).filter((game) => isPlayed || (room -= game.record.length) >= 0);
    games = [...games, ...fitting].sort((a, b) => a.when - b.when);
    return { count: fitting.length, known: added.length - fresh.length, left: fresh.length - fitting.length, stored: !fitting.length || write("games", games) };
  },
  clear: () => write("games", null),
};

/** Answers to puzzles: the lines that the engine writes and reads. */
export const training = {
  lines() {
    const { lines } = read("training", {});
    return typeof lines === "string" ? lines : "";
  },
  add: (line) => write("training", { lines: training.lines() + line }),
};
