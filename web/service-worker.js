// Keeps the page's own files, so that it works offline after the first visit. While there is a network,
// files come from it, so that a new version is used at once; otherwise from the cache.

const VERSION = "1";
const CACHE = `broadside-${VERSION}`;
const FILES = [
  "./", "index.html", "base.css", "board.css", "viewer.css", "screens.css", "manifest.webmanifest",
  "icon.svg", "icon-192.png", "icon-512.png", "waves.svg",
  "app.js", "aim.js", "analyse.js", "battle.js", "board.js", "dialogs.js", "dom.js", "drag.js", "effects.js",
  "end.js", "engine.js", "engine-module.js", "engine-worker.js", "fleet.js", "game.js", "help.js", "hull.js", "log.js", "movebar.js",
  "placing.js", "play.js", "record-link.js", "replay.js", "setup.js", "share.js", "sound.js", "statistics.js",
  "storage.js", "train.js", "viewer.js", "engine.wasm", "engine-simd.wasm",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("broadside-") && name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

/** Keeps a file under its name without a query, so that there is one of each. A full disk is no harm. */
async function keep(name, reply) {
  try {
    await (await caches.open(CACHE)).put(name, reply);
  } catch { /* the file is not there offline */ }
}

async function answer(event) {
  const name = event.request.url.split(/[?#]/)[0];
  try {
    const reply = await fetch(event.request);
    if (reply.ok) event.waitUntil(keep(name, reply.clone()));
    return reply;
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(name);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(event));
});
