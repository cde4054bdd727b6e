// Accessibility: axe-core on every screen in both colour schemes, labels, and sizes of touch targets.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { answerWith, battle, begin, cell, myTurn, resign, unknownCell } from "./steps.mjs";

const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

async function look(page, where, all) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const list = found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.any.map((any) => any.message).join(", ")}`).join(" | ")}`);
  all.push(...list.map((text) => `${where}: ${text}`));
}

const go = async (page, fragment, selector) => {
  await page.evaluate((to) => { location.hash = to; }, fragment);
  await page.waitForSelector(selector);
};

async function everyScreen(page) {
  const all = [];
  const check = (where) => look(page, where, all);
  await check("start");
  await page.locator("#help").click();
  await page.waitForSelector("dialog[open] .rules-help");
  await check("help");
  await page.keyboard.press("Escape");
  await begin(page, { coach: true });
  await check("placing");
  await battle(page);
  await cell(page, "enemy", "E5").click();
  await myTurn(page);
  await check("battle");
  await page.getByRole("button", { name: "Heat map" }).click();
  await page.waitForSelector(".battle .heated");
  await check("battle with heat map");
  await page.getByRole("button", { name: "Heat map" }).click();
  await resign(page);
  await page.getByRole("button", { name: "Heat maps" }).click();
  await page.waitForSelector(".end .heated");
  await check("end");
  await page.getByRole("button", { name: "Replay" }).click();
  await page.waitForSelector(".replay .hull");
  await check("replay");
  await go(page, "/analyse", ".analyse .heated");
  await check("analysis");
  await go(page, "/train", ".train .board");
  await check("training");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForSelector(".train .cell.hinted");
  await check("training, hinted");
  await answerWith(page, await unknownCell(page));
  await check("training, answered");
  await go(page, "/statistics", ".game-list li");
  await check("statistics");
  assert.deepEqual(all, []);
}

/** Marks of the engine that look the same on a board with heat maps off. A ship is drawn as a hull. */
async function sameShapes() {
  const [{ Engine }, { Board }] = await Promise.all([import("./engine.js"), import("./board.js")]);
  const { marks } = await (await Engine.start(() => new Worker("engine-worker.js", { type: "module" }))).call("about");
  const names = marks.map((_, i) => `A${i + 1}`);
  const board = new Board({ label: "Marks", width: 1, height: marks.length, names });
  board.show(marks.map(({ mark, words }, i) => ({ name: names[i], mark, label: words })));
  const seen = new Map();
  const same = [];
  marks.forEach(({ mark }, i) => {
    const sign = board.cells[i].querySelector("use")?.getAttribute("href");
    const isOpen = ["unknown", "sea"].includes(mark); // the enemy's and the own water
    if (sign && !document.querySelector(sign)) same.push(`${mark} has no sign`);
    const look = `${sign ? document.querySelector(sign)?.innerHTML : isOpen ? mark : "plain"}${mark.startsWith("ship") ? " on a hull" : ""}`;
    if (seen.has(look)) same.push(`${mark} looks like ${seen.get(look)}`);
    seen.set(look, mark);
  });
  return same;
}

export default {
  async "axe-core, light"({ open }) { await everyScreen(await open()); },
  async "axe-core, dark"({ open }) { await everyScreen(await open({ dark: true })); },
  async "axe-core, phone"({ open }) { await everyScreen(await open({ phone: true })); },

  async "help on every screen"({ open }) {
    const page = await open({ phone: true });
    await page.getByLabel("Rules", { exact: true }).selectOption("advanced");
    await page.getByRole("button", { name: "How to play" }).tap();
    const dialog = page.getByRole("dialog", { name: "How to play" });
    for (const word of ["Radar", "Smoke", "Artillery", "Torpedo"]) await dialog.locator("dt", { hasText: word }).waitFor();
    const body = page.locator(".dialog-body");
    assert.equal(await body.evaluate((node) => node.scrollTop), 0, "the text starts at its top");
    assert.ok(await body.evaluate((node) => node === document.activeElement && node.scrollHeight > node.clientHeight));
    assert.ok(await dialog.getByRole("button", { name: "Close" }).isVisible());
    assert.ok(await dialog.locator(".keys").first().isHidden(), "no keys without a keyboard");
    await dialog.getByRole("button", { name: "Close" }).tap();
    for (const fragment of ["/analyse", "/train", "/statistics", "/replay", "/"]) {
      await page.evaluate((to) => { location.hash = to; }, fragment);
      assert.ok(await page.getByRole("button", { name: "Help", exact: true }).isVisible(), fragment);
    }
    await begin(page);
    await battle(page);
    // Rules chosen for the next game are not those of this one.
    await go(page, "/", "input[name=opponent]");
    await page.getByLabel("Rules", { exact: true }).selectOption("advanced");
    await page.goBack();
    await myTurn(page);
    await page.getByRole("button", { name: "Help", exact: true }).tap();
    await dialog.locator("dt", { hasText: "A turn" }).waitFor();
    assert.equal(await dialog.locator("dt", { hasText: "Radar" }).count(), 0, "the rules of this game");
    await page.keyboard.press("Escape");
    await cell(page, "enemy", "A1").focus();
    await page.keyboard.press("?");
    await dialog.waitFor();
  },

  async "boards fit the window"({ open }) {
    const page = await open();
    const size = (width, height) => page.setViewportSize({ width, height });
    const box = (selector) => page.locator(selector).first().boundingBox();
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await size(320, 640);
    assert.ok(await page.locator(".top nav").evaluate((node) => node.scrollWidth <= node.clientWidth), "the tabs fit in 320 px");
    assert.equal(await wide(), 0);
    await size(1280, 800);
    await begin(page, { rules: "russian" });
    const ready = await box(".placing .primary");
    assert.ok(ready.y + ready.height <= 800, "Ready is on the first screen");
    await battle(page);
    await size(1920, 1080);
    assert.ok((await box(".enemy-side .board")).width > 700, "boards use a large screen");
    await size(640, 400); // 1280 x 800 at 200 %
    assert.equal(await wide(), 0);
    assert.notEqual(await page.locator(".move-bar").evaluate((node) => getComputedStyle(node).position), "sticky");
    await size(320, 640);
    assert.equal(await wide(), 0);
  },

  async "large boards on a phone"({ open }) {
    const page = await open({ phone: true });
    await begin(page, { rules: "grid20" });
    await battle(page);
    assert.ok((await cell(page, "enemy", "A1").boundingBox()).width >= 43.9, "cells are touch targets");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    await cell(page, "enemy", "T20").tap(); // scrolls inside the box of the board
    await page.locator("button.fire").tap();
    await page.waitForFunction(() => document.querySelector('.enemy-side [data-cell="T20"]').dataset.mark !== "unknown");
  },

  async "labels, live region and touch targets"({ open }) {
    const page = await open({ phone: true });
    const small = () => page.locator("button:visible, select:visible, a.button:visible, nav a:visible, .segment:visible")
      .evaluateAll((nodes) => nodes.filter((node) => node.getBoundingClientRect().height < 43.5).map((node) => node.outerHTML.slice(0, 80)));
    assert.deepEqual(await small(), []);
    await begin(page);
    assert.deepEqual(await small(), []);
    await battle(page);
    assert.deepEqual(await small(), []);
    await cell(page, "enemy", "C4").tap();
    await page.locator("button.fire").tap();
    await page.waitForFunction(() => /^C4, (miss|hit)/.test(document.querySelector('.enemy-side [data-cell="C4"]').getAttribute("aria-label")));
    assert.match(await page.locator('.narration[aria-live="polite"]').textContent(), /C4/);
    assert.equal(await page.locator('[role="grid"] [role="row"] [role="gridcell"][tabindex="0"]').count(), 2, "one tab stop for each board");
    assert.deepEqual(await page.evaluate(sameShapes), [], "every state of a board has its own shape");
  },
};
