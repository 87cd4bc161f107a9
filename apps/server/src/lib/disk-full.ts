/** The same in PostgreSQL's words: disk_full. */
const postgresCode = "53100";

/** Whether something could not be written for want of room on the disk or in a quota. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === postgresCode);
