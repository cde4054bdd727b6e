// Statistics of the games in this browser, and their export and import as records.

import { announce, button, chooseFiles, download, el, svg } from "./dom.js";
import { ask } from "./dialogs.js";
import { finished } from "./storage.js";
import { pack } from "./share.js";

/** What the latest import did. It stays on the screen until the next action. */
let news = "";

export async function showStatistics(view, context) {
  const { engine, go } = context;
  const { games, ...figures } = await statisticsOf(engine, finished.all());

  async function importRecords() {
    const texts = await chooseFiles({ multiple: true });
    const records = [];
    const refused = [];
    let unfinished = 0;
    for (const text of texts) {
      try {
        const { games: read } = await engine.call(`summary\n${text}`);
        records.push(...read.filter((game) => game.over).map(({ record, notes, key, ended }) => ({ record, notes, key, when: ended ? 1000 * ended : Date.now() })));
        unfinished += read.filter((game) => !game.over).length;
      } catch (error) { refused.push(error.message); }
    }
    if (!texts.length) return;
    const { count, known, left, stored } = finished.add(records, { keys: games.map((game) => game.key) });
    news = [`Games added: ${count}.`, known && `Already there: ${known}.`, unfinished && `Unfinished, left out: ${unfinished}.`,
      left && `There is no room for ${left} more.`, !stored && "The browser refuses to store them.", ...refused].filter(Boolean).join(" ");
    go("/statistics");
  }

  async function deleteAll() {
    if (await ask("Delete all games?", "Their records are kept only in this browser.", "Delete", { danger: true })) {
      finished.clear();
      go("/statistics");
    }
  }

  const imported = el("p", { class: "note", role: "status", text: news });
  if (news) announce(news);
  news = "";

  view.className = "view statistics";
  view.append(
    el("div", { class: "placing-head" }, el("h1", { text: "Your games" }),
      el("p", { class: "lead", text: games.length ? "Kept in this browser only. Export them to keep them for good." : "No finished games yet." })),
    el("div", { class: "buttons" },
      button("Export records", () => download("broadside-games.txt", finished.all().map((game) => game.notes + game.record).join("")), { symbol: "save", disabled: !games.length }),
      button("Import records", importRecords, { symbol: "load" }),
      games.length > 0 && button("Delete all", deleteAll, { kind: "plain danger", symbol: "clear" })),
    imported);
  if (!games.length) return null;
  view.append(
    el("section", { class: "card" }, el("h2", { text: "By opponent and rules" }), standings(figures.table)),
    el("div", { class: "end-cards" },
      el("section", { class: "card stack" }, el("h2", { text: "Rating" }), ...figures.ratings.map(rating),
        el("p", { class: "note", text: figures.unrated ?? figures.levels })),
      figures.high_scores.length > 0 && el("section", { class: "card" }, el("h2", { text: "High scores" }), highScores(figures.high_scores))),
    el("section", { class: "card" }, el("h2", { text: "Games" }), list(games, go)));
  return null;
}

/** The engine's statistics of the games in storage: {games, table, levels, ratings, high_scores}. */
async function statisticsOf(engine, stored) {
  const ask = (games) => engine.call(`statistics\n${games.map((game) => game.notes + game.record).join("")}`);
  const whole = await ask(stored).catch(() => null);
  if (whole?.games.length === stored.length) return { ...whole, games: stored.map((game, i) => ({ ...whole.games[i], ...game })) };
  const readable = []; // without those that something else wrote
  for (const game of stored) {
    if ((await ask([game]).catch(() => null))?.games.length === 1) readable.push(game);
  }
  return readable.length && readable.length < stored.length ? statisticsOf(engine, readable) : { games: [] };
}

const day = (seconds) => (seconds === null ? "–" : new Date(1000 * seconds).toLocaleDateString());

/** A table whose rows are cards on narrow screens. columns: {title: (row) => text}; the first `words` of
 * them are no numbers. */
function table(columns, rows, words, name) {
  const number = (i) => (i >= words ? "number" : "");
  const titles = Object.keys(columns);
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": name }, el("table", { class: "row-cards" },
    el("thead", {}, el("tr", {}, titles.map((text, i) => el("th", { scope: "col", class: number(i), text })))),
    el("tbody", {}, rows.map((row) => el("tr", {}, titles.map((title, i) => el("td", { class: number(i), data: { title }, text: columns[title](row) })))))));
}

/** One row per player, opponent and rule set, as in "broadside stats". */
const standings = (rows) => table({
  Player: (row) => row.player, Opponent: (row) => row.opponent, Rules: (row) => row.rules, Games: (row) => row.games,
  Won: (row) => row.won, Lost: (row) => row.lost, Tied: (row) => row.tied, Shots: (row) => row.mean_shots, Best: (row) => row.best_shots,
  Hits: (row) => row.accuracy, Streak: (row) => row.streak, "Most won": (row) => row.best_streak, Advice: (row) => row.advised, Last: (row) => day(row.last),
}, rows, 3, "By opponent and rules");

const highScores = (rows) => table({
  Rules: (row) => row.rules, Level: (row) => row.opponent, Player: (row) => row.player, Shots: (row) => row.shots, Date: (row) => day(row.when),
}, rows, 3, "High scores");

function rating({ sentence, range, caution, course }) {
  return el("div", {}, el("p", { text: sentence }), caution && el("p", { class: "note", text: caution }),
    course.length > 1 && el("p", { class: "course" }, curve(course), el("small", { text: range })));
}

/** The course of a rating as a line. */
function curve(values) {
  const least = Math.min(...values);
  const height = Math.max(...values) - least || 1;
  const points = values.map((value, i) => `${(100 * i) / (values.length - 1)},${18 - (16 * (value - least)) / height}`);
  return svg("svg", { viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("polyline", { points: points.join(" ") }));
}

function list(games, go) {
  return el("ul", { class: "game-list" }, games.slice().reverse().map((game) => el("li", {},
    el("span", {}, el("strong", { text: game.sentence }), el("small", { text: `${new Date(game.when).toLocaleString()} · ${game.rules}` })),
    button("Replay", async () => go(`/replay/${await pack(game.record)}`), { symbol: "play" }))));
}
