/** PostgreSQL's code for the same: disk_full. */
const postgresCode = "53100";

/** Whether a write failed because the disk or a quota is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === postgresCode);
