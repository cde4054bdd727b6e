// Writes the pictures of the page for README: node pictures.mjs FOLDER [ROOT]
// page-battle.png has 1280x800 pixels, page-phone.png 390x844.

import { chromium } from "playwright-core";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { serve } from "./server.mjs";
import { battle, begin, cell, isOver, myTurn, target } from "./steps.mjs";

const [folder = ".", root = fileURLToPath(new URL("../../build/web", import.meta.url))] = process.argv.slice(2);
const PICTURES = [
  { name: "page-battle.png", dark: false, phone: false, turns: 17 },
  { name: "page-phone.png", dark: true, phone: true, turns: 17 },
];

const server = await serve(root);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const { name, dark, phone, turns } of PICTURES) {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 }, isMobile: phone, hasTouch: phone,
    colorScheme: dark ? "dark" : "light", reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(server.address);
  await page.waitForSelector("[data-ready]");
  await page.getByLabel("Your name").fill("Ann");
  await begin(page, { bot: "medium", coach: true });
  await battle(page);
  if (phone) {
    await page.getByRole("button", { name: "Heat map" }).click();
    await page.waitForSelector(".heated");
  }
  for (let turn = 0; turn < turns && !(await isOver(page)); turn++) {
    const best = phone ? await page.locator(".cell.best").first().getAttribute("data-cell") : await target(page);
    await cell(page, "enemy", best).click();
    await page.waitForTimeout(250);
    await myTurn(page);
  }
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(200);
  await page.screenshot({ path: join(folder, name) });
  await context.close();
}
await browser.close();
server.stop();
