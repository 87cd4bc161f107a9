/**
 * Notices a statement that hangs. PGlite has no statement_timeout, and its thread can say nothing while a
 * statement runs; but it counts starts and ends in shared memory, which this looks at now and then.
 */
export class StatementWatch {
  readonly #running: Int32Array<SharedArrayBuffer>;
  readonly #limits = new Map<number, number>();
  readonly #onHang: (limit: number) => void;
  readonly #timer: NodeJS.Timeout;
  #seen = { count: 0, since: 0 };

  constructor(running: Int32Array<SharedArrayBuffer>, onHang: (limit: number) => void) {
    this.#running = running;
    this.#onHang = onHang;
    this.#timer = setInterval(() => this.#look(), 100);
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
    const count = Atomics.load(this.#running, 0);
    const isRunning = count % 2 !== 0;
    if (count !== this.#seen.count) {
      this.#seen = { count, since: performance.now() };
      return;
    }
    const limit = this.#limits.get(Atomics.load(this.#running, 1));
    if (isRunning && limit !== undefined && performance.now() - this.#seen.since > limit) this.#onHang(limit);
  }
}
