// What the player is about to do: the kind of move, its cells and its direction, as the text of a move.
// The engine previews it; this only collects what was pointed at.

export class Aim {
  constructor() {
    this.kind = "fire";
    this.across = false;
    this.salvo = [];
    this.target = null;
    this.ship = null;
  }

  /** Chooses a kind of move from the engine's list; the same kind again turns a line or a ship. */
  choose(move) {
    if (move.kind === this.kind && (move.shape === "line" || move.shape === "placement")) this.across = !this.across;
    else { this.kind = move.kind; this.salvo = []; }
    const ships = move.ships?.map((ship) => ship.name) ?? [];
    this.ship = ships.includes(this.ship) ? this.ship : ships[0] ?? null;
    this.target = null;
  }

  /** Takes over what the coach advises: {kind, move, cells}. */
  follow(move, advice) {
    if (move.kind !== this.kind) this.choose(move);
    if (move.cells_needed > 1) { this.salvo = advice.cells; return advice.cells[0]; }
    const [, place] = advice.move.split(" ");
    if (move.shape === "line") this.across = /^\d/.test(place);
    const cell = advice.cells.includes(place) ? place : advice.cells[0];
    this.target = { cell, text: advice.move };
    return cell;
  }

  /** Back to firing. */
  reset() {
    this.kind = "fire";
    this.salvo = [];
    this.target = null;
  }

  /** Adds a cell to a salvo, or takes it out. A cell too many replaces the last one. */
  toggle(cell, most) {
    this.salvo = this.salvo.includes(cell) ? this.salvo.filter((one) => one !== cell) : [...this.salvo.slice(0, most - 1), cell];
  }

  /** The move at a cell, in the language of the game. */
  text(cell, shape) {
    if (shape === "line") return `${this.kind} ${this.across ? cell.replace(/^\D+/, "") : cell.replace(/\d+$/, "")}`;
    if (shape === "placement") return `${this.kind} ${this.ship} ${cell} ${this.across ? "v" : "h"}`;
    return `${this.kind} ${cell}`;
  }

  get salvoText() { return `fire ${this.salvo.join(" ")}`; }
}
