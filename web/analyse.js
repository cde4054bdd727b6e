// Analysis of any position: click cells to set what is known, and see the heat map, the number of
// layouts, the best shots and the chance to sink each ship. The position is text, as for
// "broadside analyze"; the engine reads and checks it.

import { announce, button, choice, el, field, icon, latest } from "./dom.js";
import { Board } from "./board.js";
import { choose } from "./dialogs.js";
import { pack, unpack } from "./share.js";
import { sharePosition } from "./record-link.js";

export async function showAnalyse(view, { engine, about, parts }) {
  let rules = about.presets[0].text;
  let words = [];
  if (parts[0]) {
    const [first, ...rest] = (await unpack(parts[0])).split("\n");
    words = first.split(/\s+/).filter(Boolean);
    rules = rest.join("\n") || rules;
  }
  const past = [];
  let board = null;
  let shape = null;
  let result = null;

  const boardBox = el("div", { class: "board-box aimable" });
  const count = el("p", { class: "big-number" });
  const caption = el("p", { class: "note" });
  const trouble = el("p", { class: "trouble-line", role: "alert" });
  const best = el("tbody");
  const sinks = el("tbody");
  const bestTable = el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "Cell" }), el("th", { scope: "col", class: "number", text: "Hit" }), el("th", { scope: "col", text: "Sinks" }))), best);
  const sinkCard = el("section", { class: "card", hidden: true }, el("h2", { text: "Chance to sink" }),
    el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "Ship" }), el("th", { scope: "col", text: "Best cell" }), el("th", { scope: "col", class: "number", text: "Chance" }))), sinks));
  const text = el("input", {
    type: "text", spellcheck: "false", autocomplete: "off", placeholder: "E5=miss F6=hit",
    on: { change: () => change(text.value.split(/\s+/).filter(Boolean)) },
  });
  const preset = about.presets.find((one) => one.text.trim() === rules.trim());
  const rulesChoice = choice(
    [...about.presets.map((one) => ({ value: one.name, label: one.name })), ...(preset ? [] : [{ value: "", label: "rules of this position" }])],
    preset?.name ?? "", (name) => {
      const chosen = about.presets.find((one) => one.name === name);
      if (!chosen) return;
      rules = chosen.text;
      board = null;
      change([]);
    });
  const undo = button("Undo", () => { if (past.length) { words = past.pop(); refresh(); } }, { symbol: "undo" });
  const clear = button("Clear", () => change([]), { symbol: "clear" });

  function change(next) {
    past.push(words);
    words = next;
    refresh();
  }

  /** Draws the board of these rules; its shape comes with the rules. */
  async function prepare() {
    const reply = await engine.call(`rules\n${rules}`);
    shape = reply.rules;
    const names = (await engine.call(`analyze\n\n${rules}`)).cells.map((cell) => cell.name);
    board = new Board({ label: "Position", width: shape.width, height: shape.height, names, pick: cycle, key });
    boardBox.replaceChildren(board.element);
    view.classList.toggle("large-boards", shape.width > 14);
  }

  const refresh = latest(async () => {
    const position = words.join(" ");
    text.value = position;
    undo.disabled = past.length === 0;
    clear.disabled = words.length === 0;
    history.replaceState(null, "", `#/analyse/${await pack(`${position}\n${rules}`)}`);
    try {
      if (!board) await prepare();
      result = await engine.call(`analyze\n${position}\n${rules}`);
      trouble.textContent = "";
      paint();
    } catch (error) {
      trouble.textContent = error.message;
    }
  });

  function paint() {
    board.show(result.cells);
    board.ships(result.fleet);
    const top = result.best.filter((shot) => shot.hit === result.best[0].hit);
    board.heat({ ...result, best: top.map((shot) => shot.cell) });
    count.textContent = result.count ?? "";
    caption.textContent = result.caption;
    const percent = (chance) => `${(chance * 100).toFixed(chance < 0.1 ? 1 : 0)} %`;
    bestTable.classList.toggle("no-sinks", result.best.every((shot) => shot.sinks.length === 0));
    best.replaceChildren(...result.best.slice(0, 8).map((shot) => el("tr", {},
      el("th", { scope: "row", text: shot.cell }), el("td", { class: "number", text: percent(shot.hit) }),
      el("td", { text: shot.sinks.map((one) => `${one.ship} ${percent(one.chance)}`).join(", ") }))));
    sinks.replaceChildren(...result.sinkable.map((one) => el("tr", {},
      el("th", { scope: "row", text: one.ship }), el("td", { text: one.cell ?? "" }), el("td", { class: "number", text: percent(one.chance) }))));
    sinkCard.hidden = result.sinkable.length === 0;
    announce(result.caption);
  }

  const answerOf = (name) => words.find((word) => word.split("=")[0].toUpperCase() === name)?.split("=")[1] ?? null;

  /** Unknown, miss, hit, sunk, unknown. The engine's rules say whether a sunk ship has a name. */
  async function cycle(name) {
    const now = answerOf(name);
    const rest = words.filter((word) => word.split("=")[0].toUpperCase() !== name);
    if (now === null) change([...rest, `${name}=miss`]);
    else if (now === "miss") change([...rest, `${name}=${await hitWord()}`]);
    else if (now.startsWith("hit") && shape.tellsSunk !== false) {
      const word = await sunkWord();
      if (word) change([...rest, `${name}=${word}`]); else change(rest);
    } else change(rest);
  }

  const shipNames = () => [...new Set(shape.ships.map((ship) => ship.name))];

  async function hitWord() {
    if (!shape.namesHits) return "hit";
    const ship = await choose("Which ship was hit?", shipNames().map((one) => ({ label: one, value: one })));
    return ship ? `hit:${ship}` : "miss";
  }

  async function sunkWord() {
    if (shape.namesSunk === false) return "sunk";
    const ship = await choose("Which ship was sunk here?", shipNames().map((one) => ({ label: one, value: one })));
    return ship ? `sunk:${ship}` : null;
  }

  /** Keys on the board set an answer directly. */
  async function key(event, name) {
    const letter = event.key.toLowerCase();
    if (!"mhsu".includes(letter) && !["Delete", "Backspace"].includes(event.key)) return;
    event.preventDefault();
    const rest = words.filter((word) => word.split("=")[0].toUpperCase() !== name);
    if (letter === "m") change([...rest, `${name}=miss`]);
    else if (letter === "h") change([...rest, `${name}=${await hitWord()}`]);
    else if (letter === "s") { const word = await sunkWord(); if (word) change([...rest, `${name}=${word}`]); board.focus(name); }
    else change(rest);
  }

  view.className = "view analyse";
  view.append(
    el("div", { class: "placing-head" }, el("h1", { text: "Analyse a position" }),
      el("p", { class: "lead", text: "Click a cell: miss, hit, sunk, unknown. Every layout that fits is counted." })),
    el("section", { class: "analyse-board", "aria-label": "Position" }, boardBox, trouble,
      el("div", { class: "buttons" }, undo, clear,
        button("Copy link", () => sharePosition(words.join(" "), rules), { symbol: "link" }),
        el("a", { class: "button", href: "#/replay" }, icon("play"), el("span", { text: "Open a record" })))),
    el("div", { class: "analyse-side" },
      el("section", { class: "card numbers" }, el("h2", { text: "Layouts" }), count, caption),
      el("section", { class: "card" }, el("h2", { text: "Best shots" }),
        bestTable),
      sinkCard,
      el("section", { class: "card stack" }, field("Rules", rulesChoice), field("Position as text", text),
        el("p", { class: "note keys" }, "On the board: arrow keys, ", el("kbd", { text: "M" }), " miss, ", el("kbd", { text: "H" }), " hit, ", el("kbd", { text: "S" }), " sunk, ", el("kbd", { text: "U" }), " unknown."))));
  await refresh();
  return null;
}
