// The first hour of a new player: place, play, look at the heat map, replay, analyse a position of the
// game, and solve the puzzle of the day; by mouse, and with the keyboard alone.

import assert from "node:assert/strict";
import { centre, drag } from "./placing.mjs";
import { answerWith, battle, begin, moveTo, myTurn, playByKeyboard, playToTheEnd, tabTo, unknownCell } from "./steps.mjs";

const placed = (page, count) => page.waitForFunction((n) => document.querySelectorAll(".placing .cell.grab").length === n, count);
const solved = (page) => page.waitForSelector(".answer-card:not([hidden]) .score strong");

export default {
  async "first hour by mouse"({ open }) {
    const page = await open();
    await begin(page);
    await page.getByRole("button", { name: "Clear" }).click();
    await placed(page, 0);
    const dock = (name) => page.locator(".dock-ship", { hasText: name });
    const at = (name) => page.locator(`.placing [data-cell="${name}"]`);
    await drag(page, await centre(dock("Carrier")), await centre(at("E3")));
    await placed(page, 5);
    await drag(page, await centre(dock("Destroyer")), await centre(at("C8")));
    await placed(page, 7);
    await page.getByRole("button", { name: "Random rest" }).click();
    await placed(page, 17);
    await battle(page);
    await playToTheEnd(page);
    await page.getByRole("button", { name: "Heat maps" }).click();
    await page.waitForSelector(".end .heated");
    await page.getByRole("button", { name: "Replay" }).click();
    await page.waitForSelector(".replay .hull");
    for (let i = 0; i < 6; i++) await page.getByRole("button", { name: "One move on" }).click();
    await page.waitForFunction(() => document.querySelector(".counter").textContent.startsWith("6 /"));
    await page.waitForFunction(() => document.querySelector(".verdict").textContent.length > 3);
    await page.getByRole("button", { name: /^Analyse as/ }).first().click();
    await page.waitForSelector(".analyse .heated");
    assert.match(await page.getByLabel("Position as text").inputValue(), /=/);
    await page.getByRole("link", { name: "Train" }).click();
    await page.waitForSelector(".train .board");
    await answerWith(page, await unknownCell(page));
    await solved(page);
  },

  async "first hour by keyboard"({ open }) {
    const page = await open();
    const press = (key) => page.keyboard.press(key);
    await tabTo(page, ".form-row select");
    await page.keyboard.type("none");
    await tabTo(page, "button.primary");
    await press("Enter");
    await page.waitForSelector(".placing");
    await tabTo(page, ".placing .cell");
    await press("c");
    await placed(page, 0);
    await press("n");
    await page.waitForSelector(".hull.ghost");
    await press("Enter");
    await placed(page, 5);
    await moveTo(page, "C4");
    await press("r");
    await press("Enter");
    await placed(page, 9);
    await press("Escape");
    await press("f");
    await placed(page, 17);
    await tabTo(page, "button.primary");
    await press("Enter");
    await page.waitForSelector(".battle");
    await myTurn(page);
    await tabTo(page, ".enemy-side .cell");
    await playByKeyboard(page);
    await tabTo(page, ".end-tools button");
    await press("Enter");
    await page.waitForSelector(".end .heated");
    await press("Tab");
    await press("Enter");
    await page.waitForSelector(".replay .hull");
    for (let i = 0; i < 5; i++) await press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".counter").textContent.startsWith("5 /"));
    await tabTo(page, ".player .button-group button");
    await press("Enter");
    await page.waitForSelector(".analyse .heated");
    await tabTo(page, '.top nav a[data-page="train"]', { back: true });
    await press("Enter");
    await page.waitForSelector(".train .board");
    await tabTo(page, ".train .cell");
    await moveTo(page, await unknownCell(page));
    await press("Enter");
    await solved(page);
  },
};
