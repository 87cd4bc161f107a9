import { ExternalFailure } from "./external-failure.ts";

/** Reads the whole body of an external answer. @throws ExternalFailure for more than `maxBytes`, after decompression. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body and its decompression.
    if (size > maxBytes) throw new ExternalFailure(`sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** Reads the first `most` bytes of a body, after decompression, and hangs up. */
export async function readStart(
  body: AsyncIterable<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const start = new Uint8Array(most);
  let size = 0;
  for await (const chunk of body ?? []) {
    const part = chunk.subarray(0, most - size);
    start.set(part, size);
    size += part.byteLength;
    if (size === most) break;
  }
  return start.slice(0, size);
}
