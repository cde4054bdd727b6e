// Plays seeded games in a WebAssembly module, and writes all requests to a file:
// node wasm_games.mjs MODULE GAMES FILE. Prints what page_replies prints for this file.
//
// The person shoots at random and tries everything else now and then, legal or not: an error is a
// reply too. Replies are searched, not parsed, which would take most of the time.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { caller } from "../../web/engine-module.js";

const [path, games, file] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(path));
const call = caller(new WebAssembly.Instance(module, {}));
const hash = createHash("sha256");
const requests = [];

function ask(request) {
  const reply = call(request);

  requests.push(`${Buffer.byteLength(request)}\n${request}`);
  hash.update(`${reply}\n`);
  return reply;
}

// xorshift32: the games must be the same everywhere.
let state = 20261118;
function below(bound) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % bound;
}

const presets = ["classic", "classic", "advanced", "russian", "salvo", "tournament", "advanced\nreinforce = 1\nhints = 3\nhint-after = 1"];
const bots = ["easy", "medium", "hard", "hunt", "heatmap", "random", "gunner", "endgame"];
const slowBots = ["exact", "admiral"];

function shuffled(list) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

function place() {
  for (let i = below(6); i > 0; i--) {
    const ship = below(5);
    const cell = `${'ABCDEFGHIJ'[below(10)]}${below(10) + 1}`;

    ask([`put ${ship} ${cell} ${'hv'[below(2)]}`, `rotate ${ship}`, `random-ship ${ship}`, 'undo',
      'clear', `fits ${ship} ${cell} v`, `ends ${cell} E${below(10) + 1}`, 'random'][below(8)]);
  }
  ask("random");
  return ask("ready");
}

const extras = ["advise", "heat 0", "command status", "command fleet", "command stock", "command help", "command log", "state 0", "saved"];
// Whole requests, of which some are always errors under some rules.
const specials = ["move radar CELL", "move smoke CELL", "move artillery CELL", "move torpedo COLUMN", "move torpedo ROW", "move hint",
  "move raise Submarine CELL h", "command radar CELL", "command torpedo ROW", "preview fire CELL", "preview radar CELL",
  "preview smoke CELL", "preview artillery CELL", "preview torpedo COLUMN", "preview raise Submarine CELL v"];

function special(cell) {
  return specials[below(specials.length)].replace("CELL", cell).replace("COLUMN", cell[0]).replace("ROW", cell.slice(1));
}

const records = [];

function play(number) {
  const preset = presets[number % presets.length];
  const bot = number % 10 === 9 && preset !== "russian" ? slowBots[number / 10 & 1] : bots[below(bots.length)];
  let reply = ask(`new\nbot = ${bot}\nname = Ann\nseed = ${number}\ncoach = yes\n\npreset = ${preset}\n`);

  if (reply.startsWith('{"error"')) {
    return;
  }
  reply = place();
  const [, width, height] = /"width":(\d+),"height":(\d+)/.exec(reply).map(Number);
  const cells = shuffled(Array.from({ length: width * height }, (_, i) =>
    `${String.fromCharCode(65 + i % width)}${Math.floor(i / width) + 1}`));

  for (let turn = 0; turn < 600 && !reply.includes('"phase":"over"'); turn++) {
    if (reply.includes('"phase":"bot"')) {
      reply = ask("bot");
      continue;
    }
    const wanted = Number(/"cells_needed":(\d+)/.exec(reply)?.[1] ?? 1);
    let next;

    if (below(8) === 0) {
      ask(extras[below(extras.length)]);
    }
    if (turn === 20) {
      ask(`resume coach\n${JSON.parse(ask("saved")).saved}`);
    }
    if (below(preset.startsWith("advanced") ? 2 : 6) === 0) {
      next = ask(special(cells[below(cells.length)]));
    } else {
      next = ask(`move fire ${cells.splice(-wanted).join(' ')}`);
    }
    reply = next.includes('"phase"') ? next : ask("state 0");
  }
  if (reply.includes('"phase":"over"')) {
    const { record } = JSON.parse(ask("record"));

    records.push(record);
    ["verify", "state -1", "heat 1"].forEach(ask);
    if (number % 8 === 0) {
      ask(`replay\n${record}`);
      for (let at = 0; at < 40; at += 7) {
        ask(`replay-at ${at}`);
        ask(`judge ${at}`);
        const { position, rules } = JSON.parse(ask(`position-of ${at} 0`));

        if (preset === "classic" && at > 20) {
          ask(`analyze\n${position}\n${rules}`);
        }
      }
      ask("review 0");
    }
  }
}

ask(`seed ${'5a'.repeat(32)}`);
ask("about");
for (let i = 0; i < Number(games); i++) {
  play(i);
}
["summary", "statistics"].forEach((verb) => ask(`${verb}\n${records.slice(0, 20).join("")}`));
let results = "";
for (let i = 0; i < Math.min(20, Number(games) / 4); i++) {
  ask(`puzzle-number ${i}`);
  ask("puzzle-hint");
  results += JSON.parse(ask(`puzzle-answer ${'ABCDEFGHIJ'[below(10)]}${below(10) + 1} 2026-11-18`)).result ?? "";
  ask(`training 2026-11-18\n${results}`);
}
writeFileSync(file, requests.join(""));
console.log(`${requests.length} ${hash.digest('hex')}`);
