// Statistics of the games in this browser, and their export and import as records.

import { button, chooseFiles, download, el, notice } from "./dom.js";
import { ask } from "./dialogs.js";
import { finished } from "./storage.js";
import { pack } from "./share.js";

export async function showStatistics(view, context) {
  const { engine, go } = context;
  const games = [];
  for (const game of finished.all()) {
    const summary = await engine.call(`summary\n${game.notes}${game.record}`).catch(() => null);
    if (summary) games.push({ ...summary.games[0], ...game });
  }

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
    const { count, stored } = finished.add(records);
    notice([`Games added: ${count}.`, !stored && "The browser refuses to store them.", ...refused].filter(Boolean).join(" "));
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
    el("section", { class: "card" }, el("h2", { text: "By opponent and rules" }), table(games)),
    el("section", { class: "card" }, el("h2", { text: "Games" }), list(games, go)));
  return null;
}

/** One row per player, opponent and rule set, as in "broadside stats". */
function table(games) {
  const groups = new Map();
  for (const game of games) {
    const bot = game.bots?.findIndex((one) => one !== null) ?? -1;
    const people = bot < 0 ? [0, 1] : [1 - bot];
    for (const side of people) {
      const key = JSON.stringify([game.names[side], game.names[1 - side], game.rules]);
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push({ won: game.winner === side, lost: game.winner === 1 - side, sank: !["resigned", "wrecked"].includes(game.reason), shots: game.shots[side], hits: game.hits[side], advised: game.advised?.[side] ?? 0 });
    }
  }
  const columns = ["Player", "Opponent", "Rules", "Games", "Won", "Lost", "Tied", "Shots", "Best", "Hits", "Advice"];
  const rows = [...groups].map(([key, list]) => {
    const wins = list.filter((game) => game.won && game.sank).map((game) => game.shots);
    const sum = (name) => list.reduce((total, game) => total + game[name], 0);
    const won = list.filter((game) => game.won).length;
    const lost = list.filter((game) => game.lost).length;
    return [...JSON.parse(key), list.length, won, lost, list.length - won - lost,
      wins.length ? (wins.reduce((a, b) => a + b, 0) / wins.length).toFixed(1) : "–", wins.length ? Math.min(...wins) : "–",
      sum("shots") ? `${Math.round((100 * sum("hits")) / sum("shots"))} %` : "–", sum("advised")];
  });
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "By opponent and rules" }, el("table", {},
    el("thead", {}, el("tr", {}, columns.map((text, i) => el("th", { scope: "col", class: i > 2 ? "number" : "", text })))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((text, i) => el("td", { class: i > 2 ? "number" : "", text })))))));
}

function list(games, go) {
  return el("ul", { class: "game-list" }, games.slice().reverse().map((game) => el("li", {},
    el("span", {}, el("strong", { text: game.sentence }), el("small", { text: `${new Date(game.when).toLocaleString()} · ${game.rules}` })),
    button("Replay", async () => go(`/replay/${await pack(game.record)}`), { symbol: "play" }))));
}
