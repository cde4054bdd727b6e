// The engine as the page sees it: requests as text, replies as objects. It runs in a worker, so that
// a bot that thinks never blocks the page. src/page/page.h lists the requests.

export class Engine {
  #worker;
  #waiting = [];
  #failure = null;

  /** Gives the engine in a worker random bytes. */
  static async start(worker) {
    const engine = new Engine(worker);
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

    await engine.call(`seed ${hex}`);
    return engine;
  }

  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = (event) => this.#answer(event.data);
    worker.onerror = (event) => this.#fail(event.message || "The engine cannot be loaded.");
    worker.onmessageerror = () => this.#fail("The engine sent an unreadable reply.");
  }

  /** Answers in the order of the calls. Rejects with the sentence of an error. */
  call(request) {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(new Error(this.#failure));
        return;
      }
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  /** Ends the worker. Calls without an answer are rejected. */
  stop() {
    this.#worker.terminate();
    this.#fail("The engine was stopped.");
  }

  #answer(message) {
    if (message.failure) {
      this.#fail(message.failure);
      return;
    }
    const { resolve, reject } = this.#waiting.shift();
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
  }
}
