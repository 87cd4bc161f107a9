import { writeSync } from "node:fs";
import pino, { type DestinationStream, type Logger } from "pino";

const { warn = 0 } = pino.levels.values;
/**
 * Fields that an error may have besides its message: rows and values of a refused statement, and the bytes of an
 * unparsable request with its tokens.
 */
const unsaid = ["detail", "where", "internalQuery", "rawPacket"].map((name) => `err.${name}`);

/** Logs JSON lines without secrets, whatever error it gets. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: undefined, redact: { paths: unsaid, remove: true } };
  return pino(options, destination ?? new CollectedLines(outlasting(1)));
}

/** Bytes that wait while nothing can be written. */
const mostWaiting = 65_536;

/**
 * A destination that no failure to write ends or stops, neither a full disk nor a reader that has gone or has stopped
 * reading: the newest lines are lost, and their number is logged once there is room.
 */
export function outlasting(fd: number): DestinationStream {
  let waiting = Buffer.alloc(0);
  let lost = 0;

  function flush(): void {
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(fd, waiting));
    } catch {
      return;
    }
    if (lost === 0) return;
    const line = {
      level: warn,
      time: Date.now(),
      lost,
      msg: "the log could not be written: lines were lost",
    };
    lost = 0;
    waiting = Buffer.from(`${JSON.stringify(line)}\n`);
    flush();
  }

  return {
    write(lines) {
      flush();
      const added = Buffer.from(lines);
      if (waiting.length > 0 && waiting.length + added.length > mostWaiting)
        lost += lines.split("\n").length - 1;
      else waiting = Buffer.concat([waiting, added]);
      flush();
    },
  };
}

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
