// The log of moves, and the line for typed commands with its answer.

import { el, prefersReducedMotion } from "./dom.js";

/** A list of moves; the latest is at the top. */
export function logPanel() {
  const list = el("ol", { class: "log", tabindex: "0", "aria-label": "Moves, the latest first" });
  let shown = 0;
  return {
    element: el("div", { class: "log-box" }, el("h2", { text: "Log" }), list),
    show(entries) {
      if (entries.length < shown) { list.replaceChildren(); shown = 0; }
      for (const entry of entries.slice(shown)) {
        list.prepend(el("li", { class: `side-${entry.side}` },
          el("span", { class: "log-number", text: entry.number ?? "" }), el("span", { text: entry.text })));
      }
      shown = entries.length;
    },
  };
}

function contentOf({ text, help, boards, log }) {
  if (help) {
    return help.flatMap(({ title, lines }) => [el("h3", { text: title }),
      el("dl", {}, lines.flatMap(({ typed, does }) => [el("dt", {}, el("code", { text: typed })), el("dd", { text: does })]))]);
  }
  if (log) return [el("ol", {}, log.map((entry) => el("li", { value: entry.number, text: entry.text })))];
  if (boards) return [el("pre", { text: boards })];
  return text ? text.split("\n").map((line) => el("p", { text: line })) : [];
}

/** A field for moves and questions, such as "fire B3" or "fleet". Escape leaves it. */
export function commandLine(run, leave) {
  const input = el("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "B3, fleet, help …", "aria-label": "Type a move or a question" });
  const answer = el("div", { class: "answer", role: "status" });
  const past = [];
  let at = 0;
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      at = Math.min(Math.max(at + (event.key === "ArrowUp" ? -1 : 1), 0), past.length);
      input.value = past[at] ?? "";
      event.preventDefault();
      return;
    }
    if (event.key === "Escape") { event.preventDefault(); leave(); return; }
    if (event.key !== "Enter" || !input.value.trim()) return;
    event.preventDefault();
    past.push(input.value);
    at = past.length;
    run(input.value.trim());
    input.value = "";
  });
  return {
    element: el("div", { class: "command" }, input, answer),
    /** The engine's reply to a command: {text}, {help}, {boards} or {log}; nothing of them clears the answer. */
    answer(reply) {
      answer.replaceChildren(...contentOf(reply));
      answer.classList.toggle("long", Boolean(reply.help || reply.log || reply.boards));
      if (answer.classList.contains("long")) Object.assign(answer, { tabIndex: 0, scrollTop: 0 });
      else answer.removeAttribute("tabindex");
      if (answer.firstChild) answer.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "instant" : "smooth" });
    },
    focus() { input.focus(); },
  };
}
