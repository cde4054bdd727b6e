// Loads the WebAssembly module and calls it. Used by workers, and by tests in node.

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

/**
 * In a worker: answers requests. They arrive one by one and wait for the caller, which is a promise; each
 * gets one answer, in order. After a trap the memory of the module may be broken, so nothing more is
 * answered.
 */
export function serve(ready) {
  let queue = Promise.resolve();
  let failure = null;

  self.onmessage = ({ data }) => {
    queue = queue.then(async () => {
      const call = await ready;

      if (!failure) {
        self.postMessage({ reply: call(data) });
      }
    }).catch((error) => {
      failure = `The engine stopped: ${error.message}`;
      self.postMessage({ failure });
    });
  };
}
