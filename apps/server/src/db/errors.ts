import pg from "pg";

/**
 * The engine gave no answer: it hung, died, is restarting or was closed. A statement that was under way
 * may or may not have taken effect; everything acknowledged before stands.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** A transaction was rolled back because it stayed open too long, or was used after its end. */
export class TransactionEnded extends Error {
  override readonly name = "TransactionEnded";
}

/** Another process owns the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = "DataDirectoryInUse";
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(
      `${directory} is in use by another Cairn process (pid ${pid}); stop it first or choose another DATA_DIR`,
    );
    this.pid = pid;
  }
}

/** The database and the migration files of this version do not belong together. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused";
}

/** Whether PostgreSQL refused a statement because of this constraint, by its name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}
