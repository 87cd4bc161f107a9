import pino, { type DestinationStream, type Logger } from "pino";

/**
 * What an error may carry beside its message: rows and values of a refused statement, and the bytes of a request that
 * could not be parsed, its tokens included.
 */
const unsaid = ["detail", "where", "internalQuery", "rawPacket"].map((name) => `err.${name}`);

/** Logs lines of JSON without secrets, whatever error it is given. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: undefined, redact: { paths: unsaid, remove: true } };
  return pino(options, destination ?? new CollectedLines(pino.destination({ dest: 1, sync: true })));
}

const { warn = 0 } = pino.levels.values;
/** Milliseconds. */
const flushDelayMs = 100;
/** Characters. */
const enough = 16_384;

/**
 * Writes many lines at once, because a write costs more than making a line. A warning or an error is written at once,
 * after the lines before it; others wait a moment. Only a killed process loses those that wait.
 */
export class CollectedLines implements DestinationStream {
  /** Lets the logger set `lastLevel` before each line. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  readonly #out: DestinationStream;
  #lines = "";
  #timer: NodeJS.Timeout | null = null;

  constructor(out: DestinationStream) {
    this.#out = out;
    process.once("exit", () => this.#flush());
  }

  write(line: string): void {
    this.#lines += line;
    if (this.lastLevel >= warn || this.#lines.length >= enough) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), flushDelayMs).unref();
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const lines = this.#lines;
    this.#lines = "";
    if (lines !== "") this.#out.write(lines);
  }
}
