// Replays: opens a record from the game, a link, a file or pasted text, and shows it in the viewer. The
// address has the move that is shown, and whether heat maps are, for a reload and for the browser's Back.

import { announce, button, chooseFiles, el, notice } from "./dom.js";
import { askText } from "./dialogs.js";
import { finished } from "./storage.js";
import { pack, unpack } from "./share.js";
import { positionFragment, shareRecord } from "./record-link.js";
import { openRecord, showViewer } from "./viewer.js";

/** Arguments: nothing (open one), "game" (the game just played), or packed text, a move number and "heat". */
export async function showReplay(view, context) {
  const { app, engine, parts, go } = context;
  view.className = "view replay";
  if (!parts[0]) { showOpen(view, context); return null; }
  const record = parts[0] !== "game" ? await unpack(parts[0]) : app.game?.state.phase === "over" ? "" : finished.all().at(-1)?.record;
  if (record === undefined) { showOpen(view, context); return null; }
  const open = await openRecord(engine, record);
  // The address has the whole record: the game just played is soon another one.
  return showRecord(view, context, open, parts[0] === "game" ? await pack(open.record) : parts[0]);
}

function showOpen(view, { engine, go }) {
  const why = el("p", { class: "trouble-line", role: "alert" });
  const openText = async (text) => { if (text !== null) go(`/replay/${await pack(text)}`); };
  const check = (text) => engine.call(`replay\n${text.trim() ? text : "?"}`); // empty is the game just played
  async function openFile() {
    const [text] = await chooseFiles();
    if (text === undefined) return;
    why.textContent = "";
    try {
      await check(text);
      await openText(text);
    } catch (error) { why.textContent = error.message; }
  }
  view.append(el("section", { class: "card narrow" },
    el("h1", { text: "Replay a game" }),
    el("p", { text: "A record is the text of a game: from this page, or from broadside play --record." }),
    el("div", { class: "buttons" },
      button("Open a file", openFile, { kind: "primary", symbol: "load" }),
      button("Paste a record", async () => openText(await askText("Paste a record", "It starts with “broadside record 1”.", { check }))),
      finished.all().length > 0 && button("Your latest game", () => go("/replay/game"), { symbol: "play" }),
      el("a", { class: "button", href: "#/statistics", text: "All your games" })), why));
}

function showRecord(view, { engine, about, go, parts }, open, packed) {
  const { names, rules } = open;
  const start = Math.trunc(Number(parts[1])) || 0;
  const heated = parts[2] === "heat";
  const address = moveInAddress(packed);

  async function analyse(number, side) {
    try {
      const { position, rules: text } = await engine.call(`position-of ${number} ${side}`);
      go(await positionFragment(position, text));
    } catch (error) { notice(error.message); }
  }

  view.append(el("div", { class: "replay-head" }, el("h1", { text: names.join(" – ") }),
    el("p", { class: "note", text: [rules.name, open.result?.sentence ?? `not finished: the record ends after ${open.moves} move${open.moves === 1 ? "" : "s"}`].filter(Boolean).join(" · ") })));
  const leave = showViewer(view, {
    engine, open, speeds: about.speeds, start, order: [1, 0], heated, moved: address.set,
    tools: (now) => [
      button("Copy link", () => shareRecord(open.record, now()), { symbol: "link" }),
      el("div", { class: "button-group", role: "group", "aria-label": "Analyse this position" },
        el("span", { class: "field-name", text: "Analyse as" }),
        names.map((name, side) => button(name, () => analyse(now(), side), { "aria-label": `Analyse as ${name}` })))],
  });
  address.set(start, heated);
  announce(names.join(" – "));
  return () => { leave(); address.stop(); };
}

/** Writes the move into the address, at most four times a second: browsers refuse many changes in a row. */
function moveInAddress(record) {
  let timer = 0;
  let next = null;
  const write = () => {
    timer = 0;
    if (next === null) return;
    history.replaceState(null, "", `#/replay/${record}/${next}`);
    next = null;
    timer = setTimeout(write, 250);
  };
  return {
    set(number, heated) { next = heated ? `${number}/heat` : number; if (!timer) write(); },
    stop() { clearTimeout(timer); },
  };
}
