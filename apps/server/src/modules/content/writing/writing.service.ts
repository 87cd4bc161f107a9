import {
  type Chapter,
  type ContentChange,
  type ContentDraft,
  type ContentItem,
  type ContentStatus,
  type ContentType,
  contentTypes,
  embedSites,
  type LanguageCode,
  messages,
  type PreviewedText,
  type ReasonAnswer,
  readContentType,
  readEmbed,
  type StillTrue,
  trimmed,
} from "@cairn/contract";
import type { Bearer } from "../../../calls/bearer.ts";
import type { Transact } from "../../../calls/idempotency.ts";
import type { Database, Transaction } from "../../../db/database.ts";
import { AppError, ensure, fieldError } from "../../../lib/app-error.ts";
import type { Clock } from "../../../lib/clock.ts";
import { pictureMark } from "../../../lib/picture-marks.ts";
import { ifMatchHolds } from "../../../lib/revision-tag.ts";
import type { RateLimits } from "../../../rate-limits/rate-limits.ts";
import type { CaptionsService, UsedCaptions } from "../../captions/captions.service.ts";
import type { CategoryService } from "../../categories/categories.service.ts";
import type { CodeCheckService } from "../../code-checks/code-checks.service.ts";
import type { LedgerService } from "../../ledger/ledger.service.ts";
import type { ReceivedFile } from "../../media/incoming-files.ts";
import type { HeldFile } from "../../media/intake.ts";
import type { MediaService } from "../../media/media.service.ts";
import type { StorageService } from "../../media/storage.service.ts";
import type { NotificationService } from "../../notifications/notifications.service.ts";
import type { PictureService, UsedPicture } from "../../pictures/pictures.service.ts";
import type { RenderingService } from "../../rendering/rendering.service.ts";
import type { SeriesService } from "../../series/series.service.ts";
import type { SettingsService } from "../../settings/settings.service.ts";
import type { RenewalService } from "../../standing/renewals.service.ts";
import type { UploadService } from "../../uploads/uploads.service.ts";
import type { Viewer } from "../../users/users.policy.ts";
import type { UserService } from "../../users/users.service.ts";
import type { WebhookService } from "../../webhooks/webhooks.service.ts";
import { canRead } from "../content.policy.ts";
import type { ContentService } from "../content.service.ts";
import {
  hashRevision,
  insertItem,
  insertRevision,
  type RevisionDraft,
  setReviewState,
} from "../revisions.repository.ts";
import { detectLanguage } from "./detect-language.ts";
import {
  contentTypeOf,
  isAuthor,
  lacksCaptions,
  problemOfChapters,
  statusAfterEdit,
} from "./writing.policy.ts";
import {
  countWaiting,
  type LockedItem,
  lastDecision,
  lockItem,
  type RevisionFacts,
  readRevisionFacts,
  writeAnswer,
} from "./writing.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  categories: CategoryService;
  content: ContentService;
  media: MediaService;
  uploads: Pick<UploadService, "assemble" | "discard" | "use">;
  pictures: Pick<PictureService, "knownIn" | "namedIn" | "hold" | "placedForOwner">;
  captions: Pick<CaptionsService, "named" | "hold">;
  ledger: LedgerService;
  renewals: RenewalService;
  notifications: NotificationService;
  webhooks: Pick<WebhookService, "announce">;
  rendering: RenderingService;
  codeChecks: Pick<CodeCheckService, "ofText">;
  series: SeriesService;
  storage: Pick<StorageService, "ensureMayWrite" | "hold">;
  rateLimits: RateLimits;
  memberWaitingPosts: number;
  /** PeerTubes whose films items can show. */
  embedHosts: readonly string[];
  settings: Pick<SettingsService, "values">;
  clock: Clock;
}

/** An author's checked input; undefined for a field that was left out. */
interface Words {
  readonly title: string | undefined;
  readonly text: Text | undefined;
  /** Empty: none. */
  readonly summary: string | undefined;
  /** null: none. */
  readonly cover: UsedPicture | null | undefined;
  readonly categoryId: number | undefined;
  readonly alt: string | undefined;
  readonly said: ContentType | undefined;
  readonly appliesTo: string[] | undefined;
  /** null: none. */
  readonly seriesId: number | null | undefined;
  /** Empty: to be detected. */
  readonly language: LanguageCode | "" | undefined;
  readonly captions: readonly UsedCaptions[] | undefined;
  readonly chapters: readonly Chapter[] | undefined;
  readonly noSpeech: boolean | undefined;
  /** In its canonical form; null: none. */
  readonly embed: string | null | undefined;
  /** null: none. A new one is a file. */
  readonly poster: null | undefined;
}

/** What came with a form. */
interface SentFiles {
  readonly file: ReceivedFile | null;
  readonly poster: ReceivedFile | null;
}

interface HeldFiles {
  readonly file: HeldFile | null;
  readonly poster: HeldFile | null;
}

/** A body and what is made of it. */
interface Text {
  readonly body: string;
  readonly bodyHtml: string;
  readonly excerpt: string;
  readonly pictures: readonly UsedPicture[];
}

/** What an item brings from elsewhere. */
export interface Origin {
  /** When its author began it there; null: now. */
  readonly createdAt: Date | null;
  /** Stored files of the author's that it shows. */
  readonly file: ShownFile | null;
  readonly poster: ShownFile | null;
}
type ShownFile = Pick<HeldFile, "key" | "sha256" | "type">;

export function createWritingService({
  db,
  users,
  categories,
  content,
  media,
  uploads,
  pictures: textPictures,
  captions,
  ledger,
  renewals,
  notifications,
  webhooks,
  rendering,
  codeChecks,
  series,
  storage,
  rateLimits,
  memberWaitingPosts,
  embedHosts,
  settings,
  clock,
}: Dependencies) {
  async function readWords(
    userId: number,
    sent: ContentDraft | ContentChange,
    hasFile: boolean,
  ): Promise<Words> {
    const embed = sent.embed === undefined ? undefined : embedIn(sent.embed ?? "");
    if (embed && hasFile) throw fieldError("embed", "cannot be sent with a file: send one of the two");
    const categoryId = sent.category === undefined ? undefined : await categoryOf(sent.category);
    const said = sent.content_type === undefined ? undefined : typeOf(sent.content_type);
    return {
      title: sent.title?.trim().replaceAll(/\s+/g, " "),
      // Last, because it costs most: input that is refused anyway is not rendered.
      text: sent.body === undefined ? undefined : await readText(userId, trimBody(sent.body)),
      cover: sent.cover === undefined ? undefined : await readCover(userId, sent.cover),
      summary: sent.summary === undefined ? undefined : trimmed(sent.summary).replaceAll(/\s+/g, " "),
      categoryId,
      alt: sent.alt === undefined ? undefined : trimmed(sent.alt),
      said,
      appliesTo: sent.applies_to && [...new Set(sent.applies_to.map((label) => label.toLowerCase()))],
      seriesId: sent.series,
      language: sent.language,
      captions: sent.captions && (await captions.named(userId, sent.captions)),
      chapters: sent.chapters?.map(({ at, title }) => ({
        at: Math.round(at * 1000) / 1000,
        title: title.trim().replaceAll(/\s+/g, " "),
      })),
      noSpeech: sent.no_speech,
      embed,
      poster: sent.poster,
    };
  }

  function embedIn(sent: string): string | null {
    const address = trimmed(sent);
    if (address === "") return null;
    const embed = readEmbed(address, embedHosts);
    if (embed) return embed.address;
    throw fieldError("embed", `must be the address of one film on ${embedSites(embedHosts)}`);
  }

  async function readCover(userId: number, key: string): Promise<UsedPicture | null> {
    if (key === "") return null;
    const [cover] = await textPictures.knownIn(userId, pictureMark(key, ""));
    if (!cover) throw fieldError("cover", "must be the key of a picture of yours");
    return cover;
  }

  async function readText(userId: number, body: string): Promise<Text> {
    const pictures = await textPictures.namedIn(userId, body);
    return {
      body,
      bodyHtml: await rendering.article(userId, body, pictures),
      excerpt: await rendering.excerpt(userId, body),
      pictures,
    };
  }

  async function categoryOf(wanted: string | number): Promise<number> {
    const known = await categories.named(wanted);
    if (known) return known.id;
    throw noSuchCategory();
  }

  /** The category may have been deleted during the upload. */
  async function holdCategory(tx: Transaction, { categoryId }: Words): Promise<void> {
    if (categoryId !== undefined && !(await categories.hold(tx, categoryId))) throw noSuchCategory();
  }

  /** Holds both files or none. */
  async function checkFiles(
    userId: number,
    { file, poster }: SentFiles,
    { said }: Words,
  ): Promise<HeldFiles> {
    const held = file ? await media.check(userId, file, { asAudio: said === "Audio" }) : [];
    try {
      const stills = poster ? await media.checkPoster(userId, poster) : [];
      return { file: held[0] ?? null, poster: stills[0] ?? null };
    } catch (error) {
      await media.drop(held);
      throw error;
    }
  }

  /** With the file of an upload as if a form had brought it. It is gone afterwards, and the upload with the commit. */
  async function withUpload<Result>(
    bearer: Bearer,
    upload: string | undefined,
    files: SentFiles,
    work: (files: SentFiles) => Promise<Result>,
  ): Promise<Result> {
    if (upload === undefined) return work(files);
    if (files.file) throw fieldError("upload", "cannot be sent with a file: send one of the two");
    const whole = await uploads.assemble(bearer, upload);
    // It may be gone because the same call was made before: then its answer is sent again, and nothing else happens.
    if (!whole) return work(files);
    try {
      const result = await work({ ...files, file: whole.file });
      await media.removeFiles(whole.pieces);
      return result;
    } finally {
      await uploads.discard(whole.file);
    }
  }

  /** Ends the upload whose file an item gets. Without that file it had ended before. */
  async function useUpload(
    tx: Transaction,
    userId: number,
    { upload }: ContentDraft | ContentChange,
    { file }: HeldFiles,
  ): Promise<void> {
    if (upload === undefined) return;
    ensure(file, "upload_not_found");
    await uploads.use(tx, userId, upload);
  }

  /** Locks an item that this author may change. @throws AppError for anyone else, and if the item is gone. */
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
    /** A new item with its first revision: Pending, or a Draft on the author's request (docs/rules.md#new-content). */
    async create(
      bearer: Bearer,
      draft: ContentDraft,
      files: SentFiles,
      transact: Transact<ContentItem>,
    ): Promise<ContentItem> {
      const author = await users.active(bearer.userId);
      const words = await readWords(author.id, draft, bringsFile(draft, files));
      return withUpload(bearer, draft.upload, files, async (sent) => {
        const held = await checkFiles(author.id, sent, words);
        const write = (tx: Transaction) => addItem(tx, author.id, draft, words, held);
        return media.commit(listOf(held), transact(write, callOf(draft, files)));
      });
    },

    /** What `create` and `edit` would store as this text's HTML, and its code to run. @throws AppError too_many_requests, unavailable */
    async preview({ userId }: Bearer, body: string): Promise<PreviewedText> {
      await rateLimits.take("previewByUser", String(userId));
      const text = trimBody(body);
      const html = await rendering.article(userId, text, await textPictures.knownIn(userId, text));
      const own = textPictures.placedForOwner(html);
      const checks = await codeChecks.ofText(userId, text, html);
      return { html, ...(own !== html && { own_html: own }), ...(checks && { checks }) };
    },

    /**
     * Like `create`, for an item that comes from a file of its author's (docs/rules.md#export-and-import): a draft if too many of
     * their posts wait already.
     */
    async bring(
      authorId: number,
      draft: ContentDraft,
      files: SentFiles,
      origin: Origin,
    ): Promise<ContentItem> {
      const words = await readWords(authorId, draft, (files.file ?? origin.file) !== null);
      const held = await checkFiles(authorId, files, words);
      const write = (tx: Transaction) => addItem(tx, authorId, draft, words, held, origin);
      return media.commit(listOf(held), db.transaction(write));
    },

    /** The next revision of the author's own item (docs/rules.md#decisions-and-notifications). Readers keep the published revision. */
    async edit(
      bearer: Bearer,
      { id, ifMatch }: { id: number; ifMatch?: string | undefined },
      change: ContentChange,
      files: SentFiles,
      transact: Transact<ContentItem>,
    ): Promise<ContentItem> {
      const viewer = await users.viewer(bearer.userId);
      const words = await readWords(viewer.userId, change, bringsFile(change, files));
      return withUpload(bearer, change.upload, files, async (sent) => {
        const held = await checkFiles(viewer.userId, sent, words);
        const write = async (tx: Transaction) => {
          const item = await lockOwn(tx, viewer, id);
          await storage.hold(tx, viewer.userId);
          ensure(ifMatchHolds(ifMatch, item.latestRevision), "precondition_failed");
          await useUpload(tx, viewer.userId, change, held);
          await addRevision(tx, item, change, words, held);
          await storage.ensureMayWrite(tx, viewer.userId);
          return content.asAuthorSees(tx, id);
        };
        return media.commit(listOf(held), transact(write, callOf(change, files)));
      });
    },

    /**
     * The author's answer to the reason of a flag (docs/rules.md#answers-to-reasons). Verified admins get one notice, however often
     * the answer changes. @throws AppError decision_stale once there is a newer decision.
     */
    async answerReason({ userId }: Bearer, id: number, sent: ReasonAnswer): Promise<ReasonAnswer> {
      await rateLimits.take("changeByUser", String(userId));
      const viewer = await users.viewer(userId);
      const { revision } = sent;
      const answer = sent.answer.trim();
      await db.transaction(async (tx) => {
        await lockOwn(tx, viewer, id);
        const last = await lastDecision(tx, id);
        if (last?.decision !== "flagged" || last.revision !== revision) throw noSuchFlag();
        const isFirst = await writeAnswer(tx, { seq: last.seq, authorId: userId }, answer, clock());
        if (isFirst) await notifications.notify(tx, { event: "answered", contentId: id, revision });
      });
      return { revision, answer };
    },

    /**
     * The author confirms that the published revision still holds; a reviewer must agree. @throws AppError
     * decision_stale for another revision
     */
    async sayStillTrue({ userId }: Bearer, id: number, { revision, note }: StillTrue) {
      await rateLimits.take("changeByUser", String(userId));
      const viewer = await users.viewer(userId);
      const said = { revision, note: trimmed(note ?? "") || null, said_at: clock() };
      await db.transaction(async (tx) => {
        const item = await lockOwn(tx, viewer, id);
        const served = item.publishedRevisionId;
        const facts = served === null ? null : await readRevisionFacts(tx, item, { id: served });
        ensure(facts?.number === revision, "decision_stale");
        const word = { contentId: id, revisionNumber: revision, note: said.note, saidAt: said.said_at };
        await renewals.writeStillTrue(tx, word);
      });
      return { ...said, said_at: said.said_at.toISOString() };
    },

    /**
     * Names the public item that replaces the author's own; null undoes it. The ledger records both. @throws AppError
     * cannot_supersede
     */
    async supersede({ userId }: Bearer, id: number, by: number | null): Promise<ContentItem> {
      await rateLimits.take("changeByUser", String(userId));
      const viewer = await users.viewer(userId);
      return db.transaction(async (tx) => {
        const item = await lockOwn(tx, viewer, id);
        ensure(item.publishedRevisionId !== null, "cannot_supersede", {
          sentence: "Only a public item can be replaced.",
        });
        const { current, changes } = await renewals.successorOf(tx, id, new Date(clock().getTime() - day));
        if (by !== null && current === by) return content.asAuthorSees(tx, id);
        // Each change is a row of the public log for ever.
        ensure(changes < changesOfSuccessorADay, "too_many_requests", {
          sentence: "You can change an item's replacement at most ten times a day. Try again tomorrow.",
          retryAfter: 60 * 60,
        });
        if (by === null || current !== null) {
          ensure((await renewals.namedSuccessor(tx, id)) === userId, "cannot_supersede", {
            sentence: "A reviewer marked this item as replaced. Only a reviewer can undo that.",
          });
        }
        await noteByAuthor(tx, item, by === null ? "reinstated" : "superseded");
        if (by !== null) await renewals.ensureMayReplace(tx, id, by);
        await renewals.setSuccessor(tx, id, by);
        return content.asAuthorSees(tx, id);
      });
    },

    /**
     * Permanently withdraws the author's own item, whatever its status. For anything but a draft the ledger records the
     * withdrawal.
     */
    async withdraw({ userId }: Bearer, id: number): Promise<void> {
      await rateLimits.take("changeByUser", String(userId));
      const viewer = await users.viewer(userId);
      const erased = await db.transaction(async (tx) => {
        const item = await lockOwn(tx, viewer, id);
        await storage.hold(tx, userId);
        return withdrawItem(tx, item);
      });
      await media.removeFiles(erased);
    },

    /** The same in the transaction that erases the author's account. @returns keys of files to remove after the commit */
    async withdrawOf(tx: Transaction, authorId: number, id: number): Promise<string[]> {
      const item = await lockItem(tx, id);
      if (!item) return [];
      await storage.hold(tx, authorId);
      return withdrawItem(tx, item);
    },
  };

  async function withdrawItem(tx: Transaction, item: LockedItem): Promise<string[]> {
    const { id, authorId } = item;
    if (item.status !== "Draft") {
      const { number: revision, title } = await noteByAuthor(tx, item, "withdrawn");
      const about = { contentId: id, revision, title, authorId };
      await webhooks.announce(tx, { event: "content.removed", ...about });
    }
    await setReviewState(tx, id, {
      status: "Removed",
      publishedRevisionId: null,
      publishedReview: null,
      pendingRevisionId: null,
      withdrawnAt: clock(),
    });
    return media.eraseUndecided(tx, id);
  }

  function isWithoutCaptions(revision: RevisionDraft): boolean {
    return settings.values().captions_required && lacksCaptions(revision);
  }

  /** @throws AppError captions_required */
  function ensureCaptions(revision: RevisionDraft): void {
    ensure(!isWithoutCaptions(revision), "captions_required");
  }

  /** How many of the author's posts wait with this one. Call it while their storage is held: so two cannot slip in. */
  async function waitingWithThis(tx: Transaction, authorId: number): Promise<number> {
    return 1 + (await countWaiting(tx, authorId, memberWaitingPosts));
  }

  async function addItem(
    tx: Transaction,
    authorId: number,
    draft: ContentDraft,
    words: Words,
    held: HeldFiles,
    origin?: Origin,
  ): Promise<ContentItem> {
    const now = clock();
    await storage.hold(tx, authorId);
    await useUpload(tx, authorId, draft, held);
    const waiting = draft.draft ? null : await waitingWithThis(tx, authorId);
    const isRoom = waiting === null || waiting <= memberWaitingPosts;
    if (!isRoom && !origin) throw tooManyWaiting(memberWaitingPosts, "Draft");
    await holdCategory(tx, words);
    await textPictures.hold(tx, picturesOf(words));
    await captions.hold(tx, words.captions ?? []);
    await media.add(tx, listOf(held), authorId);
    const id = await insertItem(tx, authorId, origin?.createdAt ?? now);
    const first = { id, authorId, latestRevision: 0 };
    const file = held.file ?? origin?.file ?? null;
    const written = firstRevision(words, file, held.poster ?? origin?.poster ?? null);
    ensurePlayable(written, words, held.file?.durationSeconds ?? null);
    ensureTakesPoster(written, file?.type ?? null);
    // What comes from a file and lacks captions stays a draft.
    const isSent = waiting !== null && isRoom && !(origin && isWithoutCaptions(written));
    if (isSent) ensureCaptions(written);
    const revision = await insertRevision(tx, first, written, now);
    await storage.ensureMayWrite(tx, authorId);
    if (words.seriesId != null) await series.place(tx, first, words.seriesId);
    if (waiting !== null && isSent) {
      await setReviewState(tx, id, { status: "Pending", pendingRevisionId: revision.id });
      const about = { contentId: id, revision: revision.number };
      const { title } = written;
      await webhooks.announce(tx, { event: "content.submitted", ...about, title, authorId });
      await notifications.notify(tx, { event: "waiting", ...about, waiting });
    }
    return content.asAuthorSees(tx, id);
  }

  async function addRevision(
    tx: Transaction,
    item: LockedItem,
    change: ContentChange,
    words: Words,
    held: HeldFiles,
  ): Promise<void> {
    const { status } = item;
    if (status === "Removed") throw new AppError("content_removed");
    ensure(change.revision === undefined || change.revision === item.latestRevision, "revision_stale");
    if (change.draft === true && status !== "Draft") throw fieldError("draft", "is only for drafts");
    const isSent = change.draft === false;
    const newest = await readRevisionFacts(tx, item, { number: item.latestRevision });
    const changed = nextRevision(newest, words, held);
    const keepsMedia = !held.file && changed.media !== null;
    ensurePlayable(changed, words, keepsMedia ? newest.mediaDuration : (held.file?.durationSeconds ?? null));
    ensureTakesPoster(changed, keepsMedia ? newest.mediaType : (held.file?.type ?? null));
    const isNew = !hashRevision(item, newest.number, changed).equals(newest.hash);
    const isPlaced = words.seriesId !== undefined && (await series.place(tx, item, words.seriesId));
    // Reviewers are not notified of what they already have (docs/rules.md#posts-on-the-device).
    const asksReviewers = isNew || (isSent && status === "Draft");
    ensure(asksReviewers || isPlaced, "nothing_changed");
    await media.add(tx, listOf(held), item.authorId);
    if (!asksReviewers) return;

    const next = statusAfterEdit(status, isSent);
    if (next !== "Draft") ensureCaptions(changed);
    // Reviewers get one notification per waiting item, however often its author edits it meanwhile.
    const beginsToWait = next !== "Draft" && item.pendingRevisionId === null;
    const waiting = beginsToWait ? await waitingWithThis(tx, item.authorId) : 0;
    if (waiting > memberWaitingPosts) throw tooManyWaiting(memberWaitingPosts, status);
    const now = clock();
    await holdCategory(tx, words);
    await textPictures.hold(tx, picturesOf(words));
    await captions.hold(tx, words.captions ?? []);
    const revision = isNew ? await insertRevision(tx, item, changed, now) : newest;
    if (next === "Draft") return;
    await setReviewState(tx, item.id, { status: next, pendingRevisionId: revision.id });
    const about = { contentId: item.id, revision: revision.number };
    if (!beginsToWait) return;
    const { title } = changed;
    await webhooks.announce(tx, { event: "content.submitted", ...about, title, authorId: item.authorId });
    await notifications.notify(tx, { event: "waiting", ...about, waiting });
  }

  /** Records the author's decision about the revision that readers have, or else the newest. */
  async function noteByAuthor(
    tx: Transaction,
    item: LockedItem,
    decision: "withdrawn" | "superseded" | "reinstated",
  ): Promise<RevisionFacts> {
    const { latestRevision: number, publishedRevisionId } = item;
    const which = publishedRevisionId === null ? { number } : { id: publishedRevisionId };
    const revision = await readRevisionFacts(tx, item, which);
    await ledger.append(tx, {
      contentId: item.id,
      revisionId: revision.id,
      revisionNumber: revision.number,
      revisionHash: revision.hash,
      mediaHash: revision.mediaSha256,
      decision,
      reviewerId: item.authorId,
      reason: null,
      decidedAt: clock(),
    });
    return revision;
  }
}
export type WritingService = ReturnType<typeof createWritingService>;

const day = 24 * 60 * 60_000;
const changesOfSuccessorADay = 10;

/** The Markdown that is stored and rendered. */
const trimBody = (sent: string): string => sent.trimEnd();

const noSuchCategory = () =>
  new AppError("invalid_input", {
    sentence: messages.invalidCategory,
    details: [{ field: "category", problem: "is not one of the categories" }],
  });

/** `status`: of the item that would be the next to wait. What reviewers have decided about cannot be a draft again. */
function tooManyWaiting(most: number, status: ContentStatus): AppError {
  const [waiting, decided] =
    most === 1
      ? ["1 of your posts already waits", "it is decided"]
      : [`${most} of your posts already wait`, "some of them are decided"];
  const remedy =
    status === "Draft"
      ? `Keep this one as a draft, and send it once ${decided}`
      : `Send this change once ${decided}`;
  return new AppError("too_many_waiting", { sentence: `${waiting} for review. ${remedy}.` });
}

const noSuchFlag = () =>
  new AppError("decision_stale", {
    sentence: "This revision is not flagged any more. Load the item again.",
  });

function typeOf(sent: string): ContentType {
  const type = readContentType(sent);
  if (!type) throw fieldError("content_type", `must be one of ${contentTypes.join(", ")}`);
  return type;
}

/** What repeated calls with the same Idempotency-Key are compared by: the form's fields and the hashes of its files. */
const callOf = (fields: object, { file, poster }: SentFiles) => ({
  ...fields,
  file: file?.sha256.toString("hex") ?? null,
  ...(poster && { poster: poster.sha256.toString("hex") }),
});

const bringsFile = ({ upload }: ContentDraft | ContentChange, { file }: SentFiles): boolean =>
  file !== null || upload !== undefined;

const listOf = ({ file, poster }: HeldFiles) => [file, poster].filter((held) => held !== null);

/** The pictures that the author's words refer to. */
const picturesOf = ({ text, cover }: Words): readonly UsedPicture[] => [
  ...(text?.pictures ?? []),
  ...(cover ? [cover] : []),
];

function firstRevision(words: Words, held: ShownFile | null, poster: ShownFile | null): RevisionDraft {
  const {
    title,
    text,
    summary = "",
    cover = null,
    categoryId,
    alt = "",
    said = "Article",
    embed = null,
    appliesTo = [],
  } = words;
  if (title === undefined || text === undefined || categoryId === undefined) {
    throw new Error("a draft without all its parts got past its schema");
  }
  return {
    title,
    ...text,
    summary,
    cover,
    contentType: embed === null ? contentTypeOf(held?.type ?? null, said) : "Video",
    categoryId,
    media: held && { key: held.key, sha256: held.sha256, alt },
    poster,
    captions: words.captions ?? [],
    chapters: words.chapters ?? [],
    noSpeech: words.noSpeech ?? false,
    embed,
    appliesTo,
    ...languageOf(words.language, { title, body: text.body }),
  };
}

/** @throws AppError invalid_input for captions of what is neither a film nor a recording, and for chapters that do not fit it */
function ensurePlayable(
  { contentType, chapters = [] }: RevisionDraft,
  { captions, chapters: given, noSpeech }: Words,
  duration: number | null,
): void {
  if (contentType === "Article") {
    const problem = "can only be sent with a film or a recording";
    if (captions?.length) throw fieldError("captions", problem);
    if (given?.length) throw fieldError("chapters", problem);
    if (noSpeech) throw fieldError("no_speech", problem);
  }
  const wrong = problemOfChapters(chapters, duration);
  if (wrong) throw fieldError(`chapters/${wrong.index}/at`, wrong.problem);
}

/** @throws AppError invalid_input for a poster of what needs none: a picture is its own */
function ensureTakesPoster({ poster, embed }: RevisionDraft, mediaType: string | null): void {
  if (!poster || embed || (mediaType !== null && !mediaType.startsWith("image/"))) return;
  throw fieldError("poster", "can only be sent with a film, a recording or a PDF");
}

/** As the author says, else as the text has it (docs/rules.md#languages). */
const languageOf = (
  given: LanguageCode | "" | undefined,
  text: { title: string; body: string },
): Pick<RevisionDraft, "language" | "languageGiven"> =>
  given ? { language: given, languageGiven: true } : { language: detectLanguage(text), languageGiven: false };

/**
 * The newest revision with the changes applied. A new file drops the old one's description and poster, and ends an
 * embed; an embed ends a file and its poster.
 */
function nextRevision(newest: RevisionFacts, words: Words, { file: held, poster }: HeldFiles): RevisionDraft {
  const { mediaKey, mediaSha256, mediaAlt, mediaType, posterKey, posterSha256 } = newest;
  const embed = held ? null : words.embed === undefined ? newest.embed : words.embed;
  const keepsMedia = embed === null && mediaKey !== null && mediaSha256 !== null;
  const kept = keepsMedia ? { key: mediaKey, sha256: mediaSha256 } : null;
  const media = held
    ? { key: held.key, sha256: held.sha256, alt: words.alt ?? "" }
    : kept && { ...kept, alt: words.alt ?? mediaAlt };
  const keepsPoster = !held && words.poster !== null && embed === newest.embed;
  const oldPoster =
    posterKey !== null && posterSha256 !== null ? { key: posterKey, sha256: posterSha256 } : null;
  const title = words.title ?? newest.title;
  const { body, bodyHtml, excerpt } = words.text ?? newest;
  const before = newest.pictures.find(({ key }) => key === newest.coverKey) ?? null;
  // The former cover goes, unless the text shows it as well.
  const pictures =
    words.text?.pictures ??
    newest.pictures.filter(({ key }) => key !== newest.coverKey || bodyHtml.includes(key));
  const given = newest.languageGiven ? newest.language : "";
  const said = words.said ?? (newest.embed === null ? newest.contentType : "Article");
  const contentType =
    embed === null ? contentTypeOf(held?.type ?? (kept && mediaType), said) : ("Video" as const);
  // An item that nobody plays any more loses what is said in it.
  const isPlayed = contentType !== "Article";
  return {
    title,
    body,
    bodyHtml,
    summary: words.summary ?? newest.summary,
    cover: words.cover === undefined ? before : words.cover,
    excerpt,
    contentType,
    captions: words.captions ?? (isPlayed ? newest.captions : []),
    chapters: words.chapters ?? (isPlayed ? newest.chapters : []),
    noSpeech: words.noSpeech ?? (isPlayed && newest.noSpeech),
    embed,
    categoryId: words.categoryId ?? newest.categoryId,
    media,
    poster: poster ?? (keepsPoster ? oldPoster : null),
    pictures,
    appliesTo: words.appliesTo ?? newest.appliesTo,
    ...languageOf(words.language ?? given, { title, body }),
  };
}
