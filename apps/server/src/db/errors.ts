import pg from "pg";

/**
 * The engine gave no answer: it hung, died, is restarting or was closed. A statement in flight may or may not have
 * taken effect; everything acknowledged before is kept.
 */
export class DatabaseUnavailable extends Error {
  override readonly name: string = "DatabaseUnavailable";
}

/** The statement was not begun: too much waits for the engine, most of it from the same sender (docs/rules.md#fair-shares). */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name: string = "DatabaseBusy";
}

/** A transaction was used after its end, or the caller ignored a failed statement and tried to commit. */
export class TransactionEnded extends Error {
  override readonly name: string = "TransactionEnded";
}

/** A transaction stayed open too long and was rolled back; the cause may have passed in a moment. */
export class TransactionOverdue extends TransactionEnded {
  override readonly name = "TransactionOverdue";
}

/** Another process owns the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = "DataDirectoryInUse";
  readonly pid: number;
  readonly directory: string;

  constructor(directory: string, pid: number) {
    super(
      `${directory} is in use by another Cairn process (pid ${pid}); stop it first or choose another DATA_DIR`,
    );
    this.pid = pid;
    this.directory = directory;
  }
}

/** Root would leave files in the data directory that the site's user could not open. */
export class DataOfAnotherUser extends Error {
  override readonly name = "DataOfAnotherUser";

  constructor(directory: string, owner: number) {
    super(
      `${directory} belongs to the user with the id ${owner}, who could not open what root writes there: run this as that user`,
    );
  }
}

/** DATABASE_URL does not lead to a database that Cairn can use. The message is one line. */
export class DatabaseUnusable extends Error {
  override readonly name = "DatabaseUnusable";

  constructor(url: string, problem: string, options?: ErrorOptions) {
    const { host, pathname } = new URL(url);
    super(`the database ${pathname.slice(1)} at ${host} cannot be used: ${problem}`, options);
  }
}

/** The database and the migration files of this version do not belong together. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused";
}

/** PostgreSQL's error about a statement; null for any other failure. */
export const refusalOf = (error: unknown): pg.DatabaseError | null =>
  error instanceof pg.DatabaseError ? error : null;

/** Whether PostgreSQL refused a statement because of the constraint with this name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** Accounts with a published password would be open to anyone. The message is one line that says what to do. */
export class DemoAccountsOpen extends Error {
  override readonly name = "DemoAccountsOpen";
}
