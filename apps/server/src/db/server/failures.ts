import pg from "pg";
import { DatabaseUnavailable } from "../errors.ts";

/** SQLSTATE classes and codes with which a server says that it is going, gone, full or not there yet. */
const unavailable = /^(08|53|57P0[1-5])/;
/** Two transactions were in each other's way, and this one was rolled back: it may be tried again as it was. */
const repeatable = new Set(["40001", "40P01"]);

export const mayBeRepeated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && repeatable.has(error.code ?? "");

/**
 * What callers see of a failure: PostgreSQL's own errors as they are, anything that means that there is no server to
 * talk to as DatabaseUnavailable.
 */
export function asSeen(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && !unavailable.test(error.code ?? "")) return error;
  // A value that cannot be sent is a mistake of ours.
  if (error instanceof DatabaseUnavailable || error instanceof TypeError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new DatabaseUnavailable(`The database server gave no answer: ${why}`, { cause: error });
}
