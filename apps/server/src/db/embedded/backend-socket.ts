import { Duplex } from "node:stream";
import { joined } from "./message-groups.ts";

/** The ends of one virtual connection. */
export interface Wire {
  open(): void;
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

type Done = (error?: Error | null) => void;

/** The socket of a PostgreSQL server, as `pg` sees it. */
export class BackendSocket extends Duplex {
  readonly #wire: Wire;

  constructor(wire: Wire) {
    super({ decodeStrings: true });
    this.#wire = wire;
  }

  connect(): this {
    this.#wire.open();
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    // joined() copies: chunks are views of shared pools, which cannot be handed to another thread.
    this.#wire.send(joined(chunk));
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#wire.send(joined(...chunks.map(({ chunk }) => chunk)));
    done();
  }

  /** Answers are pushed as they arrive. */
  override _read(): void {}

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#wire.close();
    done(error);
  }

  // Methods that pg calls on a network socket.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
