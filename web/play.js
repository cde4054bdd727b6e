// The game in progress: placing, battle or the end, as the engine's state says. Continues a game after a
// reload, also one whose fleets were being placed.

import { Game, passTo } from "./game.js";
import { unfinished, unplaced } from "./storage.js";
import { showPlacing } from "./placing.js";
import { showBattle } from "./battle.js";
import { showEnd } from "./end.js";

/** The game from before a reload, or null. */
async function continued(engine) {
  const placing = unplaced.get();
  if (placing) {
    try { return await Game.placeAgain(engine, placing); } catch { unplaced.clear(); }
  }
  const kept = unfinished.get();
  if (!kept) return null;
  const game = await Game.resume(engine, kept);
  if (!game.two) await game.look(game.viewer);
  return game;
}

export async function showPlay(view, context) {
  const { app, engine } = context;
  if (!app.game) {
    app.game = await continued(engine);
    if (!app.game) { location.replace("#/"); return null; } // Back does not return here
    app.game.wasLeft = true;
  }
  // Whoever comes back to a game of two people may be either of them.
  if (app.game.wasLeft) await passTo(app.game, app.game.state.side);
  app.game.wasLeft = false;
  let leave = null;
  let left = false;
  const next = async () => {
    if (left) return;
    leave?.();
    const { phase } = app.game.state;
    const show = phase === "place" ? showPlacing : phase === "over" ? showEnd : showBattle;
    document.body.classList.toggle("in-game", phase !== "over");
    view.replaceChildren();
    leave = await show(view, { ...context, game: app.game, next });
    if (left) { leave?.(); return; }
    scrollTo(0, 0);
    // The screen has changed under the focus: the keyboard goes on at the enemy's board, or at the top.
    if (document.activeElement === document.body) {
      (view.querySelector('.enemy-side .cell[tabindex="0"]') ?? document.getElementById("screen")).focus({ preventScroll: true });
    }
  };
  await next();
  const { game } = app;
  return () => { game.wasLeft = true; left = true; leave?.(); document.body.classList.remove("covered", "in-game"); };
}
