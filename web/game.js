// The running game: starts, continues and saves it. The rules are the engine's; this keeps its latest
// STATE and who is looking at the screen.

import { handOver } from "./dialogs.js";
import { notice } from "./dom.js";
import { finished, settings, unfinished, unplaced } from "./storage.js";

/** The text of the chosen rules: a preset's name, or the player's own file. */
export const rulesText = () => (settings.rules === "own" ? settings.rulesText : `preset = ${settings.rules}`);

export class Game {
  constructor(engine, state, terms = "") {
    this.engine = engine;
    this.state = state;
    this.terms = terms;
    this.fleets = [];
    this.viewer = state.viewer >= 0 ? state.viewer : 0;
    this.stored = false;
    this.isWarned = false;
  }

  static async begin(engine) {
    const lines = [];
    if (!settings.two) lines.push(`bot = ${settings.bot}`);
    if (settings.name) lines.push(`name = ${settings.name}`);
    if (settings.two && settings.second) lines.push(`second = ${settings.second}`);
    lines.push(`coach = ${settings.coach ? "yes" : "no"}`, "", rulesText());
    const terms = lines.join("\n");
    const game = new Game(engine, await engine.call(`new\n${terms}`), terms);
    unfinished.clear();
    unplaced.clear();
    return game;
  }

  /** Begins again where the fleets were being placed. Nothing of the first beginning was known yet. */
  static async placeAgain(engine, { terms, fleets, ready = fleets.length - 1 }) {
    const game = new Game(engine, await engine.call(`new\n${terms}`), terms);
    for (const [i, { layout, drawn }] of fleets.entries()) {
      const placing = await engine.call(`restore ${drawn ? "drawn" : "placed"} ${layout}`);
      if (i < ready) await game.#accept(placing);
    }
    return game;
  }

  static async resume(engine, { saved, coach }) {
    return new Game(engine, await engine.call(`resume${coach ? " coach" : ""}\n${saved}`));
  }

  get two() { return this.state.bots.every((bot) => bot === null || bot === undefined); }

  /** Looks at the game as this side. */
  async look(side) {
    this.viewer = side;
    this.state = await this.engine.call(`state ${side}`);
    return this.state;
  }

  /** placing: the engine's PLACING. */
  keepPlacing({ layout, drawn }) { this.#keepFleets([...this.fleets, { layout, drawn }]); }

  #keepFleets(fleets) {
    unplaced.set({ terms: this.terms, title: this.state.names.join(" – "), rules: this.state.rules.name,
      fleets, ready: this.fleets.length });
  }

  async #accept({ layout, drawn }) {
    this.state = await this.engine.call("ready");
    this.fleets.push({ layout, drawn });
  }

  async ready(placing) {
    await this.#accept(placing);
    if (this.state.phase === "place") this.#keepFleets(this.fleets);
    else unplaced.clear();
    await this.save();
    return this.state;
  }

  /** Makes a move; returns the engine's reply {narration, events, state}. */
  async move(text) { return this.#played(await this.engine.call(`move ${text}`)); }

  async bot() { return this.#played(await this.engine.call("bot")); }

  /** A typed command: the reply of a move, or {text}. */
  async command(text) {
    const reply = await this.engine.call(`command ${text}`);
    return reply.state ? this.#played(reply) : reply;
  }

  /** The move is shown at once; the engine answers in order, so it is saved as it is now. */
  #played(reply) {
    this.state = reply.state;
    this.save().catch((error) => notice(error.message));
    return reply;
  }

  /** Keeps an unfinished game for a reload, and the record of a finished one. */
  async save() {
    if (this.state.phase === "over") {
      if (this.stored) return;
      this.stored = true;
      unfinished.clear();
      const when = Date.now();
      const { record, notes } = await this.engine.call(`record ${Math.floor(when / 1000)}`);
      if (!finished.add([{ record, notes, when }], { isPlayed: true }).stored) notice("The browser refuses to store this game. Save its record to keep it.");
      return;
    }
    const { saved } = await this.engine.call("saved");
    if (!saved) return;
    const isKept = unfinished.set({ saved, title: this.state.names.join(" – "), rules: this.state.rules.name, moves: this.state.moves, coach: this.state.coach, when: Date.now() });
    if (!isKept && !this.isWarned) notice("The browser refuses to store this game. It is lost when you close or reload the page.");
    this.isWarned = !isKept;
  }
}

/** With two people: covers the screen until the player whose turn it is has taken over. */
export async function passTo(game, side) {
  if (!game.two || game.state.phase === "over") return;
  document.body.classList.add("covered");
  await handOver(game.state.names[side], game.state.sentence);
  await game.look(side);
  document.body.classList.remove("covered");
}
