import type pg from "pg";
import { DatabaseUnavailable, TransactionEnded, TransactionOverdue } from "./errors.ts";
import { type Connection, type Queries, queriesOn } from "./queries.ts";

interface Bounds {
  /** Milliseconds that the transaction may stay open. */
  readonly limit: number;
  readonly snapshot?: boolean;
  /** Whether the engine should abort a statement that runs longer than the whole transaction may. */
  readonly boundStatements?: boolean;
}

/** Runs `work` between BEGIN and COMMIT on a connection that no one else uses until the end. */
export async function runTransaction<T>(
  connection: Connection,
  { limit, snapshot = false, boundStatements = false }: Bounds,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  const scope = new Scope(connection, limit);
  try {
    const begin = snapshot ? "begin isolation level repeatable read read only" : "begin";
    await connection.query({
      text: boundStatements ? `${begin}; set local statement_timeout = ${limit}` : begin,
    });
    const result = await Promise.race([work(queriesOn(scope)), scope.expired]);
    scope.end(new TransactionEnded("The transaction has ended"));
    const { command } = await connection.query({ text: "commit" });
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: the caller has caught a statement's
    // error and would believe its work was stored.
    if (command !== "COMMIT") throw new TransactionEnded("A statement of the transaction had failed");
    return result;
  } catch (error) {
    scope.end(new TransactionEnded("The transaction has ended"));
    await rollBack(connection);
    throw error;
  }
}

async function rollBack(connection: Connection): Promise<void> {
  try {
    await connection.query({ text: "rollback" });
  } catch (error) {
    // The connection is gone; PostgreSQL rolls back what a lost connection leaves open.
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}

/** The connection as `work` sees it: unusable once the transaction has ended. */
class Scope implements Connection {
  /** Rejects when the transaction was open for longer than its limit. */
  readonly expired: Promise<never>;
  readonly #connection: Connection;
  readonly #timer: NodeJS.Timeout;
  #ended: TransactionEnded | null = null;

  constructor(connection: Connection, limit: number) {
    this.#connection = connection;
    let reject: (reason: TransactionEnded) => void;
    this.expired = new Promise<never>((_, rejectExpired) => {
      reject = rejectExpired;
    });
    // Nothing awaits this promise if work itself has failed first.
    this.expired.catch(() => {});
    this.#timer = setTimeout(() => {
      const error = new TransactionOverdue(
        `The transaction was open for more than ${limit} ms and was rolled back: ` +
          "its work took too long, or waited for a statement outside of it",
      );
      this.end(error);
      reject(error);
    }, limit);
  }

  query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (this.#ended) return Promise.reject(this.#ended);
    return this.#connection.query(config, values);
  }

  end(reason: TransactionEnded): void {
    clearTimeout(this.#timer);
    this.#ended ??= reason;
  }
}
