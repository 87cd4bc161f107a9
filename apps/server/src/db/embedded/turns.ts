import { DatabaseUnavailable } from "../errors.ts";

/** Lets one at a time through, in order of arrival. */
export class Turns {
  readonly #patience: number;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** @param patience the most milliseconds that a caller waits for its turn */
  constructor(patience: number) {
    this.#patience = patience;
  }

  async take<T>(run: () => Promise<T>): Promise<T> {
    if (this.#isTaken) await this.#wait();
    this.#isTaken = true;
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      // The lock passes straight to the next waiter, so late arrivals cannot jump the queue.
      if (next) next();
      else this.#isTaken = false;
    }
  }

  /** How many callers wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when every caller that waits now has had its turn. */
  async finished(): Promise<void> {
    await this.take(async () => {});
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(called), 1);
        reject(new DatabaseUnavailable(`Waited more than ${this.#patience} ms for other transactions`));
      }, this.#patience);
      this.#waiting.push(called);
    });
  }
}
