// What outlives a visit: unfinished games, finished games, links, and the page itself without a network.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { deflateRawSync } from "node:zlib";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./server.mjs";
import { battle, begin, cell, cellsWith, myTurn, resign } from "./steps.mjs";

/** "broadside stats" shows the exported game as the page does, and exports it for the page. Resolves to that
 * export, or to null if the program has no statistics. */
async function readsWithTheProgram(path, shown) {
  const run = (...args) => execFileSync(process.env.BROADSIDE, ["stats", ...args], { encoding: "utf8" });
  let standings;
  try {
    [standings] = JSON.parse(run(path, "--json")).standings;
  } catch (error) {
    if (/libsqlite3-dev|libjansson-dev/.test(error.stderr)) return null;
    throw error;
  }
  const { player, opponent, rules, games, won, lost, tied, mean_shots: mean, best_shots: best, accuracy, streak, best_streak: most, advised } = standings;
  const current = `${Math.abs(streak)} ${streak > 0 ? "won" : "lost"}`;
  assert.deepEqual(shown, [player, opponent, rules, games, won, lost, tied, mean?.toFixed(1) ?? "–", best ?? "–", `${Math.round(100 * accuracy)} %`,
    streak ? current : "–", most, advised].map(String));
  const text = await readFile(path, "utf8");
  assert.equal(run(path, "--export", path), "1 game written.\n");
  const exported = await readFile(path, "utf8");
  assert.ok(exported.endsWith(text.slice(text.indexOf("broadside record"))));
  return exported;
}

export default {
  async "reload in mid-game"({ open }) {
    const page = await open();
    await begin(page);
    await battle(page);
    for (const name of ["A1", "C3", "E5"]) {
      await cell(page, "enemy", name).click();
      await page.waitForFunction((one) => document.querySelector(`.enemy-side [data-cell="${one}"]`).dataset.mark !== "unknown", name);
      await myTurn(page);
    }
    const look = () => page.locator(".battle .cell").evaluateAll((cells) => cells.map((one) => one.getAttribute("aria-label")));
    await page.waitForFunction(() => localStorage.getItem("broadside.game"));
    const before = await look();
    await page.reload();
    await page.waitForSelector(".battle");
    await myTurn(page);
    assert.deepEqual(await look(), before);
    // A save without its title is a game, too.
    await page.evaluate(() => { localStorage["broadside.game"] = JSON.stringify({ saved: JSON.parse(localStorage["broadside.game"]).saved }); });
    await page.goto(page.url().split("#")[0]);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForSelector(".battle");
    await myTurn(page);
    assert.equal((await cellsWith(page, "unknown")).length, 97);
    await resign(page);
  },

  async "reload while placing"({ open }) {
    const page = await open();
    const grab = (count) => page.waitForFunction((n) => document.querySelectorAll(".placing .cell.grab").length === n, count);
    const cells = () => page.locator(".placing .cell.grab").evaluateAll((nodes) => nodes.map((node) => node.dataset.cell));
    await begin(page, { two: true });
    await grab(17);
    const first = await cells();
    await page.reload();
    await page.getByRole("button", { name: "I am Player 1" }).click();
    await grab(17);
    assert.deepEqual(await cells(), first, "the fleet that was offered");
    await page.getByRole("button", { name: "Ready" }).click();
    await page.getByRole("button", { name: "I am Player 2" }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    await grab(0);
    for (const name of ["B2", "F2"]) await page.locator(`.placing [data-cell="${name}"]`).click();
    await grab(5);
    await page.goto(page.url().split("#")[0]);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "I am Player 2" }).click();
    await grab(5);
    assert.deepEqual(await cells(), ["B2", "C2", "D2", "E2", "F2"]);
    await page.getByRole("button", { name: "Random rest" }).click();
    await grab(17);
    await page.getByRole("button", { name: "Ready" }).click();
    await page.getByRole("button", { name: /I am/ }).click();
    await page.waitForSelector(".battle");
    assert.equal(await page.evaluate(() => sessionStorage.getItem("broadside.placing")), null);
  },

  async "offline after the first visit"({ open }) {
    const page = await open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector("[data-ready]");
    await begin(page);
    await battle(page);
    await cell(page, "enemy", "E5").click();
    await page.waitForFunction(() => document.querySelector('.enemy-side [data-cell="E5"]').dataset.mark !== "unknown");
  },

  async "an update reaches a returning visitor"({ open, root }) {
    const folder = await mkdtemp(join(tmpdir(), "broadside-page-"));
    await cp(root, folder, { recursive: true });
    const host = await serve(folder);
    try {
      const page = await open({ address: host.address });
      const versions = () => page.evaluate(() => caches.keys());
      const engines = (version) => page.evaluate(async (name) => (
        (await (await caches.open(name)).keys()).filter((one) => one.url.endsWith(".wasm")).length), version);
      const visit = async (path, mark) => {
        await page.goto(host.address + path);
        await page.waitForSelector("[data-ready]");
        assert.equal(await page.locator("meta[name=test]").count(), mark);
      };
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      const [before, ...others] = await versions();
      assert.deepEqual([await engines(before), others], [1, []]);
      await page.context().setOffline(true);
      await visit("", 0);
      await page.context().setOffline(false);

      const start = join(folder, "index.html");
      await writeFile(start, (await readFile(start, "utf8")).replace("<head>", '<head><meta name="test" content="new">'));
      execFileSync(fileURLToPath(new URL("../../scripts/stamp-page", import.meta.url)), [folder]);
      await visit("", 1);
      // Only list the caches here: opening one that was just deleted would make it again.
      while ((await versions()).includes(before)) await page.waitForTimeout(100);
      await page.context().setOffline(true);
      await visit("", 1);
      await visit("?version=1", 1);
      await visit("index.html?old", 1);
      await visit("no/such/path", 1);
      assert.equal(page.url(), host.address);
    } finally {
      host.stop();
      await rm(folder, { recursive: true });
    }
  },

  async "a link in a fresh profile"({ open }) {
    const page = await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await begin(page);
    await battle(page);
    await resign(page);
    const result = await page.locator(".result h1").textContent();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.waitForSelector("#toast:not([hidden])");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Replay" }).click();
    await page.waitForURL(/#\/replay\/z[^/]+\/0$/); // an address that stays that of this game
    const other = await open({ fragment: link.slice(link.indexOf("#")) });
    await other.waitForSelector(".replay .board");
    assert.ok((await other.locator(".replay-head").textContent()).includes(result));
    await other.getByRole("button", { name: "To the end" }).click();
    await other.waitForFunction(() => document.querySelectorAll(".replay .hull").length >= 10);
    await other.getByRole("button", { name: "Heat maps" }).click();
    await other.waitForSelector(".replay .heated");
    await other.getByRole("slider").fill("5");
    await other.waitForFunction(() => document.querySelector(".counter").textContent.startsWith("5 /"));
    await other.waitForFunction(() => document.querySelector(".verdict").textContent.length > 3);
    assert.match(await other.locator(".board-side .note").first().textContent(), /^What .+ knew before move \d\. /);
    // The address keeps the move and the heat maps, for a reload and for the way back from the analysis.
    await other.waitForURL(/\/5\/heat$/);
    await other.reload();
    await other.waitForFunction(() => document.querySelector(".counter")?.textContent.startsWith("5 /"));
    await other.getByRole("group", { name: "Analyse this position" }).getByRole("button").first().click();
    await other.waitForSelector(".analyse .heated");
    await other.goBack();
    await other.waitForFunction(() => document.querySelector(".counter")?.textContent.startsWith("5 /"));
  },

  async "statistics, export and import"({ open }) {
    const page = await open();
    await begin(page);
    await battle(page);
    await resign(page);
    await page.getByRole("link", { name: "Statistics" }).click();
    await page.waitForSelector(".game-list li");
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export records" }).click()]);
    const text = await readFile(await file.path(), "utf8");
    assert.match(text, /^# ended [^\n]*Z\n# bot b [a-z]+\nbroadside record 1\n/);
    const other = await open();
    await other.getByRole("link", { name: "Statistics" }).click();
    const path = join(tmpdir(), `broadside-games-${process.pid}.txt`);
    await writeFile(path, text);
    const exported = process.env.BROADSIDE && await readsWithTheProgram(path, (await page.locator(".statistics tbody").first().locator("td").allTextContents()).slice(0, -1)); // without the date
    await writeFile(path, (exported || text).trimEnd()); // some editors drop the last line feed
    const [chooser] = await Promise.all([other.waitForEvent("filechooser"), other.getByRole("button", { name: "Import records" }).click()]);
    await chooser.setFiles(path);
    await other.waitForSelector(".game-list li");
    assert.equal(await other.locator(".game-list li").count(), 1);
    // The same game without its seed, and one that was not finished.
    await writeFile(path, text.replace(/\nseed [^\n]*/, "") + text.slice(0, text.lastIndexOf("\n1 ")).replaceAll(/^#.*\n/gm, "") + "\n");
    const [chooserOfCopy] = await Promise.all([other.waitForEvent("filechooser"), other.getByRole("button", { name: "Import records" }).click()]);
    await chooserOfCopy.setFiles(path);
    const news = other.locator(".statistics .note[role=status]");
    await news.filter({ hasText: /^Games added: 0\. Already there: 1\. Unfinished, left out: 1\.$/ }).waitFor();
    assert.equal(await other.locator(".game-list li").count(), 1);
    // What is wrong with a file stays on the screen until the next action.
    await writeFile(path, "broadside record 1\nnonsense\n");
    const [chooserOfNonsense] = await Promise.all([other.waitForEvent("filechooser"), other.getByRole("button", { name: "Import records" }).click()]);
    await chooserOfNonsense.setFiles(path);
    await news.filter({ hasText: /^Games added: 0\. .*line 2/i }).waitFor();
    await other.waitForTimeout(5000);
    assert.ok(await news.isVisible());
    await other.reload();
    await other.waitForSelector(".game-list li");
    assert.equal(await news.textContent(), "");
    assert.match(await other.getByText("Rating").locator("..").textContent(), /^Rating.+: \d+ ± \d+ .+from 1 game.+every rated game/);
    await other.setViewportSize({ width: 360, height: 740 });
    assert.ok(await other.locator(".wide").evaluateAll((boxes) => boxes.every((box) => box.scrollWidth <= box.clientWidth)), "nothing is cut off on a phone");
    const [again] = await Promise.all([other.waitForEvent("download"), other.getByRole("button", { name: "Export records" }).click()]);
    assert.equal(await readFile(await again.path(), "utf8"), text);
  },

  async "keys that are held or repeated do not hand over"({ open }) {
    const page = await open();
    await begin(page, { two: true });
    for (let fleet = 0; fleet < 2; fleet++) {
      await page.getByRole("button", { name: "Ready" }).click();
      await page.getByRole("button", { name: /I am/ }).click();
    }
    await page.waitForSelector(".battle .status-line.mine");
    await cell(page, "enemy", "E5").focus();
    for (let i = 0; i < 20; i++) { await page.keyboard.down("Enter"); await page.waitForTimeout(30); }
    await page.keyboard.up("Enter");
    for (let i = 0; i < 8; i++) { await page.keyboard.press("Enter"); await page.waitForTimeout(60); }
    assert.equal(await page.locator(".battle .log li").count(), 1, "one shot");
    await page.waitForTimeout(600);
    await page.getByRole("button", { name: /Hand over to/ }).press("Enter");
    await page.waitForTimeout(600);
    await page.getByRole("button", { name: /I am/ }).press("Enter");
    await page.waitForSelector(".battle .status-line.mine");
  },

  async "room for games"({ open }) {
    const page = await open();
    const kept = await page.evaluate(async () => {
      const { finished } = await import("./storage.js");
      const game = (text, when) => ({ record: text.repeat(1_000_000), notes: "", when });
      const future = Date.now() + 1e12;
      const first = (list) => list.map(({ record }) => record[0]).join("");
      const steps = [finished.add([game("a", 1)]), first(finished.all())];
      steps.push(finished.add(["b", "c", "d", "e"].map((letter) => game(letter, future))), first(finished.all()).length);
      steps.push(finished.all().every(({ when }) => when <= Date.now()));
      steps.push(finished.add([game("f", 5)], { isPlayed: true }), first(finished.all()).includes("f"));
      return steps;
    });
    assert.deepEqual(kept, [{ count: 1, known: 0, left: 0, stored: true }, "a", { count: 2, known: 0, left: 2, stored: true }, 3, true, { count: 1, known: 0, left: 0, stored: true }, true]);
  },

  async "a browser that stores nothing more"({ open }) {
    const page = await open();
    await begin(page);
    await battle(page);
    await page.evaluate(() => {
      for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
        try { for (let i = 0; i < 9; i++) localStorage.setItem(`other.${size}.${i}`, "x".repeat(size)); } catch { /* full */ }
      }
    });
    await cell(page, "enemy", "E5").click();
    await page.waitForFunction(() => document.getElementById("toast").textContent.includes("refuses to store this game"));
  },

  async "one game in two tabs"({ open }) {
    const page = await open();
    await begin(page);
    await battle(page);
    const other = await open({ context: page.context(), fragment: "#/play" });
    await myTurn(other);
    await cell(other, "enemy", "E5").click();
    await page.waitForFunction(() => document.getElementById("toast").textContent.includes("goes on in another tab"));
    await page.waitForSelector("input[name=opponent]", { state: "attached" });
    await myTurn(other);
  },

  async "advice counts after a reload"({ open }) {
    const page = await open();
    await begin(page);
    await battle(page);
    await page.getByRole("button", { name: "Coach" }).click();
    await page.waitForFunction(() => document.querySelector(".narration").textContent);
    await page.waitForFunction(() => JSON.parse(localStorage["broadside.game"]).saved.includes("advi"));
    await page.reload();
    await myTurn(page);
    await resign(page);
    await page.getByRole("link", { name: "Statistics" }).click();
    await page.waitForSelector(".game-list li");
    assert.equal(await page.locator('.statistics td[data-title="Advice"]').textContent(), "1");
    assert.match(await page.locator(".card", { hasText: "Rating" }).textContent(), /^RatingNo game counts for a rating yet\..+did not ask the coach/);
    // What another program wrote may lack its last line feed.
    await page.evaluate(() => {
      const [game] = JSON.parse(localStorage["broadside.games"]);
      const other = game.record.replace("Player 1", "Player 9");
      localStorage["broadside.games"] = JSON.stringify([game.record, other].map((record) => ({ ...game, record: record.trimEnd() })));
    });
    await page.reload();
    await page.waitForSelector(".game-list li");
  },

  async "hostile links and storage"({ open }) {
    const bomb = `z${deflateRawSync(Buffer.alloc(20_000_000, 97)).toString("base64url")}`;
    const page = await open({ fragment: `#/replay/${bomb}` });
    await page.waitForFunction(() => document.body.textContent.includes("This link is damaged"));
    await page.evaluate(() => { location.hash = "#/train/2026-11-18"; });
    await page.waitForSelector(".train .board");
    for (const fragment of ["#foo", "#/constructor", "#/__proto__"]) {
      const other = await open({ fragment });
      await other.waitForSelector('input[name="opponent"]', { state: "attached" });
    }
    await page.evaluate(() => {
      for (const [key, value] of [["training", "null"], ["games", "[null]"], ["game", "7"], ["settings", "[]"]]) localStorage.setItem(`broadside.${key}`, value);
    });
    for (const fragment of ["#/", "#/statistics", "#/train/2026-11-18"]) {
      await page.evaluate((where) => { location.hash = where; }, fragment);
      await page.reload();
      await page.waitForSelector("[data-ready]");
      if (await page.locator(".trouble").count()) throw new Error(`${fragment} fails`);
    }
  },

  async "the policy on a static host"({ open, expectErrors }) {
    const page = await open();
    const found = await page.evaluate(async () => {
      const broken = [];
      document.addEventListener("securitypolicyviolation", (event) => broken.push(event.effectiveDirective));
      const image = document.createElement("img");
      image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
      const script = document.createElement("script");
      script.textContent = "globalThis.isRun = true";
      document.body.append(image, script);
      while (broken.length < 2) await new Promise((done) => setTimeout(done, 20));
      return { broken: broken.sort(), isRun: globalThis.isRun ?? false };
    });
    assert.deepEqual(found, { broken: ["img-src", "script-src-elem"], isRun: false });
    expectErrors(/violates the following Content Security Policy/);
  },

  async "a link that asks for much work"({ open }) {
    const hits = Array.from({ length: 40 }, (_, i) => `${String.fromCharCode(65 + (i * 37) % 16)}${1 + Math.floor(((i * 37) % 256) / 16)}=hit`);
    const text = `${hits.join(" ")}\nboard = 16x16\nfleet = 4x16\nannounce = none\n`;
    const page = await open({ fragment: `#/analyse/z${deflateRawSync(text).toString("base64url")}` });
    await page.waitForFunction(() => document.querySelector(".trouble-line")?.textContent.startsWith("Cannot decide"));
  },

  async "a screen that was left keeps nobody waiting"({ open }) {
    const page = await open();
    await begin(page);
    await battle(page);
    await cell(page, "enemy", "C3").click();
    await page.waitForFunction(() => document.querySelector('.enemy-side [data-cell="C3"]').dataset.mark !== "unknown");
    await myTurn(page);
    const look = () => page.locator(".battle .cell").evaluateAll((cells) => cells.map((one) => one.getAttribute("aria-label")));
    const before = await look();
    // An analysis that never ends.
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function send(text) { if (!text.startsWith("analyze")) post.call(this, text); };
      document.querySelector(".battle").dataset.left = "yes"; // it stays until the next screen is ready
      location.hash = "#/analyse";
    });
    await page.waitForFunction(() => document.title.startsWith("Analyse"));
    await page.evaluate(() => { location.hash = "#/play"; });
    await page.waitForSelector(".battle:not([data-left])");
    await myTurn(page);
    assert.deepEqual(await look(), before);
    await cell(page, "enemy", "E5").click();
    await page.waitForFunction(() => document.querySelector('.enemy-side [data-cell="E5"]').dataset.mark !== "unknown");
  },

  async "a hand-over cannot be skipped"({ open }) {
    const page = await open();
    await begin(page, { two: true });
    await page.getByRole("button", { name: "Ready" }).dblclick(); // the second click places nothing
    await page.waitForSelector("dialog.hand-over");
    for (let i = 0; i < 4; i++) await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.hand-over[open]");
    await page.evaluate(() => { // what the screen shows whenever it changes
      window.seen = 0;
      new MutationObserver(() => {
        const covered = document.body.classList.contains("covered");
        if (!covered) window.seen = Math.max(window.seen, document.querySelectorAll("#screen .hull").length);
      }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
    });
    await page.goBack();
    await page.waitForSelector("dialog.hand-over", { state: "detached" });
    assert.equal(await page.evaluate(() => window.seen), 0, "no fleet is uncovered");
    await page.goForward();
    await page.waitForSelector("dialog.hand-over[open]");
    await page.locator("dialog.hand-over button").click();
    await page.waitForSelector(".placing");
  },
};
