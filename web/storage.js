// What the browser remembers: settings, the unfinished game, finished games and training results.
// Everything is in localStorage under the prefix "broadside.", and a fleet that is being placed in the
// tab's sessionStorage; without them the page works for one visit.

const PREFIX = "broadside.";
const memory = new Map();

/** The records of finished games may use this many characters; the oldest are dropped beyond it. */
const RECORDS_LIMIT = 3_500_000;

/** What other programs or versions wrote must have the shape of the fallback. */
const fits = (value, fallback) => Array.isArray(value) === Array.isArray(fallback) && typeof value === "object" && value !== null;

function read(key, fallback, store = "localStorage") {
  try {
    const value = JSON.parse(window[store].getItem(PREFIX + key));
    return fits(value, fallback) ? value : fallback;
  } catch {
    return memory.has(key) ? memory.get(key) : fallback;
  }
}

function write(key, value, store = "localStorage") {
  memory.set(key, value);
  try {
    if (value === null) window[store].removeItem(PREFIX + key);
    else window[store].setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
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

/** Finished games, the latest last: {record, when}. */
export const finished = {
  all: () => read("games", []).filter((game) => typeof game?.record === "string"),
  add(record, when = Date.now()) {
    const games = finished.all();
    if (games.some((game) => game.record === record)) return false;
    games.push({ record, when });
    let size = games.reduce((sum, game) => sum + game.record.length, 0);
    while (size > RECORDS_LIMIT && games.length > 1) size -= games.shift().record.length;
    return write("games", games);
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
