import pino, { type DestinationStream, type Logger } from "pino";

/**
 * Fields that an error may have besides its message: rows and values of a refused statement, and the bytes of an
 * unparsable request with its tokens.
 */
const unsaid = ["detail", "where", "internalQuery", "rawPacket"].map((name) => `err.${name}`);

/** Logs JSON lines without secrets, whatever error it gets. */
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
 * Batches lines, because a write costs more than making a line. A warning or an error is written at once, after the
 * lines before it. A killed process loses the lines that wait.
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
