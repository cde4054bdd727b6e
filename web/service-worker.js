// Keeps the page's own files, so that it works offline after the first visit. While there is a network,
// files come from it, so that a new version is used at once. A version is kept as a whole and never mixed
// with another. `make page` fills in the next two lines; with any changed file the version changes, so
// that browsers install this again and delete the previous version.
const VERSION = "";
const FILES = [];

const CACHE = `broadside-${VERSION}`;
const HOME = self.registration.scope;
const addressOf = (file) => new URL(file, HOME).href;

/** The page says which engine its browser can run; the other one is not kept. */
const engine = new URL(location.href).searchParams.get("engine");
const kept = ["./", ...FILES.filter((file) => !file.endsWith(".wasm") || file === engine)].map(addressOf);

self.addEventListener("install", (event) => {
  const requests = kept.map((address) => new Request(address, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("broadside-") && name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

/** Offline, a query makes no difference, and any other address below this one leads to the page. */
async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const address = request.url.split(/[?#]/)[0];
    const file = kept.includes(address) ? await (await caches.open(CACHE)).match(address) : null;
    if (file) return file;
    if (request.mode === "navigate" && address !== HOME) return Response.redirect(HOME);
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(HOME)) event.respondWith(answer(request));
});
