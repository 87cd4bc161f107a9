import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";

/** Options that the library's types do not declare yet. */
interface RankingNegotiator {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

const codings = ["br", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** Bytes. A smaller answer fits into one packet anyway. */
export const smallestWorthCompressing = 1024;

/** The coding that this client accepts, Brotli first unless the client ranks them; null: none. */
export function codingFor({
  headers,
}: {
  headers: { "accept-encoding"?: string | undefined };
}): Coding | null {
  const negotiator: RankingNegotiator = new Negotiator({ headers });
  const [best] = negotiator.encodings([...codings, "identity"], { preferred: [...codings] });
  return codings.find((coding) => coding === best) ?? null;
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Runs on Node's thread pool. `lasting`: sent to many readers, so worth more effort than a single answer, which costs
 * half as much at the lowest quality as at Brotli's 4 and is a tenth longer.
 */
export async function compress(coding: Coding, bytes: Buffer, { lasting = false } = {}): Promise<Buffer> {
  const effort = lasting ? 6 : 1;
  const compressed =
    coding === "gzip"
      ? await compressors.gzip(bytes, { level: effort })
      : await compressors.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } });
  return lasting ? alone(compressed) : compressed;
}

/** The same bytes in memory of their own: short ones are part of a larger block, which would stay with them. */
export function alone(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
