// Runs tests of the page in Chromium: node run.mjs [OPTIONS] NAME...
// NAME is a scenario, or a group of them: placing, games, keeping, repair, study, access, layout, firstHour, numbers.
//   --root FOLDER    serve this folder; default: build/web
//   --address URL    test the page at this address instead
//   --expected FILE  outputs of `broadside analyze --json`, one after another, to compare with
// Prints `ok NAME` or `not ok NAME` for each scenario, and fails if one failed. A scenario also fails
// if the page writes an error to the console.

import { chromium } from "playwright-core";
import { fileURLToPath } from "node:url";
import { serve } from "./server.mjs";
import placing from "./placing.mjs";
import games from "./games.mjs";
import keeping from "./keeping.mjs";
import repair from "./repair.mjs";
import study from "./study.mjs";
import access from "./access.mjs";
import layout from "./layout.mjs";
import firstHour from "./first_hour.mjs";
import numbers from "./numbers.mjs";

const groups = { placing, games, keeping, repair, study, access, layout, firstHour, numbers };
const scenarios = Object.assign({}, ...Object.values(groups));
const args = process.argv.slice(2);
const option = (name) => { const at = args.indexOf(name); return at < 0 ? null : args.splice(at, 2)[1]; };
const root = option("--root") ?? fileURLToPath(new URL("../../build/web", import.meta.url));
const address = option("--address");
const expected = option("--expected");
const wanted = args.flatMap((word) => (word in groups ? Object.keys(groups[word]) : word));
const PATIENCE = 120_000;

const server = address ? { address: address.replace(/\/*$/, "/"), stop() {} } : await serve(root);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** What a scenario gets: open(options) makes a fresh profile with the page in it, and
 * waits until it is `ready`; expectErrors(pattern)
 * forgives errors in the console. */
function kit(troubles, contexts) {
  const open = async ({ phone = false, dark = false, fragment = "", still = true, context = null, address = server.address, ready = "[data-ready]" } = {}) => {
    const profile = context ?? await browser.newContext({
      viewport: phone ? { width: 360, height: 740 } : { width: 1280, height: 800 }, hasTouch: phone, isMobile: phone,
      colorScheme: dark ? "dark" : "light", reducedMotion: still ? "reduce" : "no-preference",
    });
    contexts.push(profile);
    const page = await profile.newPage();
    page.setDefaultTimeout(60_000);
    page.on("console", (message) => { if (message.type() === "error") troubles.push(message.text()); });
    page.on("pageerror", (error) => troubles.push(error.message));
    await page.goto(address + fragment);
    await page.waitForSelector(ready);
    return page;
  };
  const expectErrors = (pattern) => troubles.splice(0, troubles.length, ...troubles.filter((text) => !pattern.test(text)));
  return { open, expected, expectErrors, root };
}

async function attempt(name) {
  const troubles = [];
  const contexts = [];
  let timer;
  try {
    const limit = new Promise((_, fail) => { timer = setTimeout(() => fail(new Error(`took over ${PATIENCE / 1000} s`)), PATIENCE); });
    await Promise.race([scenarios[name](kit(troubles, contexts)), limit]);
    if (troubles.length) throw new Error(`errors in the console: ${troubles.join("; ")}`);
    console.log(`ok ${name}`);
    return true;
  } catch (error) {
    console.log(`not ok ${name}\n  ${error.stack.replaceAll("\n", "\n  ")}`);
    return false;
  } finally {
    clearTimeout(timer);
    await Promise.all(contexts.map((context) => context.close().catch(() => {})));
  }
}

let failed = 0;
for (const name of wanted) {
  if (!scenarios[name]) { console.log(`not ok ${name}\n  there is no such scenario`); failed++; } else if (!(await attempt(name))) failed++;
}
await browser.close();
server.stop();
process.exitCode = failed ? 1 : 0;
