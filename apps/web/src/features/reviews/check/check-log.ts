import type { ContentDetail, Review } from "@cairn/contract";
import {
  type Checkpoint,
  formatVerifierKey,
  headOf,
  type LogProof,
  toHex,
  type Verifier,
  witnessType,
} from "@cairn/tlog";
import { commitmentTo, sha256 } from "../../../lib/sha256.ts";
import { formatDay } from "../../../lib/time/dates.ts";
import { type Evidence, keepEvidence, keepVisit, lastVisit, type Visit } from "./known-log.ts";
import { Misfit, TwoHistories, Unfinished, UnknownKey } from "./outcomes.ts";
import {
  fetchCheckpoint,
  fetchFile,
  fetchKey,
  fetchProof,
  fetchRevision,
  fetchState,
  fetchTile,
  longestNote,
} from "./served-log.ts";
import {
  consistencyProof,
  continues,
  includes,
  leafHash,
  openNote,
  openUnverified,
  readVerifierKey,
} from "./tlog.ts";

export const stepNames = ["text", "decision", "place", "signature", "witnesses", "history"] as const;
export type StepName = (typeof stepNames)[number];

/** A step that has begun; `found` says in a sentence what came of it. */
export interface Step {
  readonly name: StepName;
  /** `none`: there was nothing to check, which is no proof of anything. */
  readonly state: "working" | "done" | "none" | "failed" | "impossible";
  readonly found?: string;
}

export type Outcome =
  | { kind: "fits"; row: number; size: number }
  | { kind: "misfit"; why: string }
  | { kind: "twoHistories"; evidence: Evidence }
  /** Everything else fits; `now` is kept once the reader trusts the key. */
  | { kind: "unknownKey"; now: Visit }
  | { kind: "unfinished"; why: string };

/** The page's statements about the item, to be compared with the log's. */
export interface Subject {
  readonly item: Pick<ContentDetail, "id" | "title" | "media" | "poster">;
  readonly review: Review;
}

/** A checkpoint with its signatures, which are verified separately. */
interface Signed {
  readonly note: string;
  readonly head: Checkpoint;
}

/** null if the note is not a checkpoint of at least one entry. */
function readSigned(note: string): Signed | null {
  const head = note.length > longestNote ? null : headOf(note);
  return head && head.size > 0 ? { note, head } : null;
}

const isSignedBy = ({ note }: Signed, key: Verifier): boolean => openNote(note, [key]) !== null;

/**
 * Checks an item's approval from its text to the log's history, by docs/guides/verify.md, and keeps the checkpoint for
 * the next visit. `show` is called when a step begins and when it ends. The first step that fails is the last.
 * @returns null if it was aborted: nothing is kept then.
 */
export async function checkLog(
  subject: Subject,
  show: (step: Step) => void,
  signal: AbortSignal,
): Promise<Outcome | null> {
  async function step<Value>(
    name: StepName,
    work: () => Promise<[found: string, value: Value, state?: "none"]>,
  ): Promise<Value> {
    signal.throwIfAborted();
    show({ name, state: "working" });
    try {
      const [found, value, state = "done"] = await work();
      show({ name, state, found });
      return value;
    } catch (error) {
      const isMisfit = error instanceof Misfit || error instanceof TwoHistories;
      const isSaid = isMisfit || error instanceof UnknownKey || error instanceof Unfinished;
      const found = isSaid ? error.message : undefined;
      show({ name, state: isMisfit ? "failed" : "impossible", ...(found && { found }) });
      throw error;
    }
  }

  try {
    const hash = await step("text", () => checkText(subject));
    const proof = await step("decision", () => checkDecision(subject, hash));
    const inProof = await step("place", () => checkPlace(proof));
    const { key, newest } = await step("signature", () => checkSignatures(inProof));
    await step("witnesses", () => checkWitnesses(newest));
    await step("history", () => checkHistory(key, inProof, newest));
    signal.throwIfAborted();
    keepVisit(visitOf(key, newest));
    return { kind: "fits", row: proof.index + 1, size: newest.head.size };
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof TwoHistories) {
      const { message: why, before, now } = error;
      return { kind: "twoHistories", evidence: keepEvidence({ why, before, now }) };
    }
    if (error instanceof UnknownKey) return { kind: "unknownKey", now: error.now };
    if (error instanceof Misfit) return { kind: "misfit", why: error.message };
    if (error instanceof Unfinished) return { kind: "unfinished", why: error.message };
    console.error(error);
    return { kind: "unfinished", why: "Your browser could not do it." };
  }
}

const readJson = (bytes: Uint8Array): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw new Misfit("The site sent something that cannot be read.");
};

async function checkText({ item, review }: Subject): Promise<[string, string]> {
  const bytes = await fetchRevision(item.id);
  const facts = readJson(bytes);
  if (typeof facts.revision === "number" && facts.revision > review.revision)
    throw new Unfinished("A newer revision was approved since this page was opened. Reload the page.");
  const hash = toHex(sha256(bytes));
  if (hash !== review.revision_hash) throw new Misfit("The text does not have the hash that was approved.");
  const { content, title, media_sha256, poster_sha256, pictures = [] } = facts;
  if (content !== item.id || title !== item.title)
    throw new Misfit("The text that was approved has another title.");
  if (media_sha256 !== review.media_hash) throw new Misfit("The text that was approved has another file.");
  const files = [
    await checkFile("file", item.media?.url ?? null, media_sha256),
    await checkFile("preview image", item.media?.poster_url ?? item.poster ?? null, poster_sha256),
    await checkPictures(pictures),
  ];
  return [
    [`Revision ${review.revision} has the hash ${hash.slice(0, 12)}…`, ...files].join(" ").trim(),
    hash,
  ];
}

/** The pictures of the text, one after another. @returns what was found, as a sentence; "" without any. */
async function checkPictures(pictures: unknown): Promise<string> {
  if (!Array.isArray(pictures)) throw new Misfit("The approved text has an invalid list of pictures.");
  for (const { key, sha256: hash } of pictures) await checkFile("picture", `/media/${key}`, hash);
  if (pictures.length < 2) return pictures.length === 0 ? "" : "Its picture is the one that was approved.";
  return `Its ${pictures.length} pictures are those that were approved.`;
}

/** @returns what was found, as a sentence; "" where there is no file. */
async function checkFile(
  what: "file" | "preview image" | "picture",
  url: string | null,
  hash: unknown,
): Promise<string> {
  if (url === null && hash === null) return "";
  const bytes = url === null ? new Uint8Array() : await fetchFile(url);
  if (!bytes) return `Its ${what} is too large to check here.`;
  const found = toHex(sha256(bytes));
  if (found !== hash) throw new Misfit(`The ${what} does not have the hash that was approved.`);
  return `Its ${what} has the hash ${found.slice(0, 12)}…`;
}

async function checkDecision({ item, review }: Subject, hash: string): Promise<[string, LogProof]> {
  const proof = await fetchProof(item.id);
  const entry = readJson(proof.extra);
  const expected = {
    seq: proof.index + 1,
    content: item.id,
    revision: review.revision,
    revision_hash: hash,
    media_hash: review.media_hash,
    decision: "approved",
    time: review.decided_at,
  };
  const wrong = Object.entries(expected).find(([name, value]) => entry[name] !== value);
  if (wrong) throw new Misfit(`The entry differs from this page: ${wrong[0].replace("_", " ")}.`);
  const when = `approved this hash on ${formatDay(review.decided_at, "utc")}`;
  const row = `Row ${proof.index + 1} says that`;
  if (review.reviewer_erased) return [`${row} somebody whose account is erased by now ${when}.`, proof];
  if (entry.reviewer_commitment !== commitmentTo(String(review.reviewer?.id), review.reviewer_salt))
    throw new Misfit("The entry differs from this page: reviewer.");
  return [`${row} member ${review.reviewer?.id} ${when}.`, proof];
}

async function checkPlace({ extra: leaf, index, hashes, checkpoint }: LogProof): Promise<[string, Signed]> {
  const signed = readSigned(checkpoint);
  if (!signed) throw new Misfit("The proof has no checkpoint.");
  const { head } = signed;
  if (!includes({ index, hash: leafHash(leaf) }, head, hashes)) {
    throw new Misfit(`Row ${index + 1} is not in the log: its hash does not lead to the root.`);
  }
  const found =
    hashes.length === 1
      ? `One hash connects row ${index + 1} with the root hash of all ${head.size} rows.`
      : `${hashes.length} hashes connect row ${index + 1} with the root hash of all ${head.size} rows.`;
  return [found, signed];
}

async function checkSignatures(inProof: Signed): Promise<[string, { key: Verifier; newest: Signed }]> {
  const key = readVerifierKey((await fetchKey()).trim());
  const served = readSigned(await fetchCheckpoint());
  if (!key || !served) throw new Misfit("The log's key or its checkpoint cannot be read.");
  const newest = served.head.size >= inProof.head.size ? served : inProof;
  for (const signed of [inProof, newest]) {
    if (signed.head.origin !== key.name || !isSignedBy(signed, key)) {
      throw new Misfit(`The checkpoint is not signed with the key of ${key.name}.`);
    }
  }
  return [`The root is signed by ${key.name}.`, { key, newest }];
}

async function checkWitnesses(newest: Signed): Promise<[string, null, "none"?]> {
  const { witnesses } = await fetchState();
  if (witnesses.length === 0) return ["This log has no witnesses.", null, "none"];
  const names: string[] = [];
  for (const { key: line } of witnesses) {
    const key = readVerifierKey(line.trim(), witnessType);
    if (!key) continue;
    if (isSignedBy(newest, key)) names.push(key.name);
    else if (openUnverified(newest.note, [key]) !== null)
      throw new Misfit(`The signature of the witness ${key.name} is wrong: somebody else made it.`);
  }
  const count = `${names.length} of ${witnesses.length}`;
  if (names.length === 0) return [`${count} witnesses have signed the newest root so far.`, null, "none"];
  return [
    `${count} ${witnesses.length === 1 ? "witness has" : "witnesses have"} signed: ${names.join(", ")}.`,
    null,
  ];
}

const visitOf = (key: Verifier, { note }: Signed): Visit => ({
  key: formatVerifierKey(key),
  note,
  at: new Date().toISOString(),
});

async function checkHistory(
  key: Verifier,
  inProof: Signed,
  newest: Signed,
): Promise<[string, null, "none"?]> {
  const now = visitOf(key, newest);
  await compare({ ...now, note: inProof.note }, inProof, now, newest);
  const visit = lastVisit();
  const before = visit && readSigned(visit.note);
  if (!visit || !before) {
    const first = "This is the first check on this device. It saves the root hash for the next check.";
    return [first, null, "none"];
  }
  if (before.head.origin !== newest.head.origin) {
    throw new TwoHistories("The log has a different name than at your last visit.", visit, now);
  }
  await compare(visit, before, now, newest);
  const day = formatDay(visit.at);
  const found =
    before.head.size === newest.head.size
      ? `It is the same log as on ${day}.`
      : `It continues the ${before.head.size} entries that this device saw on ${day}.`;
  if (visit.key === now.key) return [found, null];
  // While the key is changed, both sign.
  const keyBefore = readVerifierKey(visit.key);
  if (keyBefore && isSignedBy(newest, keyBefore)) {
    return [`${found} The log has a new key, and the previous key signed it too.`, null];
  }
  throw new UnknownKey(`${found} The key that signed it then did not sign it now.`, now);
}

/**
 * @throws TwoHistories if `newest` does not continue `old`
 * @throws Misfit if what the site sends shows neither
 */
async function compare(before: Visit, old: Signed, now: Visit, newest: Signed): Promise<void> {
  const [{ size }, tree] = [old.head, newest.head];
  if (size > tree.size) {
    const why = `The log had ${size} entries, and now has ${tree.size}.`;
    throw new TwoHistories(why, before, now);
  }
  const isContinued = continues(old.head, tree, await consistencyProof(fetchTile, size, tree.size));
  if (isContinued === null) {
    throw new Misfit("The parts of the tree that the site sent do not match its root hash.");
  }
  if (!isContinued) {
    const why = `The first ${size} entries differ from those that this device saw before.`;
    throw new TwoHistories(why, before, now);
  }
}
