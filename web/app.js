// Starts the engine, shows the screen that the fragment of the address names, and keeps the header.

import { Engine } from "./engine.js";
import { moduleName } from "./engine-module.js";
import { el, icon, notice } from "./dom.js";
import { ask } from "./dialogs.js";
import { onOtherTab, saveSettings, settings } from "./storage.js";
import { showSetup } from "./setup.js";
import { showPlay } from "./play.js";
import { showReplay } from "./replay.js";
import { showAnalyse } from "./analyse.js";
import { showTrain } from "./train.js";
import { showStatistics } from "./statistics.js";
import { showHelp } from "./help.js";

/** Fragment "#/name/argument/..." to the screen, its title and its entry in the header. */
const SCREENS = {
  "": { show: showSetup, title: "Play", page: "play" },
  play: { show: showPlay, title: "Play", page: "play" },
  replay: { show: showReplay, title: "Replay", page: "analyse" },
  analyse: { show: showAnalyse, title: "Analyse", page: "analyse" },
  train: { show: showTrain, title: "Train", page: "train" },
  statistics: { show: showStatistics, title: "Statistics", page: "statistics" },
};

const root = document.getElementById("screen");
const app = { engine: null, about: null, game: null, go };
let leave = null;
let shown = 0;

function go(fragment) {
  if (location.hash === `#${fragment}`) route();
  else location.hash = fragment;
}

async function route() {
  const isOurs = location.hash === "" || location.hash.startsWith("#/");
  if (!isOurs && shown) return; // a place on the screen
  const turn = ++shown;
  if (document.body.classList.contains("covered")) root.replaceChildren(); // nobody may see what a hand-over covers
  leave?.();
  leave = null;
  // What the last screen asked must not keep this one waiting. The game continues from its save.
  if (await app.engine.forget()) app.game = null;
  if (turn !== shown) return;
  const [name, ...parts] = isOurs ? location.hash.slice(2).split("/") : [""];
  const screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : SCREENS[""];
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove(); // the browser's Back
  document.title = `${screen.title} · Broadside`;
  document.body.className = "";
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.dataset.page === screen.page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const view = el("div", { class: "view" });
  try {
    const done = await screen.show(view, { ...app, app, parts });
    if (turn !== shown) { done?.(); return; }
    leave = done ?? null;
  } catch (error) {
    if (turn !== shown) return;
    view.replaceChildren(el("div", { class: "card trouble" },
      el("h1", { text: "This did not work" }), el("p", { text: error.message }),
      el("p", {}, el("a", { class: "button", href: "#/", text: "Back to the start" }))));
  }
  root.replaceChildren(view);
  scrollTo(0, 0);
  if (turn > 1) root.focus({ preventScroll: true });
  if (!document.documentElement.dataset.ready) welcome();
}

/** The first screen is there. */
function welcome() {
  document.documentElement.dataset.ready = "yes";
  if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register(`service-worker.js?engine=${moduleName()}`).catch(() => {});
}

function paintSwitches() {
  const dark = settings.theme ? settings.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  const theme = document.getElementById("theme");
  theme.replaceChildren(icon(dark ? "moon" : "sun"));
  theme.setAttribute("aria-pressed", dark);
  theme.title = "Dark colours";
  const sound = document.getElementById("sound");
  sound.replaceChildren(icon(settings.sound ? "sound" : "silent"));
  sound.setAttribute("aria-pressed", settings.sound);
  sound.title = "Sound";
  return dark;
}

function prepareHeader() {
  paintSwitches();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintSwitches);
  document.getElementById("theme").addEventListener("click", () => {
    saveSettings({ theme: paintSwitches() ? "light" : "dark" });
    paintSwitches();
  });
  document.getElementById("sound").addEventListener("click", () => {
    saveSettings({ sound: !settings.sound });
    paintSwitches();
  });
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    root.focus();
  });
}

/** The button in the header and the key "?" open the help on every screen. */
function prepareHelp() {
  const open = () => { if (!document.querySelector("dialog[open]")) showHelp(app); };
  document.getElementById("help").addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !event.target.closest("input, textarea, select")) open();
  });
}

/** The engine stopped, or does not answer. The game continues from its save. */
async function offerRestart(sentence, isBusy) {
  if (document.querySelector("dialog[open]")) return;
  const text = `${sentence} The game, if there is one, continues where it was saved.`;
  if (!(await ask(isBusy ? "Is the engine stuck?" : "The engine stopped", text, "Start it again", { no: isBusy ? "Wait" : "Not now" }))) return;
  await app.engine.restart();
  app.game = null;
  await route();
}

async function begin() {
  prepareHeader();
  addEventListener("unhandledrejection", (event) => notice(event.reason?.message ?? String(event.reason)));
  try {
    app.engine = await Engine.start(() => new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" }));
    app.about = await app.engine.call("about");
  } catch (error) {
    dispatchEvent(new CustomEvent("cannot-start", { detail: `The engine did not start. ${error.message}` }));
    return;
  }
  app.engine.onTrouble = offerRestart;
  prepareHelp();
  addEventListener("hashchange", route);
  onOtherTab(() => {
    if (!app.game || app.game.state.phase === "over") return;
    app.game = null;
    if (location.hash !== "#/play") return;
    notice("The game goes on in another tab of this browser.");
    go("/");
  });
  await route();
}

begin();
