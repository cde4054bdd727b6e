// Dragging ships with a mouse, a pen or a finger, from the dock or from the board. Reports the cell of
// the ship's left or top end; the caller asks the engine whether it fits.

const THRESHOLD = 6;

export class ShipDrag {
  /** calls: shipAt(cell), vertical(ship), length(ship), begin(ship), over(cell or null), drop(ship, cell or null). */
  constructor(board, calls) {
    Object.assign(this, { board, calls, active: false, justDropped: false, vertical: false });
    board.grid.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest?.(".cell")?.dataset.cell;
      const ship = cell ? calls.shipAt(cell) : -1;
      if (ship >= 0) this.#press(event, ship, cell);
    });
    this.move = (event) => this.#move(event);
    this.up = (event) => this.#up(event, true);
    this.cancel = (event) => this.#up(event, false);
    document.addEventListener("pointermove", this.move);
    document.addEventListener("pointerup", this.up);
    document.addEventListener("pointercancel", this.cancel);
  }

  stop() {
    document.removeEventListener("pointermove", this.move);
    document.removeEventListener("pointerup", this.up);
    document.removeEventListener("pointercancel", this.cancel);
  }

  /** Makes an element of the dock a place to drag a ship from. */
  source(element, ship) {
    element.addEventListener("pointerdown", (event) => this.#press(event, ship, null));
  }

  #press(event, ship, cell) {
    this.justDropped = false;
    if (event.button !== 0) return;
    if (event.pointerType !== "touch") event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId);
    const vertical = this.calls.vertical(ship);
    let grab = Math.floor((this.calls.length(ship) - 1) / 2);
    if (cell) grab = this.#distance(ship, cell, vertical);
    this.press = { id: event.pointerId, ship, x: event.clientX, y: event.clientY, grab, vertical,
      lift: !cell && event.pointerType === "touch" ? 44 : 0 };
  }

  /** How many cells of the ship are left of or above the cell. */
  #distance(ship, cell, vertical) {
    let steps = 0;
    for (let at = cell; steps < this.calls.length(ship); steps++) {
      const before = vertical ? this.board.shifted(at, 0, -1) : this.board.shifted(at, -1, 0);
      if (before === at || this.calls.shipAt(before) !== ship) break;
      at = before;
    }
    return steps;
  }

  #move(event) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    if (!this.active) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < THRESHOLD) return;
      this.active = true;
      this.vertical = press.vertical;
      document.body.classList.add("dragging");
      this.calls.begin(press.ship);
    }
    event.preventDefault();
    press.atX = event.clientX;
    press.atY = event.clientY;
    this.#aim();
  }

  #aim() {
    const press = this.press;
    const size = this.board.cellSize;
    const length = this.calls.length(press.ship);
    const pointed = this.board.cellAt(press.atX, press.atY - press.lift);
    if (!pointed) { this.#over(null); return; }
    const grab = Math.min(press.grab, length - 1);
    const head = this.board.cellAt(press.atX - (this.vertical ? 0 : grab * size), press.atY - press.lift - (this.vertical ? grab * size : 0));
    this.#over(head ?? this.board.shifted(pointed, this.vertical ? 0 : -grab, this.vertical ? -grab : 0));
  }

  #over(cell) {
    if (cell === this.cell) return;
    this.cell = cell;
    this.calls.over(cell);
  }

  /** Turns the ship that is being dragged. */
  turn() {
    this.vertical = !this.vertical;
    this.cell = undefined;
    this.#aim();
  }

  #up(event, dropped) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    this.press = null;
    if (!this.active) return;
    this.active = false;
    this.justDropped = true;
    setTimeout(() => { this.justDropped = false; }, 50);
    document.body.classList.remove("dragging");
    const cell = dropped ? this.cell : null;
    this.cell = undefined;
    this.calls.drop(press.ship, cell ?? null);
  }
}
