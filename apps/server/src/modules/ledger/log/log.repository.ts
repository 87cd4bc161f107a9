import { foldHashes, leafHash, readVerifierKey } from "@cairn/node";
import { hashLength, type TileReader, tileWidth } from "@cairn/tlog";
import { and, asc, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../../db/database.ts";
import { literal } from "../../../db/fragments.ts";
import { named } from "../../../db/queries.ts";
import { content, ledgerLeaves, logCheckpoint, logTiles } from "../../../db/schema.ts";
import { notify } from "../../../db/tell.ts";
import { headOfNote, type SignedHead } from "./signed-heads.ts";

/** The advisory lock's key: any number that nothing else in Cairn uses. */
const notesLock = 7_233_002;

/** Locks the notes about the log itself against other transactions. */
export const lockNotes = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(${literal(notesLock)})`);

interface SignedRow {
  readonly head: SignedHead;
  readonly signedAt: Date;
}

/** The newest checkpoint; null before the first. */
export async function newestCheckpoint(db: Queries): Promise<SignedRow | null> {
  const { note, signedAt } = logCheckpoint;
  const [row] = await db.select({ note, signedAt }).from(logCheckpoint);
  const head = row && headOfNote(row.note);
  if (row && !head) throw new Error("the table log_checkpoint does not hold a checkpoint");
  return row && head ? { head, signedAt: row.signedAt } : null;
}

/** The first checkpoint of a log under a new name: what answers say of witnesses holds no more. */
export async function writeCheckpoint(tx: Transaction, note: string, signedAt: Date): Promise<void> {
  await tx
    .insert(logCheckpoint)
    .values({ note, signedAt })
    .onConflictDoUpdate({ target: logCheckpoint.id, set: { note, signedAt } });
  await notify(tx, "shared_answers", "all");
}

interface Replacement {
  /** The checkpoint that the new one follows; null: it is the first. */
  readonly from: string | null;
  readonly to: string;
  readonly at: Date;
}

/** @returns false if `from` is no longer the newest checkpoint, and nothing was stored */
export async function replaceCheckpoint(db: Queries, { from, to, at }: Replacement): Promise<boolean> {
  const { id, note } = logCheckpoint;
  const signed = { note: to, signedAt: at };
  const stored =
    from === null
      ? await db.insert(logCheckpoint).values(signed).onConflictDoNothing().returning({ id })
      : await db.update(logCheckpoint).set(signed).where(eq(note, from)).returning({ id });
  return stored.length > 0;
}

/** The number of leaves. */
export async function countLeaves(db: Queries): Promise<number> {
  const { seq } = ledgerLeaves;
  const [newest] = await db.select({ seq }).from(ledgerLeaves).orderBy(desc(seq)).limit(1);
  return newest?.seq ?? 0;
}

/** Leaves `first` to `last`, counted from 1. */
export async function readLeaves(db: Queries, first: number, last: number): Promise<string[]> {
  const { seq, leaf } = ledgerLeaves;
  const rows = await db
    .select({ leaf })
    .from(ledgerLeaves)
    .where(and(gte(seq, first), lte(seq, last)))
    .orderBy(asc(seq));
  return rows.map((row) => row.leaf);
}

export const tilesOf =
  (db: Queries): TileReader =>
  async (level, index) =>
    (await storedTile(db, level, index)) ?? Buffer.alloc(0);

/** The row that approved the published revision; null if the item is not public. */
export async function approvalOf(db: Queries, contentId: number): Promise<number | null> {
  const [row] = await db
    .select({ seq: content.publishedReview })
    .from(content)
    .where(eq(content.id, contentId));
  return row?.seq ?? null;
}

/** The log that this one replaces, as the leaf of a fork names it. */
interface FormerLog {
  readonly origin: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
}

/** The content of the leaves about the log itself. */
interface Notes {
  readonly forks: readonly FormerLog[];
  /** The name that the newest fork gave to this log; null without one. */
  readonly name: string | null;
  /** The key that was announced last; null without one. */
  readonly announced: Uint8Array | null;
}

/** There are few of these leaves, and an index finds them. */
export async function readNotes(db: Queries): Promise<Notes> {
  const { rows } = await db.execute<{ leaf: string }>(
    sql`select leaf from ledger_leaves where left(leaf, 11) <> '{"content":' order by seq`,
  );
  const notes = rows.map(
    ({ leaf }) => JSON.parse(leaf) as { former?: FormerLog; origin?: string; key?: string },
  );
  const key = notes.findLast((note) => note.key !== undefined)?.key;
  return {
    forks: notes.flatMap(({ former }) => (former ? [former] : [])),
    name: notes.findLast(({ former }) => former)?.origin ?? null,
    announced: (key && readVerifierKey(key)?.publicKey) || null,
  };
}

/** The name of the database's log, whose newest checkpoint is `own`; null as long as neither that nor a fork says it. */
export const logName = async (db: Queries, own: SignedHead | null): Promise<string | null> =>
  own?.origin ?? (await readNotes(db)).name;

/**
 * Enters a leaf's hash into the tree: C2SP tlog-tiles, one tile, and one more for every 256th leaf. Wakes what signs the tree.
 * The caller holds the writer lock.
 */
export async function enterTree(tx: Transaction, seq: number, leaf: string): Promise<void> {
  let [hash, place] = [leafHash(Buffer.from(leaf)), seq - 1];
  for (let level = 0; ; level += 1) {
    const index = Math.floor(place / tileWidth);
    const count = (place % tileWidth) + 1;
    const [tile] = await tileEntry(tx).execute({ level, index, hash });
    if (tile?.hashes.length !== count * hashLength)
      throw new Error(`leaf ${seq} does not follow the last one`);
    if (count < tileWidth) break;
    hash = foldHashes(hashesOf(tile.hashes));
    place = index;
  }
  await notify(tx, "ledger");
}

const tileEntry = named((db) =>
  db
    .insert(logTiles)
    .values({
      level: sql.placeholder("level"),
      index: sql.placeholder("index"),
      hashes: sql.placeholder("hash"),
    })
    .onConflictDoUpdate({
      target: [logTiles.level, logTiles.index],
      set: { hashes: sql`${logTiles.hashes} || excluded.hashes` },
    })
    .returning({ hashes: logTiles.hashes })
    .prepare("enter_tile"),
);

/** The hashes of a tile, one by one. */
const hashesOf = (tile: Buffer): Buffer[] =>
  Array.from({ length: tile.length / hashLength }, (_, at) =>
    tile.subarray(at * hashLength, (at + 1) * hashLength),
  );

/** A tile's hashes, as stored; null if there is none. */
export async function storedTile(db: Queries, level: number, index: number): Promise<Buffer | null> {
  const [tile] = await db
    .select({ hashes: logTiles.hashes })
    .from(logTiles)
    .where(and(eq(logTiles.level, level), eq(logTiles.index, index)));
  return tile?.hashes ?? null;
}
