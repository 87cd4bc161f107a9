import { leafHash, rootOf, signerOf } from "@cairn/node";
import {
  areEqual,
  encode,
  formatCheckpoint,
  formatVerifierKey,
  hashLength,
  signNote,
  tileWidth,
  toHex,
} from "@cairn/tlog";
import type { Queries, Transaction } from "../../../db/database.ts";
import { appendNote, rowOf } from "../ledger.repository.ts";
import { hashLeaf } from "../ledger-hash.ts";
import {
  countLeaves,
  logName,
  newestCheckpoint,
  readLeaves,
  readNotes,
  tilesOf,
  writeCheckpoint,
} from "./log.repository.ts";
import { hasKeySigned, type LogKeys } from "./log-keys.ts";
import type { SignedHead } from "./signed-heads.ts";

/**
 * Why the rows in the database do not continue a signed log, as the end of the sentence "the database ..."; null if
 * they do. `origin`: the name of the database's log.
 */
export async function problemOfHistory(
  db: Queries,
  origin: string,
  head: SignedHead,
): Promise<string | null> {
  const signed = `${head.size} rows of ${head.origin} were signed`;
  const root = toHex(head.root);
  if (head.origin !== origin) {
    const { forks } = await readNotes(db);
    // The fork says to everybody what was lost.
    const isNamed = forks.some(
      (former) =>
        former.origin === head.origin &&
        (former.size > head.size || (former.size === head.size && former.root === root)),
    );
    return isNamed ? null : `holds the log ${origin}, and ${signed}`;
  }
  const rows = await countLeaves(db);
  if (rows < head.size) return `holds ${rows} rows, and ${signed}`;
  const found = await rootOf(tilesOf(db), head.size).catch(() => null); // its tiles lack a hash
  const isSigned = found !== null && areEqual(found, head.root) && (await isInTree(db, head.size));
  return isSigned ? null : `holds other rows than were signed: ${signed}`;
}

/** Whether the tree contains row `seq` as it is stored, with the hash that the next row names. */
async function isInTree(db: Queries, seq: number): Promise<boolean> {
  if (seq === 0) return true;
  // One after another: in a restore all of them have one connection.
  const row = await rowOf(db, seq);
  const [leaf = ""] = await readLeaves(db, seq, seq);
  const tile = await tilesOf(db)(0, Math.floor((seq - 1) / tileWidth), tileWidth);
  const at = ((seq - 1) % tileWidth) * hashLength;
  const isLeafOf = areEqual(tile.subarray(at, at + hashLength), leafHash(encode(leaf)));
  return isLeafOf && row?.hash.equals(hashLeaf(leaf)) === true;
}

/** Why the database's log does not continue `remembered`, or its own newest checkpoint; null if it does. */
export async function problemOfLog(db: Queries, remembered: SignedHead | null): Promise<string | null> {
  const own = (await newestCheckpoint(db))?.head ?? null;
  const origin = (await logName(db, own)) ?? remembered?.origin ?? "";
  const ownProblem = own && (await problemOfHistory(db, origin, own));
  if (ownProblem !== null || !remembered || remembered.note === own?.note) return ownProblem;
  return problemOfHistory(db, origin, remembered);
}

interface Signing {
  readonly origin: string;
  readonly keys: LogKeys;
  /** The newest checkpoint until now. */
  readonly before: SignedHead | null;
}

/** Signs all rows as they are now. The note is not stored yet. */
export async function signLog(db: Queries, { origin, keys, before }: Signing): Promise<SignedHead> {
  const size = await countLeaves(db);
  const head = { origin, size, root: await rootOf(tilesOf(db), size) };
  // Clients that know only the old key can follow while the operator keeps it beside the new one.
  const isFormerIn = keys.former && before && hasKeySigned(keys.former, before.origin, before.note);
  const seeds = [keys.current, ...(isFormerIn && keys.former ? [keys.former] : [])];
  const note = signNote(
    formatCheckpoint(head),
    seeds.map((seed) => signerOf(origin, seed)),
  );
  return { ...head, note };
}

/** Announces in a leaf that another key signs the log from now on. */
export const announceKey = (tx: Transaction, origin: string, keys: LogKeys, now: Date): Promise<number> =>
  appendNote(tx, {
    says: { kind: "key", key: formatVerifierKey(signerOf(origin, keys.current)) },
    reason: null,
    time: now,
  });

interface Fork {
  /** The newest checkpoint of the log that cannot be continued. */
  readonly former: SignedHead;
  readonly keys: LogKeys;
  readonly reason: string;
  readonly now: Date;
}

/**
 * Continues the database's rows as a log with a new name, with a leaf that names the old log's size and root
 * (docs/rules.md#public-log). @returns its first checkpoint
 */
export async function forkLog(tx: Transaction, { former, keys, reason, now }: Fork): Promise<SignedHead> {
  // A name must never be reused: the leaf of an earlier fork may be among the lost rows.
  const time = now.toISOString().replace(/[-:.]/g, "");
  const origin = `${former.origin.replace(/\/fork-[^/]*$/, "")}/fork-${time}`;
  const { size, root } = former;
  const says = {
    kind: "fork",
    origin,
    former: { origin: former.origin, size, root: toHex(root) },
  };
  await appendNote(tx, { says, reason, time: now });
  const head = await signLog(tx, { origin, keys, before: former });
  await writeCheckpoint(tx, head.note, now);
  return head;
}
