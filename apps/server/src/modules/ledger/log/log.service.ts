import { setTimeout as sleep } from "node:timers/promises";
import type { LogState } from "@cairn/contract";
import { inclusionProof } from "@cairn/node";
import {
  encode,
  formatEntries,
  formatProof,
  hashLength,
  type TilePart,
  tileWidth,
  toBase64,
} from "@cairn/tlog";
import { AppError } from "../../../lib/app-error.ts";
import { approvalOf, newestCheckpoint, readLeaves, storedTile, tilesOf } from "./log.repository.ts";
import { createLogSigner, type SignerSettings } from "./log-signer.ts";

/** By how many witnesses row `seq` has been seen. */
interface Seen {
  readonly seq: number;
  readonly count: number;
}

/** The ledger as a transparency log: signed checkpoints, tiles and proofs (docs/rules.md#public-log). */
export function createLogService(settings: SignerSettings) {
  const { db, witnesses } = settings;
  const signer = createLogSigner(settings);
  return {
    ...signer,

    /** With the cosignatures that there are of it. */
    checkpoint: async (): Promise<string> => witnesses.cosigned(await signer.newestHead()),

    /** The newest checkpoint and the witnesses; null before the first signature. */
    async state(): Promise<LogState | null> {
      const head = await signer.newestHead().catch(nullIfMissing);
      if (!head) return null;
      const row = await newestCheckpoint(db.query);
      return {
        origin: head.origin,
        key: await signer.verifierKey(),
        size: head.size,
        root: toBase64(head.root),
        signed_at: row?.head.note === head.note ? row.signedAt.toISOString() : null,
        witnesses: await witnesses.state(head.origin),
      };
    },

    /** How many witnesses have seen the approval of the published revision; null if the item is not public. */
    async seenBy(contentId: number): Promise<Seen | null> {
      const seq = await approvalOf(db.query, contentId);
      if (seq === null) return null;
      const origin = (await newestCheckpoint(db.query))?.head.origin;
      return { seq, count: origin === undefined ? 0 : await witnesses.seenBy(origin, seq) };
    },

    /** The bytes of a tile; null if no signed tree has it. */
    async tile({ level, index, width }: TilePart): Promise<Buffer | null> {
      const { size } = await signer.newestHead();
      if (index * tileWidth + width > Math.floor(size / tileWidth ** (level ?? 0))) return null;
      if (level !== null) {
        const hashes = await storedTile(db.query, level, index);
        const length = width * hashLength;
        return hashes && hashes.length >= length ? hashes.subarray(0, length) : null;
      }
      const first = index * tileWidth + 1;
      const leaves = await readLeaves(db.query, first, first + width - 1);
      return leaves.length === width ? Buffer.from(formatEntries(leaves).buffer) : null;
    },

    /** Everything needed to check, without the site, that an item's approval is in the log. */
    async proofOf(contentId: number): Promise<string> {
      const seq = await approvalOf(db.query, contentId);
      if (seq === null) throw new AppError("not_published");
      signer.ensureForward();
      let head = await signer.newestHead();
      if (head.size < seq) {
        const wait = await signer.sign();
        if (wait > 0) {
          await sleep(wait);
          await signer.sign();
        }
        head = await signer.newestHead();
        signer.ensureForward();
      }
      if (head.size < seq) {
        const sentence = "This approval is not signed yet. Try again in a second.";
        throw new AppError("unavailable", { sentence, retryAfter: 1 });
      }
      const [leaf = ""] = await readLeaves(db.query, seq, seq);
      return formatProof({
        index: seq - 1,
        hashes: await inclusionProof(tilesOf(db.query), seq - 1, head.size),
        checkpoint: await witnesses.cosigned(head),
        extra: encode(leaf),
      });
    },
  };
}
export type LogService = ReturnType<typeof createLogService>;

function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
}
