import pino, { type DestinationStream, type Logger } from "pino";

/**
 * What an error may carry beside its message: rows and values of a refused statement, and the bytes of a request that
 * could not be parsed, its tokens included.
 */
const unsaid = ["detail", "where", "internalQuery", "rawPacket"].map((name) => `err.${name}`);

/** Logs lines of JSON without secrets, whatever error it is given. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: undefined, redact: { paths: unsaid, remove: true } };
  return destination ? pino(options, destination) : pino(options);
}
