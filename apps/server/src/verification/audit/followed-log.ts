import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Decision } from "@cairn/contract";
import { append, leafHash, readNote, readVerifierKey, replaceFile, rootOfSubtrees } from "@cairn/node";
import {
  areEqual,
  canonicalJson,
  formatTilePath,
  formatVerifierKey,
  fromHex,
  readCheckpoint,
  readEntries,
  type Subtree,
  tileWidth,
  toHex,
  type Verifier,
} from "@cairn/tlog";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { type AuditedSite, AuditFlaw, parseAs } from "./audited-site.ts";

/** The approval behind what readers of an item are to be served. */
export interface Approval {
  readonly seq: number;
  readonly revision: number;
  readonly revisionHash: string;
  readonly mediaHash: string | null;
}

/** The state of a log as last seen. Hashes are hexadecimal. */
export interface SeenLog {
  /** The verifier key line that is held fast. */
  readonly key: string;
  /** The newest checkpoint; null before the first. */
  readonly note: string | null;
  readonly size: number;
  /** Roots of the full subtrees that make up the tree, the largest first. */
  readonly subtrees: readonly { readonly height: number; readonly hash: string }[];
  /** SHA-256 of each row, one after the other. */
  readonly rows: Buffer;
  /** By item. */
  readonly published: ReadonlyMap<number, Approval>;
  /** The row that keeps an item from readers, by item; only of items that were decided about. */
  readonly hidden: ReadonlyMap<number, number>;
  /** When each item was approved for the first time. */
  readonly firstApproved: ReadonlyMap<number, string>;
}

const genesis = "0".repeat(64);
const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** What every row has; docs/guides/verify.md. */
const Row = Type.Object({
  v: Type.Literal(3),
  seq: Type.Integer(),
  previous: Type.String(),
  time: Type.String(),
});
const Hash = Type.String({ pattern: "^[0-9a-f]{64}$" });
/** A row that is a decision. Nothing else may be in it: it cannot be taken back. */
const DecisionRow = Type.Object(
  {
    ...Row.properties,
    content: Type.Integer({ minimum: 1 }),
    revision: Type.Integer({ minimum: 1 }),
    revision_hash: Hash,
    media_hash: Type.Union([Hash, Type.Null()]),
    decision: Decision,
    reviewer_commitment: Hash,
    reason_commitment: Type.Union([Hash, Type.Null()]),
  },
  { additionalProperties: false },
);
/** A row about the log itself. */
const NoteRow = Type.Object({ kind: Type.String(), key: Type.Optional(Type.String()) });

/** null if nothing of this log was seen. @throws AuditFlaw naming the folder if what lies there cannot be read */
export async function readSeen(folder: string): Promise<SeenLog | null> {
  const text = await readFile(join(folder, "seen.json"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const { published, hidden, firstApproved, ...state } = JSON.parse(text);
    const rows = (await readFile(join(folder, "rows"))).subarray(0, state.size * 32);
    if (!readVerifierKey(state.key) || rows.length !== state.size * 32) throw new Error("it is not whole");
    const maps = {
      published: new Map<number, Approval>(published),
      hidden: new Map<number, number>(hidden),
      firstApproved: new Map<number, string>(firstApproved),
    };
    return { ...state, rows, ...maps };
  } catch (error) {
    throw new AuditFlaw(`${folder} is damaged: ${(error as Error).message}`);
  }
}

export async function writeSeen(folder: string, { rows, ...log }: SeenLog): Promise<void> {
  await replaceFile(join(folder, "rows"), rows);
  const state = {
    ...log,
    published: [...log.published],
    hidden: [...log.hidden],
    firstApproved: [...log.firstApproved],
  };
  await replaceFile(join(folder, "seen.json"), JSON.stringify(state));
}

/**
 * Reads what is new in the log, and checks it: signature, rows, chain, and that it continues what was seen.
 * @throws AuditFlaw
 */
export async function followLog(site: AuditedSite, seen: SeenLog | null): Promise<SeenLog> {
  const given = (await site.text("log/key"))?.trim() ?? "";
  const key = readVerifierKey(seen?.key ?? given);
  if (!key) throw new AuditFlaw("the log's key is not a verifier key");
  const before = seen ?? emptyLog(formatVerifierKey(key));
  const note = await site.text("log/checkpoint");
  if (note === null) {
    if (before.note === null) return before;
    throw new AuditFlaw("the log no longer serves a checkpoint");
  }
  const head = readHead(note, key, given);
  if (head.size < before.size) {
    throw new AuditFlaw(`the log went back: it had ${before.size} rows, and now signs ${head.size}`);
  }
  const { log, root, keys } = await readRows(site, before, head.size);
  if (!areEqual(root, head.root)) {
    throw new AuditFlaw(
      before.size === 0
        ? "the rows of the log do not make the root that it signs"
        : `the log shows two histories: its ${head.size} signed rows do not continue the ${before.size} rows seen before`,
    );
  }
  // The announcement is in a tree that the held key has signed.
  const newest = keys.at(-1) ?? formatVerifierKey(key);
  if (given !== newest)
    throw new AuditFlaw(`the site gives ${given} as the log's key, but the log says ${newest}`);
  return { ...log, key: newest, note };
}

const emptyLog = (key: string): SeenLog => ({
  key,
  note: null,
  size: 0,
  subtrees: [],
  rows: Buffer.alloc(0),
  published: new Map(),
  hidden: new Map(),
  firstApproved: new Map(),
});

function readHead(note: string, key: Verifier, given: string) {
  const opened = readNote(note, [key]);
  const held = formatVerifierKey(key);
  if (!opened) {
    throw new AuditFlaw(
      given === held
        ? "the checkpoint is not signed by the log's key"
        : `the log is signed by another key than ${held}, which was held fast; the site now gives ${given}`,
    );
  }
  const head = readCheckpoint(opened.text);
  if (!head) throw new AuditFlaw("the checkpoint cannot be read");
  if (head.origin !== key.name)
    throw new AuditFlaw(`the checkpoint is of the log ${head.origin}, not ${key.name}`);
  return head;
}

/** Rows after those that were seen. `keys`: the keys that rows announce, in their order. */
async function readRows(site: AuditedSite, before: SeenLog, size: number) {
  const decided: Decided = {
    published: new Map(before.published),
    hidden: new Map(before.hidden),
    firstApproved: new Map(before.firstApproved),
  };
  const subtrees: Subtree[] = before.subtrees.map(({ height, hash }) => ({ height, hash: fromHex(hash) }));
  const rows: Buffer[] = [before.rows];
  const keys: string[] = [];
  let previous = before.size === 0 ? genesis : before.rows.subarray(-32).toString("hex");
  for (let seq = before.size + 1; seq <= size; ) {
    const index = Math.floor((seq - 1) / tileWidth);
    const width = Math.min(tileWidth, size - index * tileWidth);
    const entries = await readBundle(site, index, width);
    for (const leaf of entries.slice((seq - 1) % tileWidth)) {
      const row = checkRow(leaf, seq);
      if (row.previous !== previous) throw new AuditFlaw(problemOfLink(seq, before.size));
      if (Check(NoteRow, row)) {
        if (row.kind === "key" && row.key !== undefined) keys.push(row.key);
      } else if (Check(DecisionRow, row)) decide(decided, row, seq);
      else throw new AuditFlaw(`row ${seq} is neither a decision nor a note`);
      const hash = sha256(leaf);
      rows.push(hash);
      previous = hash.toString("hex");
      append(subtrees, leafHash(Buffer.from(leaf)));
      seq += 1;
    }
  }
  const log = {
    size,
    subtrees: subtrees.map(({ height, hash }) => ({ height, hash: toHex(hash) })),
    rows: Buffer.concat(rows),
    ...decided,
  };
  return { log, root: rootOfSubtrees(subtrees), keys };
}

/** The rows of a bundle, as in C2SP tlog-tiles: each after its length in two bytes. */
async function readBundle(site: AuditedSite, index: number, width: number): Promise<string[]> {
  const bundle = (await site.bytes(`log/tile/${formatTilePath({ level: null, index, width })}`))?.body;
  if (!bundle)
    throw new AuditFlaw(`the log does not serve rows ${index * tileWidth + 1} and further, which it signs`);
  const leaves = readEntries(bundle).map((entry) => Buffer.from(entry).toString("utf8"));
  if (leaves.length !== width)
    throw new AuditFlaw(`a bundle of the log has ${leaves.length} rows, not ${width}`);
  return leaves;
}

const problemOfLink = (seq: number, seenSize: number): string =>
  seq === seenSize + 1 && seenSize > 0
    ? `the log shows two histories: row ${seq} does not follow row ${seenSize} as it was seen`
    : `row ${seq} does not follow the one before`;

function checkRow(leaf: string, seq: number): Static<typeof Row> {
  const row = parseAs(Row, leaf, `row ${seq}`);
  if (canonicalJson(row) !== leaf) throw new AuditFlaw(`row ${seq} is not canonical JSON`);
  if (row.seq !== seq) throw new AuditFlaw(`row ${seq} says that it is row ${row.seq}`);
  return row;
}

/** Whether the bytes of a row say that it is a decision. */
export function isDecision(leaf: string): boolean {
  try {
    return Check(DecisionRow, JSON.parse(leaf));
  } catch {
    return false;
  }
}

interface Decided {
  readonly published: Map<number, Approval>;
  readonly hidden: Map<number, number>;
  readonly firstApproved: Map<number, string>;
}

/**
 * A flag on an edit leaves the earlier approval in force; a flag on the public revision revokes it. What renews an item,
 * or says what replaces it, changes nothing of that.
 */
function decide(
  { published, hidden, firstApproved }: Decided,
  { content, revision, decision, time, ...hashes }: Static<typeof DecisionRow>,
  seq: number,
): void {
  if (decision === "approved") {
    if (!firstApproved.has(content)) firstApproved.set(content, time);
    hidden.delete(content);
    published.set(content, {
      seq,
      revision,
      revisionHash: hashes.revision_hash,
      mediaHash: hashes.media_hash,
    });
  } else if (["reaffirmed", "superseded", "reinstated"].includes(decision)) {
    return;
  } else if (decision !== "flagged" || (published.get(content)?.revision ?? revision) === revision) {
    published.delete(content);
    hidden.set(content, seq);
  }
}
