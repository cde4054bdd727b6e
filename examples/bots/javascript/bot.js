// A Broadside bot: searches at random and shoots next to its hits.
//
// The strategy comes first; it is the part to change. The communication with the arena below needs
// no change. Broadside's docs/PROTOCOL.md explains the lines.
//
// Standard output belongs to the arena. Use console.error() for debug output.
"use strict";

// What the bot supports; see PROTOCOL.md. Remove `no-touch` if you place ships next to each other.
const PLAYS = "salvo hit-again specials reinforce race wrecks no-touch unnamed";

// A random number generator like Math.random(), but with a seed.
function seeded(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// The strategy. A cell is a number: row * width + column, both from 0.
class Strategy {
  constructor(rules, seed) {
    [this.width, this.height] = rules.get("board").split("x").map(Number);
    this.seed = seed;
  }

  startRound(number) {
    // All random numbers come from the seed and the round, so that every match can be repeated.
    this.random = seeded(`${this.seed} ${number}`);
    // The search order, used from the end.
    this.search = this.shuffled([...Array(this.width * this.height).keys()]);
    this.targets = []; // cells next to hits; the last one is used next
    this.shot = new Set();
  }

  // Our layout: "A1 h, B3 v, ..." in the order of the fleet, or "random".
  place() {
    return "random";
  }

  // The cells to shoot at: one, or several in a salvo.
  act(shots) {
    return Array.from({ length: shots }, () => this.choose());
  }

  choose() {
    for (;;) {
      const cell = this.targets.length ? this.targets.pop() : this.search.pop();
      if (!this.shot.has(cell)) {
        this.shot.add(cell);
        return cell;
      }
    }
  }

  // The result of a shot: "miss", "hit", "sunk", "stopped" or "wasted".
  answer(cell, what) {
    if (what === "hit") {
      this.targets.push(...this.shuffled(this.neighbours(cell)));
    } else if (what === "stopped") {
      // By smoke: shoot at it again later.
      this.shot.delete(cell);
      this.search.unshift(cell);
    }
  }

  neighbours(cell) {
    const column = cell % this.width;
    const beside = [];
    if (column > 0) beside.push(cell - 1);
    if (column < this.width - 1) beside.push(cell + 1);
    if (cell >= this.width) beside.push(cell - this.width);
    if (cell < this.width * (this.height - 1)) beside.push(cell + this.width);
    return beside;
  }

  shuffled(cells) {
    for (let i = cells.length - 1; i > 0; i--) {
      const j = Math.floor(this.random() * (i + 1));
      [cells[i], cells[j]] = [cells[j], cells[i]];
    }
    return cells;
  }
}

// Cell 0 is A1; column Z is followed by AA, AB ...
function cellName(cell, width) {
  const column = cell % width;
  const letter = String.fromCharCode(65 + (column % 26));
  return (column < 26 ? "" : "A") + letter + (Math.floor(cell / width) + 1);
}

function cellFromName(name, width) {
  const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(name);
  const column = letters.charCodeAt(letters.length - 1) - 65 + 26 * (letters.length - 1);
  return (Number(row) - 1) * width + column;
}

const rules = new Map();
let strategy = null;

function say(line) {
  process.stdout.write(line + "\n");
}

function readLine(line) {
  const words = line.split(/\s+/);
  switch (words[0]) {
    case "broadside":
      say(`plays ${PLAYS}\nready`);
      break;
    case "rule":
      rules.set(words[1], words.slice(3).join(" "));
      break;
    case "match":
      strategy = new Strategy(rules, words[3]);
      break;
    case "round":
      strategy.startRound(Number(words[1]));
      break;
    case "place":
      say(strategy.place());
      break;
    case "act": {
      const cells = strategy.act(Number(words[1] || 1));
      say("fire " + cells.map((cell) => cellName(cell, strategy.width)).join(" "));
      break;
    }
    case "outcome": // outcome fire E5 -> E5=hit again
      for (const word of words.slice(words.indexOf("->") + 1)) {
        const [name, what] = word.split("=");
        if (what) strategy.answer(cellFromName(name, strategy.width), what.split(":")[0]);
      }
      break;
    case "quit":
      process.exit(0);
    // This bot does not need any other lines.
  }
}

require("readline").createInterface({ input: process.stdin }).on("line", readLine);
