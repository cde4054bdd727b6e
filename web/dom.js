// Small helpers for building the page: elements, icons, announcements and short notices.

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element. Attributes: `class`, `text`, `on` (listeners), `data` (dataset) or any other. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (key.startsWith("aria-")) node.setAttribute(key, value);
    else if (value === false) continue;
    else if (key === "text") node.textContent = value;
    else if (key === "on") for (const [event, run] of Object.entries(value)) node.addEventListener(event, run);
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key === "value") node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** A sign from the sprite in index.html. */
export function sign(id, className) {
  return svg("svg", { class: className, "aria-hidden": "true" }, svg("use", { href: `#${id}` }));
}

export const icon = (name) => sign(`icon-${name}`, "icon");

/** A button with an optional icon. */
export function button(label, run, { kind = "", symbol = null, ...rest } = {}) {
  return el("button", { type: "button", class: kind, on: { click: run }, ...rest },
    symbol && icon(symbol), el("span", { text: label }));
}

let fields = 0;

/** A label with its control below it. */
export function field(label, control) {
  control.id ||= `field-${++fields}`;
  return el("div", { class: "field" }, el("label", { class: "field-name", for: control.id, text: label }), control);
}

/** A select from [{value, label, group}]. */
export function choice(options, value, change, attributes = {}) {
  const select = el("select", { on: { change: () => change(select.value) }, ...attributes });
  const groups = new Map();
  for (const option of options) {
    const node = el("option", { value: option.value, text: option.label, disabled: option.disabled });
    if (!option.group) { select.append(node); continue; }
    if (!groups.has(option.group)) {
      groups.set(option.group, el("optgroup", { label: option.group }));
      select.append(groups.get(option.group));
    }
    groups.get(option.group).append(node);
  }
  select.value = value;
  return select;
}

/** A switch with two states. */
export function toggle(label, value, change, attributes = {}) {
  const box = el("input", { type: "checkbox", role: "switch", ...attributes, on: { change: () => change(box.checked) } });
  box.checked = value;
  return el("label", { class: "toggle" }, box, el("span", { class: "track", "aria-hidden": "true" }), el("span", { text: label }));
}

/** Says something to screen readers. The same text again is announced again. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

let toastTimer = 0;

/** Shows a sentence for a few seconds, and says it to screen readers. */
export function notice(text) {
  announce(text);
  const toast = document.getElementById("toast");
  toast.hidden = false;
  toast.textContent = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, 4500);
}

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Calls `run` one at a time; while it is busy only the latest arguments wait. */
export function oneAtATime(run) {
  let busy = false;
  let next = null;
  return async function call(...args) {
    if (busy) { next = args; return; }
    busy = true;
    try { await run(...args); } finally {
      busy = false;
      if (next) { const again = next; next = null; call(...again); }
    }
  };
}

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Offers text as a file. */
export function download(name, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Lets the reader choose text files; resolves to their contents. */
export function chooseFiles({ multiple = false } = {}) {
  return new Promise((done) => {
    const input = el("input", { type: "file", multiple, accept: ".txt,.record,.rules,.conf,text/plain" });
    input.addEventListener("change", async () => done(await Promise.all([...input.files].map((file) => file.text()))));
    input.addEventListener("cancel", () => done([]));
    input.click();
  });
}
