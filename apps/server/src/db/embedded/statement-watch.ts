const interval = 100;
/** A longer pause between two checks means that the whole process was suspended: it counts as this much. */
const longestPause = 1_000;

/**
 * Detects a statement that hangs. PGlite has no statement_timeout, and its thread cannot report while a statement runs;
 * but it counts starts and ends in shared memory, which this checks at intervals.
 */
export class StatementWatch {
  readonly #running: Int32Array<SharedArrayBuffer>;
  readonly #onHang: (limit: number) => void;
  readonly #limits = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;
  #seen = 0;
  #ranFor = 0;
  #lookedAt = performance.now();

  constructor(running: Int32Array<SharedArrayBuffer>, onHang: (limit: number) => void) {
    this.#running = running;
    this.#onHang = onHang;
    this.#timer = setInterval(() => this.#look(), interval);
    this.#timer.unref();
  }

  /** Statements of this connection may run for `limit` ms. */
  allow(connection: number, limit: number): void {
    this.#limits.set(connection, limit);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    const pause = Math.min(now - this.#lookedAt, longestPause);
    this.#lookedAt = now;
    const count = Atomics.load(this.#running, 0);
    const isRunning = count % 2 !== 0;
    this.#ranFor = isRunning && count === this.#seen ? this.#ranFor + pause : 0;
    this.#seen = count;
    const limit = this.#limits.get(Atomics.load(this.#running, 1));
    if (limit !== undefined && this.#ranFor > limit) this.#onHang(limit);
  }
}
