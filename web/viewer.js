// The replay viewer: steps through an open record with both heat maps and the coach's verdict on each
// move. The page and the report of a tournament share it, so it knows neither storage nor addresses.

import { button, choice, el, icon, oneAtATime } from "./dom.js";
import { Board } from "./board.js";
import { BoardTabs, heatNote } from "./boards.js";

/** Opens a record in the engine. Rejects with the sentence of what is wrong with it. */
export async function openRecord(engine, record) {
  const open = await engine.call(`replay\n${record}`);
  const { boards } = await engine.call("replay-at 0 no-heat");
  return { ...open, cells: boards[0].cells.map((cell) => cell.name) };
}

/**
 * Shows the record in an element and returns a function that stops it. open: from openRecord; speeds: the
 * engine's, in milliseconds; start: the first move shown. Optional: heading: the tag of its headings;
 * keys: where keys are listened to; focused: whether the button for the next move gets the focus;
 * order: the sides from left to right; tools(now): more controls, now() is the move shown; heated: whether
 * heat maps are shown at first; moved(number, heated): another move is shown, or heat maps are or are not.
 */
export function showViewer(view, { engine, open, speeds, start = 0, heading = "h2", keys = document, focused = false, order = [0, 1], tools = () => [], heated = false, moved }) {
  const { rules, names, moves } = open;
  let at = Math.min(Math.max(start, 0), moves);
  let heatOn = heated;
  let timer = 0;
  let current = null;
  const sides = [0, 1].map((side) => {
    const board = new Board({ label: names[side], width: rules.width, height: rules.height, names: open.cells });
    const note = heatNote();
    return { board, note, element: el("section", { class: "board-side", "aria-label": names[side], data: { side } },
      el(heading, { text: names[side] }), board.frame, note.element) };
  });
  const viewer = el("div", { class: "viewer" });
  const tabs = new BoardTabs(viewer, order.map((side) => [String(side), names[side]]));
  const sentence = el("p", { class: "status-line", role: "status" });
  const verdict = el("p", { class: "verdict", "aria-live": "polite" });
  const slider = el("input", { type: "range", min: 0, max: moves, value: at, "aria-label": "Move", on: { input: () => { stop(); go(Number(slider.value)); } } });
  const counter = el("output", { class: "counter" });
  const step = (label, symbol, to) => button("", () => { stop(); go(to()); }, { symbol, "aria-label": label, title: label, kind: "step" });
  const nextButton = step("One move on", "next", () => at + 1);
  const playButton = button("Play", () => (timer ? stop() : run()), { symbol: "play" });
  const speed = choice(speeds.map((one) => ({ value: one, label: `${one / 1000} s per move` })), 1000,
    () => { if (timer) { stop(); run(); } }, { "aria-label": "Speed", class: "speed" });
  const heatButton = button("Heat maps", () => {
    heatOn = !heatOn;
    heatButton.setAttribute("aria-pressed", heatOn);
    paintHeat();
    moved?.(at, heatOn);
  }, { symbol: "heat", "aria-pressed": String(heated), title: "M" });
  const list = el("ol", { class: "moves", "aria-label": "Moves" }, open.log.map((entry) => el("li", {},
    el("button", { type: "button", on: { click: () => { stop(); go(entry.number); } } },
      el("span", { class: "move-number", text: entry.number }), el("span", { text: entry.text })))));

  function stop() {
    clearInterval(timer);
    timer = 0;
    playButton.replaceChildren(icon("play"), el("span", { text: "Play" }));
  }

  function run() {
    if (at >= moves) go(0);
    timer = setInterval(() => (at >= moves ? stop() : go(at + 1)), Number(speed.value));
    playButton.replaceChildren(icon("pause"), el("span", { text: "Pause" }));
  }

  const load = oneAtATime(async (number) => {
    const reply = await engine.call(`replay-at ${number}`).catch((error) => { sentence.textContent = error.message; });
    if (!reply || number !== at) return;
    current = reply;
    sentence.textContent = reply.sentence;
    const row = list.querySelector(".now");
    if (reply.last) tabs.show(String(reply.last.board)); // the board on which something has happened
    if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
    sides.forEach(({ board }, side) => {
      board.show(reply.boards[side].cells);
      board.ships(reply.ships[side]);
      const cells = reply.last && reply.last.board === side ? reply.last.cells : [];
      board.flag("last", cells);
      board.reveal(cells);
    });
    paintHeat();
    verdict.textContent = "";
    if (number > 0) {
      const judged = await engine.call(`judge ${number}`).catch(() => null);
      if (number === at) verdict.textContent = judged?.sentence ?? "";
    }
  });

  function paintHeat() {
    sides.forEach(({ board, note }, side) => {
      const heat = heatOn ? current?.heat?.[1 - side] ?? null : null;
      board.heat(heat);
      note.show(heat, heat?.when);
    });
  }

  function show() {
    slider.value = at;
    counter.textContent = `${at} / ${moves}`;
    [...list.children].forEach((item, i) => item.classList.toggle("now", open.log[i].number === at));
    load(at);
  }

  function go(number) {
    at = Math.min(Math.max(number, 0), moves);
    show();
    moved?.(at, heatOn);
  }

  const onKey = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input, textarea, select, .cell, dialog")) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - 10, PageDown: at + 10, Home: 0, End: moves }[event.key];
    if (to !== undefined) { stop(); go(to); event.preventDefault(); }
    else if (event.key.toLowerCase() === "m") heatButton.click();
    else if (event.key.toLowerCase() === "p") playButton.click();
  };
  keys.addEventListener("keydown", onKey);

  const more = tools(() => at);
  viewer.append(tabs.element,
    el("div", { class: "two-boards" }, order.map((side) => sides[side].element)),
    el("div", { class: "card player" }, sentence, verdict,
      el("div", { class: "slider-row" },
        el("div", { class: "buttons steps" }, step("To the start", "first", () => 0), step("One move back", "back", () => at - 1),
          playButton, nextButton, step("To the end", "last", () => moves)), slider, counter),
      el("div", { class: "buttons" }, speed, heatButton, more)),
    el("section", { class: "card viewer-log", "aria-label": "Moves" }, el(heading, { text: "Moves" }), list));
  view.append(viewer);
  show();
  if (focused) nextButton.focus({ preventScroll: true });
  return () => { stop(); keys.removeEventListener("keydown", onKey); };
}
