// Shows the answers of a move: a short animation on each cell and a sound. Reduced motion shows none.

import { prefersReducedMotion } from "./dom.js";
import { play } from "./sound.js";

/** Louder answers win when a move has several. */
const ORDER = ["sunk", "hit", "found", "none", "miss"];

/** events: the engine's [{cell, answer, board, cells}]; boardOf(side) gives the board to draw on. */
export function animate(events, boardOf) {
  const answers = new Set(events.map((event) => event.answer));
  play(ORDER.find((answer) => answers.has(answer)));
  if (prefersReducedMotion()) return;
  let delay = 0;
  for (const event of events) {
    const board = boardOf(event.board);
    const cells = event.answer === "sunk" && event.cells?.length ? event.cells : [event.cell, ...(event.answer === "found" || event.answer === "none" ? event.cells ?? [] : [])];
    for (const cell of new Set(cells.filter(Boolean))) setTimeout(() => board.burst(cell, event.answer), delay);
    delay = Math.min(delay + 45, 400);
  }
}
