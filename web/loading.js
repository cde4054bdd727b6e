// Says when the page cannot start, and offers to try again. This is no module, so it works even if a module is
// missing or damaged.

(() => {
  const isReady = () => Boolean(document.documentElement.dataset.ready);
  let isShown = false;

  /** Fetches every file anew, past a damaged copy in the browser's cache, and starts again. */
  async function again() {
    const addresses = [...document.querySelectorAll("script[src], link[href]")].map((node) => node.src || node.href);
    await Promise.all([location.href.split("#")[0], ...addresses].map((address) => fetch(address, { cache: "reload" }).catch(() => {})));
    location.reload();
  }

  function report(reason) {
    if (isReady() || isShown) return;
    const screen = document.getElementById("screen");
    if (!screen) { addEventListener("DOMContentLoaded", () => report(reason)); return; }
    isShown = true;
    const title = Object.assign(document.createElement("h1"), { textContent: "The page did not load" });
    const why = Object.assign(document.createElement("p"), { textContent: reason });
    const retry = Object.assign(document.createElement("button"), { type: "button", className: "primary", textContent: "Try again" });
    retry.addEventListener("click", () => { retry.disabled = true; again(); });
    const card = Object.assign(document.createElement("div"), { className: "card trouble failed" });
    card.setAttribute("role", "alert");
    card.append(title, why, retry);
    screen.replaceChildren(card);
  }

  addEventListener("error", ({ target, message }) => {
    if (target instanceof HTMLScriptElement) report("A part of the page is missing.");
    else if (message) report(`A part of the page is damaged: ${message}.`);
  }, true);
  addEventListener("cannot-start", (event) => report(event.detail));
})();
