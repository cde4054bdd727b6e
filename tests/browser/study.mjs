// Analysis and training.

import assert from "node:assert/strict";
import { answerWith, battle, begin, resign, unknownCell } from "./steps.mjs";

/** Holds back analyses until release(), and counts them. */
const hold = (page) => page.evaluate(() => {
  const post = Worker.prototype.postMessage;
  const held = [];
  globalThis.analyses = 0;
  let isHeld = true;
  Worker.prototype.postMessage = function later(...args) {
    const isAnalysis = args[0].startsWith("analyze");
    if (isAnalysis) globalThis.analyses++;
    if (isHeld && isAnalysis) held.push(() => post.apply(this, args)); else post.apply(this, args);
  };
  globalThis.release = () => { isHeld = false; held.splice(0).forEach((send) => send()); };
});
const release = (page) => page.evaluate(() => globalThis.release());
const analyses = (page) => page.evaluate(() => globalThis.analyses);

/** The fragment of a position, as the page makes it. */
const linkTo = (position, rules) => `#/analyse/t${Buffer.from(`${position}\n${rules}`).toString("base64url")}`;
const SMALL = "board = 6x6\nfleet = Ship 3, Boat 2\n";

const marked = (page, name, mark) => page.waitForFunction(
  ([one, wanted]) => document.querySelector(`[data-cell="${one}"]`)?.dataset.mark === wanted, [name, mark]);

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
    await page.waitForSelector(".heated");
    await page.getByLabel("Position as text").fill("A1=sunk:Carrier B1=miss A2=miss");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".trouble-line").textContent.length > 5);
    assert.deepEqual(await page.locator(".analyse .cell").evaluateAll((cells) => cells.filter((one) => one.dataset.mark !== "unknown").map((one) => one.getAttribute("aria-label"))),
      ["A1, sunk", "B1, miss", "A2, miss"], "the board shows what was set");
    assert.equal(await page.locator(".big-number").textContent(), "–");
    assert.equal(await page.locator(".numbers .note").textContent(), "There are no numbers for this position.");
    assert.equal(await page.locator(".analyse tbody tr").count(), 0, "no best shot of another position");
    assert.equal(await page.locator(".analyse .percent, .analyse .heated, .analyse .cell.best").count(), 0, "no heat map of another position");
    assert.equal(await page.locator(".heat-note").textContent(), "");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForSelector(".heated");
    assert.equal(await page.locator(".big-number").textContent(), "30,093,975,536");
    assert.equal(await page.getByLabel("Position as text").getAttribute("aria-invalid"), "false");
  },

  async "an error on a phone is in sight"({ open }) {
    const page = await open({ phone: true, fragment: "#/analyse" });
    await page.waitForSelector(".heated");
    const text = page.getByLabel("Position as text");
    await text.scrollIntoViewIfNeeded();
    await text.fill("E5=banana");
    await page.keyboard.press("Enter");
    const trouble = page.locator(".trouble-line");
    await trouble.filter({ hasText: /./ }).waitFor();
    const { top, bottom } = await trouble.evaluate((node) => node.getBoundingClientRect());
    assert.ok(top >= 0 && bottom <= 740, `from ${top} to ${bottom}`);
    assert.doesNotMatch(await page.locator(".lead").textContent(), /click/i);
  },

  async "the legend explains what is certain"({ open }) {
    const page = await open({ fragment: linkTo("A1=hit A2=miss", "board = 6x6\nfleet = Boat 2\n") });
    await page.waitForSelector(".heated");
    assert.equal(await at(page, "B1").locator(".percent").textContent(), "!!");
    assert.match(await page.locator(".heat-legend").textContent(), /most likely!! is 100 %$/);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".percent").length === 36);
    assert.match(await page.locator(".heat-legend").textContent(), /most likely$/);
  },

  async "an analysis that is left stops"({ open }) {
    const page = await open({ fragment: linkTo("", SMALL) });
    await page.waitForSelector(".heated");
    await hold(page);
    for (const name of ["A1", "C3", "E5"]) await at(page, name).click();
    await page.waitForFunction(() => globalThis.analyses === 1);
    await page.locator(".numbers .note").filter({ hasText: "Counting the layouts" }).waitFor();
    await page.evaluate(() => { location.hash = "#/train/2026-11-18"; });
    await page.waitForFunction(() => document.title.startsWith("Train"));
    await release(page);
    await page.waitForSelector(".train .board");
    await answerWith(page, await unknownCell(page));
    assert.equal(new URL(page.url()).hash, "#/train/2026-11-18");
    assert.equal(await analyses(page), 1, "those that waited are dropped");
  },

  async "one analysis for each position"({ open }) {
    const page = await open();
    await hold(page);
    await release(page);
    await page.evaluate((hash) => { location.hash = hash; }, linkTo("", SMALL));
    await page.waitForSelector(".heated");
    assert.equal(await analyses(page), 1);
    assert.deepEqual([await at(page, "F6").count(), await at(page, "G1").count()], [1, 0]);
  },

  async "undo across rules"({ open }) {
    const page = await open({ fragment: linkTo("B2=hit:Ship", `${SMALL}announce = each-hit\n`) });
    const rules = page.getByLabel("Rules", { exact: true });
    const chosen = () => rules.evaluate((list) => list.selectedOptions[0]?.label);
    await marked(page, "B2", "hit");
    assert.equal(await chosen(), "rules of this position");
    await rules.selectOption("classic");
    await page.waitForSelector('[data-cell="J10"][data-mark]');
    const cleared = page.locator(".stack .note[role=status]");
    assert.equal(await cleared.textContent(), "The position was cleared. Undo restores it.");
    await page.getByRole("button", { name: "Undo" }).click();
    await marked(page, "B2", "hit");
    assert.equal(await cleared.textContent(), "");
    assert.equal(await at(page, "J10").count(), 0);
    assert.equal(await chosen(), "rules of this position");
    assert.equal(await page.locator(".trouble-line").textContent(), "");
    await rules.selectOption("classic");
    await page.waitForSelector('[data-cell="J10"][data-mark]');
    await rules.selectOption("rules of this position");
    await page.waitForSelector('[data-cell="J10"]', { state: "detached" });
    await marked(page, "B2", "unknown");
  },

  async "a cancelled question changes nothing"({ open }) {
    const page = await open({ fragment: linkTo("A1=miss C3=hit:Ship", `${SMALL}announce = each-hit\n`) });
    const text = page.getByLabel("Position as text");
    const cancel = async (question) => {
      await page.getByRole("heading", { name: question }).waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.waitForSelector("dialog", { state: "detached" });
      assert.equal(await text.inputValue(), "A1=miss C3=hit:Ship");
      assert.ok(await page.getByRole("button", { name: "Undo" }).isDisabled());
    };
    await marked(page, "C3", "hit");
    await at(page, "A1").click();
    await cancel("Which ship was hit?");
    await at(page, "C3").click();
    await cancel("Which ship was sunk here?");
    await at(page, "E5").focus();
    await page.keyboard.press("h");
    await cancel("Which ship was hit?");
    await page.keyboard.press("s");
    await cancel("Which ship was sunk here?");
  },

  async "all best cells are marked"({ open }) {
    const page = await open({ fragment: linkTo("", "board = 6x6\nfleet = Buoy 1\n") });
    await page.waitForSelector(".heated");
    assert.equal(await page.locator(".analyse .cell.best").count(), 36);
    assert.match(await page.locator(".analyse tbody tr").first().textContent(), /^A12\.8 %/);
  },

  async "an estimate says so"({ open }) {
    const page = await open({ fragment: linkTo("", "board = 16x16\nfleet = Ship 5x4, Boat 4x4, Raft 3x4\n") });
    await page.waitForSelector(".heated");
    assert.match(await page.locator(".numbers .note").textContent(), /estimated by sampling/);
    assert.match(await page.locator(".analyse tbody .number").first().textContent(), /^\d+ % ± \d\.\d %$/);
    assert.ok(await page.getByText("standard error").isVisible());
  },

  async "a position that is too long for a link"({ open }) {
    const page = await open({ fragment: linkTo("", SMALL) });
    await page.waitForSelector(".heated");
    const before = page.url();
    await page.getByLabel("Position as text").fill(`A1=miss ${"x".repeat(1_100_000)}`);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".trouble-line").textContent.length > 5);
    assert.equal(page.url(), before, "the address stays");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction(() => document.getElementById("toast").textContent === "This text is too long for a link.");
  },

  async "a solved puzzle"({ open }) {
    const page = await open({ fragment: "#/train/2026-11-18" });
    await page.waitForSelector(".train .board");
    const look = (one) => one.locator(".train .cell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    const other = await open({ fragment: "#/train/2026-11-18" });
    await other.waitForSelector(".train .board");
    assert.deepEqual(await look(page), await look(other), "the same for everybody");
    const wrong = await unknownCell(page);
    await answerWith(page, wrong);
    const best = await page.locator(".train .cell.best").first().getAttribute("data-cell");
    assert.match(await page.locator(".heat-legend").textContent(), /best shot$/);
    assert.doesNotMatch(await page.locator(".answer-card p").allTextContents().then((all) => all.slice(0, 2).join(" ")), /\d %/, "a number and its unit stay on one line");
    const veil = await at(page, wrong).evaluate((node) => getComputedStyle(node, "::before").backgroundColor);
    assert.equal(veil, "rgba(0, 0, 0, 0)", "nothing covers the number of the answer");
    await answerWith(other, best);
    assert.equal(await other.locator(".score strong").textContent(), "100");
    const explained = await other.locator(".answer-card").textContent();
    assert.equal(await other.locator(".shots tbody tr").count(), 5);
    assert.match(await other.locator(".shots tr.chosen").textContent(), new RegExp(`^${best} \\(yours\\)\\d+\\.\\d %\\d+\\.\\d\\d100$`));
    await other.reload();
    await other.waitForSelector(".answer-card:not([hidden])");
    assert.equal(await other.locator(".answer-card").textContent(), explained);
    assert.match(await other.locator(".numbers-row").textContent(), /Streak of days\d+Longest streak\d+Puzzles1Accuracy100 %/);
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
      if (await page.locator(".answer-card:not([hidden])").count()) await page.getByRole("button", { name: "Ask again" }).click();
      await page.getByRole("button", { name: "Hint" }).click();
      await hint.filter({ hasText: /[A-J]\d/ }).waitFor();
      await answerWith(page, name);
      score = Math.max(score, Number(await page.locator(".score strong").textContent()));
      assert.match(await page.locator(".answer-card").textContent(), /after a hint/);
      assert.equal(await page.locator(".numbers-row dd").nth(2).textContent(), "1", "kept even if the browser stores nothing");
    }
    assert.equal(score, 80);
  },

  async "a click chooses, and another answers"({ open }) {
    const page = await open({ fragment: "#/train/2026-11-18" });
    await page.waitForSelector(".train .board");
    const fire = page.locator(".asking .primary");
    assert.ok(await fire.isDisabled());
    const names = await page.locator('.train .cell[data-mark="unknown"]').evaluateAll((cells) => cells.slice(0, 2).map((one) => one.dataset.cell));
    for (const name of names) {
      await at(page, name).click();
      assert.equal(await fire.textContent(), `Fire at ${name}`);
      assert.equal(await page.locator(".answer-card:not([hidden])").count(), 0, "nothing is answered");
      assert.deepEqual(await page.locator(".train .cell.aim").evaluateAll((cells) => cells.map((one) => one.dataset.cell)), [name]);
    }
    await at(page, names[1]).click();
    await page.waitForSelector(".answer-card:not([hidden])");
    assert.match(await page.locator(".shots .chosen").textContent(), new RegExp(`^${names[1]} `));
  },

  async "the hint is in sight, says its price and marks its cells"({ open }) {
    const page = await open({ fragment: "#/train/practice/1" });
    await page.waitForSelector(".train .board");
    const button = page.getByRole("button", { name: "Hint (costs 20 points)" });
    const { bottom } = await button.evaluate((node) => node.getBoundingClientRect());
    assert.ok(bottom <= 800, `it ends at ${bottom}`);
    await page.keyboard.press("i");
    await page.waitForSelector(".train .cell.hinted");
    const hinted = await page.locator(".train .cell.hinted").evaluateAll((cells) => cells.map((one) => one.dataset.cell));
    assert.deepEqual((await page.locator(".asking .note").textContent()).match(/[A-J]\d+/g), hinted);
    assert.ok(await button.isDisabled(), "it is paid for");
    await answerWith(page, hinted[0]);
    assert.equal(await page.locator(".train .cell.hinted").count(), 0);
  },

  async "what destroys something asks with Cancel in focus"({ open }) {
    const page = await open();
    await begin(page, { bot: "exact" });
    await battle(page);
    assert.match(await page.locator(".battle-head").textContent(), /expert/, "the level's name");
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.waitForSelector("dialog[open]");
    assert.equal(await focused(), "Cancel");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.evaluate(() => { location.hash = "#/"; });
    await page.getByRole("button", { name: "Place your fleet" }).click();
    await page.waitForSelector("dialog[open]");
    assert.equal(await focused(), "Cancel");
  },

  async "advice without the heat map"({ open }) {
    const page = await open();
    const heat = page.getByRole("switch", { name: "The coach's heat map during the game (its advice is always there)" });
    assert.ok(!(await heat.isChecked()));
    await begin(page);
    assert.match(await page.locator(".placing .keys").textContent(), /^Enter ?place/);
    await battle(page);
    assert.ok(await page.getByRole("button", { name: "Heat map" }).isHidden());
    await page.getByRole("button", { name: "Coach" }).click();
    await page.locator(".narration").filter({ hasText: /./ }).waitFor();
  },

  async "the fleets at the end break between words"({ open }) {
    const page = await open();
    await begin(page);
    await battle(page);
    await resign(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForSelector(".hashes dd", { state: "attached" });
    const broken = await page.locator(".hashes").evaluateAll((boxes) => {
      for (const box of boxes) for (const details of [box.closest("details"), ...box.querySelectorAll("details")]) if (details) details.open = true;
      const found = [];
      for (const node of document.querySelectorAll(".hashes dd code")) {
        const text = node.firstChild;
        for (const { 0: word, index } of node.textContent.matchAll(/[A-Z][a-z]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          found.push([word, range.getClientRects().length]);
        }
      }
      return found;
    });
    assert.ok(broken.some(([word]) => word === "Carrier"));
    assert.deepEqual(broken.filter(([, lines]) => lines !== 1), []);
  },

  async "an unfinished record says so"({ open }) {
    const page = await open();
    await begin(page);
    await battle(page);
    const record = await page.evaluate(async () => JSON.parse(localStorage["broadside.game"]).saved);
    const fragment = `#/replay/t${Buffer.from(record.slice(record.indexOf("broadside record"))).toString("base64url")}`;
    const other = await open({ fragment });
    await other.waitForSelector(".replay-head");
    assert.match(await other.locator(".replay-head .note").textContent(), /^classic · not finished: the record ends after \d+ moves?$/);
  },

  async "text stays readable when it is selected"({ open }) {
    for (const dark of [false, true]) {
      const page = await open({ dark, fragment: "#/analyse" });
      await page.waitForSelector(".heated");
      const [ink, ground] = await page.locator("h1").evaluate((node) => {
        const style = getComputedStyle(node, "::selection");
        return [style.color, style.backgroundColor].map((text) => text.match(/[\d.]+/g).slice(0, 3).map(Number));
      });
      const light = ([r, g, b]) => [r, g, b].map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
      const [least, most] = [light(ink), light(ground)].sort((a, b) => a - b);
      assert.ok((most + 0.05) / (least + 0.05) >= 4.5, `${ink} on ${ground}`);
    }
  },

  async "a record that is refused stays in its box"({ open }) {
    const page = await open({ fragment: "#/replay" });
    await page.getByRole("button", { name: "Paste a record" }).click();
    const box = page.getByRole("textbox", { name: "Paste a record" });
    const text = "broadside record 1\nversion 0.1.0\nrule board = 10x10\nrule nonsense = 7\n";
    await box.fill(text);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.locator("dialog .trouble-line").filter({ hasText: /line 4/i }).waitFor();
    assert.equal(await box.inputValue(), text);
    assert.equal(await box.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), "rule nonsense = 7");
    await box.press("End");
    await box.press("x");
    assert.equal(await page.locator("dialog .trouble-line").textContent(), "");
    await box.fill(" ");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.locator("dialog .trouble-line").filter({ hasText: /./ }).waitFor();
  },

  async "the puzzle of tomorrow is not out yet"({ open }) {
    const page = await open({ fragment: "#/train/9999-12-31" });
    await page.waitForFunction(() => document.body.textContent.includes("is not out yet"));
  },
};
