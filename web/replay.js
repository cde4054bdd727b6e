// The replay viewer: opens a record from the game, a link, a file or pasted text, and steps through it
// with both heat maps and the coach's verdict on each move.

import { announce, button, chooseFiles, choice, el, icon, notice } from "./dom.js";
import { Board } from "./board.js";
import { askText } from "./dialogs.js";
import { latest } from "./game.js";
import { finished } from "./storage.js";
import { pack, unpack } from "./share.js";
import { positionFragment, shareRecord } from "./record-link.js";

/** Arguments: nothing (open one), "game" (the game just played), or packed text and a move number. */
export async function showReplay(view, context) {
  const { app, engine, parts, go } = context;
  view.className = "view replay";
  if (!parts[0]) { showOpen(view, go); return null; }
  const record = parts[0] !== "game" ? await unpack(parts[0]) : app.game?.state.phase === "over" ? "" : finished.all().at(-1)?.record;
  if (record === undefined) { showOpen(view, go); return null; }
  const open = await engine.call(`replay\n${record}`);
  const { boards } = await engine.call("replay-at 0");
  return viewer(view, context, { ...open, cells: boards[0].cells.map((cell) => cell.name) }, Number(parts[1] ?? 0) || 0);
}

function showOpen(view, go) {
  const openText = async (text) => { if (text?.trim()) go(`/replay/${await pack(text)}`); };
  view.append(el("section", { class: "card narrow" },
    el("h1", { text: "Replay a game" }),
    el("p", { text: "A record is the text of a game: from this page, or from broadside play --record." }),
    el("div", { class: "buttons" },
      button("Open a file", async () => openText((await chooseFiles())[0]), { kind: "primary", symbol: "load" }),
      button("Paste a record", async () => openText(await askText("Paste a record", "It starts with “broadside record 1”."))),
      finished.all().length > 0 && button("Your latest game", () => go("/replay/game"), { symbol: "play" }),
      el("a", { class: "button", href: "#/statistics", text: "All your games" }))));
}

function viewer(view, { engine, about, go }, open, start) {
  const { rules, names, moves } = open;
  let at = Math.min(start, moves);
  let heatOn = false;
  let timer = 0;
  let current = null;
  const sides = [0, 1].map((side) => {
    const board = new Board({ label: names[side], width: rules.width, height: rules.height, names: open.cells });
    const caption = el("p", { class: "note" });
    return { board, caption, element: el("section", { class: "board-side", "aria-label": names[side] },
      el("h2", { text: names[side] }), el("div", { class: "board-box" }, board.element), caption) };
  });
  const sentence = el("p", { class: "status-line", role: "status" });
  const verdict = el("p", { class: "verdict", "aria-live": "polite" });
  const slider = el("input", { type: "range", min: 0, max: moves, value: at, "aria-label": "Move", on: { input: () => show(Number(slider.value)) } });
  const counter = el("output", { class: "counter" });
  const step = (label, symbol, to) => button("", () => { stop(); show(to()); }, { symbol, "aria-label": label, title: label, kind: "step" });
  const playButton = button("Play", () => (timer ? stop() : run()), { symbol: "play" });
  const speed = choice(about.speeds.map((one) => ({ value: one, label: `${one / 1000} s per move` })), 1000,
    () => { if (timer) { stop(); run(); } }, { "aria-label": "Speed", class: "speed" });
  const heatButton = button("Heat maps", () => {
    heatOn = !heatOn;
    heatButton.setAttribute("aria-pressed", heatOn);
    paintHeat();
  }, { symbol: "heat", "aria-pressed": "false", title: "M" });
  const list = el("ol", { class: "log", "aria-label": "Moves" }, open.log.map((entry) => el("li", {},
    el("button", { type: "button", class: "log-move", on: { click: () => { stop(); show(entry.number); } } },
      el("span", { class: "log-number", text: entry.number }), el("span", { text: entry.text })))));

  function stop() {
    clearInterval(timer);
    timer = 0;
    playButton.replaceChildren(icon("play"), el("span", { text: "Play" }));
  }

  function run() {
    if (at >= moves) show(0);
    timer = setInterval(() => (at >= moves ? stop() : show(at + 1)), Number(speed.value));
    playButton.replaceChildren(icon("pause"), el("span", { text: "Pause" }));
  }

  const load = latest(async (number) => {
    const reply = await engine.call(`replay-at ${number}`);
    if (number !== at) return;
    current = reply;
    sentence.textContent = reply.sentence;
    sides.forEach(({ board }, side) => {
      board.show(reply.boards[side].cells);
      board.ships(reply.ships[side]);
      board.flag("last", reply.last && reply.last.board === side ? reply.last.cells : []);
    });
    paintHeat();
    verdict.textContent = "";
    if (number > 0) {
      const judged = await engine.call(`judge ${number}`).catch(() => null);
      if (number === at) verdict.textContent = judged?.sentence ?? "";
    }
  });

  function paintHeat() {
    sides.forEach(({ board, caption }, side) => {
      const heat = heatOn ? current?.heat?.[1 - side] ?? null : null;
      board.heat(heat);
      caption.textContent = heat?.caption ?? "";
    });
  }

  function show(number) {
    at = Math.min(Math.max(number, 0), moves);
    slider.value = at;
    counter.textContent = `${at} / ${moves}`;
    [...list.children].forEach((item, i) => {
      const now = open.log[i].number === at;
      item.classList.toggle("now", now);
      if (now) list.scrollTop = item.offsetTop - list.clientHeight / 2;
    });
    load(at);
  }

  async function analyse(side) {
    try {
      const { position, rules: text } = await engine.call(`position-of ${at} ${side}`);
      go(await positionFragment(position, text));
    } catch (error) { notice(error.message); }
  }

  const onKey = (event) => {
    if (event.target.closest("input, textarea, select, .cell, dialog")) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - 10, PageDown: at + 10, Home: 0, End: moves }[event.key];
    if (to !== undefined) { stop(); show(to); event.preventDefault(); }
    else if (event.key === "m") heatButton.click();
    else if (event.key === "p") playButton.click();
  };
  document.addEventListener("keydown", onKey);

  view.append(
    el("div", { class: "replay-head" }, el("h1", { text: names.join(" – ") }),
      el("p", { class: "note", text: [rules.name, open.result?.sentence].filter(Boolean).join(" · ") })),
    el("div", { class: "two-boards" }, sides.map((side) => side.element)),
    el("div", { class: "card player" }, sentence, verdict,
      el("div", { class: "slider-row" }, slider, counter),
      el("div", { class: "buttons" },
        step("To the start", "first", () => 0), step("One move back", "back", () => at - 1), playButton,
        step("One move on", "next", () => at + 1), step("To the end", "last", () => moves), speed, heatButton,
        button("Copy link", () => shareRecord(open.record, at), { symbol: "link" }),
        ...names.map((name, side) => button(`Analyse as ${name}`, () => analyse(side), { kind: "plain" })))),
    el("section", { class: "card replay-log" }, el("h2", { text: "Moves" }), list));
  show(at);
  announce(names.join(" – "));
  return () => { stop(); document.removeEventListener("keydown", onKey); };
}
