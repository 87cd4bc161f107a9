const sync = "S".charCodeAt(0);
const simpleQuery = "Q".charCodeAt(0);
const terminate = "X".charCodeAt(0);
const none = new Uint8Array(0);

/**
 * Splits the bytes of one client of PostgreSQL's wire protocol into groups that the backend answers as a whole:
 * everything up to and including a Sync or a simple Query.
 */
export class MessageGroups {
  #unfinished: Uint8Array = none;
  /** How many bytes of #unfinished are complete messages. */
  #scanned = 0;
  /** The startup message is the only one without a type byte. */
  #started = false;
  terminated = false;

  /** Returns the groups that these bytes complete; the first group of a connection is its startup message. */
  push(bytes: Uint8Array): Uint8Array[] {
    const buffer = this.#unfinished.length === 0 ? bytes : joined(this.#unfinished, bytes);
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    const groups: Uint8Array[] = [];
    let start = 0;
    let position = this.#scanned;
    while (!this.terminated) {
      const head = this.#started ? 1 : 0;
      if (buffer.length < position + head + 4) break;
      const end = position + head + view.getInt32(position + head);
      if (buffer.length < end) break;
      const type = this.#started ? buffer[position] : undefined;
      position = end;
      if (type === terminate) this.terminated = true;
      if (type === sync || type === simpleQuery || !this.#started) {
        groups.push(buffer.subarray(start, end));
        start = end;
      }
      this.#started = true;
    }
    // A copy: a view would keep the whole chunk alive.
    this.#unfinished = start === buffer.length ? none : buffer.slice(start);
    this.#scanned = position - start;
    return groups;
  }
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}
