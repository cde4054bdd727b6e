// Analysis and training.

import assert from "node:assert/strict";

const at = (page, name) => page.locator(`.view [data-cell="${name}"]`);

export default {
  async "analyse by clicking"({ open }) {
    const page = await open({ fragment: "#/analyse" });
    await page.waitForSelector(".heated");
    assert.equal(await page.locator(".big-number").textContent(), "30,093,975,536");
    assert.match(await page.locator(".numbers .note").textContent(), /^30,093,975,536 layouts/);
    await at(page, "E5").click();
    await page.waitForFunction(() => document.querySelector('[data-cell="E5"]').dataset.mark === "miss");
    for (const name of ["F6", "F7"]) {
      await at(page, name).click();
      await page.waitForFunction((one) => document.querySelector(`[data-cell="${one}"]`).dataset.mark === "miss", name);
      await at(page, name).click();
      await page.waitForFunction((one) => document.querySelector(`[data-cell="${one}"]`).dataset.mark === "hit", name);
    }
    await page.waitForFunction(() => document.querySelector(".big-number").textContent.replaceAll(/\D/g, "") === "2290324230");
    assert.equal(await at(page, "F8").locator(".percent").textContent(), "60");
    await at(page, "F7").click();
    await page.getByRole("button", { name: "Destroyer" }).click();
    await page.waitForFunction(() => document.querySelector('[data-cell="F7"]').dataset.mark === "sunk");
    // The address carries the position.
    const other = await open({ fragment: new URL(page.url()).hash });
    await other.waitForFunction(() => document.querySelector('[data-cell="F7"]')?.dataset.mark === "sunk");
    assert.equal(await other.locator(".big-number").textContent(), await page.locator(".big-number").textContent());
  },

  async "a position that cannot be"({ open }) {
    const page = await open({ fragment: "#/analyse" });
    await page.getByLabel("Position as text").fill("A1=sunk:Carrier B1=miss A2=miss");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".trouble-line").textContent.length > 5);
  },

  async "a solved puzzle"({ open }) {
    const page = await open({ fragment: "#/train/2026-11-18" });
    await page.waitForSelector(".train .board");
    const look = (one) => one.locator(".train .cell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    const other = await open({ fragment: "#/train/2026-11-18" });
    await other.waitForSelector(".train .board");
    assert.deepEqual(await look(page), await look(other), "the same for everybody");
    await page.locator('.train .cell[data-mark="unknown"]').first().click();
    await page.waitForSelector(".answer-card:not([hidden])");
    const best = await page.locator(".train .cell.best").first().getAttribute("data-cell");
    await other.locator(`[data-cell="${best}"]`).click();
    await other.waitForSelector(".answer-card:not([hidden])");
    assert.equal(await other.locator(".score strong").textContent(), "100");
    await other.getByRole("button", { name: "Next practice puzzle" }).click();
    await other.waitForFunction(() => location.hash === "#/train/practice/1");
  },
};
