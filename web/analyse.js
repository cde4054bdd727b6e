// Analysis of any position: click cells to set what is known, and see the heat map, the number of
// layouts, the best shots and the chance to sink each ship. The position is text, as for
// "broadside analyze"; the engine reads and checks it.

import { announce, button, choice, el, field, icon, oneAtATime } from "./dom.js";
import { Board } from "./board.js";
import { heatNote } from "./boards.js";
import { choose } from "./dialogs.js";
import { unpack } from "./share.js";
import { positionFragment, sharePosition } from "./record-link.js";

/** Milliseconds until the page says that it is counting. */
const LATE = 400;

const wordsOf = (text) => text.split(/\s+/).filter(Boolean);

export async function showAnalyse(view, { engine, about, parts }) {
  let rules = about.presets[0].text;
  let words = [];
  if (parts[0]) {
    const [first, ...rest] = (await unpack(parts[0])).split("\n");
    words = wordsOf(first);
    rules = rest.join("\n") || rules;
  }
  const past = []; // of {words, rules}
  let board = null;
  let shape = null;
  let gone = false;

  const boardBox = el("div", { class: "aimable" });
  const note = heatNote();
  const count = el("p", { class: "big-number" });
  const caption = el("p", { class: "note" });
  const cleared = el("p", { class: "note", role: "status" });
  const trouble = el("p", { class: "trouble-line", role: "alert", id: "position-trouble" });
  const best = el("tbody");
  const sinks = el("tbody");
  const bestTable = el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "Cell" }), el("th", { scope: "col", class: "number", text: "Hit" }), el("th", { scope: "col", text: "Sinks" }))), best);
  const estimated = el("p", { class: "note", hidden: true, text: "± is the standard error of the estimate." });
  const sinkCard = el("section", { class: "card", hidden: true }, el("h2", { text: "Chance to sink" }),
    el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "Ship" }), el("th", { scope: "col", text: "Best cell" }), el("th", { scope: "col", class: "number", text: "Chance" }))), sinks));
  const text = el("input", {
    type: "text", spellcheck: "false", autocomplete: "off", placeholder: "E5=miss F6=hit", "aria-describedby": "position-trouble",
    on: { change: () => change(wordsOf(text.value)) },
  });
  const options = about.presets.map((one) => ({ value: one.text.trim(), label: one.name }));
  if (options.every((one) => one.value !== rules.trim())) options.push({ value: rules.trim(), label: "rules of this position" });
  const rulesChoice = choice(options, rules.trim(), (chosen) => change([], chosen, words.length > 0 ? "The position was cleared. Undo restores it." : ""));
  const undo = button("Undo", () => { if (past.length) go(past.pop()); }, { symbol: "undo" });
  const clear = button("Clear", () => change([]), { symbol: "clear" });

  function go(next, what = "") {
    cleared.textContent = what;
    if (next.rules !== rules) {
      board = null;
      boardBox.replaceChildren();
    }
    ({ words, rules } = next);
    rulesChoice.value = rules.trim();
    refresh(true);
  }

  function change(next, nextRules = rules, what = "") {
    past.push({ words, rules });
    go({ words: next, rules: nextRules }, what);
  }

  /** Draws the board of the rules. */
  function prepare(next) {
    shape = next;
    const names = Array.from({ length: shape.height }, (_, y) => shape.columns.map((column) => column + (y + 1))).flat();
    board = new Board({ label: "Position", width: shape.width, height: shape.height, names, pick: cycle, key });
    boardBox.replaceChildren(board.frame);
  }

  const refresh = oneAtATime(async (isChanged) => {
    const position = words.join(" ");
    const wanted = rules;
    const isOver = () => gone || rules !== wanted;
    if (gone) return;
    text.value = position;
    undo.disabled = past.length === 0;
    clear.disabled = words.length === 0;
    const fragment = isChanged && await positionFragment(position, rules).catch(() => null); // too long
    if (isOver()) return;
    if (fragment) history.replaceState(null, "", `#${fragment}`);
    try {
      const reply = board ? null : await engine.call(`rules\n${rules}`);
      if (isOver()) return;
      if (reply) prepare(reply.rules);
      const late = setTimeout(() => { if (!isOver()) say({ caption: "Counting the layouts …" }); }, LATE);
      const result = await engine.call(`analyze\n${position}\n${rules}`).finally(() => clearTimeout(late));
      if (isOver()) return;
      showTrouble("");
      paint(result);
    } catch (error) {
      if (isOver()) return;
      paintRefused();
      showTrouble(error.message);
    }
  });

  function showTrouble(sentence) {
    trouble.textContent = sentence;
    text.setAttribute("aria-invalid", sentence !== "");
    if (sentence) trouble.scrollIntoView({ block: "nearest" });
  }

  /** The board shows what was set, as far as it can be read, and no number of another position stays. */
  function paintRefused() {
    say({ count: "–", caption: "There are no numbers for this position." });
    best.replaceChildren();
    sinkCard.hidden = true;
    estimated.hidden = true;
    note.show(null);
    if (!board) return; // the rules are refused, too
    board.heat(null);
    board.ships([]);
    board.show(board.names.map((name) => {
      const mark = /^(miss|hit|sunk)/i.exec(answerOf(name) ?? "")?.[0].toLowerCase() ?? "unknown";
      return { name, mark, label: `${name}, ${mark}` };
    }));
  }

  /** Shows the number of layouts, or what happens meanwhile. */
  function say(result) {
    count.textContent = result?.count ?? "";
    caption.textContent = result?.caption ?? "";
    if (result) announce(result.caption);
  }

  function paint(result) {
    board.show(result.cells);
    board.ships(result.fleet);
    board.heat({ ...result, best: result.best_cells });
    say(result);
    note.show({ ...result, caption: "" });
    estimated.hidden = result.exact;
    bestTable.classList.toggle("no-sinks", result.best.every((shot) => shot.sinks.length === 0));
    best.replaceChildren(...result.best.slice(0, 8).map((shot) => el("tr", {},
      el("th", { scope: "row", text: shot.cell }), el("td", { class: "number", text: shot.text }),
      el("td", {}, shot.sinks.map((one, i) => [i > 0 && ", ", el("span", { class: "chance", text: `${one.ship} ${one.text}` })])))));
    sinks.replaceChildren(...result.sinkable.map((one) => el("tr", {},
      el("th", { scope: "row", text: one.ship }), el("td", { text: one.cell ?? "" }), el("td", { class: "number", text: one.text }))));
    sinkCard.hidden = result.sinkable.length === 0;
  }

  const answerOf = (name) => words.find((word) => word.split("=")[0].toUpperCase() === name)?.split("=")[1] ?? null;

  /** Sets the answer at a cell: "" for unknown; null, of a cancelled dialog, changes nothing. */
  function set(name, answer) {
    if (answer === null) return;
    const rest = words.filter((word) => word.split("=")[0].toUpperCase() !== name);
    change(answer ? [...rest, `${name}=${answer}`] : rest);
  }

  /** Unknown, miss, hit, sunk, unknown. The engine's rules say whether a sunk ship has a name. */
  async function cycle(name) {
    const now = answerOf(name);
    if (now === null) set(name, "miss");
    else if (now === "miss") set(name, await hitWord());
    else if (now.startsWith("hit") && shape.tells_sunk) set(name, await sunkWord());
    else set(name, "");
  }

  const shipNames = () => [...new Set(shape.ships.map((ship) => ship.name))];

  async function hitWord() {
    if (!shape.names_hits) return "hit";
    const ship = await choose("Which ship was hit?", shipNames().map((one) => ({ label: one, value: one })));
    return ship && `hit:${ship}`;
  }

  async function sunkWord() {
    if (!shape.names_sunk) return "sunk";
    const ship = await choose("Which ship was sunk here?", shipNames().map((one) => ({ label: one, value: one })));
    return ship && `sunk:${ship}`;
  }

  /** Keys on the board set an answer directly. */
  async function key(event, name) {
    const letter = event.key.toLowerCase();
    if (!"mhsu".includes(letter) && !["Delete", "Backspace"].includes(event.key)) return;
    event.preventDefault();
    set(name, letter === "m" ? "miss" : letter === "h" ? await hitWord() : letter === "s" ? await sunkWord() : "");
    board?.focus(name);
  }

  view.className = "view analyse";
  view.append(
    el("div", { class: "placing-head" }, el("h1", { text: "Analyse a position" }),
      el("p", { class: "lead", text: "Choose a cell to change it: it becomes a miss, then a hit, then sunk, then unknown again. Each cell shows the chance that a ship is there, exact or estimated." })),
    el("section", { class: "analyse-board", "aria-label": "Position" }, boardBox, note.element, trouble,
      el("div", { class: "buttons" }, undo, clear,
        button("Copy link", () => sharePosition(words.join(" "), rules), { symbol: "link" }),
        el("a", { class: "button", href: "#/replay" }, icon("play"), el("span", { text: "Open a record" })))),
    el("div", { class: "analyse-side" },
      el("section", { class: "card numbers" }, el("h2", { text: "Layouts" }), count, caption),
      el("section", { class: "card" }, el("h2", { text: "Best shots" }),
        bestTable, estimated),
      sinkCard,
      el("section", { class: "card stack" }, field("Rules", rulesChoice), cleared, field("Position as text", text),
        el("p", { class: "note keys" }, "On the board: arrow keys, ", el("kbd", { text: "M" }), " miss, ", el("kbd", { text: "H" }), " hit, ", el("kbd", { text: "S" }), " sunk, ", el("kbd", { text: "U" }), " unknown."))));
  refresh(false);
  return () => { gone = true; };
}
