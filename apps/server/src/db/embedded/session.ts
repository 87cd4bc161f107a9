import pg from "pg";
import type { DatabaseLog } from "../database-interface.ts";
import { DatabaseUnavailable } from "../errors.ts";
import type { Connection } from "../queries.ts";
import { Backend } from "./backend.ts";

export interface SessionSettings {
  readonly directory: string;
  readonly log: DatabaseLog;
  readonly statementLimit: number;
  readonly maintenanceLimit: number;
  readonly onNotification: (channel: string, payload: string) => void;
}

/** The backend was lost before it started the statement, which may be sent again. */
export class NotStarted extends DatabaseUnavailable {
  override readonly name = "NotStarted";
  readonly reason: DatabaseUnavailable;

  constructor(reason: DatabaseUnavailable) {
    super(reason.message, { cause: reason });
    this.reason = reason;
  }
}

/** The connections to one run of the backend. They are lost together. */
export interface Session {
  /** Statements that are their own transactions. */
  readonly autocommit: Connection;
  readonly transaction: Connection;
  /** Sets how long statements of the transaction connection may run from now on. */
  readonly setTransactionStatementLimit: (limit: number) => void;
  readonly maintenance: Connection;
  readonly lost: Promise<DatabaseUnavailable>;
  copyFiles(directory: string): Promise<void>;
  /** Resolves once nothing of a lost session touches the files any more. */
  readonly gone: Promise<void>;
  close(): Promise<void>;
}

export async function openSession(settings: SessionSettings): Promise<Session> {
  const { statementLimit, maintenanceLimit } = settings;
  const backend = await Backend.start(settings.directory, settings.log);
  try {
    const [autocommit, transaction, maintenance] = await Promise.all([
      connect(backend, "", statementLimit, settings),
      connect(backend, "transaction_", statementLimit, settings),
      connect(backend, "maintenance_", maintenanceLimit, settings),
    ]);
    return {
      autocommit,
      transaction,
      setTransactionStatementLimit: transaction.setStatementLimit,
      maintenance,
      lost: backend.lost,
      gone: backend.gone,
      copyFiles: (directory) => backend.copyFiles(directory),
      async close() {
        await Promise.all([autocommit, transaction, maintenance].map((connection) => connection.end()));
        await backend.stop();
      },
    };
  } catch (error) {
    await backend.stop();
    throw error;
  }
}

/**
 * A statement rejects with `NotStarted` if the backend was lost before its turn.
 * @param prefix tells its statements from others: all connections of the embedded engine share their names.
 */
async function connect(backend: Backend, prefix: string, limit: number, { onNotification }: SessionSettings) {
  const { socket, setStatementLimit, started } = backend.connect(limit);
  let sent = 0;
  const client = new pg.Client({
    // @types/pg requires a function here; pg takes both
    stream: () => socket,
    // Set explicitly so that PGSSLMODE, PGHOST and the like in the environment have no effect.
    ssl: false,
    host: "embedded",
    port: 5432,
    user: "postgres",
    database: "postgres",
    password: "",
    // Sends without waiting for the previous statement's answer, which keeps the worker busy.
    pipeline: true,
  });
  // Without one connection the others are of no use, so the whole backend is given up. Has no further effect when the
  // error comes from losing the backend.
  client.on("error", (error) => backend.lose("A connection failed", error));
  client.on("notification", ({ channel, payload }) => onNotification(channel, payload ?? ""));
  await client.connect();
  return {
    async query(config: pg.QueryConfig, values?: unknown[]) {
      sent += 1;
      const number = sent;
      try {
        const { name } = config;
        return await client.query(name === undefined ? config : { ...config, name: prefix + name }, values);
      } catch (error) {
        const { lossReason } = backend;
        // pg reports a lost connection in several ways; callers must see only one.
        if (error instanceof pg.DatabaseError || !lossReason) throw error;
        await backend.gone;
        if (started() < number) throw new NotStarted(lossReason);
        throw lossReason;
      }
    },
    end: () => client.end(),
    setStatementLimit,
  };
}
