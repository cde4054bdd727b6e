// The engine as the page sees it: requests as text, replies as objects. It runs in a worker, so that
// a bot that thinks never blocks the page. src/page/page.h lists the requests.

/** How long the answer to a question of a screen that was left may keep the next screen waiting. */
const PATIENCE = 300;

/** After so many seconds without an answer, people are asked whether to wait. */
const LONG = 20;

export class Engine {
  #makeWorker;
  #worker;
  #waiting = [];
  #failure = null;
  #forgetting = null;
  #seconds = 0;

  /** Called with a sentence when the engine has stopped, again with each call to it, and with true as well
   * when it does not answer for long. */
  onTrouble = () => {};

  /** Starts a worker, and gives it random bytes. */
  static async start(makeWorker) {
    const engine = new Engine(makeWorker);
    await engine.#begin();
    return engine;
  }

  constructor(makeWorker) {
    this.#makeWorker = makeWorker;
    setInterval(() => this.#tick(), 1000); // a machine that sleeps does not count
  }

  #tick() {
    this.#seconds = this.#waiting.length ? this.#seconds + 1 : 0;
    if (this.#seconds && this.#seconds % LONG === 0) this.onTrouble(`It has not answered for ${this.#seconds} seconds.`, true);
  }

  #begin() {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

    this.#worker = this.#makeWorker();
    this.#worker.onmessage = (event) => this.#answer(event.data);
    this.#worker.onerror = (event) => this.#fail(event.message || "The engine cannot be loaded.");
    this.#worker.onmessageerror = () => this.#fail("The engine sent an unreadable reply.");
    return this.call(`seed ${hex}`);
  }

  /**
   * Nobody needs the calls so far any more. Resolves to false as soon as the engine is done with them. If
   * that takes long, starts anew, without a game, and resolves to true. These calls never get an answer.
   */
  forget() {
    this.#forgetting ??= this.#replace().finally(() => { this.#forgetting = null; });
    return this.#forgetting;
  }

  async #replace() {
    const last = this.#waiting.at(-1);
    if (!last) return false;
    await Promise.race([last.answered, new Promise((done) => { setTimeout(done, PATIENCE); })]);
    if (!this.#waiting.includes(last)) return false;
    await this.restart();
    return true;
  }

  /** Starts anew, without a game. Calls that wait never get an answer. */
  restart() {
    this.#worker.terminate();
    this.#waiting = [];
    this.#failure = null;
    return this.#begin();
  }

  /** Answers in the order of the calls. Rejects with the sentence of an error. */
  call(request) {
    if (this.#failure) {
      this.onTrouble(this.#failure, false);
      return Promise.reject(new Error(this.#failure));
    }
    const entry = {};
    const reply = new Promise((resolve, reject) => { Object.assign(entry, { resolve, reject }); });
    entry.answered = reply.catch(() => {});
    this.#waiting.push(entry);
    this.#worker.postMessage(request);
    return reply;
  }

  #answer(message) {
    if (message.failure) {
      this.#fail(message.failure);
      return;
    }
    const { resolve, reject } = this.#waiting.shift();
    this.#seconds = 0;
    const reply = JSON.parse(message.reply);

    if ("error" in reply) {
      reject(new Error(reply.error));
    } else {
      resolve(reply);
    }
  }

  /** The worker is of no use any more. */
  #fail(reason) {
    this.#failure ??= reason;
    for (const { reject } of this.#waiting.splice(0)) {
      reject(new Error(this.#failure));
    }
    this.onTrouble(this.#failure, false);
  }
}
