// The bar of moves: one button for each kind the engine offers, the direction of a torpedo or a raised
// ship, and the button that fires when a finger has aimed. Advice, the heat map and resigning are beside it.

import { needsRest } from "./dialogs.js";
import { button, choice, el } from "./dom.js";

export class MoveBar {
  /** calls: chosen(), confirm(), hint(), heat(), resign(). */
  constructor(aim, calls) {
    this.aim = aim;
    this.calls = calls;
    this.kinds = el("div", { class: "kinds", role: "group", "aria-label": "Moves" });
    this.extra = el("div", { class: "kinds extra" });
    this.reasonLine = el("p", { class: "reason", role: "status" });
    this.fire = button("Fire", () => calls.confirm(), { kind: "primary big fire", symbol: "fire" });
    this.hintButton = button("Hint", () => calls.hint(), { symbol: "hint", title: "I" });
    this.heatButton = button("Heat map", () => calls.heat(), { symbol: "heat", title: "M" });
    this.pass = el("div", { class: "pass", hidden: true });
    this.element = el("div", { class: "move-bar" },
      el("div", { class: "bar-moves" }, this.kinds, this.extra, this.fire, this.pass),
      el("div", { class: "bar-tools" }, this.hintButton, this.heatButton,
        button("", () => calls.resign(), { kind: "plain step", symbol: "flag", "aria-label": "Resign", title: "Resign" })));
  }

  reason(text) { this.reasonLine.textContent = text; }

  /** Offers to hand the screen over, where the button that fires was. */
  offerPass(name, run) {
    this.pass.replaceChildren(button(`Hand over to ${name}`, run, { kind: "primary big", symbol: "people" }));
    needsRest(this.pass.firstChild);
    this.pass.hidden = false;
    this.fire.hidden = true;
    this.pass.firstChild.focus({ preventScroll: true });
  }

  paint(state, heatOn) {
    const mine = state.phase === "person" && state.side === state.viewer;
    const moves = state.moves_available.filter((move) => !["hint", "resign"].includes(move.kind));
    const focused = this.kinds.contains(document.activeElement) ? document.activeElement.dataset.kind : null;
    this.kinds.hidden = moves.length < 2;
    const shown = JSON.stringify([moves, mine, this.aim.kind]);
    if (shown !== this.shown) this.kinds.replaceChildren(...moves.map((move) => {
      const node = button(move.label, () => this.#choose(move), {
        symbol: move.kind, "aria-pressed": this.aim.kind === move.kind, "data-kind": move.kind,
        "aria-disabled": !(move.available && mine) || null, title: move.available ? "" : move.why,
      });
      if (move.left !== null && move.left !== undefined) node.append(el("span", { class: "badge", text: move.left }));
      return node;
    }));
    this.shown = shown;
    if (focused) this.kinds.querySelector(`[data-kind="${focused}"]`)?.focus();
    const move = moves.find((one) => one.kind === this.aim.kind);
    this.extra.replaceChildren(...this.#extras(move));
    const hint = state.moves_available.find((one) => one.kind === "hint");
    this.hintButton.disabled = !mine || (hint ? !hint.available : false);
    this.hintButton.lastChild.textContent = hint ? hint.label : "Coach";
    this.heatButton.hidden = !state.coach;
    this.heatButton.setAttribute("aria-pressed", heatOn);
    const salvo = move?.cells_needed > 1 ? `${this.aim.salvo.length} / ${move.cells_needed}` : "";
    const ready = salvo ? this.aim.salvo.length === move.cells_needed : Boolean(this.aim.target);
    // A finger always needs the button, so its place does not change.
    const isNeeded = matchMedia("(pointer: coarse)").matches || (mine && (salvo || this.aim.target));
    this.fire.hidden = !this.pass.hidden || !isNeeded;
    this.fire.disabled = !mine || !ready;
    this.fire.lastChild.textContent = this.aim.target ? this.aim.target.text : `Fire ${salvo}`;
  }

  #choose(move) {
    if (!move.available) { this.reason(move.why); return; }
    this.reason("");
    this.aim.choose(move);
    this.calls.chosen();
  }

  #extras(move) {
    const nodes = [];
    if (move?.shape === "line" || move?.shape === "placement") {
      const words = move.shape === "line" ? ["Column", "Row"] : ["Horizontal", "Vertical"];
      nodes.push(button(words[this.aim.across ? 1 : 0], () => this.#choose(move), { symbol: "rotate" }));
    }
    if (move?.shape === "placement" && move.ships?.length > 1) {
      nodes.push(choice(move.ships.map(({ name }) => ({ value: name, label: name })), this.aim.ship,
        (value) => { this.aim.ship = value; }, { "aria-label": "Ship" }));
    }
    return nodes;
  }

  /** What a key does, or null. */
  shortcut(key, state) {
    const letter = key.toLowerCase();
    const move = state.moves_available.find((one) => one.key === letter && !["hint", "resign"].includes(one.kind));
    if (letter === "f") return () => { this.aim.reset(); this.calls.chosen(); };
    if (move) return () => this.#choose(move);
    if (letter === "i") return () => this.calls.hint();
    if (letter === "m") return () => this.calls.heat();
    if (key === "X") return () => this.calls.resign();
    return null;
  }
}
