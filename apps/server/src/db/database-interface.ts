import type { Queries } from "./queries.ts";
import type { StatementObserver } from "./statement-meter.ts";

/** Statements inside a transaction. Names given to `.prepare()` have no effect here. */
export type Transaction = Queries;

/** A PostgreSQL database, whichever engine runs it. */
export interface Database {
  readonly engine: "embedded" | "server";

  /** Each statement is its own transaction. `.prepare(name)` keeps its plan: use it on hot paths. */
  readonly query: Queries;

  /**
   * Commits when `work` resolves; otherwise rolls back and rejects with what `work` threw. `work` must only wait for
   * its own statements: on the embedded engine all other callers wait for it, so a transaction that takes too long is
   * rolled back and rejected with TransactionOverdue.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Subscribes to NOTIFY on `channel` until the returned function is called. `onGap` is called after the engine was
   * lost and is back: notifications may have been missed.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;

  /**
   * Resolves once listeners have received the notices of every commit that was acknowledged before the call.
   * @throws DatabaseUnavailable
   */
  caughtUp(): Promise<void>;

  /** Runs one statement that may take long and cannot be part of a transaction (VACUUM, CHECKPOINT). */
  maintain(statement: string): Promise<void>;

  /**
   * Copies the engine's files, as they are at one moment, into `directory`, where another engine can open them: the
   * copy holds every commit that was acknowledged. Other calls wait while the copy is made. Only on the embedded
   * engine; a server has its own snapshots.
   */
  copyFiles?(directory: string): Promise<void>;

  /**
   * Leaves nothing of former rows in the write-ahead log. Only on the embedded engine; a server writes its log on and over.
   */
  forgetLog?(): Promise<void>;

  /** @throws DatabaseUnavailable when the engine does not answer within two seconds. */
  ping(): Promise<void>;

  /** From now on `observer` is called for every statement, including those of transactions. There is at most one. */
  observe(observer: StatementObserver): void;

  /** The engine's state for metrics; read without a query. */
  readonly figures: DatabaseFigures;

  /** Lets running statements end, then closes. Later calls are rejected with DatabaseUnavailable. */
  close(): Promise<void>;
}

export interface DatabaseFigures {
  /** Callers that wait for their turn or for a free connection. */
  readonly waiting: number;
  /** How often the engine was lost and restarted; always 0 for a server, which restarts without our doing. */
  readonly restarts: number;
  /** Connections to a server; the embedded engine has none. */
  readonly connections: { readonly open: number; readonly idle: number } | null;
}

export interface TransactionOptions {
  /** Reads everything as of the first statement, and writes nothing. */
  readonly snapshot?: boolean;
  /** Milliseconds that the transaction may stay open, instead of the engine's default. */
  readonly limit?: number;
}

/** The log methods that the engine uses; pino's and Fastify's loggers fit. */
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
  /** Whether the embedded engine reserves disk space for its log, so that it survives a full disk. */
  readonly reserve?: boolean;
}
