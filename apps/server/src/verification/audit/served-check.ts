import { createHash } from "node:crypto";
import {
  ContentDetail,
  type ContentItem,
  getCanonicalRevision,
  type LedgerNote,
  LedgerPage,
  type LedgerRow,
  listContent,
  listReviews,
  type Review,
} from "@cairn/contract";
import { canonicalJson } from "@cairn/tlog";
import type { Static } from "typebox";
import { picturesIn } from "../../lib/picture-marks.ts";
import { commitTo } from "../../modules/ledger/ledger-hash.ts";
import { type AuditedSite, AuditFlaw, parseAs } from "./audited-site.ts";
import { type Approval, isDecision, type SeenLog } from "./followed-log.ts";

interface Dependencies {
  readonly site: AuditedSite;
  /** The log as it is known; after a mismatch, `again` has read what was decided meanwhile. */
  readonly log: () => SeenLog;
  /** Waits until what was just decided is in the log, and reads it. */
  readonly again: () => Promise<void>;
  /** Whether the HTML is what Cairn renders from its source. */
  readonly isArticleHtml: (source: string, html: string) => boolean | Promise<boolean>;
}

interface Page {
  readonly text: string;
  /** Cursor of the next one. */
  readonly next: string | null;
}

/** A revision as its hash covers it; docs/guides/verify.md. */
const Facts = getCanonicalRevision.replies[200];
type Facts = Static<typeof Facts>;

const pageLength = 100;
/** How often an item is checked while decisions about it keep coming. */
const mostLooks = 10;

/**
 * Compares what readers are served now with what the log says: which items are public, their texts, files and titles,
 * and every decision as the ledger shows it. @returns how many items are public. @throws AuditFlaw
 */
export async function checkServed({ site, log, again, isArticleHtml }: Dependencies): Promise<number> {
  /** Items that the lists showed, with the row that approved each. */
  const shownItems = new Map<number, { readonly title: string; readonly seq: number }>();

  /** The newest row that was shown, and up to which row the log must hold what is shown: at the first look, all. */
  let [newestShown, settledUpTo] = [0, Number.POSITIVE_INFINITY];

  /**
   * A decision made between the log's checkpoint and the answer is no flaw: look once more before it counts. What is
   * decided before that second look is left to the next ones.
   */
  async function settled<Result>(check: () => Promise<Result>): Promise<Result> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof AuditFlaw)) throw error;
      settledUpTo = newestShown;
      await again();
      return await check();
    } finally {
      settledUpTo = Number.POSITIVE_INFINITY;
    }
  }

  /** Whether the log holds the row, or will soon. @throws AuditFlaw for one that it should hold by now */
  function isLogged(seq: number): boolean {
    const { size } = log();
    newestShown = Math.max(newestShown, seq);
    if (seq > size && seq <= settledUpTo)
      throw new AuditFlaw(`row ${seq} is shown, and the log ends at ${size}`);
    return seq <= size;
  }

  /** A page of a list or of the ledger. */
  async function page(path: string, cursor: string | null): Promise<Page> {
    const query = `per_page=${pageLength}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await site.bytes(`${path}?${query}`);
    if (!answer) throw new AuditFlaw(`the site does not serve /${path}`);
    return { text: answer.body.toString("utf8"), next: answer.next };
  }

  async function checkLists(): Promise<void> {
    for (let cursor: string | null = null; ; ) {
      const at: string | null = cursor;
      const shown: Page = await settled(() => page("content", at));
      const items = parseAs(listContent.replies[200], shown.text, "the list of items");
      for (const item of items) await checkAsOfNow(item.id, item);
      if (shown.next === null) return;
      cursor = shown.next;
    }
  }

  /**
   * Repeats the check while the log gains newer decisions about the item. `inList`: the item as a list shows it; null for
   * an item that was approved after the lists were read.
   */
  async function checkAsOfNow(id: number, inList: ContentItem | null): Promise<void> {
    const approvedBy = () => log().published.get(id)?.seq;
    for (let looks = 1, listed = inList; ; looks += 1, listed = null) {
      const before = approvedBy();
      try {
        return await settled(() => checkItem(id, listed));
      } catch (error) {
        if (!(error instanceof AuditFlaw) || approvedBy() === before || looks === mostLooks) throw error;
      }
    }
  }

  async function checkItem(id: number, listed: ContentItem | null): Promise<void> {
    const approval = log().published.get(id);
    if (!approval && !listed && (await readDetail(id)) === null) return;
    if (!approval) throw new AuditFlaw(`item ${id} is public, but no row of the log approves it`);
    const facts = await readFacts(id, approval);
    const detail = await readDetail(id);
    if (!detail) throw new AuditFlaw(`item ${id} is in the list, but its page is not served`);
    if (listed) compare(`the list shows item ${id} with`, listed, facts);
    compare(`item ${id} is shown with`, detail, facts);
    const first = log().firstApproved.get(id);
    const wrong = [listed ?? detail, detail].find(({ published_at: at }) => at !== first);
    if (wrong)
      throw new AuditFlaw(`item ${id} is shown as published at ${wrong.published_at}, and was at ${first}`);
    if (!(await isArticleHtml(facts.body, detail.body_html))) {
      throw new AuditFlaw(`the page of item ${id} differs from its approved text`);
    }
    await checkPictures(id, detail.body_html, facts);
    await checkFile(id, "file", detail.media?.url ?? null, facts.media_sha256);
    const approvedCover = facts.pictures?.find(({ key }) => key === facts.cover)?.sha256 ?? null;
    await checkFile(id, "cover", detail.cover?.url ?? null, approvedCover);
    await checkFile(id, "still", detail.media?.poster_url ?? detail.poster ?? null, facts.poster_sha256);
    await checkReviews(id, approval);
    shownItems.set(id, { title: facts.title, seq: approval.seq });
  }

  /** The approved revision, whose hash the log holds. */
  async function readFacts(id: number, { seq, revision, revisionHash, mediaHash }: Approval): Promise<Facts> {
    const bytes = (await site.bytes(`content/${id}/canonical`))?.body;
    if (!bytes || sha256(bytes) !== revisionHash) {
      throw new AuditFlaw(`item ${id} is not served with the text that row ${seq} approved`);
    }
    const facts = parseAs(Facts, bytes.toString("utf8"), `the canonical text of item ${id}`);
    if (facts.content !== id || facts.revision !== revision || facts.media_sha256 !== mediaHash) {
      throw new AuditFlaw(`the hash of row ${seq} belongs to a different revision`);
    }
    return facts;
  }

  async function readDetail(id: number): Promise<ContentDetail | null> {
    const text = await site.text(`content/${id}`);
    return text === null ? null : parseAs(ContentDetail, text, `item ${id}`);
  }

  /** Each picture that the page shows is one of those that were approved. */
  async function checkPictures(id: number, html: string, facts: Facts): Promise<void> {
    const hashes = new Map(facts.pictures?.map(({ key, sha256 }) => [key, sha256]));
    for (const { key } of picturesIn(html)) {
      await checkFile(id, `picture ${key}`, `/media/${key}`, hashes.get(key) ?? null);
    }
  }

  async function checkFile(id: number, what: string, url: string | null, hash: string | null): Promise<void> {
    if (url === null && hash === null) return;
    const found = url === null ? null : await site.sha256(url);
    if (found !== hash) throw new AuditFlaw(`the ${what} of item ${id} differs from the approved one`);
  }

  async function checkReviews(id: number, { seq }: Approval): Promise<void> {
    const text = (await site.text(`content/${id}/reviews`)) ?? "";
    const { items } = parseAs(listReviews.replies[200], text, `the list of decisions about item ${id}`);
    for (const row of items) checkDecision(row);
    const isShown = ({ reviewer, reviewer_erased: isErased }: Review) =>
      reviewer !== null || isErased === true;
    if (!items.some((row) => row.seq === seq && row.content_id === id && isShown(row))) {
      throw new AuditFlaw(`the decisions shown with item ${id} lack row ${seq}, which approved it`);
    }
  }

  /** A row as readers see it must be the leaf of that number. */
  function checkDecision(row: Review): void {
    if (!isLogged(row.seq)) return;
    const { rows } = log();
    const hash = rows.subarray((row.seq - 1) * 32, row.seq * 32).toString("hex");
    const isSame = row.hash === hash && hashOf(row) === hash;
    if (!isSame) throw new AuditFlaw(`row ${row.seq} is shown differently from the log`);
    const { reviewer, reason } = row;
    if (reviewer && commitmentTo(String(reviewer.id), row.reviewer_salt) !== row.reviewer_commitment) {
      throw new AuditFlaw(`row ${row.seq} is shown with a reviewer who does not match the log`);
    }
    if (reason !== null && commitmentTo(reason, row.reason_salt) !== row.reason_commitment) {
      throw new AuditFlaw(`row ${row.seq} is shown with a reason that does not match the log`);
    }
  }

  /** Finds items that are public by the log but in no list, and items that are not public by the log but served. */
  async function checkHidden(): Promise<void> {
    for (const id of [...log().published.keys()].filter((one) => !shownItems.has(one))) {
      const seq = log().published.get(id)?.seq ?? 0;
      // The lists that were read cannot show what was approved later.
      if (seq > sizeAtStart) {
        await checkAsOfNow(id, null);
        continue;
      }
      await settled(async () => {
        const approval = log().published.get(id);
        if (!approval) return;
        const detail = await readDetail(id);
        throw new AuditFlaw(
          detail
            ? `no list shows item ${id}, which row ${approval.seq} approved`
            : `item ${id} is not served, and row ${approval.seq} approved it`,
        );
      });
    }
    for (const id of [...log().hidden.keys()]) {
      await settled(async () => {
        const seq = log().hidden.get(id);
        if (seq !== undefined && (await readDetail(id)) !== null) {
          throw new AuditFlaw(`item ${id} is served, and row ${seq} took it from readers`);
        }
      });
    }
  }

  async function checkLedger(): Promise<void> {
    let expected: number | null = null;
    for (let cursor: string | null = null; ; ) {
      const at: string | null = cursor;
      const from: number | null = expected;
      const read: { next: string | null; down: number } = await settled(async () => {
        const { text } = await page("ledger", at);
        const { items, notes, next } = parseAs(LedgerPage, text, "the ledger");
        const shown = [...items, ...notes].sort((one, other) => other.seq - one.seq);
        let down = from ?? Math.max(log().size, shown[0]?.seq ?? 0);
        for (const { seq } of shown) {
          if (seq !== down) throw new AuditFlaw(`the ledger does not show row ${down}`);
          down -= 1;
        }
        for (const row of items) checkLedgerRow(row);
        for (const note of notes) checkNote(note);
        return { next, down };
      });
      ({ next: cursor, down: expected } = read);
      if (cursor === null) break;
    }
    if (expected !== null && expected > 0) throw new AuditFlaw(`the ledger does not show row ${expected}`);
  }

  function checkLedgerRow(row: LedgerRow): void {
    checkDecision(row);
    const approval = log().published.get(row.content_id);
    const shown = shownItems.get(row.content_id);
    // Items approved after the lists were read were not compared.
    if (approval && shown?.seq !== approval.seq) return;
    const title = approval && shown ? shown.title : null;
    if (row.title !== title) {
      throw new AuditFlaw(
        `the ledger shows row ${row.seq} with another title than item ${row.content_id} has`,
      );
    }
  }

  function checkNote({ seq, leaf, hash, reason, reason_salt }: LedgerNote): void {
    if (!isLogged(seq)) return;
    const logged = log()
      .rows.subarray((seq - 1) * 32, seq * 32)
      .toString("hex");
    if (hash !== logged || sha256(leaf) !== logged) {
      throw new AuditFlaw(`row ${seq} is shown differently from the log`);
    }
    if (isDecision(leaf)) throw new AuditFlaw(`row ${seq} is a decision, and the ledger does not show it`);
    if (reason !== undefined && !leaf.includes(`"${commitmentTo(reason, reason_salt)}"`)) {
      throw new AuditFlaw(`row ${seq} is shown with a reason that does not match the log`);
    }
  }

  const sizeAtStart = log().size;
  await checkLists();
  await checkHidden();
  await checkLedger();
  return shownItems.size;
}

function compare(begin: string, shown: ContentItem, facts: Facts): void {
  const pairs = [
    ["title", shown.title, facts.title],
    ["text", shown.body, facts.body],
    ["summary", shown.excerpt, facts.summary ?? shown.excerpt],
    ["type", shown.content_type, facts.content_type],
    ["author", shown.author_id, facts.author],
    ["revision", shown.revision, facts.revision],
    ["status", shown.status, "Published"],
    ["list of what it applies to", shown.applies_to.join(), facts.applies_to?.join() ?? ""],
    ["language", shown.language, facts.language ?? shown.language],
    ["description of its file", shown.media?.alt ?? "", facts.media_sha256 === null ? "" : facts.media_alt],
  ] as const;
  const wrong = pairs.find(([, is, should]) => is !== should);
  if (wrong) throw new AuditFlaw(`${begin} another ${wrong[0]} than was approved`);
}

/** The row's hash, made again from what is shown of it. */
function hashOf(row: Review): string {
  const leaf = canonicalJson({
    v: 3,
    seq: row.seq,
    content: row.content_id,
    revision: row.revision,
    revision_hash: row.revision_hash,
    media_hash: row.media_hash,
    decision: row.decision,
    reviewer_commitment: row.reviewer_commitment,
    reason_commitment: row.reason_commitment,
    time: row.decided_at,
    previous: row.previous_hash,
  });
  return sha256(leaf);
}

/** The commitment to a text with this salt, both of the result and of the salt in hexadecimal. */
const commitmentTo = (text: string, salt: string | null | undefined): string =>
  commitTo(Buffer.from(salt ?? "", "hex"), text).toString("hex");

const sha256 = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
