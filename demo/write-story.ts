import type { CheckOutcome } from "@cairn/contract";
import type { Transaction } from "../apps/server/src/db/database.ts";
import { categories, users } from "../apps/server/src/db/schema.ts";
import { type CheckedBlock, checkedBlocks, mayHoldChecks } from "../apps/server/src/lib/checked-blocks.ts";
import { excerptOf, renderComment } from "../apps/server/src/lib/markdown.ts";
import { insertOutcomes } from "../apps/server/src/modules/code-checks/code-checks.repository.ts";
import { insertComment } from "../apps/server/src/modules/comments/comments.repository.ts";
import {
  insertItem,
  insertRevision,
  type RevisionDraft,
  type StoredRevision,
  setReviewState,
} from "../apps/server/src/modules/content/revisions.repository.ts";
import { detectLanguage } from "../apps/server/src/modules/content/writing/detect-language.ts";
import { appendToLedger } from "../apps/server/src/modules/ledger/ledger.repository.ts";
import { insertLike } from "../apps/server/src/modules/likes/likes.repository.ts";
import { insertMedia } from "../apps/server/src/modules/media/media.repository.ts";
import { arrangeItems, insertSeries } from "../apps/server/src/modules/series/series.repository.ts";
import { endOfInterval } from "../apps/server/src/modules/standing/standing.policy.ts";
import { setSuccessor } from "../apps/server/src/modules/standing/standing.repository.ts";
import type { DemoDecision, DemoItem, DemoRevision } from "./items.ts";
import type { DemoPerson } from "./people.ts";
import { writeLinks } from "./write-links.ts";
import { writeNotifications } from "./write-notifications.ts";

export interface DemoFile {
  readonly key: string;
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number | null;
  readonly pages?: number;
}

export interface DemoData {
  readonly people: readonly DemoPerson[];
  readonly items: readonly DemoItem[];
  readonly files: ReadonlyMap<string, DemoFile>;
  /** Of each body. */
  readonly html: ReadonlyMap<string, string>;
  readonly passwordHashes: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** Days for which approvals hold, as in a category that nobody has changed. */
const demoInterval = 180;

interface WrittenItem {
  readonly id: number;
  readonly item: DemoItem;
  readonly revisions: readonly StoredRevision[];
}

/** Writes the demo as if it had happened: revisions, then each decision in the order of its time, then comments. */
export async function writeDemoData(tx: Transaction, data: DemoData): Promise<void> {
  for (const { duration_seconds: durationSeconds, ...file } of data.files.values()) {
    await insertMedia(tx, { ...file, durationSeconds });
  }
  const personId = await writePeople(tx, data);
  const rows = await tx.select({ id: categories.id, name: categories.name }).from(categories);
  const categoryId = new Map(rows.map(({ id, name }) => [name, id]));

  const written: WrittenItem[] = [];
  for (const item of data.items) written.push(await writeItem(tx, item, data, personId, categoryId));
  await writeDecisions(tx, written, data, personId);
  for (const { id, item, revisions } of written) await leaveWaiting(tx, id, item, revisions);
  await writeSeries(tx, written, data, personId);
  const commentIds = await writeComments(tx, written, data, personId);
  await writeLikes(tx, written, data, personId);
  await writeLinks(tx, written, data);
  await writeNotifications(tx, written, { people: data.people, personId, commentIds, now: data.now });
}

/** One author's items in an order. */
const demoSeries = {
  author: "tomas",
  title: "Before anybody attacks",
  description: "Three short reads on what keeps strangers out: what to fear, the line, and the way in.",
  titles: [
    "Your first threat model",
    "How TLS 1.3 handshakes work",
    "PKCE in twelve lines, and what each one stops",
  ],
};

async function writeSeries(
  tx: Transaction,
  written: readonly WrittenItem[],
  { now }: DemoData,
  personId: ReadonlyMap<string, number>,
): Promise<void> {
  const { author, title, description, titles } = demoSeries;
  const ids = new Map(written.map(({ id, item }) => [item.revisions.at(-1)?.title ?? "", id]));
  const facts = { authorId: known(personId, author), title, description, createdAt: hoursBefore(now, 24) };
  const id = await insertSeries(tx, facts);
  await arrangeItems(
    tx,
    id,
    titles.map((part) => known(ids, part)),
  );
}

async function writePeople(
  tx: Transaction,
  { people, files, passwordHashes, now }: DemoData,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const person of people) {
    const joined = hoursBefore(now, person.joinedDaysAgo * 24);
    const [row] = await tx
      .insert(users)
      .values({
        name: person.name,
        email: person.email,
        role: person.role,
        passwordHash: known(passwordHashes, person.key),
        interests: [...(person.interests ?? [])],
        createdAt: joined,
        emailConfirmedAt: joined,
        verifiedAt: person.verified ? joined : null,
        avatarKey: files.get(`portraits/${person.key}-256.jpg`)?.key ?? null,
        avatarSmallKey: files.get(`portraits/${person.key}-96.jpg`)?.key ?? null,
      })
      .returning({ id: users.id });
    if (row) ids.set(person.key, row.id);
  }
  return ids;
}

async function writeItem(
  tx: Transaction,
  item: DemoItem,
  data: DemoData,
  personId: ReadonlyMap<string, number>,
  categoryId: ReadonlyMap<string, number>,
): Promise<WrittenItem> {
  const authorId = known(personId, item.author);
  const id = await insertItem(tx, authorId, hoursBefore(data.now, item.revisions[0]?.hoursAgo ?? 0));
  const revisions: StoredRevision[] = [];
  for (const [latestRevision, revision] of item.revisions.entries()) {
    const draft = toDraft(revision, item, data, known(categoryId, item.category));
    const at = hoursBefore(data.now, revision.hoursAgo);
    revisions.push(await insertRevision(tx, { id, authorId, latestRevision }, draft, at));
  }
  return { id, item, revisions };
}

function toDraft(revision: DemoRevision, item: DemoItem, data: DemoData, categoryId: number): RevisionDraft {
  const { media } = revision;
  return {
    title: revision.title,
    body: revision.body,
    bodyHtml: known(data.html, revision.body),
    excerpt: excerptOf(revision.body),
    contentType: item.type,
    categoryId,
    media: media ? { ...known(data.files, media.file), alt: media.alt } : null,
    poster: media?.poster ? known(data.files, media.poster) : null,
    appliesTo: revision.appliesTo ?? [],
    language: detectLanguage(revision),
  };
}

async function writeDecisions(
  tx: Transaction,
  written: readonly WrittenItem[],
  { now, files, html }: DemoData,
  personId: ReadonlyMap<string, number>,
): Promise<void> {
  const firstPublication = new Map<number, Date>();
  const idOf = new Map(written.map(({ id, item }) => [item.key, id]));
  const decisions = written.flatMap((entry) =>
    entry.item.decisions.map((decision) => ({ ...entry, decision })),
  );
  decisions.sort((one, other) => other.decision.hoursAgo - one.decision.hoursAgo);
  for (const { id, item, revisions, decision } of decisions) {
    const revision = at(revisions, decision.revision - 1);
    const decidedAt = hoursBefore(now, decision.hoursAgo);
    const { media, body } = at(item.revisions, decision.revision - 1);
    const seq = await appendToLedger(tx, {
      contentId: id,
      revisionId: revision.id,
      revisionNumber: revision.number,
      revisionHash: revision.hash,
      mediaHash: media ? known(files, media.file).sha256 : null,
      decision: decision.decision,
      reviewerId: known(personId, decision.by),
      reason: decision.reason ?? null,
      decidedAt,
    });
    if (decision.decision === "approved") {
      const publishedAt = firstPublication.get(id) ?? decidedAt;
      firstPublication.set(id, publishedAt);
      await setReviewState(tx, id, {
        status: "Published",
        publishedRevisionId: revision.id,
        publishedReview: seq,
        publishedAt,
        verifiedAt: decidedAt,
        goodUntil: endOfInterval(decision.holdsDays ?? demoInterval, decidedAt),
      });
      await writeOutcomes(tx, seq, body, known(html, body));
    } else if (decision.decision === "superseded") {
      await setSuccessor(tx, id, known(idOf, decision.replacement ?? ""));
    } else if (!firstPublication.has(id)) {
      await setReviewState(tx, id, { status: "Flagged" });
    }
  }
}

async function writeOutcomes(tx: Transaction, seq: number, body: string, html: string): Promise<void> {
  const marked = mayHoldChecks(body) ? checkedBlocks(body, html) : null;
  if (!marked?.length) return;
  const outcomes = marked.map(({ block, language }) => ({ block, outcome: outcomeIn(language) }));
  await insertOutcomes(tx, seq, outcomes);
}

/** The demo's reviewers have no Python in their browsers, and nobody has Go. */
const outcomeIn = (language: CheckedBlock["language"]): CheckOutcome =>
  ["go", "py", "python"].includes(language) ? "unrun" : "passed";

/** A newest revision that nobody has decided about waits, unless it is a draft. */
async function leaveWaiting(
  tx: Transaction,
  id: number,
  item: DemoItem,
  revisions: readonly StoredRevision[],
): Promise<void> {
  const newest = at(revisions, revisions.length - 1);
  const isDecided = item.decisions.some((decision: DemoDecision) => decision.revision === newest.number);
  if (isDecided || item.status === "Draft") return;
  await setReviewState(tx, id, { status: item.status, pendingRevisionId: newest.id });
}

/** The comments' ids, by their item's id and their place on it ("4 1"). */
async function writeComments(
  tx: Transaction,
  written: readonly WrittenItem[],
  { now }: DemoData,
  personId: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const comments = written.flatMap(({ id, item }) =>
    item.comments.map((comment, index) => ({ ...comment, id, place: index + 1 })),
  );
  comments.sort((one, other) => other.hoursAgo - one.hoursAgo);
  const ids = new Map<string, number>();
  for (const { id, author, text, hoursAgo, place, answers } of comments) {
    const commentId = await insertComment(tx, {
      contentId: id,
      replyTo: answers === undefined ? null : known(ids, `${id} ${answers}`),
      authorId: known(personId, author),
      body: text,
      bodyHtml: renderComment(text).html,
      createdAt: hoursBefore(now, hoursAgo),
    });
    ids.set(`${id} ${place}`, commentId);
  }
  return ids;
}

/** Whoever was there likes about two items in five, the same ones in every demo. */
async function writeLikes(
  tx: Transaction,
  written: readonly WrittenItem[],
  { people, now }: DemoData,
  personId: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { id, item } of written) {
    const approvedHoursAgo = item.decisions.findLast(({ decision }) => decision === "approved")?.hoursAgo;
    if (approvedHoursAgo === undefined) continue;
    for (const [index, person] of people.entries()) {
      const likesIt = (id * 7 + index * 11 + ((id * index) % 5)) % 5 < 2;
      if (!likesIt || person.key === item.author || person.joinedDaysAgo * 24 < approvedHoursAgo) continue;
      const at = hoursBefore(now, approvedHoursAgo * (0.9 - index * 0.05));
      await insertLike(tx, { contentId: id, userId: known(personId, person.key) }, at);
    }
  }
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000);

function known<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the demo data knows no "${key}"`);
  return value;
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new Error(`the demo data has no revision ${index + 1}`);
  return value;
}
