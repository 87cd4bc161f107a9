import pg from "pg";

/**
 * The engine gave no answer: it hung, died, is restarting or was closed. A statement that was under way
 * may or may not have taken effect; everything acknowledged before stands.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** A transaction was used after its end, or a failed statement of it was taken for done. */
export class TransactionEnded extends Error {
  override readonly name: string = "TransactionEnded";
}

/** A transaction stayed open too long and was rolled back; what it waited for may be over in a moment. */
export class TransactionOverdue extends TransactionEnded {
  override readonly name = "TransactionOverdue";
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

/** Root would leave files in the data directory that the site's user could not open. */
export class DataOfAnotherUser extends Error {
  override readonly name = "DataOfAnotherUser";

  constructor(directory: string, owner: number) {
    super(
      `${directory} belongs to the user with the id ${owner}, who could not open what root writes there: run this as that user`,
    );
  }
}

/** DATABASE_URL leads to nothing that Cairn can use. The message is one line. */
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

/** Whether PostgreSQL refused a statement because of this constraint, by its name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}
