// Every way of placing ships.

import assert from "node:assert/strict";
import { battle, begin } from "./steps.mjs";

const at = (page, name) => page.locator(`.placing [data-cell="${name}"]`);
const ship = (page, name) => page.locator(".dock-ship", { hasText: name });
const marked = (page) => page.locator('.placing .cell.grab').evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));

export async function centre(locator) {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export async function drag(page, from, to, { turn = false } = {}) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 12, from[1] + 4, { steps: 3 });
  await page.mouse.move(...to, { steps: 6 });
  if (turn) await page.keyboard.press("r");
  await page.waitForTimeout(120);
  await page.mouse.up();
  await page.waitForTimeout(120);
}

async function empty(page, options) {
  await begin(page, options);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.waitForFunction(() => !document.querySelector(".placing .cell.grab"));
}

export default {
  async "place by dragging"({ open }) {
    const page = await open();
    await empty(page);
    assert.ok(await page.locator(".placing .keys").isVisible());
    assert.ok(await page.locator(".for-touch").isHidden());
    await drag(page, await centre(ship(page, "Carrier")), await centre(at(page, "D2")));
    assert.deepEqual(await marked(page), ["B2", "C2", "D2", "E2", "F2"]);
    // From one place to another, held at the stern.
    await drag(page, await centre(at(page, "B2")), await centre(at(page, "C5")));
    assert.deepEqual(await marked(page), ["C5", "D5", "E5", "F5", "G5"]);
    await drag(page, await centre(ship(page, "Destroyer")), await centre(at(page, "A8")), { turn: true });
    assert.deepEqual(await marked(page), ["C5", "D5", "E5", "F5", "G5", "A8", "A9"]);
    await page.getByRole("button", { name: "Random rest" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".placing .cell.grab").length === 17);
    assert.ok((await marked(page)).includes("A9"));
    await battle(page);
  },

  async "a ghost says why a ship does not fit"({ open }) {
    const page = await open();
    await empty(page);
    await ship(page, "Carrier").click();
    await at(page, "H4").hover();
    await page.waitForSelector(".hull.misfit");
    assert.notEqual((await page.locator(".placing .reason").textContent()).trim(), "");
    await at(page, "B4").hover();
    await page.waitForFunction(() => document.querySelector(".hull.ghost") && !document.querySelector(".hull.misfit"));
    assert.equal((await page.locator(".placing .reason").textContent()).trim(), "");
  },

  async "place by clicking both ends"({ open }) {
    const page = await open();
    await empty(page);
    const next = page.locator(".dock-ship.next");
    assert.equal(await next.textContent(), "Carrier", "the ship to place is marked");
    assert.ok(await next.evaluate((node) => node === document.activeElement), "Clear passes the focus on");
    for (const [from, to] of [["A1", "A5"], ["J4", "J1"], ["C3", "E3"], ["C5", "E5"], ["G8", "H8"]]) {
      await at(page, from).click();
      await page.waitForSelector(".cell.end");
      await at(page, to).click();
      await page.waitForFunction((name) => document.querySelector(`.cell.grab[data-cell="${name}"]`), to);
    }
    assert.equal((await marked(page)).length, 17);
    assert.equal(await next.count(), 0);
    await battle(page);
  },

  async "both ends of a ship that becomes a wreck"({ open }) {
    const page = await open();
    await empty(page, { rules: "tournament", bot: "medium" });
    const question = page.getByRole("dialog", { name: "That wrecks ships. Place it anyway?" });
    for (const name of ["A3", "E3"]) await at(page, name).click();
    await page.waitForFunction(() => document.querySelectorAll(".placing .cell.grab").length === 5);
    await at(page, "B2").click();
    await page.waitForSelector(".cell.end");
    await at(page, "B5").hover();
    await page.waitForSelector(".hull.misfit");
    assert.match(await page.locator(".placing .reason").textContent(), /overlaps the Carrier/);
    await at(page, "B5").click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.waitForFunction(() => !document.querySelector("dialog, .cell.end"));
    assert.equal((await marked(page)).length, 5);
    for (const name of ["B5", "B2"]) await at(page, name).click();
    await question.getByRole("button", { name: "Place it" }).click();
    await page.waitForFunction(() => document.querySelector('.cell.grab[data-cell="B5"]'));
    // The second end may be on a ship.
    for (const name of ["D5", "D3"]) await at(page, name).click();
    await question.getByRole("button", { name: "Place it" }).click();
    await page.waitForFunction(() => document.querySelector('.cell.grab[data-cell="D5"]'));
    await page.getByRole("button", { name: "Random rest" }).click();
    await battle(page);
  },

  async "tap to rotate, undo and random"({ open }) {
    const page = await open({ phone: true });
    await empty(page);
    assert.ok(await page.locator(".for-touch").isVisible());
    assert.ok(await page.locator(".placing .keys").isHidden(), "no keys without a keyboard");
    await ship(page, "Cruiser").tap();
    await at(page, "D4").tap();
    await page.waitForSelector(".cell.grab");
    assert.deepEqual(await marked(page), ["D4", "E4", "F4"]);
    await at(page, "E4").tap();
    await page.waitForFunction(() => document.querySelector('.cell.grab[data-cell="D5"], .cell.grab[data-cell="E5"]'));
    await page.getByRole("button", { name: "Undo" }).tap();
    await page.waitForFunction(() => document.querySelector('.cell.grab[data-cell="F4"]'));
    await ship(page, "Carrier").tap();
    await page.getByRole("button", { name: "Random ship" }).tap();
    await page.waitForFunction(() => document.querySelectorAll(".cell.grab").length === 8);
    await page.getByRole("button", { name: "Random rest" }).tap();
    await page.waitForFunction(() => document.querySelectorAll(".cell.grab").length === 17);
    await battle(page);
  },

  async "a message moves no button"({ open }) {
    const page = await open({ phone: true });
    await empty(page);
    const place = () => page.getByRole("button", { name: "Ready" }).boundingBox();
    const way = () => ship(page, "Carrier").evaluate((node) => getComputedStyle(node, "::after").content);
    const before = await place();
    const across = await way();
    await page.getByRole("button", { name: "Rotate" }).tap();
    assert.notEqual(await way(), across, "the dock shows the direction");
    await ship(page, "Carrier").tap();
    await at(page, "A9").tap();
    await page.waitForFunction(() => document.querySelector(".placing .reason").textContent.endsWith("."));
    assert.deepEqual(await place(), before);
    assert.ok(await page.locator(".placing .reason").isVisible() && await page.locator(".for-touch").isHidden());
  },

  async "place with a finger"({ open }) {
    const page = await open({ phone: true });
    await empty(page);
    const [x, y] = await centre(ship(page, "Battleship"));
    const [toX, toY] = await centre(at(page, "E9"));
    const session = await page.context().newCDPSession(page);
    const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", [{ x, y }]);
    for (let i = 1; i <= 8; i++) await touch("touchMove", [{ x: x + ((toX - x) * i) / 8, y: y + ((toY + 44 - y) * i) / 8 }]);
    await page.waitForTimeout(120);
    await touch("touchEnd", []);
    await page.waitForFunction(() => document.querySelectorAll(".cell.grab").length === 4);
    assert.deepEqual(await marked(page), ["D9", "E9", "F9", "G9"]);
  },

  async "a placement that wrecks ships"({ open }) {
    const page = await open();
    await empty(page, { rules: "tournament", bot: "medium" });
    await ship(page, "Carrier").click();
    for (const [answer, cells] of [["Cancel", []], ["Place it", ["I4", "J4"]]]) {
      await at(page, "I4").click();
      await page.getByRole("dialog", { name: "That wrecks ships. Place it anyway?" }).getByRole("button", { name: answer }).click();
      await page.waitForFunction((count) => document.querySelectorAll(".placing .cell.grab").length === count, cells.length);
      assert.deepEqual(await marked(page), cells);
    }
    await page.getByRole("button", { name: "Random rest" }).click();
    await battle(page);
  },

  async "place with the keyboard"({ open }) {
    const page = await open();
    await empty(page);
    await at(page, "A1").focus();
    await page.keyboard.press("n");
    await page.waitForSelector(".hull.ghost");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".cell.grab").length === 5);
    await page.keyboard.press("r");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".cell.grab").length === 9);
    assert.deepEqual((await marked(page)).slice(5), ["A3", "A4", "A5", "A6"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.querySelectorAll(".cell.grab").length === 17);
    await battle(page);
  },
};
