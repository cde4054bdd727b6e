// What the browser remembers: settings, the unfinished game, finished games and training results.
// Everything is in localStorage under the prefix "broadside.", and a fleet that is being placed in the
// tab's sessionStorage; without them the page works for one visit.

const PREFIX = "broadside.";

/** What the browser refused to store. */
const memory = new Map();

/** The records of finished games may use this many characters; the oldest are dropped beyond it. */
const RECORDS_LIMIT = 3_500_000;

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

/** The unfinished game: {saved, coach, title, rules, moves, when}. */
export const unfinished = {
  get() {
    const game = read("game", null);
    return typeof game?.saved === "string" ? game : null;
  },
  set: (game) => write("game", game),
  clear: () => write("game", null),
};

/** A game whose fleets are being placed in this tab: {terms, title, rules, fleets: [{layout, drawn}]}. */
export const unplaced = {
  get() {
    const game = read("placing", null, "sessionStorage");
    return typeof game?.terms === "string" && Array.isArray(game.fleets) ? game : null;
  },
  set: (game) => write("placing", game, "sessionStorage"),
  clear: () => write("placing", null, "sessionStorage"),
};

/** Finished games, the latest last: {record, notes, when}. Notes are comments that go before the record. */
export const finished = {
  all: () => read("games", []).filter((game) => typeof game?.record === "string" && typeof game.notes === "string"),
  /** Adds those that are not there yet, and returns {count, stored}. */
  add(added) {
    const games = finished.all();
    const known = new Set(games.map((game) => game.record));
    const before = games.length;
    for (const { record: text, notes, when } of added) {
      const record = `${text.trimEnd()}\n`; // so that records can be joined
      if (known.has(record)) continue;
      known.add(record);
      games.push({ record, notes, when });
    }
    const count = games.length - before;
    games.sort((a, b) => a.when - b.when);
    let size = games.reduce((sum, game) => sum + game.record.length, 0);
    let dropped = 0;
    while (size > RECORDS_LIMIT && dropped < games.length - 1) size -= games[dropped++].record.length;
    return { count, stored: count === 0 || write("games", games.slice(dropped)) };
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
