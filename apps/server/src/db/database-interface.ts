import type { Queries } from "./queries.ts";
import type { StatementObserver } from "./statement-meter.ts";

/** Statements inside a transaction. Names given to `.prepare()` have no effect here. */
export type Transaction = Queries;

/** One PostgreSQL, whatever engine runs it. */
export interface Database {
  readonly engine: "embedded" | "server";

  /** Each statement is its own transaction. `.prepare(name)` keeps its plan: use it on hot paths. */
  readonly query: Queries;

  /**
   * Commits when `work` resolves, else rolls back and rejects with what `work` threw. `work` must wait for
   * nothing but its own statements: on the embedded engine everybody else waits meanwhile, so a
   * transaction that takes too long is rolled back and rejected with TransactionOverdue.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Hears NOTIFY on `channel` until the returned function is called. `onGap` is called after the engine was
   * lost and is back: notifications may have been missed.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;

  /** Runs one statement that may take long and cannot be part of a transaction (VACUUM, CHECKPOINT). */
  maintain(statement: string): Promise<void>;

  /**
   * Copies the engine's files as they are at one moment into `directory`, where another engine can open them: every
   * commit that was answered is in the copy, and whoever asks for something waits for as long as copying takes. Only
   * on the embedded engine; a server has snapshots of its own.
   */
  copyFiles?(directory: string): Promise<void>;

  /** @throws DatabaseUnavailable when the engine does not answer within two seconds. */
  ping(): Promise<void>;

  /** From now on `observer` hears of every statement, those of transactions included. There is one at most. */
  observe(observer: StatementObserver): void;

  /** How the engine stands, for metrics; read without asking it. */
  readonly figures: DatabaseFigures;

  /** Lets running statements end, then closes. Calls made later are rejected with DatabaseUnavailable. */
  close(): Promise<void>;
}

export interface DatabaseFigures {
  /** Callers that wait for their turn or for a free connection. */
  readonly waiting: number;
  /** How often the engine was lost and came back; always 0 for a server, which restarts without asking us. */
  readonly restarts: number;
  /** Connections to a server; the embedded engine has none. */
  readonly connections: { readonly open: number; readonly idle: number } | null;
}

export interface TransactionOptions {
  /** Reads everything as it was at the first statement, and writes nothing. */
  readonly snapshot?: boolean;
  /** Milliseconds that the transaction may stay open, instead of the engine's default. */
  readonly limit?: number;
}

/** What the engine tells the log; pino's and Fastify's loggers fit. */
export interface DatabaseLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface DatabaseSettings {
  /** The embedded engine keeps its files in `db` under this directory. */
  readonly dataDir: string;
  readonly log: DatabaseLog;
  /** Milliseconds without an answer after which a statement counts as hung and the engine is restarted. */
  readonly statementLimit?: number;
  /** The same for `maintain`. */
  readonly maintenanceLimit?: number;
  /** Milliseconds that a transaction may stay open. */
  readonly transactionLimit?: number;
  /** Whether the embedded engine keeps room for its log on the disk, so that it lives on when that is full. */
  readonly reserve?: boolean;
}
