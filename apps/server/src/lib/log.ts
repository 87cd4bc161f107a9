import pino, { type DestinationStream, type Logger } from "pino";

/**
 * What an error may carry beside its message: rows and values of a refused statement, and the bytes of a request that
 * could not be read, its tokens included.
 */
const unsaid = ["detail", "where", "internalQuery", "rawPacket"].map((name) => `err.${name}`);

/** Lines of JSON, which say no secret whatever error is handed to it. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: undefined, redact: { paths: unsaid, remove: true } };
  return destination ? pino(options, destination) : pino(options);
}
