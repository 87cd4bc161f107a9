import {
  type ContentChange,
  type ContentDraft,
  type ContentItem,
  type ContentType,
  contentTypes,
  messages,
  readContentType,
} from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Transact } from "../../plugins/idempotency.ts";
import type { Limits } from "../../plugins/limits.ts";
import type { Bearer } from "../auth/sessions.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { LedgerService } from "../ledger/ledger.service.ts";
import type { ReceivedFile } from "../media/incoming-files.ts";
import type { HeldFile } from "../media/intake.ts";
import type { MediaService } from "../media/media.service.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import type { UserService } from "../users/users.service.ts";
import { canRead, toViewer, type Viewer } from "./content.policy.ts";
import type { ContentService } from "./content.service.ts";
import { insertItem, insertRevision, type RevisionDraft, setStanding } from "./revisions.repository.ts";
import { contentTypeOf, isAuthor, statusAfterEdit } from "./writing.policy.ts";
import {
  type LockedItem,
  lockItem,
  type RevisionFacts,
  readRevisionFacts,
  withdrawItem,
} from "./writing.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  categories: CategoryService;
  content: ContentService;
  media: MediaService;
  ledger: LedgerService;
  notifications: NotificationService;
  limits: Limits;
  clock: Clock;
}

/** What an author sent, checked; what they left out is undefined. */
interface Words {
  readonly title: string | undefined;
  readonly body: string | undefined;
  readonly categoryId: number | undefined;
  readonly alt: string | undefined;
  readonly said: ContentType | undefined;
}

export function createWritingService({
  db,
  users,
  categories,
  content,
  media,
  ledger,
  notifications,
  limits,
  clock,
}: Dependencies) {
  async function readWords(sent: ContentDraft | ContentChange): Promise<Words> {
    return {
      title: sent.title?.trim().replaceAll(/\s+/g, " "),
      body: sent.body?.trimEnd(),
      categoryId: sent.category === undefined ? undefined : await categoryOf(sent.category),
      alt: sent.alt?.trim(),
      said: sent.content_type === undefined ? undefined : typeOf(sent.content_type),
    };
  }

  async function categoryOf(wanted: string | number): Promise<number> {
    const known = await categories.named(wanted);
    if (known) return known.id;
    throw noSuchCategory();
  }

  /** It may have been deleted while the file was being received and checked. */
  async function holdCategory(tx: Transaction, { categoryId }: Words): Promise<void> {
    if (categoryId !== undefined && !(await categories.hold(tx, categoryId))) throw noSuchCategory();
  }

  /** Runs `write` in the call's transaction with the file that came along, and keeps the file if it commits. */
  async function withFile<Answer>(
    file: ReceivedFile | null,
    { said }: Words,
    write: (held: HeldFile | null) => Promise<Answer>,
  ): Promise<Answer> {
    if (!file) return write(null);
    const held = await media.take(file, { asAudio: said === "Audio" });
    return media.keep(held, () => write(held[0] ?? null));
  }

  /** The item as this author may change it. @throws AppError for anybody else, and for an item that is gone. */
  async function lockOwn(tx: Transaction, viewer: Viewer, id: number): Promise<LockedItem> {
    const item = await lockItem(tx, id);
    const isPublished = item?.publishedRevisionId != null;
    if (!item || !canRead(viewer, { authorId: item.authorId, isPublished })) {
      throw new AppError("content_not_found");
    }
    ensure(isAuthor(viewer.userId, item), "not_allowed");
    return item;
  }

  return {
    /** D27. A new item with its first revision: Pending, or a Draft if its author says so. */
    async create(
      bearer: Bearer,
      draft: ContentDraft,
      file: ReceivedFile | null,
      transact: Transact<ContentItem>,
    ): Promise<ContentItem> {
      const author = await users.active(bearer.userId);
      const words = await readWords(draft);
      const write = (held: HeldFile | null) =>
        transact(
          async (tx) => {
            const now = clock();
            await holdCategory(tx, words);
            if (held) await media.add(tx, [held]);
            const id = await insertItem(tx, author.id, now);
            const first = { id, authorId: author.id, latestRevision: 0 };
            const revision = await insertRevision(tx, first, firstRevision(draft, words, held), now);
            if (!draft.draft) {
              await setStanding(tx, id, { status: "Pending", pendingRevisionId: revision.id });
              await notifications.notify(tx, { event: "waiting", contentId: id, revision: revision.number });
            }
            return content.asAuthorSees(tx, id);
          },
          callOf(draft, file),
        );
      return withFile(file, words, write);
    },

    /** D31. The next revision of an own item. What readers are served does not change. */
    async edit(
      bearer: Bearer,
      id: number,
      change: ContentChange,
      file: ReceivedFile | null,
      transact: Transact<ContentItem>,
    ): Promise<ContentItem> {
      const viewer = toViewer(await users.active(bearer.userId));
      const words = await readWords(change);
      const write = (held: HeldFile | null) =>
        transact(
          async (tx) => {
            const item = await lockOwn(tx, viewer, id);
            await addRevision(tx, item, change, words, held);
            return content.asAuthorSees(tx, id);
          },
          callOf(change, file),
        );
      return withFile(file, words, write);
    },

    /** An own item in any status is gone for good; what was ever sent to the reviewers is noted as withdrawn. */
    async withdraw({ userId }: Bearer, id: number): Promise<void> {
      await limits.take("changeByUser", String(userId));
      const viewer = toViewer(await users.active(userId));
      const erased = await db.transaction(async (tx) => {
        const item = await lockOwn(tx, viewer, id);
        if (item.status !== "Draft") await noteWithdrawal(tx, item);
        await withdrawItem(tx, id, clock());
        return media.eraseUndecided(tx, id);
      });
      await media.removeFiles(erased);
    },
  };

  async function addRevision(
    tx: Transaction,
    item: LockedItem,
    change: ContentChange,
    words: Words,
    held: HeldFile | null,
  ): Promise<void> {
    const { status } = item;
    if (status === "Removed") throw new AppError("content_removed");
    ensure(change.revision === undefined || change.revision === item.latestRevision, "revision_stale");
    if (change.draft === true && status !== "Draft") throw fieldError("draft", "is only for what is a draft");
    const isSent = change.draft === false;
    const newest = await readRevisionFacts(tx, item, { number: item.latestRevision });
    const isNew = held !== null || Object.values(words).some((value) => value !== undefined);
    ensure(isNew || (isSent && status === "Draft"), "invalid_input", { sentence: "Nothing was changed." });

    const now = clock();
    await holdCategory(tx, words);
    if (held) await media.add(tx, [held]);
    const revision = isNew ? await insertRevision(tx, item, nextRevision(newest, words, held), now) : newest;
    const next = statusAfterEdit(status, isSent);
    if (next === "Draft") return;
    await setStanding(tx, item.id, { status: next, pendingRevisionId: revision.id });
    // Reviewers are told once that an item waits, however often its author mends it meanwhile.
    if (item.pendingRevisionId !== null) return;
    await notifications.notify(tx, { event: "waiting", contentId: item.id, revision: revision.number });
  }

  /** Names the revision that readers had, or else the newest. */
  async function noteWithdrawal(tx: Transaction, item: LockedItem): Promise<void> {
    const { latestRevision: number, publishedRevisionId } = item;
    const which = publishedRevisionId === null ? { number } : { id: publishedRevisionId };
    const revision = await readRevisionFacts(tx, item, which);
    await ledger.append(tx, {
      contentId: item.id,
      revisionId: revision.id,
      revisionNumber: revision.number,
      revisionHash: revision.hash,
      mediaHash: revision.mediaSha256,
      decision: "withdrawn",
      reviewerId: item.authorId,
      reason: null,
      decidedAt: clock(),
    });
  }
}
export type WritingService = ReturnType<typeof createWritingService>;

const noSuchCategory = () =>
  new AppError("invalid_input", {
    sentence: messages.invalidCategory,
    details: [{ field: "category", problem: "is not one of the categories" }],
  });

function typeOf(sent: string): ContentType {
  const type = readContentType(sent);
  if (!type) throw fieldError("content_type", `must be one of ${contentTypes.join(", ")}`);
  return type;
}

/** What a call with an Idempotency-Key is compared by: a form has no other body. */
const callOf = (fields: object, file: ReceivedFile | null) => ({
  ...fields,
  file: file?.sha256.toString("hex") ?? null,
});

function firstRevision({ title, body }: ContentDraft, words: Words, held: HeldFile | null): RevisionDraft {
  const { categoryId, alt = "", said = "Article" } = words;
  if (categoryId === undefined) throw new Error("a draft without a category got past its schema");
  return {
    title: words.title ?? title,
    body: words.body ?? body,
    contentType: contentTypeOf(held?.type ?? null, said),
    categoryId,
    media: held && { key: held.key, sha256: held.sha256, alt },
    poster: null,
  };
}

/** The newest revision with what was changed. A new file comes without the old one's description and still. */
function nextRevision(newest: RevisionFacts, words: Words, held: HeldFile | null): RevisionDraft {
  const { mediaKey, mediaSha256, mediaAlt, mediaType, posterKey, posterSha256 } = newest;
  const kept = mediaKey !== null && mediaSha256 !== null ? { key: mediaKey, sha256: mediaSha256 } : null;
  const media = held
    ? { key: held.key, sha256: held.sha256, alt: words.alt ?? "" }
    : kept && { ...kept, alt: words.alt ?? mediaAlt };
  const still = posterKey !== null && posterSha256 !== null ? { key: posterKey, sha256: posterSha256 } : null;
  return {
    title: words.title ?? newest.title,
    body: words.body ?? newest.body,
    contentType: contentTypeOf(held?.type ?? mediaType, words.said ?? newest.contentType),
    categoryId: words.categoryId ?? newest.categoryId,
    media,
    poster: held ? null : still,
  };
}
