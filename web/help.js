// The list of keys.

import { el } from "./dom.js";
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

export const showKeys = () => tell("Keys on the board", el("table", { class: "keys-table" },
  el("tbody", {}, KEYS.map(([key, what]) => el("tr", {}, el("th", { scope: "row", text: key }), el("td", { text: what }))))));
