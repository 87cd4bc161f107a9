import { NodePgDatabase, NodePgPreparedQuery, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from "drizzle-orm/pg-core";
import type pg from "pg";

/**
 * The query builder that repositories use. Only `Database.transaction` opens transactions: drizzle's own would begin
 * one on a connection that all callers share.
 */
export type Queries = Omit<NodePgDatabase, "transaction" | "query">;

/** The part of a connection that a query builder needs. */
export interface Connection {
  query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
}

const connections = new WeakMap<Queries, Connection>();

export function queriesOn(connection: Connection): Queries {
  const dialect = new PgDialect();
  const queries = new NodePgDatabase(
    dialect,
    new Session(asClient(connection), dialect, undefined),
    undefined,
  );
  connections.set(queries, connection);
  return queries;
}

/**
 * A hot statement made with `.prepare(name)`: its text is built once, and each connection to the database keeps its plan
 * under the name.
 */
export function named<Prepared extends object>(make: (db: Queries) => Prepared): (db: Queries) => Prepared {
  let made: Prepared | undefined;
  return (db) => {
    const connection = connections.get(db);
    // A wrapped builder has no connection that is known here, and prepares for itself.
    if (!connection) return make(db);
    made ??= make(nowhere);
    if (!(made instanceof NodePgPreparedQuery))
      throw new Error("named() is given a statement that is not prepared");
    // The same statement, which drizzle sends to its `client`.
    return Object.assign(Object.create(made), { client: asClient(connection) });
  };
}

// drizzle only calls query() of its client
const asClient = (connection: Connection) => connection as unknown as pg.Client;

/**
 * drizzle (0.45) wraps every error in one whose message holds the statement and its values, in this method of its
 * statements. Errors must reach callers with `code` and `constraint`, and values (hashes, addresses) must not reach logs.
 */
const passErrorsOn = {
  queryWithCache: <Result>(_text: string, _values: unknown[], run: () => Promise<Result>): Promise<Result> =>
    run(),
};

type DrizzleSession = NodePgSession<Record<string, never>, Record<string, never>>;

class Session extends NodePgSession<Record<string, never>, Record<string, never>> {
  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    ...statement: Parameters<DrizzleSession["prepareQuery"]>
  ): PgPreparedQuery<T> {
    return Object.assign(super.prepareQuery<T>(...statement), passErrorsOn);
  }
}

/** For building the text of statements that run elsewhere. */
const nowhere = queriesOn({ query: () => Promise.reject(new Error("This connection leads nowhere")) });
