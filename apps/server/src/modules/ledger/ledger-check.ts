import type { Queries } from "../../db/database.ts";
import { problemOfLog } from "../log/history.ts";
import { readSignedHead } from "../log/signed-heads.ts";
import type { MediaReader } from "../media/store/media-store.ts";
import { type KnownHead, readHead, rememberedHere, writeHead } from "./known-heads.ts";
import { type Flaw, type Verification, type VerifyOptions, verifyLedger } from "./ledger-verifier.ts";

/**
 * Verifies the live ledger against the head stored on this machine and against what was signed of the public log, and
 * stores its newest row if the check succeeds.
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
  const { head } = found;
  const flaw = found.flaw ?? (await flawOfLog(db, dataDir, found.rows));
  // The running site may have stored a newer head meanwhile.
  if (!flaw && head && head.seq > ((await readHead(dataDir))?.seq ?? 0)) await writeHead(dataDir, head);
  return { ...found, flaw };
}

async function flawOfLog(db: Queries, dataDir: string, rows: number): Promise<Flaw | null> {
  const problem = await problemOfLog(db, await readSignedHead(dataDir));
  return problem === null ? null : { seq: rows, contentId: null, problem: `the database ${problem}` };
}
