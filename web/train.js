// Training: the puzzle of the day, which is the same for everybody, and practice puzzles. One shot is
// chosen; the engine scores it against the best one and explains it with the heat map.

import { announce, button, el, icon, notice } from "./dom.js";
import { Board } from "./board.js";
import { heatNote } from "./boards.js";
import { fleetPanel } from "./fleet.js";
import { today } from "./setup.js";
import { training } from "./storage.js";
import { positionFragment } from "./record-link.js";

const DAY = 86_400_000;
const NOTHING_CHOSEN = "Choose a cell";

/** A number and its unit stay on one line. */
const unbroken = (text) => text.replaceAll(/(\d) %/g, "$1\u00a0%");

/** Arguments: a date ("2026-11-18"), or "practice" and a number. */
export async function showTrain(view, { engine, parts, go }) {
  const practice = parts[0] === "practice";
  const day = today(); // of the answer too, even if it comes after midnight
  const date = practice ? null : parts[0] || day;
  const number = practice ? Number(parts[1]) || 1 : null;
  const puzzle = await engine.call(practice ? `puzzle-number ${number}` : `puzzle ${date} ${day}`);
  const results = () => engine.call(`training ${day}\n${training.lines()}`);
  const board = new Board({
    label: puzzle.title, width: puzzle.rules.width, height: puzzle.rules.height,
    names: puzzle.cells.map((cell) => cell.name), over: (name) => aim(name), pick,
  });
  const note = heatNote();
  let answered = false;
  let aimed = null;
  let hinted = [];
  const before = await results();
  const question = el("p", { class: "lead", text: puzzle.question });
  const answer = el("section", { class: "card answer-card", hidden: true, tabindex: "-1" });
  const numbers = el("dl", { class: "numbers-row" });
  const fire = button(NOTHING_CHOSEN, () => answerWith(aimed), { kind: "primary big", symbol: "fire", disabled: true });
  const legal = new Set(puzzle.legal);
  const hintLine = el("p", { class: "note", role: "status" });
  const hint = button(puzzle.hint, showHint, { symbol: "hint", "aria-keyshortcuts": "I" });
  const asking = el("section", { class: "asking", "aria-label": "Your answer" }, fire, hint, hintLine);

  function aim(name) { if (!answered && !aimed) board.flag("aim", name && legal.has(name) ? [name] : []); }

  /** A click or a tap chooses the cell, and the button or another click answers with it: only the first
   * answer counts. Enter answers with the cell that has the focus. */
  function pick(name, how) {
    if (answered || !legal.has(name)) return;
    if (how === "keyboard" || aimed === name) answerWith(name);
    else choose(name);
  }

  function choose(name) {
    aimed = name;
    board.flag("aim", name ? [name] : []);
    fire.disabled = !name;
    fire.lastChild.textContent = name ? `Fire at ${name}` : NOTHING_CHOSEN;
  }

  async function showHint() {
    if (answered) return;
    const { sentence, cells } = await engine.call("puzzle-hint");
    if (answered) return;
    hintLine.textContent = sentence;
    hinted = cells;
    board.flag("hinted", cells);
    hint.disabled = true; // it is paid for
  }

  function onKey(event) {
    if (event.key.toLowerCase() !== "i" || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (!hint.disabled && !event.target.closest("input, textarea, select, dialog")) showHint();
  }

  async function answerWith(name) {
    if (answered) return;
    answered = true;
    const reply = await engine.call(`puzzle-answer ${name} ${day}`);
    const { earlier } = await results(); // from another tab, perhaps
    if (!earlier && !training.add(reply.result)) notice("The browser refuses to store this result.");
    const after = await results();
    explain(name, reply, reply.counted, after.next);
    paintNumbers(after);
    announce(`${reply.score_sentence} ${reply.sentence}`);
    answer.focus({ preventScroll: matchMedia("(min-width: 60rem)").matches });
  }

  /** Shows the answer that was given and what it is worth. */
  function explain(name, reply, counted, next) {
    answered = true;
    board.flag("aim", []);
    board.flag("hinted", []);
    board.flag("end", [name]);
    board.heat({ ...reply.heat, best: reply.best });
    note.show(reply.heat);
    asking.hidden = true;
    answer.hidden = false;
    answer.replaceChildren(
      el("div", { class: "score" }, el("strong", { text: counted }), el("span", { text: "of 100" })),
      ...(reply.counted !== reply.score ? [el("p", { text: unbroken(reply.score_sentence) })] : []),
      el("p", { text: unbroken(reply.sentence) }), shotsTable(reply.shots), note.element,
      el("div", { class: "buttons" }, button("Next practice puzzle", () => go(`/train/practice/${next}`), { kind: "primary" }),
        button("Analyse", async () => go(await positionFragment(puzzle.position, puzzle.rules.text)), { symbol: "heat" }),
        button("Ask again", askAgain, { kind: "plain" })));
  }

  /** The same question for practice: only the first answer counts. */
  function askAgain() {
    answered = false;
    choose(null);
    board.flag("end", []);
    board.heat(null);
    board.flag("hinted", hinted);
    asking.hidden = false;
    answer.hidden = true;
    board.focus(board.cursor);
  }

  function paintNumbers({ streak, longest, answers, accuracy, best }) {
    const items = [["Streak of days", streak], ["Longest streak", longest], ["Puzzles", answers], ["Accuracy", accuracy === null ? "–" : `${accuracy} %`], ["Best shots", best]];
    numbers.replaceChildren(...items.map(([name, value]) => el("div", {}, el("dt", { text: name }), el("dd", { text: value }))));
  }

  board.frame.classList.add("aimable");
  board.show(puzzle.cells);
  board.ships(puzzle.fleet);
  paintNumbers(before);
  if (before.earlier) {
    const { cell, counted } = before.earlier;
    const reply = await engine.call(`puzzle-answer ${cell}`).catch(() => null); // somebody may have changed the line
    if (reply) explain(cell, reply, counted, before.next);
  }
  view.className = "view train";
  view.append(
    el("div", { class: "placing-head" }, el("h1", { text: puzzle.title }), question,
      before.earlier && el("p", { class: "note", text: before.earlier.sentence })),
    el("section", { class: "train-board", "aria-label": puzzle.title }, board.frame,
      fleetPanel(puzzle.title, puzzle.fleet)),
    asking,
    el("div", { class: "train-side" }, answer, el("section", { class: "card" }, el("h2", { text: "Your training" }), numbers),
      el("nav", { class: "card puzzle-nav", "aria-label": "Puzzles" },
        !practice && dayLink(date, -1), !practice && date < day && dayLink(date, 1),
        (practice || date !== day) && el("a", { class: "button", href: `#/train/${day}` }, icon("star"), el("span", { text: "Puzzle of the day" })),
        el("a", { class: "button", href: `#/train/practice/${practice ? number + 1 : before.next}` }, icon("dice"), el("span", { text: "Practice" })))));
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** What the best shots take until everything is sunk, as "broadside train" prints it. */
function shotsTable(shots) {
  return el("table", { class: "shots" },
    el("thead", {}, el("tr", {}, ["Shot", "Hits", "Takes", "Score"].map((text, i) => el("th", { scope: "col", class: i ? "number" : "", text })))),
    el("tbody", {}, shots.map((shot) => el("tr", { class: shot.chosen ? "chosen" : "" },
      el("th", { scope: "row", text: shot.chosen ? `${shot.cell} (yours)` : shot.cell }),
      [shot.hit, shot.value, shot.score].map((text) => el("td", { class: "number", text }))))));
}

function dayLink(date, days) {
  const other = new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
  return el("a", { class: "button", href: `#/train/${other}` }, icon(days < 0 ? "back" : "next"), el("span", { text: days < 0 ? "The day before" : "The day after" }));
}
