import { AsyncLocalStorage } from "node:async_hooks";

/** Senders that share the cost of work that several wait for. */
const maxSenders = 4;

/**
 * What the server does for one call or one message of a socket: all of it that has to wait takes the turn of its
 * sender (docs/rules.md#fair-shares).
 */
export class Work {
  readonly #senders: string[];
  /** "address KEY" of who began it, also once a member is known; null: nobody outside did. */
  readonly address: string | null;
  #hasLeft = false;
  #isShared = false;

  constructor(sender?: string, address: string | null = null) {
    this.#senders = sender === undefined ? [] : [sender];
    this.address = address;
  }

  /** Those whose turn it may take, the one who began it first; none: it is a job of the site. */
  get senders(): readonly string[] {
    return this.#senders;
  }

  /** Nobody waits for the outcome any more, so that what has not begun need not be done. */
  get isAbandoned(): boolean {
    return this.#hasLeft && !this.#isShared;
  }

  /** The sender has closed the connection. Only for work that changes nothing. */
  leave(): void {
    this.#hasLeft = true;
  }

  /** The sender of the current work waits for this work too: it takes whichever sender's turn comes first. */
  join(): void {
    this.#isShared = true;
    if (this.#senders.length === 0) return;
    for (const sender of currentWork().senders) {
      if (this.#senders.length < maxSenders && !this.#senders.includes(sender)) this.#senders.push(sender);
    }
  }
}

const current = new AsyncLocalStorage<Work>();
const jobs = new Work();

export const workOfMember = (userId: number, address: string | null = null): Work =>
  new Work(`member ${userId}`, address);

/** @param key see `addressKey` */
export const workOfAddress = (key: string): Work => new Work(`address ${key}`, `address ${key}`);

export const currentWork = (): Work => current.getStore() ?? jobs;

/** Runs something, and all that follows from it, as part of the work. */
export const asWork = <Result>(work: Work, run: () => Result): Result => current.run(work, run);
