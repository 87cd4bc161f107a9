import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FolderLock } from "@cairn/node";
import pTimeout from "p-timeout";
import pg from "pg";
import { Channels } from "../channels.ts";
import type {
  Database,
  DatabaseLog,
  DatabaseSettings,
  Transaction,
  TransactionOptions,
} from "../database-interface.ts";
import { DatabaseUnavailable } from "../errors.ts";
import { type Connection, type Queries, queriesOn } from "../queries.ts";
import { StatementMeter, type StatementObserver } from "../statement-meter.ts";
import { kindOf, queueForOne, transactionKind } from "../statement-queue.ts";
import { runTransaction } from "../transaction.ts";
import { lockDataDirectory } from "./data-lock.ts";
import { dropSpareSegments, reserveLog } from "./log-reserve.ts";
import { NotStarted, openSession, type Session } from "./session.ts";
import { ensureDatabase } from "./worker-thread.ts";

export async function openEmbedded(settings: DatabaseSettings): Promise<Database> {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDataDirectory(settings.dataDir);
  const engine = new EmbeddedEngine({
    lock,
    directory: join(settings.dataDir, "db"),
    log: settings.log,
    statementLimit: settings.statementLimit ?? 30_000,
    maintenanceLimit: settings.maintenanceLimit ?? 600_000,
    transactionLimit: settings.transactionLimit ?? 10_000,
    reserve: settings.reserve ?? false,
  });
  try {
    await engine.open();
    return engine;
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface EngineSettings {
  readonly lock: FolderLock;
  readonly directory: string;
  readonly log: DatabaseLog;
  readonly statementLimit: number;
  readonly maintenanceLimit: number;
  readonly transactionLimit: number;
  readonly reserve: boolean;
}

/** Milliseconds that a call waits for a backend that is being restarted. */
const restartPatience = 10_000;
const retryDelay = 1_000;
const retriesPerLogLine = 60;
const currentSegment = "select pg_walfile_name(pg_current_wal_insert_lsn()) as name";

class EmbeddedEngine implements Database {
  readonly engine = "embedded";
  readonly query: Queries;
  readonly #settings: EngineSettings;
  readonly #channels = new Channels();
  readonly #queue = queueForOne();
  readonly #meter = new StatementMeter();
  /** The open session, or the attempt to open one. */
  #session: Session | Promise<Session>;
  #reopening: Promise<void> = Promise.resolve();
  #reserving: Promise<void> = Promise.resolve();
  #closed: Promise<void> | null = null;
  #restarts = 0;

  constructor(settings: EngineSettings) {
    this.#settings = settings;
    this.#session = refused(new Error("It was not opened yet"));
    this.query = queriesOn({
      query: (config, values) =>
        this.#meter.measure(() =>
          this.#queue.take({ kind: kindOf(config) }, () =>
            this.#untilStarted((session) => session.autocommit.query(config, values)),
          ),
        ),
    });
  }

  async open(): Promise<void> {
    await ensureDatabase(this.#settings.directory);
    this.#session = await this.#openSession();
    this.#reserve();
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const { statementLimit, transactionLimit } = this.#settings;
    const limit = options.limit ?? transactionLimit;
    return this.#queue.take({ kind: transactionKind, isSingle: true }, () =>
      this.#untilStarted(async (session) => {
        session.setTransactionStatementLimit(Math.max(limit, statementLimit));
        const connection: Connection = {
          query: (config, values) => this.#meter.measure(() => session.transaction.query(config, values)),
        };
        let hasBegun = false;
        try {
          return await runTransaction(connection, { limit, snapshot: options.snapshot }, (tx) => {
            hasBegun = true;
            return work(tx);
          });
        } catch (error) {
          throw hasBegun && error instanceof NotStarted ? error.reason : error;
        }
      }),
    );
  }

  async listen(channel: string, onPayload: (payload: string) => void, onGap = () => {}) {
    const listener = { onPayload, onGap };
    const name = pg.escapeIdentifier(channel);
    this.#channels.add(channel, listener);
    await this.#use((session) => session.autocommit.query({ text: `listen ${name}` }));
    return async () => {
      if (this.#channels.remove(channel, listener) || this.#closed) return;
      await this.#use((session) => session.autocommit.query({ text: `unlisten ${name}` }));
    };
  }

  /** Notices come with the answer to the commit. */
  async caughtUp(): Promise<void> {}

  async maintain(statement: string): Promise<void> {
    await this.#use((session) => session.maintenance.query({ text: statement }));
    this.#reserve();
  }

  async copyFiles(directory: string): Promise<void> {
    // Without a checkpoint, opening the copy would replay all of the log since the last one.
    await this.maintain("checkpoint");
    // In a transaction's turn: one that is open would reach its limit while the files are copied.
    await this.#queue.take({ kind: "copy", isSingle: true }, () =>
      this.#use((session) => session.copyFiles(directory)),
    );
  }

  async forgetLog(): Promise<void> {
    // Afterwards everything is in one segment, which has nothing older than the rows as they are now.
    await this.maintain("select pg_switch_wal()");
    await this.maintain("checkpoint");
    const { directory } = this.#settings;
    await this.#queue.take({ kind: "copy", isSingle: true }, () =>
      this.#use(async (session) => {
        const { rows } = await session.autocommit.query({ text: currentSegment });
        await dropSpareSegments(directory, rows[0].name);
      }),
    );
    this.#reserve();
  }

  async ping(): Promise<void> {
    await within(2_000, () => this.#use((session) => session.autocommit.query({ text: "select 1" })));
  }

  observe(observer: StatementObserver): void {
    this.#meter.observe(observer);
  }

  get figures() {
    return { waiting: this.#queue.waiting, restarts: this.#restarts, connections: null };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    try {
      // A transaction that runs past the limit is rolled back when its connection ends.
      await this.#queue.idle();
      await Promise.all([this.#reopening, this.#reserving]);
      const session = await Promise.resolve(this.#session).catch(() => null);
      await session?.close();
    } finally {
      this.#settings.lock.release();
    }
  }

  /** Runs one at a time in the background; no caller waits for it. */
  #reserve(): void {
    const { reserve, directory, log } = this.#settings;
    if (!reserve) return;
    this.#reserving = this.#reserving.then(async () => {
      try {
        const { rows } = await this.#use((session) => session.autocommit.query({ text: currentSegment }));
        await reserveLog(directory, rows[0].name);
      } catch (error) {
        log.warn({ err: error }, "no space could be reserved for the write-ahead log; will try again later");
      }
    });
  }

  #use<T>(run: (session: Session) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new DatabaseUnavailable("The database is closed"));
    const session = this.#session;
    if (session instanceof Promise) return within(restartPatience, () => session).then(run);
    return run(session);
  }

  /** Runs it again on the next session if this one was lost before its turn: only the statement that ran is refused. */
  async #untilStarted<T>(run: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await this.#use(run);
    } catch (error) {
      if (error instanceof NotStarted) return this.#use(run);
      throw error;
    }
  }

  /** Opens a session, subscribes it to all channels in use, and has it replaced when it is lost. */
  async #openSession(): Promise<Session> {
    const session = await openSession({
      ...this.#settings,
      onNotification: (channel, payload) => this.#channels.publish(channel, payload),
    });
    for (const channel of this.#channels.names()) {
      await session.autocommit.query({ text: `listen ${pg.escapeIdentifier(channel)}` });
    }
    void session.lost.then((reason) => {
      if (!this.#closed) this.#reopening = this.#reopen(session, reason);
    });
    return session;
  }

  async #reopen(lost: Session, reason: DatabaseUnavailable): Promise<void> {
    const { log } = this.#settings;
    log.error({ err: reason }, "database lost, restarting it");
    for (let attempt = 1; !this.#closed; attempt += 1) {
      // Two backends on the same files would destroy them.
      const opening = lost.gone.then(() => this.#openSession());
      // Calls wait for the first attempt. Once that has failed (disk full, say) they are rejected at once.
      if (attempt === 1) this.#session = heardLater(opening.catch(refused));
      try {
        this.#session = await opening;
        this.#restarts += 1;
        log.info({ attempt }, "database is back");
        this.#channels.publishGap();
        return;
      } catch (error) {
        this.#session = refused(error);
        if (attempt % retriesPerLogLine === 1) log.error({ err: error, attempt }, "database did not restart");
        await sleep(retryDelay);
      }
    }
  }
}

function refused(cause: unknown): Promise<never> {
  return heardLater(Promise.reject(new DatabaseUnavailable("The database could not be started", { cause })));
}

/** Avoids an unhandled rejection: callers that use the session get the error, and perhaps there are none. */
function heardLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** @throws DatabaseUnavailable when `run` takes longer than `limit` ms. */
const within = <T>(limit: number, run: () => Promise<T>): Promise<T> =>
  pTimeout(run(), {
    milliseconds: limit,
    fallback: () => {
      throw new DatabaseUnavailable(`No answer within ${limit} ms`);
    },
  });
