// The panel of one fleet: which ships are afloat, damaged or sunk. Every ship keeps its place.

import { el, icon } from "./dom.js";
import { hull } from "./hull.js";

/** Shows [{name, length, state, words}] under a heading. */
export function fleetPanel(heading, ships) {
  return el("div", { class: "fleet" },
    el("ul", { "aria-label": heading }, ships.map((ship) => el("li", { class: ship.state, title: ship.label ?? `${ship.name} ${ship.length}` },
      el("span", { class: "hull-box" }, hull(ship.length, false)),
      el("span", { class: "ship-name", text: ship.name }),
      el("span", { class: "ship-state" }, ship.state === "sunk" && icon("close"),
        el("span", { text: ship.words }))))));
}
