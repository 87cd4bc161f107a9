import type { Worker } from "node:worker_threads";
import type { DatabaseLog } from "../database-interface.ts";
import { DatabaseUnavailable } from "../errors.ts";
import { BackendSocket } from "./backend-socket.ts";
import { StatementWatch } from "./statement-watch.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";
import { spawnWorker } from "./worker-thread.ts";

/** Milliseconds. Recovery after a crash takes less than a second; a slow disk may take longer. */
const startLimit = 120_000;
const stopLimit = 15_000;

/** One run of the PostgreSQL worker: started once, then lost or stopped once. */
export class Backend {
  /** Resolves with the reason when the worker is given up. The worker may keep running for a moment. */
  readonly lost: Promise<DatabaseUnavailable>;
  /** The reason that `lost` resolved with. */
  lossReason: DatabaseUnavailable | null = null;
  /** Resolves when the worker has ended: only then may another one open the files. */
  readonly gone: Promise<void>;
  readonly #worker: Worker;
  readonly #log: DatabaseLog;
  readonly #running: Int32Array<SharedArrayBuffer>;
  readonly #watch: StatementWatch;
  readonly #sockets = new Map<number, BackendSocket>();
  readonly #ready: Promise<void>;
  readonly #copies = new Map<number, (failure: string | null) => void>();
  #lastConnection = 0;
  #lastCopy = 0;
  #state: "starting" | "running" | "stopped" | "lost" = "starting";
  #markReady = () => {};
  #markLost: (reason: DatabaseUnavailable) => void = () => {};

  static async start(directory: string, log: DatabaseLog): Promise<Backend> {
    const backend = new Backend(directory, log);
    const late = setTimeout(
      () => backend.lose(`PostgreSQL did not start within ${startLimit} ms`),
      startLimit,
    );
    try {
      const failure = await Promise.race([backend.#ready, backend.lost]);
      if (!failure) return backend;
      await backend.gone;
      throw failure;
    } finally {
      clearTimeout(late);
    }
  }

  private constructor(directory: string, log: DatabaseLog) {
    this.#log = log;
    this.lost = new Promise((resolve) => {
      this.#markLost = resolve;
    });
    this.#ready = new Promise((resolve) => {
      this.#markReady = resolve;
    });
    const { worker, running } = spawnWorker({ task: "run", directory });
    this.#worker = worker;
    this.#running = running;
    this.gone = new Promise((resolve) => {
      this.#worker.once("exit", () => resolve());
    });
    this.#watch = new StatementWatch(running, (limit) =>
      this.lose(`A statement gave no answer within ${limit} ms`),
    );
    this.#worker.on("message", (message: FromWorker) => this.#receive(message));
    this.#worker.once("error", (error) => this.lose("PostgreSQL's worker failed", error));
    this.#worker.once("exit", () => this.lose("PostgreSQL's worker ended"));
  }

  /**
   * The socket of a new connection whose statements may each run for `statementLimit` ms. `started`: how many of its
   * statements PostgreSQL has started; final once the worker is gone.
   */
  connect(statementLimit: number): {
    socket: BackendSocket;
    setStatementLimit: (limit: number) => void;
    started: () => number;
  } {
    this.#lastConnection += 1;
    const connection = this.#lastConnection;
    const setStatementLimit = (limit: number) => this.#watch.allow(connection, limit);
    setStatementLimit(statementLimit);
    const socket = new BackendSocket({
      open: () => this.#post({ type: "open", connection }),
      send: (bytes) => this.#post({ type: "bytes", connection, bytes }, [bytes.buffer]),
      close: () => {
        this.#sockets.delete(connection);
        this.#post({ type: "close", connection });
      },
    });
    this.#sockets.set(connection, socket);
    return { socket, setStatementLimit, started: () => Atomics.load(this.#running, 1 + connection) };
  }

  /** Copies the files between two statements. */
  async copyFiles(directory: string): Promise<void> {
    this.#lastCopy += 1;
    const copy = this.#lastCopy;
    const copied = new Promise<string | null>((resolve) => this.#copies.set(copy, resolve));
    this.#post({ type: "copy", copy, directory });
    const outcome = await Promise.race([copied, this.lost, this.gone.then(() => "PostgreSQL was stopped")]);
    this.#copies.delete(copy);
    if (outcome !== null) throw outcome instanceof Error ? outcome : new Error(outcome);
  }

  /** Lets PostgreSQL shut down. A worker that does not end is terminated: its next start recovers from the log. */
  async stop(): Promise<void> {
    if (this.#state === "lost") return this.gone;
    this.#post({ type: "stop" });
    this.#state = "stopped";
    this.#watch.stop();
    const late = setTimeout(() => void this.#worker.terminate(), stopLimit);
    await this.gone;
    clearTimeout(late);
  }

  /** Gives the worker up: rejects everything that waits for an answer, and terminates it. */
  lose(what: string, cause?: Error): void {
    if (this.#state === "lost" || this.#state === "stopped") return;
    this.#state = "lost";
    this.#watch.stop();
    const reason = new DatabaseUnavailable(cause ? `${what}: ${cause.message}` : what, { cause });
    this.lossReason = reason;
    void this.#worker.terminate();
    for (const socket of this.#sockets.values()) socket.destroy(reason);
    this.#sockets.clear();
    this.#markLost(reason);
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    if (this.#state === "running" || this.#state === "starting") this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case "ready":
        if (this.#state === "starting") this.#state = "running";
        this.#markReady();
        break;
      case "bytes":
        this.#sockets.get(message.connection)?.push(Buffer.from(message.bytes.buffer));
        break;
      case "copied":
        this.#copies.get(message.copy)?.(message.failure);
        break;
      case "log":
        this.#log.error({ postgres: message.line }, "PostgreSQL failed");
        break;
      case "broken":
        this.lose(`PostgreSQL broke: ${message.reason}`);
    }
  }
}
