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

  async "a hint costs points, and only the first answer counts"({ open }) {
    const page = await open({ fragment: "#/train/practice/1" });
    await page.evaluate(() => { Storage.prototype.setItem = () => { throw new Error("full"); }; });
    await page.getByRole("button", { name: "Hint" }).click();
    const hint = page.locator(".train .note[role=status]");
    await hint.filter({ hasText: /[A-J]\d/ }).waitFor();
    let score = 0;
    for (const name of (await hint.textContent()).match(/[A-J]\d+/g)) {
      await page.evaluate(() => { location.hash = "#/train/practice/2"; });
      await page.waitForFunction(() => document.querySelector("h1").textContent.includes("2"));
      await page.evaluate(() => { location.hash = "#/train/practice/1"; });
      await page.waitForFunction(() => /1$/.test(document.querySelector("h1").textContent));
      await page.getByRole("button", { name: "Hint" }).click();
      await hint.filter({ hasText: /[A-J]\d/ }).waitFor();
      await page.locator(`.train [data-cell="${name}"]`).click();
      await page.waitForSelector(".answer-card:not([hidden])");
      score = Math.max(score, Number(await page.locator(".score strong").textContent()));
      assert.match(await page.locator(".answer-card").textContent(), /after a hint/);
      assert.equal(await page.locator(".numbers-row dd").nth(1).textContent(), "1", "kept even if the browser stores nothing");
    }
    assert.equal(score, 80);
  },

  async "the puzzle of tomorrow is not out yet"({ open }) {
    const page = await open({ fragment: "#/train/9999-12-31" });
    await page.waitForFunction(() => document.body.textContent.includes("is not out yet"));
  },
};
