// Runs the engine. Requests arrive one by one and wait for the module; each gets one answer, in order.
// After a trap the memory of the module may be broken, so the worker answers nothing more.
import { caller, load, moduleName } from "./engine-module.js";

const ready = load(new URL(moduleName(), import.meta.url)).then(caller);

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
