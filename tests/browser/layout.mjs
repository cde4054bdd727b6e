// How the screens fit the window: what is readable, what stays in its place, and what a phone shows.

import assert from "node:assert/strict";
import { battle, begin, cell, myTurn, resign, storeGame } from "./steps.mjs";

/** Where these elements are, as one text. */
const places = (page, ...selectors) => page.evaluate((all) => all.map((one) => {
  const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
  return `${one} ${[x, y, width, height].map(Math.round)}`;
}).join("\n"), selectors);

const bottom = (page, selector) => page.locator(selector).first().evaluate((node) => node.getBoundingClientRect().bottom);

/** In the page: signs and numbers of a heat map that hide each other, by mark. */
async function hiddenNumbers() {
  const { Board } = await import("./board.js");
  const marks = ["found", "empty", "hint", "smoke", "unknown"];
  const names = marks.map((_, i) => `${String.fromCharCode(65 + i)}1`);
  const board = new Board({ label: "Marks", width: marks.length, height: 1, names });
  const screen = document.getElementById("screen");
  screen.replaceChildren(board.frame);
  screen.style.width = "180px"; // cells as on a phone
  board.show(marks.map((mark, i) => ({ name: names[i], mark, label: mark })));
  const wrong = [];
  for (let step = 0; step < 6; step++) {
    board.heat({ percent: marks.map(() => 44), text: marks.map(() => "44"), step: marks.map(() => step), best: names });
    marks.forEach((mark, i) => {
      const range = document.createRange();
      range.selectNodeContents(board.cells[i].querySelector(".percent"));
      const number = range.getBoundingClientRect();
      const box = board.cells[i].getBoundingClientRect();
      if (number.width < 5 || number.bottom > box.bottom || number.left < box.left || number.right > box.right) wrong.push(`${mark}: no number`);
      const sign = board.cells[i].querySelector(".mark")?.getBoundingClientRect();
      if (!sign) { if (mark !== "unknown") wrong.push(`${mark}: no sign`); return; }
      // The box of a line of text is higher than its digits.
      if (sign.width < 8 || sign.bottom > number.top + number.height * .3) wrong.push(`${mark}: the sign is on the number`);
    });
  }
  return wrong;
}

/** In the page: what covers a number on a ship that has just been sunk. */
async function coveredNumbers() {
  const { Board } = await import("./board.js");
  const board = new Board({ label: "Ships", width: 3, height: 1, names: ["A1", "B1", "C1"] });
  document.getElementById("screen").replaceChildren(board.frame);
  board.show(["A1", "B1", "C1"].map((name) => ({ name, mark: "ship-sunk", label: name })));
  board.ships([{ cells: ["A1", "B1", "C1"], state: "sunk" }]);
  board.heat({ percent: [99, 5, 99], text: ["99", "5", "99"], step: [5, 0, 5], best: [] });
  board.flag("aim", ["C1"]);
  const style = (node, pseudo) => getComputedStyle(node, pseudo);
  return [style(board.hullLayer.querySelector(".hull-side")).fill, ...board.cells.map((one) => style(one).backgroundColor),
    style(board.cells[2], "::before").borderTopStyle, style(board.cells[2], "::before").backgroundColor];
}

/** Waits until one of these cells is in the part of its box that is shown. */
const inBox = (page, selector) => page.waitForFunction((css) => [...document.querySelectorAll(css)].some((node) => {
  const [cell, box] = [node, node.closest(".board-box")].map((one) => one.getBoundingClientRect());
  return cell.width > 0 && cell.left >= box.left && cell.right <= box.right + 1 && cell.top >= box.top && cell.bottom <= box.bottom + 1;
}), selector, { timeout: 20_000 });

export default {
  async "numbers of the heat map on a sunk ship"({ open }) {
    const clear = "rgba(0, 0, 0, 0)";
    assert.deepEqual(await (await open()).evaluate(coveredNumbers), ["none", clear, clear, clear, "dashed", clear]);
  },

  async "a large board scrolls to what happens"({ open }) {
    const page = await open({ phone: true });
    await begin(page, { rules: "grid20", coach: true });
    await inBox(page, ".placing .cell.grab"); // a ship of the fleet
    await battle(page);
    for (const corner of ["A1", "T20"]) {
      await cell(page, "enemy", corner).scrollIntoViewIfNeeded();
      await page.getByRole("button", { name: "Coach" }).tap();
      await inBox(page, ".enemy-side .cell.aim");
    }
    await page.locator("button.fire").tap();
    await page.locator(".board-tabs .news").waitFor();
    await page.locator(".board-tabs button").nth(1).tap();
    await inBox(page, ".own-side .cell.last"); // where the bot has fired
  },

  async "typed answers and hidden maps on a phone"({ open }) {
    const page = await open({ phone: true });
    await begin(page, { rules: "advanced" });
    await battle(page);
    const tabs = page.locator(".board-tabs button");
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await tabs.nth(1).tap();
    assert.ok(await page.locator(".hidden-note").isVisible());
    assert.ok(Math.abs(await height() - before) < 60, "the page keeps its height");
    await tabs.nth(0).tap();
    await page.getByLabel("Type a move or a question").fill("fleet");
    await page.keyboard.press("Enter");
    await page.locator(".answer p").first().waitFor();
    assert.ok(await bottom(page, ".answer") <= 740, "the answer is on the screen");
  },

  async "the review and the replay"({ open }) {
    const page = await open();
    await storeGame(page, { rules: "classic", bot: "easy", seed: 1, moves: 50 });
    await resign(page);
    const review = page.getByRole("button", { name: "Review my moves" });
    await review.focus();
    await page.keyboard.press("Enter");
    await page.locator(".verdicts li").first().waitFor();
    assert.ok(await page.evaluate(() => document.activeElement.closest(".review") !== null), "the keyboard goes on at the review");
    await page.setViewportSize({ width: 360, height: 740 });
    const list = page.locator(".verdicts");
    assert.ok(await list.evaluate((node) => node.clientHeight > 400 && node.scrollHeight <= node.clientHeight), "the review is shown whole");
    for (const text of await list.locator("li").allTextContents()) {
      const [, mine, best] = /\((\d+) % chance.*best move was firing at .* \((\d+) %\)/.exec(text) ?? [];
      assert.ok(mine === undefined || Number(mine) < Number(best), text);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "Replay" }).click();
    await page.waitForSelector(".replay .hull");
    const where = () => places(page, ".replay .board", ".player", ".slider-row");
    const before = await where();
    const heat = page.getByRole("button", { name: "Heat maps" });
    await heat.click();
    await page.waitForSelector(".replay .scale i");
    assert.equal(await where(), before, "heat maps move nothing");
    assert.ok(await bottom(page, ".player") <= 800, "all controls are on the first screen");
    await page.waitForFunction(() => location.hash.endsWith("/heat"));
    await page.reload();
    await page.waitForSelector(".replay .scale i");
    assert.equal(await heat.getAttribute("aria-pressed"), "true", "a reload keeps them");
  },

  async "signs of radar and numbers of the heat map"({ open }) {
    assert.deepEqual(await (await open()).evaluate(hiddenNumbers), []);
  },

  async "nothing moves in a battle"({ open }) {
    const page = await open();
    await page.getByLabel("Rules", { exact: true }).selectOption("own");
    await page.getByLabel("Your rules").fill("preset = advanced\nown-map = shown\nfleet = Boat 1x2, Cruiser 3");
    await begin(page, { rules: "own", coach: true });
    await battle(page);
    const where = () => places(page, ".enemy-side .board", ".own-side .board", ".bar-moves", ".battle-log");
    const before = await where();
    const same = async (what) => assert.equal(await where(), before, what);
    assert.ok(await bottom(page, ".bar-tools") <= 800 && await bottom(page, ".bar-moves") <= 800, "all buttons are on the first screen");
    await page.evaluate(() => { document.querySelector(".narration").textContent = "Ann fires at G10: hit, and the Carrier is sunk. ".repeat(8); });
    await same("a long message moves nothing");
    await page.getByRole("button", { name: "Heat map" }).click();
    await page.waitForSelector(".battle .heat-legend .scale i");
    await same("the heat map moves nothing");
    assert.match(await page.locator(".battle .heat-legend").innerText(), /^Chance in %:\s+0\s+\d+\s+most likely$/);
    await page.locator('[data-kind="artillery"]').dispatchEvent("click"); // locked as yet
    await page.waitForFunction(() => document.querySelector(".battle .reason").textContent.endsWith("."));
    await same("the reason of a refusal moves nothing");
    await page.getByRole("button", { name: "Coach" }).click();
    await page.locator("button.fire:visible").waitFor();
    await same("the button that fires has its place");
    // Hover, pressed and focus look different.
    const look = (selector) => page.locator(selector).evaluate((node) => { const style = getComputedStyle(node); return `${style.backgroundColor} ${style.borderColor} ${style.color}`; });
    await cell(page, "enemy", "A1").focus();
    await page.keyboard.press("Escape"); // back to firing
    await page.mouse.move(0, 0);
    const plain = await look('[data-kind="radar"]');
    const pressed = await look('[data-kind="fire"]');
    await page.locator('[data-kind="radar"]').hover();
    const hovered = await look('[data-kind="radar"]');
    assert.equal(new Set([plain, pressed, hovered]).size, 3);
    assert.equal(hovered.split(")")[0], plain.split(")")[0], "only what is pressed is filled");
    await page.locator('[data-kind="radar"]').focus();
    await page.keyboard.press("Shift");
    assert.notEqual(await page.locator('[data-kind="radar"]').evaluate((node) => getComputedStyle(node).outlineStyle), "none");
  },

  async "aiming a torpedo moves nothing"({ open }) {
    const page = await open();
    await storeGame(page, { rules: "advanced", bot: "easy", seed: 1, moves: 44 });
    const where = () => places(page, ".enemy-side .board", ".bar-moves", ".bar-tools", '[data-kind="torpedo"]');
    const before = await where();
    await page.locator('[data-kind="torpedo"]').click();
    await cell(page, "enemy", "E5").hover();
    await page.waitForSelector(".enemy-side .cell.aim");
    assert.equal(await where(), before);
    assert.ok(await page.getByRole("button", { name: "Column" }).isVisible());
    for (const button of await page.locator(".bar-moves button:visible, .bar-tools button:visible").all()) {
      const box = await button.boundingBox();
      assert.ok(box.y + box.height <= 800, "all buttons are on the first screen");
    }
    // A ship that is hit but afloat: what has happened to it, in words.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: /fleet$/ }).click();
    const words = await page.locator(".own-side .fleet .ship-state").allTextContents();
    assert.ok(words.some((text) => /^(sunk|[0-9] hits?)$/.test(text)) && words.every((text) => /^(sunk|[0-9] hits?)?$/.test(text)), words.join());
  },

  async "boards keep their sides"({ open }) {
    const page = await open();
    await page.getByLabel("Your name").fill("Ann");
    await begin(page);
    await battle(page);
    const left = async (...selectors) => (await Promise.all(selectors.map((one) => page.locator(one).boundingBox()))).map((box) => box.x);
    const [enemy, own] = await left(".enemy-side .board", ".own-side .board");
    assert.ok(enemy < own);
    await resign(page);
    const mine = '.board-side[aria-label="Ann"] .board';
    const other = '.board-side:not([aria-label="Ann"]) .board';
    const [there, here] = await left(other, mine);
    assert.ok(there < here, "at the end, too");
    await page.getByRole("button", { name: "Heat maps" }).click();
    await page.waitForSelector(".end .scale i");
    await page.getByRole("button", { name: "Replay" }).click();
    await page.waitForSelector(".replay .hull");
    const [far, near] = await left(other, mine);
    assert.ok(far < near, "and in the replay");
    await page.getByRole("button", { name: "Heat maps" }).click();
    await page.waitForSelector(".replay .scale i");
  },

  async "one board at a time on a phone"({ open }) {
    const page = await open({ phone: true });
    await begin(page);
    await battle(page);
    const own = page.locator(".own-side .board");
    const enemy = page.locator(".enemy-side .board");
    const tabs = page.getByRole("group", { name: "Board" }).getByRole("button");
    assert.ok(await enemy.isVisible() && !(await own.isVisible()));
    assert.ok(await bottom(page, ".enemy-side .board") < await page.locator(".battle .move-bar").evaluate((node) => node.getBoundingClientRect().top), "the moves do not cover the board");
    const before = await places(page, ".enemy-side .board", ".board-tabs", ".bar-tools", "button.fire");
    await cell(page, "enemy", "E5").tap();
    await page.locator("button.fire:enabled").waitFor();
    assert.equal(await places(page, ".enemy-side .board", ".board-tabs", ".bar-tools", "button.fire"), before, "aiming moves nothing");
    await page.locator("button.fire").tap();
    await page.waitForSelector(".board-tabs .news"); // the bot has answered on the other board
    await myTurn(page);
    await tabs.nth(1).tap();
    assert.ok(await own.isVisible() && !(await enemy.isVisible()));
    assert.equal(await tabs.nth(1).getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator(".board-tabs .news").count(), 0);
    assert.ok(await page.locator(".own-side .cell.last").first().isVisible(), "the bot's shot is marked");
    await tabs.nth(0).tap();
    // At another pace, the page shows where the bot fires, and comes back.
    await page.evaluate(async () => (await import("./storage.js")).saveSettings({ pace: "fast" }));
    await cell(page, "enemy", "A1").tap();
    await page.locator("button.fire:enabled").tap();
    await own.waitFor({ state: "visible" });
    await enemy.waitFor({ state: "visible" });
  },

  async "large boards side by side"({ open }) {
    const page = await open();
    await begin(page, { rules: "grid20" });
    await battle(page);
    const [one, other] = await Promise.all([".enemy-side .board", ".own-side .board"].map((selector) => page.locator(selector).boundingBox()));
    assert.ok(one.y === other.y && one.x + one.width <= other.x && one.y + one.height <= 800, "both boards are on the first screen");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1280);
    await page.locator(".enemy-side").getByRole("button", { name: "Larger cells" }).click();
    assert.ok((await cell(page, "enemy", "A1").boundingBox()).width >= 33.9);
    await cell(page, "enemy", "T20").click(); // scrolls inside the box of the board
    await page.waitForFunction(() => document.querySelector('.enemy-side [data-cell="T20"]').dataset.mark !== "unknown");
    await page.locator(".enemy-side").getByRole("button", { name: "Whole board" }).click();
    assert.deepEqual(await page.locator(".enemy-side .board").boundingBox(), one);
  },
};
