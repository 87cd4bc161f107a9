import type { Queries } from "../../db/database.ts";
import type { MediaReader } from "../media/store/media-store.ts";
import { type KnownHead, readHead, rememberedHere, writeHead } from "./known-heads.ts";
import { type Verification, type VerifyOptions, verifyLedger } from "./ledger-verifier.ts";

/**
 * Verifies the live ledger against the head stored on this machine, and stores its newest row if the check succeeds.
 */
export async function checkLedger(
  db: Queries,
  media: MediaReader,
  dataDir: string,
  { known = [], ...options }: VerifyOptions,
): Promise<Verification> {
  const remembered = await readHead(dataDir);
  const heads: KnownHead[] = remembered ? [{ ...remembered, origin: rememberedHere }, ...known] : [...known];
  const found = await verifyLedger(db, media, { ...options, known: heads });
  const { head, flaw } = found;
  // The running site may have stored a newer head meanwhile.
  if (!flaw && head && head.seq > ((await readHead(dataDir))?.seq ?? 0)) await writeHead(dataDir, head);
  return found;
}
