// Loads the WebAssembly module and calls it. Used by the worker, and by tests in node.

// The smallest module with a vector instruction: browsers without them reject it.
const simdProbe = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11);

export function moduleName() {
  return WebAssembly.validate(simdProbe) ? "engine-simd.wasm" : "engine.wasm";
}

/** Compiles while it loads, unless the server does not say that it is WebAssembly. */
export async function load(url) {
  try {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(url), {});
    return instance;
  } catch {
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`${url}: ${response.status} ${response.statusText}`);
    }
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
    return instance;
  }
}

/** A function that answers a request, both as text. Memory may grow, so views of it are not kept. */
export function caller(instance) {
  const { memory, page_input, page_run, page_reply_length } = instance.exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  return (request) => {
    const bytes = encoder.encode(request);
    const at = page_input(bytes.length);

    if (at === 0) {
      return JSON.stringify({ error: "This text is too long." });
    }
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const reply = page_run(bytes.length);
    return decoder.decode(new Uint8Array(memory.buffer, reply, page_reply_length()));
  };
}
