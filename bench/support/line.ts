import { connect, type Socket } from "node:net";

export interface Target {
  readonly host: string;
  readonly port: number;
}

export interface Reply {
  readonly status: number;
  /** The start of the answer, for messages; whole if it came in one packet. */
  readonly text: () => string;
}

const headEnd = Buffer.from("\r\n\r\n");
const lastChunk = "0\r\n\r\n";

/** One HTTP/1.1 connection that is kept open: sends bytes made beforehand, and reads no more of an answer than its end. */
export class Line {
  readonly #socket: Socket;
  #settle: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;
  #status = 0;
  #start: Buffer = Buffer.alloc(0);
  /** Bytes that are missing; null before the head is whole, and for an answer in chunks. */
  #missing: number | null = null;
  #isChunked = false;
  #tail = "";

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the server closed the connection")));
  }

  static open({ host, port }: Target): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(new Line(socket)));
      socket.once("error", reject);
    });
  }

  /** `rest` follows the head: the body of an upload, repeated without being copied. */
  send(head: Buffer, rest: readonly Buffer[] = []): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#start = Buffer.alloc(0);
      this.#missing = null;
      this.#isChunked = false;
      this.#tail = "";
      if (rest.length > 0) this.#socket.cork();
      this.#socket.write(head);
      for (const part of rest) this.#socket.write(part);
      if (rest.length > 0) this.#socket.uncork();
    });
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#missing === null && !this.#isChunked) this.#readHead(chunk);
    else if (this.#missing !== null) this.#missing -= chunk.length;
    if (this.#isChunked) this.#tail = (this.#tail + chunk.toString("latin1", chunk.length - 8)).slice(-8);
    if (this.#missing === 0 || (this.#isChunked && this.#tail.endsWith(lastChunk))) this.#finish();
  }

  #readHead(chunk: Buffer): void {
    this.#start = this.#start.length === 0 ? chunk : Buffer.concat([this.#start, chunk]);
    const end = this.#start.indexOf(headEnd);
    if (end < 0) return;
    const head = this.#start.toString("latin1", 0, end);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#isChunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head);
    this.#missing = this.#isChunked
      ? null
      : Number(length ?? 0) - (this.#start.length - end - headEnd.length);
  }

  #finish(): void {
    const [settle, start] = [this.#settle, this.#start];
    this.#settle = null;
    settle?.resolve({ status: this.#status, text: () => start.toString("utf8") });
  }

  #fail(error: Error): void {
    this.#settle?.reject(error);
    this.#settle = null;
  }
}
