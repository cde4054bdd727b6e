// The battle: both boards, fleets, moves, log and typed commands. Every answer and every sentence comes
// from the engine; bots move after the chosen pace.

import { el, oneAtATime, notice, wait } from "./dom.js";
import { Aim } from "./aim.js";
import { Board } from "./board.js";
import { BoardTabs, heatNote } from "./boards.js";
import { ask } from "./dialogs.js";
import { passTo } from "./game.js";
import { animate } from "./effects.js";
import { fleetPanel } from "./fleet.js";
import { commandLine, logPanel } from "./log.js";
import { MoveBar } from "./movebar.js";
import { settings } from "./storage.js";

export async function showBattle(view, { engine, about, game, go, next }) {
  const aim = new Aim();
  let gone = false;
  let busy = false;
  let heatOn = false;
  let shownFleets = "";
  const last = [[], []];
  if (game.state.last) last[game.state.last.board] = game.state.last.cells;
  const { rules } = game.state;
  const me = () => game.viewer;

  const makeBoard = (label, cells, own) => new Board({
    label, width: rules.width, height: rules.height, names: cells.map((cell) => cell.name),
    over: (name) => hover(own, name), pick: (name, how) => pick(own, name, how), key,
  });
  const { titles } = game.state;
  const enemy = makeBoard(titles.enemy, game.state.enemy.cells, false);
  const own = makeBoard(titles.own, game.state.own.cells, true);
  const status = el("p", { class: "status-line", role: "status" });
  const narration = el("p", { class: "narration", "aria-live": "polite", text: game.state.log.at(-1)?.text });
  const enemyFleet = el("div", { class: "fleet-slot" });
  const ownFleet = el("div", { class: "fleet-slot" });
  const heatNoteBox = heatNote();
  heatNoteBox.element.hidden = !game.state.coach;
  const tabs = new BoardTabs(view, [["enemy", titles.enemy], ["own", titles.own]]);
  const log = logPanel();
  const line = commandLine((text) => typed(text), () => enemy.focus(enemy.cursor));
  const bar = new MoveBar(aim, {
    chosen: () => { paintAim(); enemy.element.scrollIntoView({ block: "nearest" }); },
    confirm: () => confirm(),
    hint: () => advise(),
    heat: () => { if (game.state.coach) { heatOn = !heatOn; paintHeat(); } else refuseHeat(); },
    resign: async () => { if (await ask("Resign this game?", "Your opponent wins.", "Resign", { danger: true })) play("resign"); },
  });

  const moveKind = () => game.state.moves_available.find((move) => move.kind === aim.kind) ?? game.state.moves_available[0];
  const aimsAtOwn = (move) => move.board === me();
  const myTurn = () => game.state.phase === "person" && game.state.side === me() && !busy && !gone;

  /** Shows which cells a move at this cell would touch. */
  const hover = oneAtATime(async (onOwn, name) => {
    const move = moveKind();
    if (!name || !myTurn() || !move || onOwn !== aimsAtOwn(move)) {
      if (!aim.target) paintPreview(null);
      return;
    }
    if (aim.target && aim.target.cell !== name) {
      aim.target = null;
      bar.paint(game.state, heatOn);
    }
    await preview(name);
  });

  async function preview(name) {
    const move = moveKind();
    const text = aim.text(name, move.shape);
    if (move.shape === "cell") { paintPreview({ cells: [name], board: aimsAtOwn(move) ? me() : 1 - me(), legal: true }); return null; }
    const reply = await engine.call(`preview ${text}`);
    paintPreview(reply);
    bar.reason(reply.legal ? "" : reply.why);
    return reply;
  }

  function paintPreview(reply) {
    for (const [board, side] of [[enemy, 1 - me()], [own, me()]]) {
      const here = reply && reply.board === side ? reply.cells : [];
      board.flag("aim", [...(reply?.legal === false ? [] : here), ...(board === enemy ? aim.salvo : [])]);
      board.flag("misfit", reply?.legal === false ? here : []);
    }
  }

  /** A click, tap or Enter on a cell. A finger first aims; the second tap or the button fires. */
  async function pick(onOwn, name, how) {
    const move = moveKind();
    if (!myTurn() || !move) return;
    if (onOwn !== aimsAtOwn(move)) { if (onOwn) bar.reason(""); return; }
    const cell = (onOwn ? game.state.own : game.state.enemy).cells.find((one) => one.name === name);
    if (move.shape === "cell" && cell.open === false) {
      bar.reason((await engine.call(`preview fire ${name}`)).why);
      return;
    }
    if (move.kind === "fire" && move.cells_needed > 1) {
      aim.toggle(name, move.cells_needed);
      paintAim();
      if (how === "keyboard" && aim.salvo.length === move.cells_needed) bar.fire.focus();
      return;
    }
    const text = aim.text(name, move.shape);
    if (how === "touch" && aim.target?.text !== text) {
      aim.target = { cell: name, text };
      await preview(name);
      bar.paint(game.state, heatOn);
      return;
    }
    const reply = move.shape === "cell" ? { legal: true } : await engine.call(`preview ${text}`);
    if (!reply.legal) { bar.reason(reply.why); paintPreview(reply); return; }
    await play(text);
  }

  function confirm() {
    if (aim.target) play(aim.target.text);
    else if (aim.salvo.length) play(aim.salvoText);
  }

  const play = (text) => turn(() => game.move(text), (why) => bar.reason(why));

  const typed = (text) => turn(() => game.command(text), (why) => line.answer({ text: why }));

  /** The engine says why there is no heat map. */
  const refuseHeat = () => engine.call(`heat ${me()}`).catch((error) => notice(error.message));

  async function leave(question) {
    if (await ask("Leave the game?", question, "Leave")) go("/");
  }

  /** Runs one move of a person, shows it, and lets bots answer. `refuse` shows why a move is impossible. */
  async function turn(run, refuse) {
    if (!myTurn()) return;
    busy = true;
    try {
      const reply = await run();
      bar.reason("");
      if (reply.leave) { line.answer({}); leave(reply.leave); return; }
      if (reply.move) { line.answer({}); setUp(reply); await game.save(); return; }
      if (!reply.state) {
        line.answer(reply);
        return;
      }
      line.answer({});
      aim.reset();
      showReply(reply);
    } catch (error) {
      refuse(error.message);
      return;
    } finally { busy = false; }
    await after();
  }

  /** The latest move of a person stays visible while bots answer it. */
  function showReply(reply, answer = false) {
    bar.reason("");
    if (!answer) narration.replaceChildren();
    if (reply.reason) narration.append(el("span", { class: "cost", text: reply.reason }), " ");
    narration.append(el("span", { text: reply.narration }), " ");
    showEnd();
    const events = reply.events ?? [];
    for (const side of new Set(events.map((event) => event.board))) {
      last[side] = events.filter((event) => event.board === side).flatMap((event) => event.cells ?? []);
      tabs.tell(side === me() ? "own" : "enemy");
      (side === me() ? own : enemy).reveal(last[side]);
    }
    paint();
    animate(events.map(wholeShip), (side) => (side === me() ? own : enemy));
  }

  /** Messages have the room of a few lines. A longer one scrolls, and its end is the latest. */
  function showEnd() {
    narration.scrollTop = narration.scrollHeight;
    if (narration.scrollHeight > narration.clientHeight) narration.tabIndex = 0;
    else narration.removeAttribute("tabindex");
  }

  /** A sinking is shown on all cells of the ship. */
  function wholeShip(event) {
    if (event.answer !== "sunk") return event;
    const { fleets } = game.state;
    const ship = (event.board === me() ? fleets.own : fleets.enemy).find((one) => one.cells?.includes(event.cell));
    return ship ? { ...event, cells: ship.cells } : event;
  }

  /** A screen with room for one board shows the own one while a bot fires, unless the keyboard is used. */
  function watchBot(pace) {
    if (pace === 0 || game.state.own.shown === false || tabs.shown === "own" || enemy.grid.querySelector(":focus-visible")) return;
    tabs.show("own");
    const before = game.state.moves;
    setTimeout(() => { if (!gone && game.state.phase === "person" && game.state.moves <= before + 1 && !aimsAtOwn(moveKind())) tabs.show("enemy"); }, pace + 900);
  }

  /** After a move: the bots' turns, the hand-over, or the end. */
  async function after() {
    const pace = about.paces.find((one) => one.name === settings.pace)?.milliseconds ?? 0;
    while (!gone && game.state.phase === "bot") {
      busy = true;
      await wait(pace);
      if (gone) return;
      watchBot(pace);
      try { showReply(await game.bot(), true); } catch (error) { notice(error.message); return; } finally { busy = false; }
    }
    if (gone) return;
    if (game.state.phase === "over") {
      await wait(Math.min(900, pace + 300));
      if (!gone) await next();
      return;
    }
    if (game.two && game.state.side !== me()) offerHandOver();
  }

  function offerHandOver() {
    paint();
    bar.offerPass(game.state.names[game.state.side], async () => {
      await passTo(game, game.state.side);
      if (!gone) await next();
    });
  }

  async function advise() {
    if (!myTurn()) return;
    const rulesHint = game.state.moves_available.find((move) => move.kind === "hint");
    if (rulesHint) { await play("hint"); return; }
    busy = true;
    try {
      const advice = await engine.call("advise");
      await game.look(me());
      await game.save(); // advised games are not rated, also after a reload
      setUp(advice);
    } catch (error) { notice(error.message); } finally { busy = false; }
  }

  /** Prepares the advised move: the button plays it, and so does Enter on its cell. */
  function setUp(advice) {
    bar.reason("");
    narration.textContent = advice.sentence;
    showEnd();
    const move = game.state.moves_available.find((one) => one.kind === advice.kind);
    if (!move) return;
    const cell = aim.follow(move, advice);
    const board = aimsAtOwn(move) ? own : enemy;
    const wasOnBoard = board.grid.contains(document.activeElement);
    board.point(cell);
    paintAim();
    paintPreview({ cells: advice.cells, board: aimsAtOwn(move) ? me() : 1 - me(), legal: true });
    board.reveal(advice.cells);
    // Enter on a cell of a salvo takes it out.
    if (wasOnBoard && aim.salvo.length) bar.fire.focus();
  }

  const paintHeat = oneAtATime(async () => {
    if (gone) return;
    const heat = heatOn && game.state.coach && game.state.phase === "person" ? await engine.call(`heat ${me()}`) : null;
    enemy.heat(heat);
    heatNoteBox.show(heat);
    bar.paint(game.state, heatOn);
  });

  /** Some rules hide the player's own map, except while a move on it is aimed. */
  function paintOwn() {
    const { cells, shown } = game.state.own;
    const visible = shown !== false || aimsAtOwn(moveKind() ?? {});
    view.classList.toggle("own-hidden", !visible);
    own.show(visible ? cells : cells.map(({ name }) => ({ name, mark: "sea", label: name })));
    own.ships(visible ? game.state.fleets.own : []);
    own.flag("last", visible ? last[me()] : []);
  }

  function paintAim() {
    paintOwn();
    if (aimsAtOwn(moveKind() ?? {})) tabs.show("own");
    else if (view.classList.contains("aim-own")) tabs.show("enemy");
    own.element.classList.toggle("aimable", aimsAtOwn(moveKind() ?? {}));
    enemy.element.classList.toggle("aimable", !aimsAtOwn(moveKind() ?? {}));
    view.classList.toggle("aim-own", aimsAtOwn(moveKind() ?? {}));
    paintPreview(null);
    bar.paint(game.state, heatOn);
  }

  function paint() {
    const { state } = game;
    status.textContent = state.sentence;
    status.classList.toggle("mine", state.phase === "person" && state.side === me());
    enemy.show(state.enemy.cells);
    enemy.ships(state.fleets.enemy);
    enemy.flag("last", last[1 - me()]);
    // Some rules say only how many ships are sunk.
    const count = state.titles.enemy_fleet === state.names[1 - me()] ? [] : [el("p", { class: "note", text: state.titles.enemy_fleet })];
    const fleets = JSON.stringify([state.titles, state.fleets]);
    if (fleets !== shownFleets) {
      shownFleets = fleets;
      enemyFleet.replaceChildren(...count, fleetPanel(state.titles.enemy_fleet, state.fleets.enemy));
      ownFleet.replaceChildren(fleetPanel(state.titles.own, state.fleets.own));
    }
    log.show(state.log, state.names);
    if (!gone) paintAim();
    if (heatOn || enemy.element.classList.contains("heated")) paintHeat();
  }

  function key(event) {
    if (event.key === "Escape") { aim.reset(); paintAim(); event.preventDefault(); return; }
    if (event.key === ":" || event.key === "/") { event.preventDefault(); line.focus(); return; }
    const run = bar.shortcut(event.key, game.state);
    if (!run) return;
    event.preventDefault();
    run();
    const onOwn = aimsAtOwn(moveKind() ?? {});
    const board = onOwn ? own : enemy;
    if (!document.querySelector("dialog[open]") && !board.grid.contains(document.activeElement)) board.focus(board.cursor);
    hover(onOwn, board.cursor);
  }

  view.className = `view battle${game.state.coach ? " coached" : ""}${game.state.moves_available.some((move) => move.shape === "placement") ? " places" : ""}`;
  view.style.setProperty("--fleet-rows", Math.ceil(Math.max(game.state.fleets.own.length, game.state.fleets.enemy.length) / 5));
  view.append(
    el("div", { class: "battle-head" }, el("h1", { class: "quiet", text: `${game.state.names.join(" – ")}` }), status,
      el("div", { class: "messages" }, narration, bar.reasonLine)),
    tabs.element,
    el("section", { class: "board-side enemy-side", "aria-label": titles.enemy },
      el("h2", { text: titles.enemy }), enemy.frame, enemyFleet, heatNoteBox.element),
    el("section", { class: "board-side own-side", "aria-label": titles.own },
      el("h2", { text: titles.own }),
      own.frame, ownFleet),
    bar.element,
    el("aside", { class: "battle-log card", "aria-label": "Log" }, log.element, line.element));
  own.frame.append(el("p", { class: "hidden-note", text: "These rules hide your own map." }));
  paint();
  enemy.reveal(last[1 - me()]);
  own.reveal(last[me()]);
  if (game.state.phase === "bot" || game.state.phase === "person") setTimeout(after, 0);
  return () => { gone = true; };
}
