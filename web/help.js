// The signs on the boards and the list of keys.

import { SIGNS } from "./board.js";
import { el, sign } from "./dom.js";
import { tell } from "./dialogs.js";

const KEYS = [
  ["Arrow keys", "move on the board"],
  ["Enter, Space", "fire; in a salvo, add the cell"],
  ["Home, End, Page Up, Page Down", "go to the edge of the board"],
  ["R, S, A, T, E", "radar, smoke, artillery, torpedo, raise a ship"],
  ["T or E again", "turn the torpedo or the ship"],
  ["Escape, F", "back to firing"],
  ["I", "a hint"],
  ["M", "the heat map, if the coach plays with you"],
  [": or /", "type a move or a question"],
  ["Shift X", "resign"],
];

/** marks: the engine's [{mark, words}]. */
const legend = (marks) => el("ul", { class: "legend" }, marks.filter(({ mark }) => SIGNS[mark]).map(({ mark, words }) => el("li", {},
  el("span", { class: "cell legend-cell", "data-mark": mark }, sign(`mark-${SIGNS[mark]}`, "mark")), el("span", { text: words }))));

export const showKeys = (marks) => tell("Signs and keys", legend(marks), el("table", { class: "keys-table" },
  el("tbody", {}, KEYS.map(([key, what]) => el("tr", {}, el("th", { scope: "row", text: key }), el("td", { text: what }))))));
