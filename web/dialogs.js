// Questions and messages in modal dialogs. Escape and a click beside a dialog close it.

import { button, el } from "./dom.js";

/** Opens a dialog and resolves to the value of the button that closed it (null for Escape). If the value is
 * a function that resolves to undefined, the dialog stays. */
function open(title, content, buttons, { dismissable = true, className = "", rest = false } = {}) {
  return new Promise((done) => {
    const heading = el("h2", { id: "dialog-title", text: title });
    const body = el("div", { class: "dialog-body" }, content);
    const dialog = el("dialog", { "aria-labelledby": "dialog-title", class: className }, heading, body);
    const close = (value) => { dialog.close(); dialog.remove(); done(value); };
    const row = el("div", { class: "buttons" }, buttons.map(({ label, value, kind }) =>
      button(label, async () => {
        const result = typeof value === "function" ? await value() : value;
        if (result !== undefined) close(result);
      }, { kind })));
    dialog.append(row);
    dialog.addEventListener("cancel", (event) => { event.preventDefault(); if (dismissable) close(null); });
    // Browsers let a second Escape through, whatever the page says.
    dialog.addEventListener("keydown", (event) => { if (event.key === "Escape" && !dismissable) event.preventDefault(); });
    dialog.addEventListener("close", () => { if (!dismissable && dialog.isConnected) dialog.showModal(); });
    dialog.addEventListener("click", (event) => { if (dismissable && event.target === dialog && event.detail) close(null); });
    document.body.append(dialog);
    if (rest) needsRest(dialog);
    dialog.showModal();
    // Long text starts at its top, and the arrow keys scroll it.
    if (body.scrollHeight > body.clientHeight && !body.querySelector("textarea")) {
      Object.assign(body, { tabIndex: 0, role: "region", ariaLabel: title });
      body.focus();
    } else (body.querySelector("textarea") ?? row.querySelector(".primary, .choice") ?? safest(row))?.focus();
  });
}

/** Where Enter destroys nothing: a button before the one that does. */
const safest = (row) => (row.querySelector(".danger") ? row.firstElementChild : row.lastElementChild);

export const ask = (title, text, yes, { danger = false, no = "Cancel" } = {}) =>
  open(title, [el("p", { text })], [
    { label: no, value: false },
    { label: yes, value: true, kind: danger ? "danger" : "primary" },
  ]);

export const tell = (title, ...content) => open(title, content, [{ label: "Close", value: true, kind: "primary" }]);

/** A list of choices [{label, value}]; resolves to the value chosen. */
export function choose(title, options) {
  return open(title, [], [...options.map((option) => ({ ...option, kind: "choice" })), { label: "Cancel", value: null }], { className: "choices" });
}

/** Text that the reader types or pastes; resolves to the text or null. `check` may refuse it with an
 * Error, whose sentence appears below the text; its "line N" is selected. */
export function askText(title, note, { accept = "Open", rows = 10, check = async () => {} } = {}) {
  const why = el("p", { class: "trouble-line", role: "alert", id: "text-trouble" });
  const area = el("textarea", { rows, "aria-label": title, "aria-describedby": "text-trouble", spellcheck: "false", on: { input: () => { why.textContent = ""; } } });
  const value = async () => {
    try {
      await check(area.value);
      return area.value;
    } catch (error) {
      why.textContent = error.message;
      selectLine(area, Number(/\bline (\d+)/i.exec(error.message)?.[1]));
      return undefined;
    }
  };
  return open(title, [el("p", { class: "note", text: note }), area, why], [
    { label: "Cancel", value: null },
    { label: accept, value, kind: "primary" },
  ]);
}

function selectLine(area, number) {
  const lines = area.value.split("\n");
  area.focus();
  if (!(number >= 1 && number <= lines.length)) return;
  const start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
  area.setSelectionRange(start, start + lines[number - 1].length);
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, number - 4);
}

/** Keys must rest this long before they confirm a hand-over. */
const REST = 500;

/** A key that is held, or pressed again and again, does not press this button or one inside it. */
export function needsRest(node) {
  let last = performance.now();
  const judge = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    if (event.type === "keydown") {
      const rested = !event.repeat && performance.now() - last >= REST;
      last = performance.now();
      if (rested) return;
    } else if (performance.now() - last >= REST) return;
    event.preventDefault();
  };
  node.addEventListener("keydown", judge);
  node.addEventListener("keyup", judge);
}

/** Covers the screen until the next player is there. Nothing closes it but its button. */
export function handOver(name, sentence) {
  return open(`Hand over to ${name}`, [el("p", { text: sentence })],
    [{ label: `I am ${name}`, value: true, kind: "primary big" }], { dismissable: false, className: "hand-over", rest: true });
}
