// Analyses check values in a WebAssembly module: node wasm_vectors.mjs MODULE FILE. The file has a
// position, the number of layouts and the layouts that cover each cell, separated by tabs.
import { readFileSync } from "node:fs";
import { caller } from "../../web/engine-module.js";

const [path, file] = process.argv.slice(2);
const call = caller(new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), {}));
let wrong = 0;

function report(position, what) {
  console.log(`# ${position}: ${what}`);
  wrong++;
}

for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
  const [position, layouts, counts] = line.split("\t");
  const reply = JSON.parse(call(`analyze\n${position}\npreset = classic\n`));

  if (reply.error || !reply.exact || reply.layouts !== layouts) {
    report(position, reply.error ?? `${reply.layouts} layouts instead of ${layouts}`);
    continue;
  }
  counts.split(" ").forEach((count, i) => {
    const percent = 100 * Number(count) / Number(layouts);
    const isShot = !reply.cells[i].open;

    if (!isShot && Math.abs((reply.percent[i] ?? 0) - percent) > 1e-4) {
      report(position, `${reply.cells[i].name} ${reply.percent[i]} % instead of ${percent} %`);
    }
  });
}
process.exitCode = wrong > 0 ? 1 : 0;
