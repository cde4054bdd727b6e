// What goes wrong on the way: files that are missing or damaged, an engine that stops or hangs.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./server.mjs";
import { battle, begin, cell, myTurn } from "./steps.mjs";

const look = (page) => page.locator(".battle .cell").evaluateAll((cells) => cells.map((one) => one.getAttribute("aria-label")));

async function afterOneShot(page) {
  await begin(page);
  await battle(page);
  await cell(page, "enemy", "C3").click();
  await page.waitForFunction(() => document.querySelector('.enemy-side [data-cell="C3"]').dataset.mark !== "unknown");
  await myTurn(page);
  return look(page);
}

async function startAgain(page, title, before) {
  await page.getByRole("heading", { name: title }).waitFor();
  await page.locator(".battle").evaluate((node) => { node.dataset.left = "yes"; });
  await page.getByRole("button", { name: "Start it again" }).click();
  await page.waitForSelector(".battle:not([data-left])");
  await myTurn(page);
  assert.deepEqual(await look(page), before);
  await cell(page, "enemy", "E5").click();
  await page.waitForFunction(() => document.querySelector('.enemy-side [data-cell="E5"]').dataset.mark !== "unknown");
}

export default {
  async "a script that is missing or damaged is reported"({ open, root, expectErrors }) {
    const folder = await mkdtemp(join(tmpdir(), "broadside-page-"));
    await cp(root, folder, { recursive: true });
    const host = await serve(folder);
    const script = join(folder, "board.js");
    const whole = await readFile(script, "utf8");
    try {
      await rm(script);
      const page = await open({ address: host.address, ready: ".failed" });
      assert.match(await page.locator(".failed").textContent(), /did not load.*missing/);
      await writeFile(script, whole.slice(0, 2000));
      await page.reload();
      await page.locator(".failed").filter({ hasText: "damaged" }).waitFor();
      await writeFile(script, whole);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.waitForSelector("[data-ready]");
      expectErrors(/404|Unexpected|Invalid|missing|must be declared/);
    } finally {
      host.stop();
      await rm(folder, { recursive: true });
    }
  },

  async "damaged copies for offline use are repaired"({ open, expectErrors }) {
    const page = await open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    const damage = () => page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]);
      await cache.put("board.js", new Response("let", { headers: { "content-type": "text/javascript" } }));
      await cache.delete("app.js");
    });
    const isWhole = () => page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]);
      const copies = await Promise.all(["board.js", "app.js"].map(async (name) => (await cache.match(name))?.text()));
      const files = await Promise.all(["board.js", "app.js"].map(async (name) => (await fetch(name)).text()));
      return copies.every((copy, i) => copy === files[i]);
    });
    await damage();
    assert.equal(await isWhole(), false);
    await page.reload();
    await page.waitForSelector("[data-ready]");
    while (!(await isWhole())) await page.waitForTimeout(100);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector("[data-ready]");
    // Without a network, a damaged copy is not used: the page starts from another one, or says what is wrong.
    await damage();
    await page.reload();
    await page.waitForSelector("[data-ready], .failed");
    await page.context().setOffline(false);
    expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load/);
  },

  async "an engine that stops is started again"({ open, expectErrors }) {
    const page = await open();
    const before = await afterOneShot(page);
    await page.workers().at(-1).evaluate(() => { setTimeout(() => { throw new Error("broken"); }); });
    await startAgain(page, "The engine stopped", before);
    expectErrors(/broken/);
  },

  async "an engine that hangs is started again"({ open }) {
    const context = (await open()).context();
    await context.clock.install();
    const page = await open({ context });
    const before = await afterOneShot(page);
    await page.workers().at(-1).evaluate(() => { self.onmessage = () => {}; });
    await cell(page, "enemy", "E5").click();
    await page.clock.runFor(21_000);
    await startAgain(page, "Is the engine stuck?", before);
  },
};
