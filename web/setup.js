// The start: choose rules, opponent and options, continue a saved game, or go to a puzzle or analysis.

import { button, chooseFiles, choice, el, field, icon, toggle } from "./dom.js";
import { ask } from "./dialogs.js";
import { Game, rulesText } from "./game.js";
import { hull } from "./hull.js";
import { showHelp } from "./help.js";
import { saveSettings, settings, training, unfinished, unplaced } from "./storage.js";

const capital = (text) => text[0].toUpperCase() + text.slice(1);

export const today = () => new Date().toISOString().slice(0, 10);

export async function showSetup(view, context) {
  const { engine, about, app, go } = context;
  const levels = about.bots.filter((bot) => bot.level);
  if (!about.bots.some((bot) => bot.name === settings.bot)) saveSettings({ bot: levels[0].name });

  /* Rules */
  const summary = el("p", { class: "note" });
  const ships = el("div", { class: "ships-strip", "aria-hidden": "true" });
  const trouble = el("p", { class: "trouble-line", role: "alert" });
  const ownText = el("textarea", {
    "aria-label": "Your rules", spellcheck: "false", rows: 8, value: settings.rulesText,
    on: { input: () => { saveSettings({ rulesText: ownText.value }); checkRules(); } },
  });
  const ownRules = el("div", { class: "own-rules" }, ownText,
    el("div", { class: "buttons" },
      button("Load a rules file", async () => {
        const [text] = await chooseFiles();
        if (text === undefined) return;
        ownText.value = text;
        saveSettings({ rulesText: text });
        checkRules();
      }, { symbol: "load" }),
      button("All knobs", () => showKnobs(), { kind: "plain" })));
  const knobs = el("div", { class: "wide knobs", hidden: true });

  function showKnobs() {
    knobs.hidden = !knobs.hidden;
    if (knobs.childElementCount) return;
    knobs.append(el("table", {},
      el("thead", {}, el("tr", {}, ["Knob", "Values", "Meaning"].map((text) => el("th", { text })))),
      el("tbody", {}, about.knobs.map((knob) => el("tr", {},
        el("td", {}, el("code", { text: knob.name })), el("td", { text: knob.values }), el("td", { text: knob.about }))))));
  }

  const rulesChoice = choice(
    [...about.presets.map((preset) => ({ value: preset.name, label: preset.name })), { value: "own", label: "my own rules …" }],
    settings.rules, (value) => {
      if (value === "own" && !settings.rulesText) {
        const preset = about.presets.find((one) => one.name === settings.rules);
        saveSettings({ rulesText: preset?.text ?? "preset = classic\n" });
        ownText.value = settings.rulesText;
      }
      saveSettings({ rules: value });
      checkRules();
    });

  const start = button("Place your fleet", begin, { kind: "primary big" });
  const startTrouble = el("p", { class: "trouble-line", role: "alert" });

  async function checkRules() {
    ownRules.hidden = settings.rules !== "own";
    if (ownRules.hidden) knobs.hidden = true;
    try {
      const reply = await engine.call(`rules\n${rulesText()}`);
      trouble.textContent = "";
      const preset = about.presets.find((one) => one.name === settings.rules);
      summary.textContent = preset ? `${reply.rules.width}×${reply.rules.height} · ${reply.summary}` : reply.summary;
      ships.replaceChildren(...reply.rules.ships.map((ship) => {
        const box = el("span", { title: `${ship.name} ${ship.length}` }, hull(ship.length, false));
        box.style.setProperty("--length", ship.length);
        return box;
      }));
      refuse(reply.bots);
      start.disabled = false;
    } catch (error) {
      trouble.textContent = error.message;
      summary.textContent = "";
      ships.replaceChildren();
      start.disabled = true;
    }
  }

  /* Opponent */
  const opponentNote = el("p", { class: "note" });
  const secondPlayer = field("Second player", el("input", {
    type: "text", maxlength: 40, value: settings.second, autocomplete: "off", placeholder: "Player 2",
    on: { input: (event) => { startTrouble.textContent = ""; saveSettings({ second: event.target.value.trim() }); } },
  }));
  const pace = field("Pace of the bot", choice(about.paces.map(({ name }) => ({ value: name, label: name })),
    settings.pace, (value) => saveSettings({ pace: value })));
  const others = about.bots.filter((bot) => !bot.level);
  const otherChoice = choice(others.map((bot) => ({ value: bot.name, label: bot.title || bot.name })),
    others.some((bot) => bot.name === settings.bot) ? settings.bot : others.at(-1).name,
    (value) => { saveSettings({ bot: value }); paint(); }, { "aria-label": "Other bots" });
  const radios = [
    ...levels.map((bot) => ({ value: bot.name, label: capital(bot.title || bot.name) })),
    { value: "other", label: "Other bots" },
    { value: "two", label: "Two people" },
  ].map(({ value, label }) => el("label", { class: "segment" },
    el("input", { type: "radio", name: "opponent", value, on: { change: () => pickOpponent(value) } }),
    el("span", { text: label })));

  function pickOpponent(value) {
    if (value === "two") saveSettings({ two: true });
    else saveSettings({ two: false, bot: value === "other" ? otherChoice.value : value });
    paint();
  }

  let refusals = new Map();
  function refuse(bots) {
    refusals = new Map((bots ?? []).filter((bot) => !bot.accepts).map((bot) => [bot.name, bot.why]));
    for (const label of radios) label.firstChild.disabled = refusals.has(label.firstChild.value);
    for (const option of otherChoice.options) option.disabled = refusals.has(option.value);
    paint();
  }

  function paint() {
    const bot = about.bots.find((one) => one.name === settings.bot) ?? levels[0];
    const chosen = settings.two ? "two" : bot.level ? bot.name : "other";
    for (const label of radios) label.firstChild.checked = label.firstChild.value === chosen;
    secondPlayer.hidden = !settings.two;
    pace.hidden = settings.two;
    otherChoice.hidden = chosen !== "other";
    opponentNote.textContent = settings.two ? "You take turns at this screen and hand it over after each move."
      : refusals.get(settings.bot) ?? `${bot.summary}${bot.shots ? ` · ${bot.shots.toFixed(1)} shots to sink a classic fleet` : ""}`;
  }

  async function begin() {
    const kept = unfinished.get();
    if (kept && !(await ask("Start a new game?", `The unfinished game ${kept.title && `${kept.title} `}will be lost.`, "New game", { danger: true }))) return;
    try {
      app.game = await Game.begin(engine);
      go("/play");
    } catch (error) { startTrouble.textContent = error.message; }
  }

  const form = el("section", { class: "card setup-form", "aria-labelledby": "setup-title" },
    el("h2", { id: "setup-title", text: "New game" }),
    el("div", { class: "field" }, field("Rules", rulesChoice), summary, ships, ownRules, knobs, trouble),
    el("fieldset", { class: "opponents" }, el("legend", { class: "field-name", text: "Opponent" }),
      el("div", { class: "segments" }, radios), otherChoice, opponentNote),
    el("div", { class: "form-row" },
      field("Your name", el("input", {
        type: "text", maxlength: 40, value: settings.name, autocomplete: "nickname", placeholder: "Player 1",
        on: { input: (event) => { startTrouble.textContent = ""; saveSettings({ name: event.target.value.trim() }); } },
      })),
      secondPlayer,
      pace),
    toggle("The coach's heat map during the game (its advice is always there)", settings.coach, (value) => saveSettings({ coach: value })),
    startTrouble,
    el("div", { class: "buttons" }, start, button("How to play", () => showHelp(app), { kind: "plain", symbol: "help" })));

  const { today: todaysScore } = await engine.call(`training ${today()}\n${training.lines()}`);
  view.classList.add("setup");
  view.append(hero(context), el("div", { class: "setup-grid" }, form, sideCards(todaysScore)));
  await checkRules();
  return null;
}

/** The sea at the top, with the unfinished game if there is one. */
function hero({ app, go }) {
  const placing = unplaced.get();
  const kept = placing ?? unfinished.get();
  const fleet = el("div", { class: "hero-fleet", "aria-hidden": "true" }, [5, 4, 3, 2].map((length) => {
    const box = el("span", {}, hull(length, false));
    box.style.setProperty("--length", length);
    return box;
  }));
  const text = el("div", { class: "hero-text" },
    el("h1", { text: "Battleship, with a coach who knows the odds" }),
    el("p", { text: "Play, analyse and train in your browser. Nothing leaves this machine." }));
  if (kept) {
    text.append(el("div", { class: "buttons" },
      button(app.game ? "Back to the game" : "Continue", () => go("/play"), { kind: "big light", symbol: "play" }),
      el("p", { class: "hero-note", text: [kept.title, kept.rules, placing ? "placing" : kept.moves && `move ${kept.moves}`].filter(Boolean).join(" · ") })));
  }
  return el("section", { class: "hero" }, fleet, text);
}

function sideCards(todaysScore) {
  return el("div", { class: "side-cards" },
    el("a", { class: "card link-card", href: `#/train/${today()}` }, icon("star"),
      el("span", {}, el("strong", { text: "Puzzle of the day" }),
        el("small", { text: todaysScore !== null ? `Solved today: ${todaysScore} points` : "One position, one shot. The same for everybody." }))),
    el("a", { class: "card link-card", href: "#/analyse" }, icon("heat"),
      el("span", {}, el("strong", { text: "Analyse a position" }),
        el("small", { text: "Every layout that fits is counted: heat map, best shots, chances." }))),
    el("a", { class: "card link-card", href: "#/replay" }, icon("play"),
      el("span", {}, el("strong", { text: "Replay a game" }),
        el("small", { text: "Open a record and step through it, with each move judged." }))),
    el("a", { class: "card link-card", href: "#/statistics" }, icon("flag"),
      el("span", {}, el("strong", { text: "Your games" }), el("small", { text: "Results, records and replays, kept in this browser." }))));
}
