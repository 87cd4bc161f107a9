import type { Visit } from "./known-log.ts";

/** What was read whole does not fit together. The message is a sentence for the reader. */
export class Misfit extends Error {}

/** Something could not be read, or the page is older than the log, so nothing is known. The message is a sentence for the reader. */
export class Unfinished extends Error {}

/** Two checkpoints that one log cannot both have. The message is a sentence for the reader. */
export class TwoHistories extends Error {
  readonly before: Visit;
  readonly now: Visit;
  constructor(message: string, before: Visit, now: Visit) {
    super(message);
    this.before = before;
    this.now = now;
  }
}

/** The log continues what this device saw, but only a key that the device does not know has signed it. */
export class UnknownKey extends Error {
  /** To be kept once the reader trusts the key. */
  readonly now: Visit;
  constructor(message: string, now: Visit) {
    super(message);
    this.now = now;
  }
}
