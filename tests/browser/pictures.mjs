// Makes the pictures of the page for the documents: node pictures.mjs page|phone >FILE.png [ROOT]
// The game has a fixed seed, so a picture changes only with the program.

import { chromium } from "playwright-core";
import { fileURLToPath } from "node:url";
import { serve } from "./server.mjs";

const SCENES = {
  page: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true, isMobile: true },
};
const [scene, root = fileURLToPath(new URL("../../build/web", import.meta.url))] = process.argv.slice(2);
if (!SCENES[scene]) {
  console.error("usage: node pictures.mjs page|phone [ROOT] >FILE.png");
  process.exit(2);
}

/** In the page: plays the beginning of a game as the coach advises, and leaves it unfinished. */
async function play() {
  const { Engine } = await import("./engine.js");
  const engine = await Engine.start();
  await engine.call("new\nbot = hard\nname = Ann\nseed = 4\ncoach = yes\n\npreset = classic");
  let state = await engine.call("ready");
  while (state.moves < 56 || state.phase !== "person") {
    const request = state.phase === "bot" ? "bot" : `move ${(await engine.call("advise")).move}`;
    ({ state } = await engine.call(request));
  }
  const { saved } = await engine.call("saved");
  localStorage.setItem("broadside.game", JSON.stringify({ saved, coach: true, title: "", rules: "", moves: state.moves, when: 0 }));
}

const server = await serve(root);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--hide-scrollbars"] });
const page = await browser.newPage({ ...SCENES[scene], reducedMotion: "reduce" });
await page.goto(server.address);
await page.waitForSelector("[data-ready]");
await page.evaluate(play);
await page.goto(`${server.address}#/play`);
await page.reload();
await page.waitForSelector(".battle .status-line.mine");
if (scene === "page") await page.getByRole("button", { name: "Heat map" }).click();
await page.waitForTimeout(300); // the map fades in
process.stdout.write(await page.screenshot());
await browser.close();
await server.stop?.();
process.exit(0);
