import { sql } from "drizzle-orm";
import pTimeout from "p-timeout";
import pg from "pg";
import type { Database, DatabaseLog, Transaction, TransactionOptions } from "../database-interface.ts";
import { DatabaseUnavailable, DatabaseUnusable } from "../errors.ts";
import { type Connection, type Queries, queriesOn } from "../queries.ts";
import { StatementMeter, type StatementObserver } from "../statement-meter.ts";
import { kindOf, maxWaitMs, queueForConnections, transactionKind } from "../statement-queue.ts";
import { runTransaction } from "../transaction.ts";
import { asSeen, reasonOf, untilUndisturbed } from "./failures.ts";
import { Listener } from "./listener.ts";

export interface ServerSettings {
  /** `postgres://user:password@host/database` */
  readonly url: string;
  readonly log: DatabaseLog;
  readonly statementLimit?: number;
  readonly maintenanceLimit?: number;
  readonly transactionLimit?: number;
  /** Connections for statements and transactions; LISTEN uses one more. */
  readonly connections?: number;
}

const pingLimit = 2_000;

/** @throws DatabaseUnusable if there is no server at the address, or none that Cairn can use. */
export async function openServer(settings: ServerSettings): Promise<Database> {
  const database = new ServerDatabase(settings);
  try {
    await checkServer(database.query, settings.url);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

class ServerDatabase implements Database {
  readonly engine = "server";
  readonly query: Queries;
  readonly #pool: pg.Pool;
  readonly #queue: ReturnType<typeof queueForConnections>;
  readonly #listener: Listener;
  readonly #meter = new StatementMeter();
  readonly #settings: Required<
    Pick<ServerSettings, "statementLimit" | "maintenanceLimit" | "transactionLimit">
  >;
  readonly #address: pg.ClientConfig;
  #closed: Promise<void> | null = null;

  constructor({ url, log, connections = 10, ...given }: ServerSettings) {
    this.#settings = {
      statementLimit: given.statementLimit ?? 30_000,
      maintenanceLimit: given.maintenanceLimit ?? 600_000,
      transactionLimit: given.transactionLimit ?? 10_000,
    };
    this.#address = {
      connectionString: url,
      application_name: "cairn",
      // The same as on the embedded engine, whatever the server's default is.
      options: "-c TimeZone=UTC",
      connectionTimeoutMillis: maxWaitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    };
    this.#pool = new pg.Pool({
      ...this.#address,
      max: connections,
      statement_timeout: this.#settings.statementLimit,
      // A connection that vanished silently must not block its caller for ever.
      query_timeout: this.#settings.statementLimit + 5_000,
      // A process that stalls in a transaction must not hold its locks against the other instances.
      idle_in_transaction_session_timeout: this.#settings.transactionLimit + 5_000,
    });
    this.#queue = queueForConnections(connections);
    // An idle connection was lost: the pool has dropped it, and the next caller gets a new one.
    this.#pool.on("error", (error) => log.warn({ err: error }, "a database connection was lost"));
    this.#listener = new Listener(this.#address, log);
    this.query = queriesOn({
      query: (config, values) =>
        this.#meter.measure(() =>
          untilUndisturbed(() =>
            this.#queue.take({ kind: kindOf(config) }, () =>
              this.#use(() => this.#statement(config, values)),
            ),
          ),
        ),
    });
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return untilUndisturbed(() =>
      this.#isLong(this.#limitOf(options))
        ? this.#once(work, options)
        : this.#queue.take({ kind: transactionKind }, () => this.#once(work, options)),
    );
  }

  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void) {
    return this.#use(() => this.#listener.listen(channel, onPayload, onGap));
  }

  caughtUp(): Promise<void> {
    return this.#use(() => this.#listener.caughtUp());
  }

  async maintain(statement: string): Promise<void> {
    const client = new pg.Client({ ...this.#address, statement_timeout: this.#settings.maintenanceLimit });
    client.on("error", () => {});
    await this.#use(async () => {
      await client.connect();
      await client.query(statement);
    }).finally(() => client.end());
  }

  async ping(): Promise<void> {
    // `query_timeout` limits one query; it is missing from @types/pg.
    const limited = { text: "select 1", query_timeout: pingLimit };
    await pTimeout(
      this.#use(() => this.#statement(limited)),
      {
        milliseconds: pingLimit,
        message: new DatabaseUnavailable("The database server did not answer in time"),
      },
    );
  }

  observe(observer: StatementObserver): void {
    this.#meter.observe(observer);
  }

  get figures() {
    const { totalCount, idleCount } = this.#pool;
    return { waiting: this.#queue.waiting, restarts: 0, connections: { open: totalCount, idle: idleCount } };
  }

  close(): Promise<void> {
    this.#closed ??= Promise.all([this.#listener.close(), this.#pool.end()]).then(() => {});
    return this.#closed;
  }

  #limitOf({ limit = this.#settings.transactionLimit }: TransactionOptions): number {
    return limit;
  }

  /** A long transaction has a connection of its own, and takes no turn. */
  #isLong(limit: number): boolean {
    return limit > this.#settings.transactionLimit;
  }

  async #once<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions): Promise<T> {
    const limit = this.#limitOf(options);
    const { client, leave } = await this.#use(() => this.#borrow(limit));
    const connection: Connection = {
      query: (config, values) => this.#meter.measure(() => this.#use(() => client.query(config, values))),
    };
    try {
      const bounds = { limit, snapshot: options.snapshot, boundStatements: true };
      const result = await runTransaction(connection, bounds, work);
      await leave(true);
      return result;
    } catch (error) {
      // A connection in an unknown state must not be reused.
      await leave(!(error instanceof DatabaseUnavailable));
      throw error;
    }
  }

  async #statement(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const { client, leave } = await this.#borrow(0);
    try {
      const result = await client.query(config, values);
      await leave(true);
      return result;
    } catch (error) {
      await leave(!(asSeen(error) instanceof DatabaseUnavailable));
      throw error;
    }
  }

  /** A connection from the pool, or a new one for a transaction that may run longer than the default limit. */
  async #borrow(limit: number) {
    // If the connection is lost while it is borrowed, the statement in flight fails too and reports it.
    const ignore = () => {};
    if (this.#isLong(limit)) {
      const client = new pg.Client(this.#address);
      client.on("error", ignore);
      await client.connect();
      return { client, leave: (_isSound: boolean) => client.end() };
    }
    const client = await this.#pool.connect();
    client.on("error", ignore);
    const leave = async (isSound: boolean) => {
      client.off("error", ignore);
      client.release(!isSound);
    };
    return { client, leave };
  }

  async #use<T>(run: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable("The database is closed");
    try {
      return await run();
    } catch (error) {
      throw asSeen(error);
    }
  }
}

const oldestVersion = 15;

/** @throws DatabaseUnusable in one line, which never holds the password of `url`. */
async function checkServer(query: Queries, url: string): Promise<void> {
  const { version, encoding } = await askServer(query, url);
  if (version < oldestVersion) {
    throw new DatabaseUnusable(url, `it is PostgreSQL ${version}, and Cairn needs ${oldestVersion} or newer`);
  }
  if (encoding !== "UTF8")
    throw new DatabaseUnusable(url, `its encoding is ${encoding}, and Cairn needs UTF8`);
}

async function askServer(query: Queries, url: string): Promise<{ version: number; encoding: string }> {
  try {
    const { rows } = await query.execute<{ version: number; encoding: string }>(sql`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding`);
    return rows[0] ?? { version: 0, encoding: "unknown" };
  } catch (error) {
    throw new DatabaseUnusable(url, reasonOf(error instanceof Error ? (error.cause ?? error) : error), {
      cause: error,
    });
  }
}
