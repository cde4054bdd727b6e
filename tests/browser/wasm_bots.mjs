// Plays seeded games between bots in a WebAssembly module, and prints what tests/tools/bot_games.c
// prints for as many games: node wasm_bots.mjs MODULE GAMES.
import { readFileSync } from "node:fs";

const [path, games] = process.argv.slice(2);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), {});
const text = exports.bot_games(Number(games));
console.log(Buffer.from(exports.memory.buffer, text, exports.text_length(text)).toString());
