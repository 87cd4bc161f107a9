import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { AppError } from "../../lib/app-error.ts";
import type { Pace } from "./pace.ts";

/** What a sender says of the bytes of one call (Upload-Checksum). */
export interface Checksum {
  readonly algorithm: "sha1" | "sha256";
  readonly value: Buffer;
}

/**
 * Cuts a body into pieces as it arrives. One that breaks off, or that `stop` ends, ends its last piece.
 * @param room bytes that may still come. @throws AppError body_too_large (from a piece) for more
 */
export function readPieces(
  body: Readable,
  { room, checksum, pace }: { room: number; checksum: Checksum | null; pace: Pace },
) {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const hash: Hash | null = checksum && createHash(checksum.algorithm);
  let left: Buffer | null = null;
  let arrived = 0;
  let state: "open" | "whole" | "broken" = "open";

  async function nextChunk(): Promise<Buffer | null> {
    if (state !== "open") return null;
    try {
      const { done, value } = await chunks.next();
      if (!done) return value;
      if (state === "open") state = "whole";
    } catch {
      state = "broken";
    }
    return null;
  }

  async function* upTo(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0; ) {
      const chunk: Buffer | null = left ?? (await nextChunk());
      if (chunk === null) return;
      const taken = chunk.subarray(0, missing);
      left = chunk.length > missing ? chunk.subarray(missing) : null;
      arrived += taken.length;
      if (arrived > room) throw new AppError("body_too_large", { sentence: beyond });
      hash?.update(taken);
      missing -= taken.length;
      yield taken;
      await pace(taken.length);
    }
  }

  return {
    /** The next piece, of so many bytes at most; empty at the end. */
    next: (bytes: number): Readable => Readable.from(upTo(bytes), { objectMode: false }),

    get isOver(): boolean {
      return state !== "open" && left === null;
    },
    get isBroken(): boolean {
      return state === "broken";
    },

    /** Reads no further: what has arrived counts. */
    stop(): void {
      if (state !== "open") return;
      state = "broken";
      body.destroy();
    },

    /** Whether what arrived is what its sender said; only once the body is over. */
    fits: (): boolean => !hash || !checksum || hash.digest().equals(checksum.value),
  };
}

const beyond = "More bytes arrived than Upload-Length said.";
