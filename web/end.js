// The end of a game: the result, both fleets, heat maps, the commitment check, the coach's review, and
// what to do next.

import { announce, button, download, el, icon, notice } from "./dom.js";
import { Board } from "./board.js";
import { heatNote } from "./boards.js";
import { Game } from "./game.js";
import { play } from "./sound.js";
import { fleetPanel } from "./fleet.js";
import { shareRecord } from "./record-link.js";

export async function showEnd(view, { engine, app, game, go }) {
  const state = await engine.call("state -1");
  const { record } = await engine.call("record");
  const { games: [summary] } = await engine.call(`summary\n${record}`);
  const { winner } = state.result;
  const person = state.bots.findIndex((bot) => bot === null);
  const mood = winner === null ? "tied" : game.two ? "won" : winner === person ? "won" : "lost";
  const sides = [0, 1].map((side) => sideBoard(state, side));
  let heats = null;

  const heatButton = button("Heat maps", toggleHeat, { symbol: "heat", "aria-pressed": "false" });
  async function toggleHeat() {
    const on = heatButton.getAttribute("aria-pressed") !== "true";
    heats ??= await Promise.all([0, 1].map((side) => engine.call(`heat ${side}`)));
    heatButton.setAttribute("aria-pressed", on);
    // What a side knows is about the waters of the other.
    sides.forEach(({ board, note }, side) => {
      const heat = on ? heats[1 - side] : null;
      board.heat(heat);
      note.show(heat);
    });
  }

  const again = async () => { app.game = await Game.begin(engine); go("/play"); };

  view.className = "view end";
  view.append(
    el("section", { class: `result ${mood}` },
      el("div", { class: "result-sign", "aria-hidden": "true" }, icon(mood === "won" ? "star" : "flag")),
      el("div", {}, el("h1", { text: state.result.sentence }),
        el("p", { class: "note", text: `${state.rules.name} · ${state.moves} moves${state.result.seed ? ` · seed ${state.result.seed}` : ""}` })),
      figures(summary),
      el("div", { class: "buttons" },
        button("Play again", again, { kind: "primary big" }),
        button("Other rules or opponent", () => { app.game = null; go("/"); }))),
    // As in the battle, the enemy of the first player is on the left.
    el("div", { class: "two-boards" }, sides.map((side) => side.element).reverse()),
    el("div", { class: "buttons end-tools" }, heatButton,
      button("Replay", () => go("/replay/game"), { symbol: "play" }),
      button("Copy link", () => shareRecord(record), { symbol: "link" }),
      button("Save record", () => download(`broadside-${new Date().toISOString().slice(0, 10)}.record`, record), { symbol: "save" })),
    el("div", { class: "end-cards" }, await commitmentCard(engine), reviewCard(engine, state)));
  play(mood);
  announce(state.result.sentence);
  return null;
}

/** Shots, hits and accuracy of both sides. */
function figures({ names, shots, hits, accuracy }) {
  return el("table", { class: "figures" },
    el("thead", {}, el("tr", {}, el("td"), ["Shots", "Hits", "Accuracy"].map((text) => el("th", { scope: "col", class: "number", text })))),
    el("tbody", {}, names.map((name, side) => el("tr", {}, el("th", { scope: "row", text: name }),
      [shots[side], hits[side], accuracy[side]].map((text) => el("td", { class: "number", text }))))));
}

/** With viewer -1 the engine's own board is that of side 0, and all is open. */
function sideBoard(state, side) {
  const view = side === 0 ? state.own : state.enemy;
  const board = new Board({
    label: state.names[side], width: state.rules.width, height: state.rules.height, names: view.cells.map((cell) => cell.name),
  });
  board.show(view.cells);
  const fleet = side === 0 ? state.fleets.own : state.fleets.enemy;
  board.ships(fleet);
  const note = heatNote();
  const element = el("section", { class: "board-side", "aria-label": state.names[side] },
    el("h2", { text: state.names[side] }), board.frame, note.element,
    fleetPanel(state.names[side], fleet));
  return { board, note, element };
}

async function commitmentCard(engine) {
  const check = await engine.call("verify");
  return el("section", { class: "card" },
    el("h2", { class: check.ok ? "good-title" : "bad-title" }, icon(check.ok ? "check" : "close"), "Commitments"),
    el("p", { text: check.sentence }),
    el("details", { class: "hashes" }, el("summary", { text: "The hashes" }),
      check.commitments.map((one) => el("dl", {},
        el("dt", { text: one.name }), el("dd", { class: "hash", text: one.hash }),
        el("dd", {}, el("code", { text: `${one.nonce} ${one.fleet}` }))))));
}

/** The coach's review of each person is computed when it is asked for. */
function reviewCard(engine, state) {
  const people = [0, 1].filter((side) => state.bots[side] === null);
  const body = el("div", { class: "review" });
  const open = (side) => {
    const opener = button(people.length > 1 ? `Review ${state.names[side]}’s moves` : "Review my moves", async () => {
      if (opener.ariaDisabled) return;
      opener.ariaDisabled = "true"; // unlike a disabled button, it keeps the focus
      try {
        const review = await engine.call(`review ${side}`);
        const summary = el("p", { tabindex: "-1", text: review.summary });
        body.append(people.length > 1 ? el("h3", { text: state.names[side] }) : "", summary,
          el("ol", { class: "verdicts" }, review.verdicts.map((one) => el("li", { value: one.number, text: one.sentence }))));
        if (document.activeElement === opener) summary.focus({ preventScroll: true });
        opener.hidden = true;
      } catch (error) { notice(error.message); opener.ariaDisabled = null; }
    }, { symbol: "coach" });
    return opener;
  };
  return el("section", { class: "card" }, el("h2", { text: "The coach" }),
    el("p", { class: "note", text: "How each move compares with the best one at that moment." }),
    el("div", { class: "buttons" }, people.map(open)), body);
}
