import pg from "pg";
import { DatabaseUnavailable } from "../errors.ts";

/**
 * SQLSTATE classes and codes that mean that the server is shutting down, gone, full or not up yet, and 57014: a
 * statement exceeded its time limit.
 */
const unavailable = /^(08|53|57P0[1-5]|57014)/;
/** Serialization failure or deadlock: the transaction was rolled back and is retryable as it is. */
const repeatable = new Set(["40001", "40P01"]);
const tries = 4;

/** Runs the work again if it was rolled back because of a concurrent transaction. */
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
 * The error that callers see: PostgreSQL's own errors unchanged, and DatabaseUnavailable if there is no server to talk
 * to.
 */
export function asSeen(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && !unavailable.test(error.code ?? "")) return error;
  // A value that cannot be sent is a bug in our code.
  if (error instanceof DatabaseUnavailable || error instanceof TypeError) return error;
  return new DatabaseUnavailable(`The database server gave no answer: ${reasonOf(error)}`, { cause: error });
}

export function reasonOf(error: unknown): string {
  // A name with several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
