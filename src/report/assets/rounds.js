// Watching rounds: the reader chooses a match and one of its recorded rounds. The replay viewer of the
// page shows it, with the engine that is in the report. Without an engine the record is shown as text.

import { button, download, el, oneAtATime } from "../../../web/dom.js";
import { Engine } from "../../../web/engine.js";
import { openRecord, showViewer } from "../../../web/viewer.js";

export const byId = (id) => document.getElementById(id);

/** Isolation marks keep a right-to-left name from reordering the text around it. */
const isolate = (text) => `\u2068${text}\u2069`;

/** Unpacks the engine and starts it in a worker. Both are text in elements of the page. */
async function startEngine() {
  const packed = Uint8Array.from(atob(byId("engine").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await new Response(stream).arrayBuffer();
  const source = new Blob([byId("engine-worker").textContent], { type: "text/javascript" });
  const engine = await Engine.start(() => {
    const worker = new Worker(URL.createObjectURL(source));
    worker.postMessage(module, [module]);
    return worker;
  });
  return { engine, speeds: (await engine.call("about")).speeds };
}

/**
 * Shows the first round. Returns a function that shows the round which an address names, or the first one
 * of a match, and says whether there is one. unfold(element) opens the section.
 */
export function startRounds(unfold) {
  const source = byId("round-data");
  const data = source ? JSON.parse(source.textContent) : { rounds: [] };
  if (data.rounds.length === 0) return () => false;
  const matches = byId("pick-match");
  const rounds = byId("pick-round");
  const place = byId("round-view");
  const note = byId("round-note");
  const ready = byId("engine") ? startEngine() : null;
  let leave = null;

  ready?.catch(() => {}); // every round that is shown reports it

  // A smooth scroll would go on to where the viewer was before its board was there.
  const scrollHere = () => byId("viewer").scrollIntoView({ behavior: "instant" });

  const nameOf = (bot) => isolate(data.bots[bot]) + (data.ids[bot] === data.bots[bot] ? "" : ` (${isolate(data.ids[bot])})`);

  const saveButton = (round) => button("Save the record",
    () => download(`match-${round.match}-round-${round.round}.record`, round.record), { symbol: ready && "save" });

  function showText(round, trouble) {
    place.replaceChildren(
      el("p", { class: "bad", text: trouble, hidden: !trouble }), saveButton(round),
      el("pre", { tabindex: 0, "aria-label": "Record", text: round.record }));
  }

  const show = oneAtATime(async (round, isLinked) => {
    await fill(round, isLinked);
    if (isLinked) scrollHere(); // again: before, there was perhaps not enough below it
  });

  async function fill(round, isLinked) {
    leave?.();
    leave = null;
    note.textContent = round.note ?? "";
    place.replaceChildren();
    if (!round.record) return;
    if (!ready) { showText(round, ""); return; }
    try {
      const { engine, speeds } = await ready;
      const open = await openRecord(engine, round.record);
      note.textContent = round.note ?? open.result?.sentence ?? "";
      leave = showViewer(place, {
        engine, speeds, open: { ...open, names: [nameOf(round.a), nameOf(round.b)] },
        start: isLinked && round.note ? open.moves : 0, heading: "h3", keys: byId("viewer"), focused: isLinked,
        tools: () => [saveButton(round)],
      });
    } catch (error) { showText(round, error.message); }
  }

  const option = (value, text) => el("option", { value, text });

  function pickMatch() {
    rounds.replaceChildren(...data.rounds.flatMap((one, index) => (one.match === matches.value
      ? [option(index, one.round + (one.note ? " (broken)" : ""))] : [])));
    byId("score").textContent = byId(`match-${matches.value}`)?.querySelector(".score").textContent ?? "";
  }

  const showPicked = (isLinked) => show(data.rounds[Number(rounds.value)], isLinked);

  function showAddress(hash) {
    const parts = /^#(?:match-([0-9]+)|round-([0-9]+)-([0-9]+))$/.exec(hash);
    const match = parts ? parts[1] || parts[2] : "";
    const found = data.rounds.findIndex((one) => one.match === match && (!parts[3] || String(one.round) === parts[3]));

    if (found < 0) return false;
    matches.value = match;
    pickMatch();
    rounds.value = String(found);
    showPicked(true);
    unfold(byId("viewer"));
    scrollHere();
    byId("viewer").focus({ preventScroll: true });
    return true;
  }

  data.rounds.forEach((one, index) => {
    if (one.match !== data.rounds[index - 1]?.match)
      matches.append(option(one.match, `${isolate(data.ids[one.a])} : ${isolate(data.ids[one.b])}`));
  });
  matches.addEventListener("change", () => { pickMatch(); showPicked(false); });
  rounds.addEventListener("change", () => showPicked(false));
  byId("viewer").hidden = false;
  pickMatch();
  showPicked(false);
  return showAddress;
}
