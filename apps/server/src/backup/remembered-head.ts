import { type Head, type KnownHead, readHead, rememberedHere } from "../modules/ledger/known-heads.ts";
import { genesisHash } from "../modules/ledger/ledger-hash.ts";
import type { Verification } from "../modules/ledger/ledger-verifier.ts";

/** The head that this machine remembered of the ledger that a restore replaces; null also if it cannot be read. */
export async function readRemembered(dataDir: string): Promise<KnownHead | null> {
  const head = await readHead(dataDir).catch(() => null);
  return head && { ...head, origin: rememberedHere, mayDiffer: true };
}

export const asKnown = (remembered: KnownHead | null): KnownHead[] => (remembered ? [remembered] : []);

/** The head to remember after a restore, even of a ledger without rows: the old one no longer applies. */
export const headAfter = ({ head }: Verification): Head =>
  head ?? { seq: 0, hash: genesisHash.toString("hex"), contentId: null };

/** Describes how a restore affects the previously remembered head; null if the backup contains it. */
export function changeOfHead(remembered: KnownHead | null, { head, held }: Verification): string | null {
  if (!remembered || remembered.seq === 0 || held.length > 0) return null;
  const now = head?.seq ?? 0;
  const row = `row ${remembered.seq}, ${remembered.hash}`;
  return now < remembered.seq
    ? `The ledger went back from ${row} to row ${now}. Later decisions are not in this backup.`
    : `This is not the ledger that this machine remembers: it does not contain ${row}.`;
}
