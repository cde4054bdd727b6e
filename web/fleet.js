// Fleets: the panel that says which ships are afloat, damaged or sunk, and the hulls on a board.

import { el, icon } from "./dom.js";
import { hull } from "./hull.js";

/** Shows [{name, length, state, left}] under a heading. */
export function fleetPanel(heading, ships) {
  return el("section", { class: "fleet", "aria-label": heading },
    el("ul", {}, ships.map((ship) => el("li", { class: ship.state, title: ship.label ?? `${ship.name} ${ship.length}` },
      el("span", { class: "hull-box" }, hull(ship.length, false)),
      el("span", { class: "ship-name", text: ship.name }),
      el("span", { class: "ship-state" }, ship.state === "sunk" && icon("close"),
        el("span", { text: ship.state === "sunk" ? "sunk" : ship.state === "damaged" ? `${ship.left} of ${ship.length}` : "" }))))));
}

/** The ships on a board as hulls: cells of one ship that lie in one unbroken line. */
export function hullsOf(cells, width) {
  const seen = new Set();
  const list = [];
  cells.forEach((cell, start) => {
    if (cell.ship === null || cell.ship === undefined || seen.has(start)) return;
    const same = (at, from) => cells[at]?.ship === cell.ship && !seen.has(at) &&
      (Math.floor(at / width) === Math.floor(from / width) || at % width === from % width);
    const step = same(start + 1, start) ? 1 : width;
    const line = [start];
    while (same(line.at(-1) + step, line.at(-1))) line.push(line.at(-1) + step);
    line.forEach((at) => seen.add(at));
    const sunk = line.every((at) => cells[at].mark === "sunk" || cells[at].mark === "ship-sunk" || cells[at].mark === "wreck");
    list.push({ cells: line.map((at) => cells[at].name), state: sunk ? "sunk" : "afloat" });
  });
  return list;
}
