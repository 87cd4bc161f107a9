import type { Queries } from "../../db/database.ts";
import { problemOfLog } from "../../modules/ledger/log/history.ts";
import { logName, newestCheckpoint } from "../../modules/ledger/log/log.repository.ts";
import { readSignedHead, type SignedHead, writeSignedHead } from "../../modules/ledger/log/signed-heads.ts";
import type { MediaReader } from "../../modules/media/store/media-store.ts";
import type { KnownRoot } from "./known-heads.ts";
import { type Flaw, type Verification, type VerifyOptions, verifyLedger } from "./ledger-verifier.ts";

/**
 * Verifies the live ledger against what was signed of the public log: the checkpoint in the database, and the one that
 * this machine keeps outside it. If the check succeeds, the machine keeps the newer one of both.
 */
export async function checkLedger(
  db: Queries,
  media: MediaReader,
  dataDir: string,
  options: VerifyOptions,
): Promise<Verification> {
  // First of all: the site may sign more rows meanwhile.
  const remembered = await readSignedHead(dataDir);
  const own = (await newestCheckpoint(db))?.head ?? null;
  const name = await logName(db, own);
  const isOwn = name === null || remembered?.origin === name;
  const signed = rootsOf(isOwn ? remembered : null, own);
  const found = await verifyLedger(db, media, { ...options, signed });
  const flaw = found.flaw ?? (await flawOfLog(db, remembered, found.rows));
  if (!flaw && own && isNewer(own, await readSignedHead(dataDir))) await writeSignedHead(dataDir, own.note);
  return { ...found, flaw };
}

/** Signed rows of the database's own log. Another log is compared by `problemOfLog`, which knows of forks. */
function rootsOf(remembered: SignedHead | null, own: SignedHead | null): KnownRoot[] {
  const roots = [
    ...(remembered
      ? [{ seq: remembered.size, root: remembered.root, origin: "the newest row that this machine signed" }]
      : []),
    ...(own && own.note !== remembered?.note
      ? [{ seq: own.size, root: own.root, origin: "the newest row that was signed" }]
      : []),
  ];
  return roots.filter(({ seq }) => seq > 0);
}

/** Whether it continues what this machine remembers: a fork may begin with fewer rows. */
const isNewer = (own: SignedHead, remembered: SignedHead | null): boolean =>
  remembered === null || own.origin !== remembered.origin || own.size > remembered.size;

async function flawOfLog(db: Queries, remembered: SignedHead | null, rows: number): Promise<Flaw | null> {
  const problem = await problemOfLog(db, remembered);
  return problem === null ? null : { seq: rows, contentId: null, problem: `the database ${problem}` };
}
