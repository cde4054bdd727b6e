// A board: an ARIA grid of cells with arrow keys and one tab stop, with layers below it for the sea,
// heat and ships. It shows what it is given and reports what is pointed at; it knows no rules.

import { button, el, prefersReducedMotion, sign } from "./dom.js";
import { hull } from "./hull.js";

/** Marks that are drawn with a sign of the sprite. Ships are drawn as hulls below. */
export const SIGNS = {
  miss: "miss", hit: "hit", "ship-hit": "hit", sunk: "sunk", "ship-sunk": "sunk", water: "water",
  found: "found", empty: "empty", hint: "hint", smoke: "smoke", "ship-smoke": "smoke", wreck: "wreck",
};

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  /**
   * label: what the grid is called. Callbacks, all optional:
   * over(name or null): the pointer or the keyboard is at a cell; pick(name, how): a click, tap, Enter
   * or Space, how is "mouse", "touch" or "keyboard"; key(event, name): any other key.
   */
  constructor({ label, width, height, names, over, pick, key }) {
    Object.assign(this, { width, height, names, over, pick, key });
    this.index = new Map(names.map((name, i) => [name, i]));
    this.cells = [];
    this.current = 0;
    this.pointer = "mouse";
    this.heatLayer = el("div", { class: "layer heat", "aria-hidden": "true" });
    this.hullLayer = el("div", { class: "layer hulls", "aria-hidden": "true" });
    this.grid = el("div", { class: "grid", role: "grid", "aria-label": label, "aria-rowcount": height + 1, "aria-colcount": width + 1 });
    this.sea = el("div", { class: "sea", "aria-hidden": "true" });
    this.element = el("div", { class: "board" }, this.sea, this.heatLayer, this.hullLayer, this.grid);
    this.element.style.setProperty("--columns", width);
    this.element.style.setProperty("--rows", height);
    this.box = el("div", { class: "board-box" }, this.element);
    this.frame = el("div", { class: "board-frame" }, this.box);
    this.#build();
    if (width > 12 || height > 12) this.#addZoom();
    this.#listen();
  }

  #build() {
    const column = (x) => this.names[x].replace(/\d+$/, "");
    const head = el("div", { class: "row head", role: "row" }, el("span", { role: "columnheader" }, el("span", { class: "quiet", text: "Row" })));
    for (let x = 0; x < this.width; x++) head.append(el("span", { role: "columnheader", text: column(x) }));
    this.grid.append(head);
    for (let y = 0; y < this.height; y++) {
      const row = el("div", { class: "row", role: "row" },
        el("span", { role: "rowheader", text: this.names[y * this.width].replace(/^\D+/, "") }));
      for (let x = 0; x < this.width; x++) {
        const i = y * this.width + x;
        const cell = el("div", { class: "cell", role: "gridcell", tabindex: i === 0 ? 0 : -1, data: { cell: this.names[i] } });
        this.cells.push(cell);
        row.append(cell);
      }
      this.grid.append(row);
    }
  }

  /**
   * The whole of a large board is on the screen, with small cells, or its cells are large enough to be
   * touched and its box scrolls. A finger and a small screen start with large cells.
   */
  #addZoom() {
    const zoom = button("", () => set(!this.element.classList.contains("zoomed")), { kind: "zoom" });
    const set = (isLarge) => {
      this.element.classList.toggle("zoomed", isLarge);
      zoom.lastChild.textContent = isLarge ? "Whole board" : "Larger cells";
      this.cells[this.current].scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    this.element.classList.add("large");
    this.frame.append(zoom);
    set(matchMedia("(max-width: 52rem), (pointer: coarse)").matches);
    // A box that is not shown cannot scroll: it does so when it appears.
    new ResizeObserver(() => { if (this.unseen) this.reveal(this.unseen, "instant"); }).observe(this.box);
  }

  /** Scrolls the box of large cells so that these cells are in it, or the first of them if not all fit. */
  reveal(names, behavior = prefersReducedMotion() ? "instant" : "smooth") {
    this.unseen = null;
    if (!names.length || !this.element.classList.contains("zoomed")) return;
    const { box } = this;
    if (!box.clientWidth) { this.unseen = names; return; }
    const cells = names.map((name) => this.cells[this.index.get(name)]);
    const within = (now, room, first, end) => Math.min(Math.max(now, end - room), first);
    const [corner] = this.cells; // labels stay at the edges of the box
    box.scrollTo({
      left: within(box.scrollLeft, box.clientWidth, Math.min(...cells.map((one) => one.offsetLeft)) - corner.offsetLeft,
        Math.max(...cells.map((one) => one.offsetLeft + one.offsetWidth))),
      top: within(box.scrollTop, box.clientHeight, Math.min(...cells.map((one) => one.offsetTop)) - corner.offsetTop,
        Math.max(...cells.map((one) => one.offsetTop + one.offsetHeight))),
      behavior,
    });
  }

  #at(event) {
    const cell = event.target.closest?.(".cell");
    return cell ? cell.dataset.cell : null;
  }

  #listen() {
    this.grid.addEventListener("pointerdown", (event) => { this.pointer = event.pointerType || "mouse"; });
    this.grid.addEventListener("click", (event) => {
      const name = this.#at(event);
      if (!name) return;
      this.#rove(this.index.get(name));
      this.pick?.(name, event.detail === 0 ? "keyboard" : this.pointer);
    });
    this.grid.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.over?.(this.#at(event));
    });
    this.grid.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.over?.(null);
    });
    this.grid.addEventListener("focusin", (event) => {
      const name = this.#at(event);
      if (name && event.target.matches(":focus-visible")) this.over?.(name);
    });
    this.grid.addEventListener("focusout", (event) => {
      if (!this.grid.contains(event.relatedTarget)) this.over?.(null);
    });
    this.grid.addEventListener("keydown", (event) => this.#keydown(event));
  }

  #keydown(event) {
    const name = this.#at(event);
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    const i = this.index.get(name);
    const x = i % this.width;
    const y = Math.floor(i / this.width);
    const to = (nx, ny) => {
      event.preventDefault();
      nx = Math.min(Math.max(nx, 0), this.width - 1);
      ny = Math.min(Math.max(ny, 0), this.height - 1);
      this.focus(this.names[ny * this.width + nx]);
    };
    if (STEPS[event.key]) to(x + STEPS[event.key][0], y + STEPS[event.key][1]);
    else if (event.key === "Home") to(0, event.shiftKey ? 0 : y);
    else if (event.key === "End") to(this.width - 1, event.shiftKey ? this.height - 1 : y);
    else if (event.key === "PageUp") to(x, 0);
    else if (event.key === "PageDown") to(x, this.height - 1);
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) this.pick?.(name, "keyboard");
    } else this.key?.(event, name);
  }

  #rove(i) {
    this.cells[this.current].tabIndex = -1;
    this.current = i;
    this.cells[i].tabIndex = 0;
  }

  /** The cell of the tab stop. */
  get cursor() { return this.names[this.current]; }

  /** The name of the cell at a point of the window, or null. */
  cellAt(x, y) {
    const box = this.cells[0].getBoundingClientRect();
    const column = Math.floor((x - box.left) / box.width);
    const row = Math.floor((y - box.top) / box.height);
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return null;
    return this.names[row * this.width + column];
  }

  get cellSize() { return this.cells[0].getBoundingClientRect().width; }

  /** The name of the cell some columns and rows away, kept on the board. */
  shifted(name, columns, rows) {
    const i = this.index.get(name);
    const x = Math.min(Math.max((i % this.width) + columns, 0), this.width - 1);
    const y = Math.min(Math.max(Math.floor(i / this.width) + rows, 0), this.height - 1);
    return this.names[y * this.width + x];
  }

  focus(name) {
    this.#rove(this.index.get(name));
    this.cells[this.current].focus();
  }

  /** Moves the cursor to a cell; the focus follows only if it is on this board. */
  point(name) {
    if (this.grid.contains(document.activeElement)) this.focus(name);
    else this.#rove(this.index.get(name));
  }

  /** Shows cells: [{name, mark, label}]. */
  show(cells) {
    cells.forEach((cell, i) => {
      const node = this.cells[i];
      if (this.labels?.[i] !== cell.label || this.hasHeat) node.setAttribute("aria-label", cell.label);
      if (node.dataset.mark === cell.mark) return;
      node.dataset.mark = cell.mark;
      node.querySelector(".mark")?.remove();
      if (SIGNS[cell.mark]) node.append(sign(`mark-${SIGNS[cell.mark]}`, "mark"));
    });
    this.labels = cells.map((cell) => cell.label);
  }

  /** Draws ships: [{cells, state}]. `ghost` adds one more: {cells, fits}. */
  ships(list, ghost = null) {
    const drawn = JSON.stringify([list.map(({ cells, state }) => [cells, state]), ghost]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.hullLayer.replaceChildren();
    for (const [i, ship] of list.entries()) if (ship.cells?.length) this.#hull(ship.cells, ship.state ?? "afloat", i);
    if (ghost?.cells?.length) this.#hull(ghost.cells, ghost.fits ? "ghost" : "ghost misfit", -1);
  }

  #hull(cells, state, ship) {
    const spots = cells.map((name) => this.index.get(name)).sort((a, b) => a - b);
    const x = spots[0] % this.width;
    const y = Math.floor(spots[0] / this.width);
    const vertical = spots.length > 1 && spots[1] - spots[0] >= this.width;
    const box = el("div", { class: `hull ${state}`, data: { ship } }, hull(cells.length, vertical));
    box.style.gridColumn = `${x + 1} / span ${vertical ? 1 : cells.length}`;
    box.style.gridRow = `${y + 1} / span ${vertical ? cells.length : 1}`;
    this.hullLayer.append(box);
  }

  /** Puts a class on some cells and takes it from all others. */
  flag(className, names = []) {
    const wanted = new Set(names);
    this.names.forEach((name, i) => this.cells[i].classList.toggle(className, wanted.has(name)));
  }

  /** Shows or removes the heat map: the engine's HEAT. */
  heat(heat) {
    if (!heat && !this.hasHeat) return;
    this.hasHeat = Boolean(heat);
    this.heatLayer.replaceChildren();
    this.element.classList.toggle("heated", this.hasHeat);
    for (const cell of this.cells) { cell.querySelector(".percent")?.remove(); delete cell.dataset.step; }
    this.flag("best", heat?.best ?? []);
    if (!heat) {
      this.labels?.forEach((label, i) => this.cells[i].setAttribute("aria-label", label));
      return;
    }
    heat.step.forEach((step, i) => {
      const node = el("i");
      if (step !== null && heat.text[i] !== "") {
        node.dataset.step = step;
        this.cells[i].dataset.step = step;
        this.cells[i].append(el("span", { class: "percent", text: heat.text[i], "aria-hidden": "true" }));
        const number = /^\d/.test(heat.text[i]) ? heat.text[i] : Math.round(heat.percent[i] ?? 0);
        if (this.labels) this.cells[i].setAttribute("aria-label", `${this.labels[i]}, ${number} %`);
      }
      this.heatLayer.append(node);
    });
  }

  /** Plays the short animation of an answer on a cell. */
  burst(name, answer) {
    const cell = this.cells[this.index.get(name)];
    if (!cell) return;
    const effect = el("b", { class: `burst-${answer}`, "aria-hidden": "true" });
    cell.append(effect);
    setTimeout(() => effect.remove(), 900);
  }
}
