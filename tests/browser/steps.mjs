// Steps that several scenarios share.

import assert from "node:assert/strict";

/** Chooses settings on the start page and begins to place. */
export async function begin(page, { rules = "classic", bot = "easy", coach = false, two = false } = {}) {
  await page.waitForSelector("input[name=opponent]", { state: "attached" }); // the analysis asks for rules, too
  await page.getByLabel("Rules", { exact: true }).selectOption(rules);
  await page.locator(`input[name="opponent"][value="${two ? "two" : bot}"]`).check({ force: true });
  if (!two) await page.getByLabel("Pace of the bot").selectOption("none");
  if (coach) await page.getByRole("switch", { name: /coach/ }).check({ force: true });
  await page.getByRole("button", { name: "Place your fleet" }).click();
  await page.waitForSelector(".placing");
}

/** Answers the open puzzle with a cell: a click chooses it, and the button fires at it. */
export async function answerWith(page, name) {
  await page.locator(`.train [data-cell="${name}"]`).click();
  await page.getByRole("button", { name: `Fire at ${name}`, exact: true }).click();
  await page.waitForSelector(".answer-card:not([hidden])");
}

/** A cell of the open puzzle that may be shot at. */
export const unknownCell = (page) => page.locator('.train .cell[data-mark="unknown"]').first().getAttribute("data-cell");

/** Accepts the fleet that is offered. */
export async function battle(page) {
  await page.getByRole("button", { name: "Ready" }).click();
  await page.waitForSelector(".battle");
  await myTurn(page);
}

export const myTurn = (page) => page.waitForSelector(".battle .status-line.mine, .end");
export const isOver = (page) => page.locator(".end").count().then(Boolean);
export const cell = (page, side, name) => page.locator(`.${side}-side [data-cell="${name}"]`);

/** The cells of the enemy's board by what they show, in reading order. */
export const cellsWith = (page, mark) => page.locator(`.enemy-side .cell[data-mark="${mark}"]`)
  .evaluateAll((nodes) => nodes.map((node) => node.dataset.cell));

/** A cell worth a shot: beside a hit if there is one, otherwise any unknown cell. */
export async function target(page) {
  return page.locator(".enemy-side .cell").evaluateAll((nodes) => {
    const width = Math.max(...nodes.map((node) => node.dataset.cell.charCodeAt(0) - 64));
    const at = (i) => nodes[i]?.dataset.mark;
    const open = (i) => ["unknown", "found", "hint"].includes(at(i));
    const near = [];
    nodes.forEach((node, i) => {
      if (node.dataset.mark !== "hit") return;
      if (i % width && open(i - 1)) near.push(i - 1);
      if ((i + 1) % width && open(i + 1)) near.push(i + 1);
      if (open(i - width)) near.push(i - width);
      if (open(i + width)) near.push(i + width);
    });
    const all = near.length ? near : nodes.map((_, i) => i).filter(open);
    return nodes[all[Math.floor(all.length / 2)]].dataset.cell;
  });
}

/** Presses Tab (or Shift+Tab) until an element that matches has the focus. */
export async function tabTo(page, selector, { back = false } = {}) {
  for (let i = 0; i < 150; i++) {
    if (await page.evaluate((css) => document.activeElement.matches(css), selector)) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  assert.fail(`the Tab key does not reach ${selector}`);
}

/** Plays with arrow keys and Enter until the game is over; the focus is on the enemy's board. */
export async function playByKeyboard(page) {
  const press = (key) => page.keyboard.press(key);
  for (let turn = 0; turn < 220; turn++) {
    await myTurn(page);
    if (await isOver(page)) return;
    await moveTo(page, await target(page));
    const before = await page.locator(".log li").count();
    await press("Enter");
    await page.waitForFunction((count) => document.querySelector(".end") || document.querySelectorAll(".battle .log li").length > count, before);
  }
  assert.fail("the game does not end");
}

/** Moves the focus from cell to cell with the arrow keys. */
export async function moveTo(page, to) {
  const from = await page.evaluate(() => document.activeElement.dataset.cell ?? null);
  assert.ok(from, "the focus is on a board");
  const right = to.charCodeAt(0) - from.charCodeAt(0);
  const down = Number(to.slice(1)) - Number(from.slice(1));
  for (let i = 0; i < Math.abs(right); i++) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(down); i++) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
}

/** Fires by clicking until the game is over. */
export async function playToTheEnd(page, { tap = false } = {}) {
  for (let turn = 0; turn < 220; turn++) {
    await myTurn(page);
    if (await isOver(page)) return;
    await shoot(page, tap);
  }
  assert.fail("the game does not end");
}

async function shoot(page, tap) {
  const before = await page.locator(".log li").count();
  const name = await target(page);
  if (tap) { await cell(page, "enemy", name).tap(); await page.locator("button.fire").tap(); } else await cell(page, "enemy", name).click();
  await page.waitForFunction((count) => document.querySelector(".end") || document.querySelectorAll(".battle .log li").length > count, before);
}

/** Shoots a few times and resigns, for scenarios about finished games: whole games take long. */
export async function resign(page) {
  for (let turn = 0; turn < 4; turn++) {
    await myTurn(page);
    await shoot(page, false);
  }
  await myTurn(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".end");
}

/** In the page: plays as the coach advises for some moves, and leaves the game unfinished. */
async function playAndStore({ rules, bot, seed, moves }) {
  const { Engine } = await import("./engine.js");
  const engine = await Engine.start(() => new Worker("engine-worker.js", { type: "module" }));
  await engine.call(`new\nbot = ${bot}\nname = Ann\nseed = ${seed}\ncoach = yes\n\npreset = ${rules}`);
  let state = await engine.call("ready");
  while (state.moves < moves || state.phase !== "person") {
    const request = state.phase === "bot" ? "bot" : `move ${(await engine.call("advise")).move}`;
    ({ state } = await engine.call(request));
  }
  const { saved } = await engine.call("saved");
  localStorage.setItem("broadside.game", JSON.stringify({ saved, coach: true, title: "", rules: "", moves: state.moves, when: 0 }));
}

/** Goes on with a game that has this many moves. The same seed gives the same game. */
export async function storeGame(page, game) {
  await page.evaluate(playAndStore, game);
  await page.evaluate(() => { location.hash = "/play"; });
  await page.reload();
  await page.waitForSelector(".battle .status-line.mine");
}
