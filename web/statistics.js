// Statistics of the games in this browser, and their export and import as records.

import { button, chooseFiles, download, el, notice } from "./dom.js";
import { ask } from "./dialogs.js";
import { finished } from "./storage.js";
import { pack } from "./share.js";

export async function showStatistics(view, context) {
  const { engine, go } = context;
  const { games, table } = await statisticsOf(engine, finished.all());

  async function importRecords() {
    const texts = await chooseFiles({ multiple: true });
    const records = [];
    const refused = [];
    for (const text of texts) {
      try {
        const { games: read } = await engine.call(`summary\n${text}`);
        records.push(...read.filter((game) => game.over).map(({ record, notes, ended }) => ({ record, notes, when: ended ? 1000 * ended : Date.now() })));
      } catch (error) { refused.push(error.message); }
    }
    if (!texts.length) return;
    const { count, left, stored } = finished.add(records);
    notice([`Games added: ${count}.`, left && `There is no room for ${left} more.`, !stored && "The browser refuses to store them.", ...refused].filter(Boolean).join(" "));
    go("/statistics");
  }

  async function deleteAll() {
    if (await ask("Delete all games?", "Their records are kept only in this browser.", "Delete", { danger: true })) {
      finished.clear();
      go("/statistics");
    }
  }

  view.className = "view statistics";
  view.append(
    el("div", { class: "placing-head" }, el("h1", { text: "Your games" }),
      el("p", { class: "lead", text: games.length ? "Kept in this browser only. Export them to keep them for good." : "No finished games yet." })),
    el("div", { class: "buttons" },
      button("Export records", () => download("broadside-games.txt", finished.all().map((game) => game.notes + game.record).join("")), { symbol: "save", disabled: !games.length }),
      button("Import records", importRecords, { symbol: "load" }),
      games.length > 0 && button("Delete all", deleteAll, { kind: "plain danger", symbol: "clear" })));
  if (!games.length) return null;
  view.append(
    el("section", { class: "card" }, el("h2", { text: "By opponent and rules" }), standings(table)),
    el("section", { class: "card" }, el("h2", { text: "Games" }), list(games, go)));
  return null;
}

/** The engine's statistics of the games in storage: {games, table}. */
async function statisticsOf(engine, stored) {
  const ask = (games) => engine.call(`statistics\n${games.map((game) => game.notes + game.record).join("")}`);
  const whole = await ask(stored).catch(() => null);
  if (whole?.games.length === stored.length) return { table: whole.table, games: stored.map((game, i) => ({ ...whole.games[i], ...game })) };
  const readable = []; // without those that something else wrote
  for (const game of stored) {
    if ((await ask([game]).catch(() => null))?.games.length === 1) readable.push(game);
  }
  return readable.length && readable.length < stored.length ? statisticsOf(engine, readable) : { games: [], table: [] };
}

/** One row per player, opponent and rule set, as in "broadside stats". */
function standings(rows) {
  const columns = { Player: "player", Opponent: "opponent", Rules: "rules", Games: "games", Won: "won", Lost: "lost", Tied: "tied",
    Shots: "mean_shots", Best: "best_shots", Hits: "accuracy", Advice: "advised" };
  const number = (i) => (i > 2 ? "number" : "");
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "By opponent and rules" }, el("table", {},
    el("thead", {}, el("tr", {}, Object.keys(columns).map((text, i) => el("th", { scope: "col", class: number(i), text })))),
    el("tbody", {}, rows.map((row) => el("tr", {}, Object.values(columns).map((key, i) => el("td", { class: number(i), text: row[key] })))))));
}

function list(games, go) {
  return el("ul", { class: "game-list" }, games.slice().reverse().map((game) => el("li", {},
    el("span", {}, el("strong", { text: game.sentence }), el("small", { text: `${new Date(game.when).toLocaleString()} · ${game.rules}` })),
    button("Replay", async () => go(`/replay/${await pack(game.record)}`), { symbol: "play" }))));
}
