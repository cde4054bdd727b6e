// A static file server as any host would be. The page brings its own content security policy.

import http from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
};

/** Serves a folder on a free port of the loopback; resolves to {address, stop}. */
export function serve(root) {
  const server = http.createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = join(root, normalize(path.endsWith("/") ? `${path}index.html` : path));
    try {
      const body = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", "cache-control": "no-cache" });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done({
      address: `http://127.0.0.1:${server.address().port}/`,
      stop: () => { server.closeAllConnections(); server.close(); },
    }));
  });
}
