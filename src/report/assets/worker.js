// The engine of the report, in a worker. A file cannot load another, so the first message is the module.
import { caller, serve } from "../../../web/engine-module.js";

self.onmessage = ({ data }) => {
  serve(WebAssembly.instantiate(data, {}).then(({ instance }) => caller(instance)));
};
