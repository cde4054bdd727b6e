// Makes the pictures of the page for the documents: node pictures.mjs page|phone >FILE.png [ROOT]
// The game has a fixed seed, so a picture changes only with the program.

import { chromium } from "playwright-core";
import { fileURLToPath } from "node:url";
import { serve } from "./server.mjs";
import { storeGame } from "./steps.mjs";

const SCENES = {
  page: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true, isMobile: true },
};
const [scene, root = fileURLToPath(new URL("../../build/web", import.meta.url))] = process.argv.slice(2);
if (!SCENES[scene]) {
  console.error("usage: node pictures.mjs page|phone [ROOT] >FILE.png");
  process.exit(2);
}

const server = await serve(root);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--hide-scrollbars"] });
const page = await browser.newPage({ ...SCENES[scene], reducedMotion: "reduce" });
await page.goto(server.address);
await page.waitForSelector("[data-ready]");
await storeGame(page, { rules: "classic", bot: "hard", seed: 4, moves: 56 });
await page.waitForSelector(".battle .status-line.mine");
if (scene === "page") await page.getByRole("button", { name: "Heat map" }).click();
await page.waitForTimeout(300); // the map fades in
process.stdout.write(await page.screenshot());
await browser.close();
await server.stop?.();
process.exit(0);
