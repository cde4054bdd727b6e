// Placing a fleet: by dragging, by clicking both ends, or with the keyboard. The engine says what fits
// and why something does not.

import { announce, button, el, icon, oneAtATime, notice } from "./dom.js";
import { Board } from "./board.js";
import { ask } from "./dialogs.js";
import { hull } from "./hull.js";
import { passTo } from "./game.js";
import { ShipDrag } from "./drag.js";

const OTHER_END = "Now the other end of the ship.";

export async function showPlacing(view, { engine, game, next }) {
  const { rules, names, side } = game.state;
  const cellNames = game.state.own.cells.map((cell) => cell.name);
  let placing = await engine.call("placing");
  let picked = null;
  let vertical = false;
  let end = null;
  let ghost = null;

  const board = new Board({
    label: `${names[side]}: your fleet`, width: rules.width, height: rules.height, names: cellNames,
    over: (name) => { if (!drag.active) aim(name); }, pick, key,
  });
  const reason = el("p", { class: "reason", role: "status" });
  const sentence = el("p", { class: "lead" });
  const dock = el("ul", { class: placing.ships.length > 6 ? "dock many" : "dock" });
  const tools = {
    rotate: button("Rotate", rotate, { symbol: "rotate", title: "R" }),
    one: button("Random ship", () => edit(`random-ship ${picked ?? firstMissing()}`), { symbol: "dice", title: "O" }),
    rest: button("Random fleet", () => edit("random"), { symbol: "dice", title: "F" }),
    undo: button("Undo", () => edit("undo"), { symbol: "undo", title: "U" }),
    clear: button("Clear", () => edit("clear"), { symbol: "clear", title: "C" }),
  };
  const ready = button("Ready", finish, { kind: "primary big", symbol: "check" });

  const drag = new ShipDrag(board, {
    shipAt: (name) => shipAt(name),
    vertical: (ship) => (placing.ships[ship].placed ? placing.ships[ship].direction === "v" : vertical),
    length: (ship) => placing.ships[ship].length,
    begin: (ship) => { picked = ship; end = null; vertical = drag.vertical; paint(); },
    over: (cell) => { vertical = drag.vertical; aim(cell); },
    drop: async (ship, cell) => { picked = null; ghost = null; if (cell) await put(placeOf(ship, cell)); else paint(); },
  });

  const firstMissing = () => Math.max(0, placing.ships.findIndex((ship) => !ship.placed));
  const shipAt = (name) => placing.ships.findIndex((ship) => ship.placed && ship.cells.includes(name));

  /** The requests for the engine's FITS: of a ship at a cell, and of a ship from one end to the other. */
  const placeOf = (ship, cell) => `fits ${ship} ${cell} ${vertical ? "v" : "h"}`;
  const placeBetween = (from, to) => `ends ${from} ${to}`;

  /** Shows the ghost of the picked ship at a cell, or of the ship between the first end and the cell. */
  const aim = oneAtATime(async (name) => {
    const from = end;
    if (!name || name === from || (picked === null && from === null)) {
      if (ghost) { ghost = null; reason.textContent = from === null ? "" : OTHER_END; paintShips(); }
      return;
    }
    const ship = picked;
    const reply = await engine.call(ship === null ? placeBetween(from, name) : placeOf(ship, name))
      .catch((error) => ({ fits: false, why: error.message }));
    if (picked !== ship || end !== from) return;
    ghost = reply;
    reason.textContent = reply.fits ? "" : reply.why;
    paintShips();
  });

  /** Sends one change of the fleet; a refusal is shown as the reason. */
  async function edit(request) {
    const focused = document.activeElement;
    const before = placing.ships.map((ship) => ship.cells.join());
    end = null;
    ghost = null;
    reason.textContent = "";
    try {
      placing = await engine.call(request);
      game.keepPlacing(placing);
      announce(placing.sentence);
      paint();
      showShip(placing.ships.find((ship, i) => ship.placed && ship.cells.join() !== before[i]));
      // A button that has nothing more to do loses the focus: go on with the ship that is to be placed.
      if (focused?.disabled) (placing.complete ? ready : dock.children[placing.picked].firstChild).focus();
      return true;
    } catch (error) { return refuse(error); }
  }

  /** Scrolls a large board to a ship. */
  const showShip = (ship) => { if (ship?.placed) board.reveal(ship.cells); };

  function refuse(error) {
    end = null;
    ghost = null;
    reason.textContent = error.message;
    paint();
    return false;
  }

  /** Puts a ship down where a FITS request says. Some rules allow it where it does not fit, after a question. */
  async function put(request) {
    let place;
    try { place = await engine.call(request); } catch (error) { return refuse(error); }
    const { ship, cell, direction, anyway, why } = place;
    const insists = anyway !== null && await ask(anyway, why, "Place it");
    return edit(`put ${ship} ${cell} ${direction}${insists ? " anyway" : ""}`);
  }

  async function pick(name, how) {
    if (drag.justDropped) return;
    const under = shipAt(name);
    if (picked !== null) {
      if (!(await put(placeOf(picked, name)))) { aim(name); return; }
      picked = null;
      if (how === "keyboard" && !placing.complete) { picked = firstMissing(); paint(); aim(name); } else paint();
    } else if (under >= 0 && how === "keyboard") {
      choose(under);
      aim(name);
    } else if (end !== null) {
      await put(placeBetween(end, name));
    } else if (under >= 0) {
      await edit(`rotate ${under}`);
    } else {
      end = name;
      reason.textContent = OTHER_END;
      paint();
    }
  }

  function choose(ship) {
    picked = picked === ship ? null : ship;
    end = null;
    if (picked !== null) {
      vertical = placing.ships[ship].placed ? placing.ships[ship].direction === "v" : vertical;
      announce(placing.ships[ship].label ?? placing.ships[ship].name);
      showShip(placing.ships[ship]);
    }
    paint();
  }

  async function rotate() {
    if (drag.active) { drag.turn(); return; }
    const under = shipAt(board.cursor);
    if (picked !== null) { vertical = !vertical; paint(); aim(board.cursor); } else if (under >= 0) await edit(`rotate ${under}`);
    else { vertical = !vertical; paint(); notice(vertical ? "Ships are picked up vertically." : "Ships are picked up horizontally."); }
  }

  function key(event) {
    const run = {
      r: rotate, o: () => tools.one.click(), f: () => tools.rest.click(), u: () => tools.undo.click(),
      Backspace: () => tools.undo.click(), c: () => tools.clear.click(),
      n: () => { choose(picked === null ? firstMissing() : (picked + 1) % placing.ships.length); aim(board.cursor); },
      Escape: () => { picked = null; end = null; ghost = null; reason.textContent = ""; paint(); },
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run) return;
    event.preventDefault();
    run();
  }

  async function finish() {
    if (!placing.complete || ready.disabled) return;
    ready.disabled = true; // a second click must not place the next player's fleet
    const before = game.state.side;
    try { await game.ready(placing); } catch (error) { ready.disabled = false; throw error; }
    if (game.two) await passTo(game, game.state.phase === "place" ? 1 - before : game.state.side);
    await next();
  }

  function paintShips() {
    board.ships(placing.ships.map((ship) => ({ cells: ship.placed ? ship.cells : [], state: "afloat" })), ghost);
    for (const node of board.hullLayer.children) node.classList.toggle("picked", Number(node.dataset.ship) === picked);
  }

  function paint() {
    sentence.textContent = placing.sentence;
    if (placing.cells) board.show(placing.cells);
    dock.classList.toggle("vertical", vertical);
    board.flag("end", end ? [end] : []);
    board.flag("grab", placing.ships.flatMap((ship) => (ship.placed ? ship.cells : [])));
    paintShips();
    placing.ships.forEach((ship, i) => {
      const item = dock.children[i].firstChild;
      item.classList.toggle("placed", ship.placed);
      item.setAttribute("aria-pressed", picked === i);
      item.classList.toggle("next", picked === null && placing.picked === i);
      item.setAttribute("aria-label", ship.label ?? `${ship.name} ${ship.length}`);
    });
    tools.undo.disabled = !placing.can_undo;
    tools.clear.disabled = !placing.ships.some((ship) => ship.placed);
    tools.one.disabled = picked === null && placing.complete;
    ready.disabled = !placing.complete;
    tools.rest.lastChild.textContent = placing.ships.some((ship) => ship.placed) && !placing.complete ? "Random rest" : "Random fleet";
  }

  placing.ships.forEach((ship, i) => {
    const item = el("button", { type: "button", class: "dock-ship", on: { click: () => { if (!drag.justDropped) choose(i); } } },
      el("span", { class: "hull-box" }, hull(ship.length, false)), el("span", { text: ship.name }), icon("check"));
    item.firstChild.style.setProperty("--length", ship.length);
    drag.source(item, i);
    dock.append(el("li", {}, item));
  });

  const onKey = (event) => { if (event.key.toLowerCase() === "r" && drag.active) { event.preventDefault(); drag.turn(); } };
  document.addEventListener("keydown", onKey);
  paint();
  game.keepPlacing(placing);
  board.frame.classList.add("aimable");
  view.className = "view placing";
  view.append(
    el("div", { class: "placing-head" }, el("h1", { text: `${names[side]}, place your fleet` }), sentence),
    board.frame,
    el("div", { class: "placing-side card" }, dock,
      el("div", { class: "placing-words" }, reason,
        el("p", { class: "note for-touch", text: "Drag a ship, or tap it and then a cell. Tap a placed ship to rotate it." }),
        el("p", { class: "note for-mouse", text: "Drag a ship, or click both of its ends. Click a placed ship to rotate it." })),
      el("div", { class: "tools" }, Object.values(tools)), ready,
      el("p", { class: "note keys" }, [["Enter", "place"], ["R", "rotate"], ["N", "next"], ["U", "undo"]]
        .flatMap(([name, what]) => [el("kbd", { text: name }), ` ${what}  `]))));
  showShip(placing.ships.find((ship) => ship.placed)); // as soon as the board has its size
  return () => { document.removeEventListener("keydown", onKey); drag.stop(); };
}
