// Accessibility: axe-core on every screen in both colour schemes, labels, and sizes of touch targets.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { battle, begin, cell, myTurn, playToTheEnd } from "./steps.mjs";

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
  await playToTheEnd(page);
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
  await page.locator('.train .cell[data-mark="unknown"]').first().click();
  await page.waitForSelector(".answer-card:not([hidden])");
  await check("training, answered");
  await go(page, "/statistics", ".game-list li");
  await check("statistics");
  assert.deepEqual(all, []);
}

/** Marks of the engine that look the same on a board with heat maps off. A ship is drawn as a hull. */
async function sameShapes() {
  const [{ Engine }, { Board }] = await Promise.all([import("./engine.js"), import("./board.js")]);
  const { marks } = await (await Engine.start()).call("about");
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
