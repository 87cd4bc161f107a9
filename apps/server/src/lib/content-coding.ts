import { promisify } from "node:util";
import * as zlib from "node:zlib";
import Negotiator from "negotiator";
import { memoizedHeader } from "./memoized-header.ts";

/** Options that the library's types do not declare yet. */
interface RankingNegotiator {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

const codings = ["br", "gzip"] as const;
export type Coding = (typeof codings)[number];
/** An answer's bytes in a coding, or as they are. */
export type Representation = Coding | "identity";
const representations = [...codings, "identity"] as const;

/** Bytes. A smaller answer fits into one packet anyway. */
export const smallestWorthCompressing = 1024;

/** The codings that a client accepts, best first; Brotli leads unless the client ranks them. */
export const representationsFor = memoizedHeader((accepted): readonly Representation[] => {
  // Without the header every coding is allowed (RFC 9110, 12.5.3), but clients that cannot decompress omit it too.
  if (accepted === undefined) return ["identity", ...codings];
  const negotiator: RankingNegotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const taken = negotiator.encodings([...representations], { preferred: [...codings] });
  return taken.flatMap((one) => representations.find((known) => known === one) ?? []);
});

/** The best coding for this client; null: none. */
export function codingFor({
  headers,
}: {
  headers: { "accept-encoding"?: string | undefined };
}): Coding | null {
  const [best = "identity"] = representationsFor(headers["accept-encoding"]);
  return best === "identity" ? null : best;
}

const onThreads = { br: promisify(zlib.brotliCompress), gzip: promisify(zlib.gzip) };
const inPlace = { br: zlib.brotliCompressSync, gzip: zlib.gzipSync };

/**
 * Up to so many bytes are compressed on the event loop: half a millisecond with Brotli, two with gzip. A thread costs a
 * fifth of a millisecond for the handover alone, more than most items take.
 */
const inPlaceAtMost = 64 * 1024;

/** Effort for an answer sent once, and for a cached one. */
const efforts = { br: { once: 1, lasting: 3 }, gzip: { once: 1, lasting: 6 } } as const;

/**
 * Large texts are compressed on Node's thread pool. `lasting`: sent to many readers, so worth more effort. Most cached
 * answers are never requested again: Brotli's level 3 takes a third of the time of level 6, for a twelfth more bytes.
 */
export async function compress(coding: Coding, bytes: Buffer, { lasting = false } = {}): Promise<Buffer> {
  const effort = efforts[coding][lasting ? "lasting" : "once"];
  const { br, gzip } = bytes.length <= inPlaceAtMost ? inPlace : onThreads;
  const compressed =
    coding === "gzip"
      ? await gzip(bytes, { level: effort })
      : await br(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: effort } });
  return lasting ? alone(compressed) : compressed;
}

/** Copies the bytes: a short buffer is a slice of a larger block and would keep it in memory. */
function alone(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
