import pg from "pg";
import { DatabaseUnavailable } from "./errors.ts";

/** Called with how long each statement took, and the kind of its failure; null if it succeeded. */
export type StatementObserver = (ms: number, failure: string | null) => void;

/** Reports every statement to one observer. Costs nothing while there is none. */
export class StatementMeter {
  #observer: StatementObserver | null = null;

  observe(observer: StatementObserver): void {
    this.#observer = observer;
  }

  measure<T>(run: () => Promise<T>): Promise<T> {
    const observer = this.#observer;
    if (!observer) return run();
    const begun = performance.now();
    const done = run();
    done.then(
      () => observer(performance.now() - begun, null),
      (error: unknown) => observer(performance.now() - begun, failureOf(error)),
    );
    return done;
  }
}

/** "unavailable", or the class of PostgreSQL's error code: "23" is a constraint, "57" a statement that was ended. */
function failureOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return "unavailable";
  return (error instanceof pg.DatabaseError && error.code?.slice(0, 2)) || "other";
}
