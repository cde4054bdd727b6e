// The help: the rules in the engine's sentences, the signs on the boards, and the keys.

import { SIGNS } from "./board.js";
import { el, sign } from "./dom.js";
import { tell } from "./dialogs.js";
import { rulesText } from "./game.js";

const BATTLE_KEYS = [
  ["Arrow keys", "move on the board"],
  ["Enter, Space", "fire; in a salvo, add the cell"],
  ["Home, End, Page Up, Page Down", "go to the edge of the board"],
  ["R, S, A, T, E", "radar, smoke, artillery, torpedo, raise a ship"],
  ["T or E again", "turn the torpedo or the ship"],
  ["Escape, F", "back to firing"],
  ["I", "a hint"],
  ["M", "the heat map, if you switched it on for this game"],
  [": or /", "type a move or a question"],
  ["Shift X", "resign"],
  ["?", "this help"],
];

const PLACING_KEYS = [
  ["Enter", "place the ship, or pick up the one under the cursor"],
  ["R", "rotate"],
  ["N", "the next ship"],
  ["O", "place this ship at random"],
  ["F", "place the remaining ships at random, or all of them"],
  ["U, Backspace", "undo"],
  ["C", "remove all ships"],
];

const PUZZLE_KEYS = [
  ["Enter, Space", "answer with this cell"],
  ["I", "a hint, which costs points"],
];

const keyTable = (title, keys) => el("div", { class: "keys" }, el("h3", { text: title }), el("table", { class: "keys-table" },
  el("tbody", {}, keys.map(([key, what]) => el("tr", {}, el("th", { scope: "row", text: key }), el("td", { text: what }))))));

/** marks: the engine's [{mark, words}]. */
const legend = (marks) => el("ul", { class: "legend" }, marks.filter(({ mark }) => SIGNS[mark]).map(({ mark, words }) => el("li", {},
  el("span", { class: "cell legend-cell", "data-mark": mark }, sign(`mark-${SIGNS[mark]}`, "mark")), el("span", { text: words }))));

/** The rules of the game that is on, else those that are chosen; rules with an error are explained on the start page. */
async function rulesHelp({ engine, game }) {
  const wanted = game && location.hash === "#/play" ? "" : rulesText();
  return engine.call(`rules-help\n${wanted}`).catch(() => engine.call("rules-help\npreset = classic"));
}

export async function showHelp(app) {
  const { name, sections } = await rulesHelp(app);
  await tell("How to play", el("p", { class: "note", text: `Rules: ${name}` }),
    el("dl", { class: "rules-help" }, sections.map(({ title, text }) => el("div", {}, el("dt", { text: title }), el("dd", { text })))),
    el("h3", { text: "Signs on the boards" }), legend(app.about.marks),
    keyTable("Keys in a battle", BATTLE_KEYS), keyTable("Keys while placing", PLACING_KEYS), keyTable("Keys in a puzzle", PUZZLE_KEYS));
}
