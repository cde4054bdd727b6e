// Keeps the page's own files, so that it works offline after the first visit. While there is a network,
// files come from it, so that a new version is used at once. A version is kept as a whole and never mixed
// with another. `make page` fills in the next two lines, the second with the hash of each file; with any
// changed file the version changes, so that browsers install this again and delete the previous version.
const VERSION = "";
const FILES = {};

const CACHE = `broadside-${VERSION}`;
const HOME = self.registration.scope;
const addressOf = (file) => new URL(file, HOME).href;

/** The page says which engine its browser can run; the other one is not kept. */
const engine = new URL(location.href).searchParams.get("engine");
const kept = new Map([["./", FILES["index.html"]], ...Object.entries(FILES).filter(([file]) => !file.endsWith(".wasm") || file === engine)]
  .map(([file, hash]) => [addressOf(file), hash]));

self.addEventListener("install", (event) => {
  const requests = [...kept.keys()].map((address) => new Request(address, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("broadside-") && name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

/** Does this copy have the bytes of the file? */
async function isWhole(response, address) {
  if (!response?.ok) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(kept.get(address));
}

/** Replaces copies that are damaged or gone. A file of another version never gets in. */
async function repair() {
  const cache = await caches.open(CACHE);
  for (const address of kept.keys()) {
    if (await isWhole(await cache.match(address), address)) continue;
    const fresh = await fetch(address, { cache: "reload" });
    if (await isWhole(fresh, address)) await cache.put(address, fresh);
  }
}

/** A whole copy of a file: ours, or one in the browser's cache. Otherwise null. */
async function copyOf(address) {
  const file = await (await caches.open(CACHE)).match(address);
  if (await isWhole(file, address)) return file;
  const other = await fetch(address, { cache: "force-cache" }).catch(() => null);
  return (await isWhole(other, address)) ? other : null;
}

/** Offline, a query makes no difference, and any other address below this one leads to the page. */
async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const address = request.url.split(/[?#]/)[0];
    const file = kept.has(address) ? await copyOf(address) : null;
    if (file) return file;
    if (request.mode === "navigate" && address !== HOME) return Response.redirect(HOME);
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(HOME)) return;
  const reply = answer(request);
  event.respondWith(reply);
  // Each visit looks after the copies for the next one without a network.
  if (request.mode === "navigate") event.waitUntil(reply.then(repair).catch(() => {}));
});
