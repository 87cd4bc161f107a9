/** Node's error codes for failures of the disk, a folder or process limits, as opposed to the program or the user. */
const systemCodes = new Set([
  "EACCES",
  "EAGAIN",
  "EBUSY",
  "EIO",
  "EISDIR",
  "ELOOP",
  "EMFILE",
  "ENFILE",
  "ENODEV",
  "ENOENT",
  "ENOMEM",
  "ENOTDIR",
  "ENXIO",
  "EPERM",
  "EROFS",
  "ESTALE",
]);
/** PostgreSQL's codes for the same: no resources left, system errors, damaged pages and indexes. */
const postgresCodes = /^(53|58|XX00[12])/;

/** A fault of the machine that waiting or the operator may fix. A full disk is a separate error. */
export function isMachineFault(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return false;
  return systemCodes.has(error.code) ? "syscall" in error : postgresCodes.test(error.code);
}

/** One line for the operator, without a stack. */
export function wordsForFault(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return `${onOneLine(message.replace(`${code}: `, ""))} (${code})`;
}

export const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ": ");
