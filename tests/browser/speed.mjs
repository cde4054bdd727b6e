// Measures the page in Chromium: node speed.mjs [--root FOLDER] [--games N]
// Prints the fastest, the median and the slowest of each figure, with its goal. bench/page runs it.

import { chromium } from "playwright-core";
import { fileURLToPath } from "node:url";
import { serve } from "./server.mjs";
import { battle, isOver, myTurn, target } from "./steps.mjs";

const args = process.argv.slice(2);
const option = (name, fallback) => { const at = args.indexOf(name); return at < 0 ? fallback : args[at + 1]; };
const root = option("--root", fileURLToPath(new URL("../../build/web", import.meta.url)));
const GAMES = Number(option("--games", 3));
const MOVES = 25;

const server = await serve(root);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** The time of each request until its reply is in the page, by its first word. */
function watchRequests() {
  window.times = [];
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    #sent = [];
    postMessage(text) {
      this.#sent.push({ verb: text.split(/\s/)[0], from: performance.now() });
      super.postMessage(text);
    }
    set onmessage(run) {
      super.onmessage = (event) => {
        const { verb, from } = this.#sent.shift();
        window.times.push({ verb, took: performance.now() - from });
        run(event);
      };
    }
  };
}

async function open(settings = {}) {
  const profile = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const page = await profile.newPage();
  await page.addInitScript(watchRequests);
  await page.addInitScript((text) => localStorage.setItem("broadside.settings", text), JSON.stringify({ pace: "none", coach: true, ...settings }));
  await page.goto(server.address);
  await page.waitForSelector("[data-ready]");
  return page;
}

/** From the click until the frame after the mark has changed, as the page itself sees it. */
const clickAndWatch = (page, name) => page.evaluate((one) => new Promise((done) => {
  const node = document.querySelector(`.enemy-side [data-cell="${one}"]`);
  const start = performance.now();
  const watch = () => { if (node.isConnected && node.dataset.mark === "unknown") requestAnimationFrame(watch); else requestAnimationFrame(() => done(performance.now() - start)); };
  node.click();
  watch();
}), name);

const figures = new Map();
function add(name, goal, took) {
  if (!figures.has(name)) figures.set(name, { goal, took: [] });
  figures.get(name).took.push(took);
}

const takeTimes = (page, verb) => page.evaluate((wanted) => {
  const found = window.times.filter((one) => one.verb === wanted).map((one) => one.took);
  window.times = [];
  return found;
}, verb);

async function ready() {
  const page = await open();
  add("page ready", 1000, await page.evaluate(() => performance.now()));
  await page.context().close();
}

async function start(rules, bot) {
  const page = await open({ rules, bot });
  await page.getByRole("button", { name: "Place your fleet" }).click();
  await page.waitForSelector(".placing");
  await battle(page);
  return page;
}

async function play(rules, bot, goal) {
  const page = await start(rules, bot);
  for (let move = 0; move < MOVES && !(await isOver(page)); move++) {
    const name = await target(page);
    add(`${rules}: a move is on the screen`, 50, await clickAndWatch(page, name));
    await myTurn(page);
  }
  for (const took of await takeTimes(page, "bot")) add(`${rules}: ${bot} answers`, goal, took);
  await page.context().close();
}

/** Heat maps of a game with the coach, asked while the page does nothing else: the opening, and later positions. */
async function heat(rules) {
  const page = await open();
  const times = await page.evaluate(async ([preset, moves]) => {
    const { Engine } = await import("./engine.js");
    const engine = await Engine.start(() => new Worker("engine-worker.js", { type: "module" }));
    const took = [];
    await engine.call(`new\nbot = easy\nname = Ann\ncoach = yes\n\npreset = ${preset}\n`);
    await engine.call("random");
    let state = await engine.call("ready");
    while (took.length < moves && state.phase !== "over") {
      if (state.phase === "bot") { ({ state } = await engine.call("bot")); continue; }
      const from = performance.now();
      const { best } = await engine.call("heat 0");
      took.push(performance.now() - from);
      ({ state } = await engine.call(`move fire ${best[0]}`));
    }
    return took;
  }, [rules, MOVES]);
  times.forEach((took, move) => add(`${rules}: heat map, ${move ? "later" : "opening"}`, move ? 5 : 60, took));
  await page.context().close();
}

for (let game = 0; game < GAMES; game++) {
  await ready();
  for (const rules of ["classic", "advanced"]) {
    await heat(rules);
    await play(rules, "exact", 100);
    await play(rules, "admiral", 300);
  }
}
await browser.close();
server.stop();

console.log("milliseconds                                  goal  fastest   median   slowest   of");
for (const [name, { goal, took }] of figures) {
  const sorted = took.sort((a, b) => a - b);
  const number = (value, width) => value.toFixed(1).padStart(width);
  console.log(`${name.padEnd(42)}${String(goal).padStart(8)}${number(sorted[0], 9)}${number(sorted[Math.floor(sorted.length / 2)], 9)}${number(sorted.at(-1), 10)}${String(sorted.length).padStart(5)}`);
}
