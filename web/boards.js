// What belongs to boards on several screens: the legend of a heat map, and buttons that choose a board
// where there is room for one only.

import { el } from "./dom.js";

/** The caption of a heat map, and what its colours mean. show(heat, before): HEAT or null. */
export function heatNote() {
  const caption = el("p", { class: "note" });
  const legend = el("div", { class: "heat-legend" });
  return {
    element: el("div", { class: "heat-note" }, caption, legend),
    show(heat, before = "") {
      caption.textContent = heat ? `${before} ${heat.caption}`.trim() : "";
      legend.replaceChildren();
      if (!heat?.legend.most) return;
      const { title, least, most, best, certain, steps } = heat.legend;
      legend.append(el("span", { text: title }), el("span", { class: "number", text: least }),
        el("span", { class: "scale", "aria-hidden": "true" }, Array.from({ length: steps }, (_, step) => el("i", { data: { step } }))),
        el("span", { class: "number", text: most }), el("span", { class: "key" }, el("i", { class: "likeliest", "aria-hidden": "true" }), el("span", { text: best })),
        certain && el("span", { text: certain }));
    },
  };
}

/**
 * Buttons for boards of which a narrow screen shows one at a time: `view` gets the name of that board
 * as data-board. Wide screens show all of them, and hide the buttons. boards: [[name, label]].
 */
export class BoardTabs {
  constructor(view, boards) {
    this.view = view;
    this.buttons = boards.map(([name, text]) => el("button", { type: "button", data: { tab: name }, on: { click: () => this.show(name) } },
      el("span", { class: "tab-name", text })));
    this.element = el("div", { class: "board-tabs", role: "group", "aria-label": "Board" }, this.buttons);
    this.show(boards[0][0]);
  }

  get shown() { return this.view.dataset.board; }

  show(name) {
    this.view.dataset.board = name;
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", button.dataset.tab === name);
      if (button.dataset.tab === name) button.querySelector(".news")?.remove();
    }
  }

  /** Something has happened on this board: marks its button, if another one is shown. */
  tell(name) {
    const button = this.buttons.find((one) => one.dataset.tab === name);
    if (name === this.shown || button.querySelector(".news")) return;
    button.append(el("span", { class: "news" }, el("span", { class: "quiet", text: "new" })));
  }
}
