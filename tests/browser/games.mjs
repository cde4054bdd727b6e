// Whole games: by mouse, by keyboard, by touch, with special moves, and by two people.

import assert from "node:assert/strict";
import { battle, begin, cell, cellsWith, isOver, myTurn, playByKeyboard, playToTheEnd, tabTo, target } from "./steps.mjs";

async function checkEnd(page) {
  await page.waitForSelector(".end .result h1");
  assert.match(await page.locator(".end .result h1").textContent(), /\w/);
  assert.equal(await page.locator(".end .board").count(), 2);
  assert.ok(await page.locator(".end .hull").count() >= 8, "both fleets are revealed");
  assert.match((await page.locator(".figures tbody").innerText()).replaceAll(/\s+/g, " "), /^.+ \d+ \d+ \d+ % .+ \d+ \d+ \d+ %$/);
}

/** A special move at a cell, if it is available; true if it was played. */
async function special(page, key, side, name) {
  const kind = { r: "radar", s: "smoke", a: "artillery", t: "torpedo" }[key];
  await myTurn(page);
  if (await isOver(page)) return false;
  const option = page.locator(`.kinds [data-kind="${kind}"]`);
  if (!(await option.count()) || await option.getAttribute("aria-disabled")) return false;
  await cell(page, "enemy", name).focus();
  await page.keyboard.press(key);
  await page.waitForSelector(`.kinds [data-kind="${kind}"][aria-pressed="true"]`);
  await cell(page, side, name).hover();
  await page.waitForSelector(`.${side}-side .cell.aim`);
  const before = await page.locator(".log li").count();
  const cells = await page.locator(`.${side}-side .cell.aim`).count();
  assert.ok(cells >= 1, `${kind} previews its cells`);
  await cell(page, side, name).click();
  await page.waitForFunction((count) => document.querySelector(".end") || document.querySelectorAll(".battle .log li").length > count, before);
  return true;
}

const OWN_RULES = `preset = advanced
board = 6x6
fleet = Cruiser 3, Boat 1x3
hints = 3
hint-after = 1
reinforce = 1
reinforce-kind = new
`;

/** Points at cells of the own board until the new ship fits, and puts it there. */
async function raiseSomewhere(page) {
  for (const name of await page.locator(".own-side .cell").evaluateAll((nodes) => nodes.map((node) => node.dataset.cell))) {
    await cell(page, "own", name).hover();
    await page.waitForTimeout(60);
    if (await page.locator(".own-side .cell.misfit").count() || !(await page.locator(".own-side .cell.aim").count())) continue;
    const before = await page.locator(".log li").count();
    await cell(page, "own", name).click();
    await page.waitForFunction((count) => document.querySelectorAll(".battle .log li").length > count, before);
    return true;
  }
  return false;
}

export default {
  async "classic game by mouse"({ open }) {
    const page = await open({ still: false });
    await begin(page);
    await battle(page);
    assert.equal(await page.locator(".own-side .hull").count(), 5);
    await playToTheEnd(page);
    await checkEnd(page);
    await page.getByRole("button", { name: "Play again" }).click();
    await page.waitForSelector(".placing");
  },

  async "advanced game with special moves"({ open }) {
    const page = await open();
    await begin(page, { rules: "advanced" });
    await battle(page);
    const used = new Set();
    if (await special(page, "r", "enemy", "D4")) used.add("radar");
    for (let turn = 0; turn < 200 && !(await isOver(page)); turn++) {
      for (const [key, side] of [["s", "own"], ["a", "enemy"], ["t", "enemy"]]) {
        await myTurn(page);
        if (await isOver(page)) break;
        if (!used.has(key) && await special(page, key, side, side === "own" ? "C3" : await target(page))) used.add(key);
      }
      await myTurn(page);
      if (await isOver(page)) break;
      const before = await page.locator(".log li").count();
      await cell(page, "enemy", await target(page)).click();
      await page.waitForFunction((count) => document.querySelector(".end") || document.querySelectorAll(".battle .log li").length > count, before);
    }
    await checkEnd(page);
    assert.ok(used.has("radar") && used.size > 1, `special moves: ${[...used]}`);
  },

  async "salvo game"({ open }) {
    const page = await open();
    await begin(page, { rules: "salvo" });
    await battle(page);
    // A cell that is taken out is not fired at, and the salvo waits for another one.
    for (const name of ["A1", "B1", "C1", "D1", "E1", "C1"]) await cell(page, "enemy", name).click();
    assert.deepEqual(await page.locator(".enemy-side .cell.aim").evaluateAll((nodes) => nodes.map((node) => node.dataset.cell)), ["A1", "B1", "D1", "E1"]);
    assert.match(await page.locator("button.fire").textContent(), /4 \/ 5/);
    assert.ok(await page.locator("button.fire").isDisabled());
    await page.locator("button.fire").dispatchEvent("click");
    await cell(page, "enemy", "J10").click();
    await page.locator("button.fire").click();
    await page.waitForSelector(".log li");
    await myTurn(page);
    const shown = (name) => cell(page, "enemy", name).getAttribute("data-mark");
    assert.equal(await shown("C1"), "unknown");
    assert.notEqual(await shown("J10"), "unknown");
    for (let turn = 0; turn < 120 && !(await isOver(page)); turn++) {
      const before = await page.locator(".log li").count();
      const needed = Number((await page.locator("button.fire span").textContent()).split("/")[1] ?? 1);
      const open = await cellsWith(page, "unknown");
      for (const name of open.slice(0, needed)) await cell(page, "enemy", name).click();
      if (needed > 1) await page.locator("button.fire").click();
      await page.waitForFunction((count) => document.querySelector(".end") || document.querySelectorAll(".battle .log li").length > count, before);
      await myTurn(page);
    }
    await checkEnd(page);
  },

  async "keyboard only"({ open }) {
    const page = await open();
    const press = (key) => page.keyboard.press(key);
    await page.getByLabel("Pace of the bot").focus();
    await page.keyboard.type("none");
    await tabTo(page, "button.primary");
    await press("Enter");
    await page.waitForSelector(".placing");
    await tabTo(page, ".cell");
    await press("f");
    await tabTo(page, "button.primary");
    await press("Enter");
    await page.waitForSelector(".battle");
    await myTurn(page);
    await tabTo(page, ".enemy-side .cell");
    await playByKeyboard(page);
    await checkEnd(page);
  },

  async "advice moves the cursor, and newer news replaces older"({ open }) {
    const page = await open();
    await begin(page, { rules: "advanced", coach: true });
    await battle(page);
    const said = () => page.locator(".fire span").textContent();
    await cell(page, "enemy", "C3").focus();
    await page.keyboard.press("i");
    await page.waitForFunction(() => /^radar [A-J]/.test(document.querySelector(".fire span").textContent));
    const advised = (await said()).split(" ")[1];
    assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), advised, "the keyboard is at the advised cell");
    await page.keyboard.press("Enter");
    await page.waitForFunction((name) => document.querySelector(".log").textContent.includes(` uses radar at ${name}:`), advised);
    await myTurn(page);
    // A click on the button leaves the focus there.
    const coach = page.getByRole("button", { name: "Coach" });
    await page.locator('[data-kind="torpedo"]').dispatchEvent("click"); // locked as yet
    await page.waitForFunction(() => document.querySelector(".battle .reason").textContent.endsWith("."));
    const refusal = await page.locator(".battle .reason").textContent();
    await coach.click();
    await page.waitForFunction(() => document.querySelector(".narration").textContent.startsWith("The coach advises"));
    assert.ok(await page.locator(".narration").isVisible() && await page.locator(".battle .reason").textContent() === "", "the advice replaces the refusal");
    assert.ok(await coach.evaluate((node) => node === document.activeElement));
    const [, place] = (await said()).split(" ");
    assert.equal(await page.locator('.enemy-side .cell[tabindex="0"]').getAttribute("data-cell"), place);
    // A typed move that costs the turn: the reason stands before what has happened.
    const before = await page.locator(".log li").count();
    await page.getByLabel("Type a move or a question").fill("torpedo 7");
    await page.keyboard.press("Enter");
    await page.waitForFunction((count) => document.querySelectorAll(".log li").length >= count + 2, before);
    const news = page.locator(".narration");
    assert.ok((await news.textContent()).startsWith(refusal), `typed and by key, the same sentence: ${refusal}`);
    assert.match(await news.textContent(), /easy [^.]*\. $/);
    assert.ok(await news.isVisible());
    await page.keyboard.press("Escape");
    assert.ok(await page.evaluate(() => document.activeElement.closest(".enemy-side .cell") !== null), "Escape leaves the command line");
  },

  async "own rules, a hint and a raised ship"({ open }) {
    const page = await open();
    await page.getByLabel("Rules", { exact: true }).selectOption("own");
    await page.getByLabel("Your rules").fill("preset = advanced\nboard = 40x40");
    await page.waitForFunction(() => document.querySelector(".trouble-line").textContent.length > 5);
    assert.ok(await page.getByRole("button", { name: "Place your fleet" }).isDisabled());
    await page.getByLabel("Your rules").fill("bord = 9x9");
    await page.waitForFunction(() => document.querySelector(".trouble-line").textContent === "Line 1: there is no rule 'bord'.");
    await page.getByLabel("Your rules").fill(OWN_RULES);
    await page.waitForFunction(() => document.querySelector(".trouble-line").textContent === "");
    await begin(page, { rules: "own", bot: "hard" }); // which sinks a ship before the game is over
    await battle(page);
    let hinted = false;
    let raised = false;
    for (let turn = 0; turn < 150 && !(await isOver(page)) && !(hinted && raised); turn++) {
      const before = await page.locator(".log li").count();
      const hint = page.getByRole("button", { name: "Hint" });
      if (!hinted && await hint.isEnabled()) {
        await hint.click();
        await page.waitForSelector('.enemy-side [data-mark="hint"]');
        hinted = true;
        continue;
      }
      const raise = page.locator('[data-kind="raise"]');
      if (!raised && !(await raise.getAttribute("aria-disabled"))) {
        await raise.click();
        raised = await raiseSomewhere(page);
        continue;
      }
      await cell(page, "enemy", await target(page)).click();
      await page.waitForFunction((count) => document.querySelector(".end") || document.querySelectorAll(".battle .log li").length > count, before);
      await myTurn(page);
    }
    assert.ok(hinted && raised, `hint: ${hinted}, raised: ${raised}`);
  },

  async "typed commands"({ open }) {
    const page = await open();
    await begin(page);
    await battle(page);
    await cell(page, "enemy", "A1").focus();
    await page.keyboard.press(":");
    await page.keyboard.type("fleet");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".answer").textContent.length > 5);
    const type = async (text) => {
      await page.getByLabel("Type a move or a question").fill(text);
      await page.keyboard.press("Enter");
    };
    await type("Größe€");
    await page.waitForFunction(() => document.querySelector(".answer").textContent.includes("'Größe€'"));
    assert.equal(await page.locator(".battle .reason").textContent(), "", "an error is shown once");
    assert.ok(await page.locator("#toast").isHidden());
    // The questions of the plain game never cost a turn.
    for (const [question, answer] of [["cell E5", /^E5 in .*not shot at; in .* waters: /], ["ROW 5", /^Row 5 in /], ["column c", /^Column C in /],
      ["open hits", /^There are no open hits\.$/], ["cell", /^Type it like this: cell B3\.$/], ["repeat", /nothing to repeat|fires at/]]) {
      await type(question);
      await page.waitForFunction(([pattern]) => new RegExp(pattern).test(document.querySelector(".answer").textContent), [answer.source]);
    }
    await type("help");
    await page.waitForSelector(".answer dl dt");
    assert.ok((await page.locator(".answer dt").allTextContents()).includes("open hits"));
    assert.ok(await page.locator(".answer").evaluate((node) => node.scrollWidth <= node.clientWidth), "the help fits the log");
    await type("board");
    await page.waitForSelector(".answer pre");
    await myTurn(page);
    await type("E5");
    await page.waitForFunction(() => document.querySelector('.enemy-side [data-cell="E5"]').dataset.mark !== "unknown");
    await myTurn(page);
    await cell(page, "enemy", "E5").click();
    await page.waitForFunction(() => /^E5 has already been shot at: (miss|hit)\.$/.test(document.querySelector(".battle .reason").textContent));
    await cell(page, "enemy", "A1").focus();
    await page.keyboard.press("m");
    await page.waitForSelector("#toast:not([hidden])");
    assert.match(await page.locator("#toast").textContent(), /coach/);
    assert.equal(await page.locator("#live").textContent(), await page.locator("#toast").textContent());
    await type("quit");
    await page.getByRole("dialog", { name: "Leave the game?" }).getByRole("button", { name: "Leave" }).click();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await page.waitForSelector(".battle");
  },

  async "phone with touch"({ open }) {
    const page = await open({ phone: true });
    await begin(page);
    await battle(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `the page is ${wide} px wide`);
    await cell(page, "enemy", "E5").tap();
    await page.waitForSelector("button.fire:not([hidden])");
    const before = await page.locator(".log li").count();
    await page.waitForTimeout(200);
    assert.equal(await page.locator(".log li").count(), before, "one tap only aims");
    await page.locator("button.fire").tap();
    await page.waitForFunction((count) => document.querySelectorAll(".log li").length > count, before);
    await playToTheEnd(page, { tap: true });
    await checkEnd(page);
  },

  async "rules that only count sunk ships"({ open }) {
    const page = await open();
    await begin(page, { rules: "russian" });
    await battle(page);
    assert.match(await page.locator(".enemy-side .fleet-slot").textContent(), /0 of 10 sunk/);
    await page.getByRole("button", { name: "Coach" }).click();
    const fire = page.locator(".fire:visible");
    await fire.waitFor();
    await cell(page, "enemy", "A1").hover();
    await cell(page, "enemy", "J10").hover();
    await fire.waitFor({ state: "hidden" }); // the advised cell is no longer aimed at
  },

  async "two people"({ open }) {
    const page = await open();
    await page.getByLabel("Your name").fill("Ann");
    await page.locator('input[value="two"]').check({ force: true });
    await page.getByLabel("Second player").fill("ann");
    await page.getByRole("button", { name: "Place your fleet" }).click();
    await page.waitForFunction(() => document.body.textContent.includes("The two players need different names."));
    await page.getByLabel("Second player").fill("Ben");
    await begin(page, { two: true });
    await page.getByRole("button", { name: "Ready" }).click();
    await page.locator("dialog.hand-over").waitFor();
    await page.reload(); // Ann's fleet stays
    await page.getByRole("button", { name: "I am Ben" }).click();
    await page.getByRole("heading", { name: "Ben, place your fleet" }).waitFor();
    await page.getByRole("button", { name: "Ready" }).click();
    for (let turn = 0; turn < 4; turn++) {
      const dialog = page.locator("dialog.hand-over");
      await dialog.waitFor();
      assert.equal(await page.locator("main").evaluate((node) => getComputedStyle(node).visibility), "hidden");
      await dialog.getByRole("button").click();
      await myTurn(page);
      const place = () => page.locator(".enemy-side .board").boundingBox();
      const before = await place();
      await cell(page, "enemy", (await cellsWith(page, "unknown"))[turn]).click();
      const pass = page.getByRole("button", { name: /Hand over to/ });
      await pass.waitFor();
      assert.match(await page.locator(".status-line").textContent(), /^(Ann|Ben) is to move\.$/);
      assert.deepEqual(await place(), before, "the board stays where it is");
      await pass.click();
    }
  },
};
