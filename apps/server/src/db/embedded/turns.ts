import { DatabaseUnavailable } from "../errors.ts";

/** Lets one at a time through, in order of arrival. */
export class Turns {
  readonly #patience: number;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** @param patience milliseconds that a caller waits for its turn at most */
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
      // Stays taken when somebody waits: nobody who comes now may slip in before.
      if (next) next();
      else this.#isTaken = false;
    }
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when everybody who waits now has had a turn. */
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
