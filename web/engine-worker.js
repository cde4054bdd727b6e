// The engine of the page, in a worker.
import { caller, load, moduleName, serve } from "./engine-module.js";

serve(load(new URL(moduleName(), import.meta.url)).then(caller));
