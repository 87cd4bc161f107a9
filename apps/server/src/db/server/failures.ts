import pg from "pg";
import { DatabaseUnavailable } from "../errors.ts";

/**
 * SQLSTATE classes and codes with which a server says that it is going, gone, full or not there yet, and 57014: a
 * statement took longer than it may.
 */
const unavailable = /^(08|53|57P0[1-5]|57014)/;
/** Two transactions were in each other's way, and this one was rolled back: it may be tried again as it was. */
const repeatable = new Set(["40001", "40P01"]);
const tries = 4;

/** Runs again what was rolled back because somebody else was in its way. */
export async function untilUndisturbed<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === tries || !wasDisturbed(error)) throw error;
    }
  }
}

const wasDisturbed = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && repeatable.has(error.code ?? "");

/**
 * What callers see of a failure: PostgreSQL's own errors as they are, anything that means that there is no server to
 * talk to as DatabaseUnavailable.
 */
export function asSeen(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && !unavailable.test(error.code ?? "")) return error;
  // A value that cannot be sent is a mistake of ours.
  if (error instanceof DatabaseUnavailable || error instanceof TypeError) return error;
  return new DatabaseUnavailable(`The database server gave no answer: ${reasonOf(error)}`, { cause: error });
}

export function reasonOf(error: unknown): string {
  // A name with several addresses fails once for each.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
