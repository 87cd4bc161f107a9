import {
  type AdminActionKind,
  type Chapter,
  type Delivery,
  defaultSite,
  type LanguageCode,
  type SeenOutcomes,
  type SiteSettings,
  type SocialLink,
  tokenScopes,
  webhookEvents,
} from "@cairn/contract";
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * The tables as the query layer sees them. migrations/*.sql define them, with constraints, indexes and triggers; this file
 * only gives names and types, and schema.test.ts compares it with the database.
 */

const id = (name = "id") => bigint(name, { mode: "number" });
const instant = (name: string) => timestamp(name, { mode: "date", precision: 3, withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
const ContentTypeColumn = { enum: ["Article", "Video", "Audio"] } as const;
const PostsChoiceColumn = { enum: ["keep", "withdraw"] } as const;
const StatusColumn = { enum: ["Draft", "Pending", "Published", "Flagged", "Removed"] } as const;

export const users = pgTable("users", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  phone: text("phone"),
  role: text("role", { enum: ["Admin", "TechWriter", "User"] }).notNull(),
  passwordHash: text("password_hash"),
  active: boolean("active").notNull().default(true),
  emailConfirmedAt: instant("email_confirmed_at"),
  verifiedAt: instant("verified_at"),
  grantRevoked: boolean("grant_revoked").notNull().default(false),
  interests: text("interests").array().notNull().default([]),
  /** Those that the member reads; none: all of them. */
  languages: text("languages").array().$type<LanguageCode[]>().notNull().default([]),
  bio: text("bio").notNull().default(""),
  socialLinks: jsonb("social_links").$type<SocialLink[]>().notNull().default([]),
  avatarKey: text("avatar_key"),
  avatarSmallKey: text("avatar_small_key"),
  keepsHistory: boolean("keeps_history").notNull().default(true),
  /** When its mail server refused the address. */
  mailRefusedAt: instant("mail_refused_at"),
  /** Since when it waits for an admin's approval; it is not active meanwhile. */
  waitingSince: instant("waiting_since"),
  createdAt: instant("created_at").notNull().defaultNow(),
  /** The row of an erased account stays, because others name its id. */
  erasedAt: instant("erased_at"),
  erasedPosts: text("erased_posts", PostsChoiceColumn),
});

export const siteSettings = pgTable("site_settings", {
  id: boolean("id").primaryKey().default(true),
  version: integer("version").notNull().default(0),
  name: text("name").notNull().default(defaultSite.name),
  tagline: text("tagline").notNull().default(defaultSite.tagline),
  accent: text("accent").notNull().default(defaultSite.accent),
  logoVersion: integer("logo_version"),
  logoRatio: doublePrecision("logo_ratio"),
  joining: text("joining", { enum: ["open", "domains", "approval", "invitation"] })
    .notNull()
    .default("open"),
  domains: text("domains").array().notNull().default([]),
  audience: text("audience", { enum: ["everyone", "members"] })
    .notNull()
    .default("everyone"),
  captionsRequired: boolean("captions_required").notNull().default(false),
  groups: jsonb("groups").$type<SiteSettings["groups"]>().notNull().default([]),
});

export const siteLogo = pgTable("site_logo", {
  form: text("form", { enum: ["logo", "icon-180", "icon-192", "icon-512", "maskable-512"] }).primaryKey(),
  picture: bytes("picture").notNull(),
});

export const ownPages = pgTable("own_pages", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  slug: text("slug").notNull(),
  title: text("title").notNull(),
  body: text("body").notNull(),
  bodyHtml: text("body_html").notNull(),
  excerpt: text("excerpt").notNull(),
  language: text("language").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const invitations = pgTable("invitations", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  role: text("role", { enum: ["User", "TechWriter"] }).notNull(),
  email: text("email"),
  uses: integer("uses").notNull(),
  used: integer("used").notNull().default(0),
  createdAt: instant("created_at").notNull(),
  endsAt: instant("ends_at").notNull(),
});

export const sessions = pgTable("sessions", {
  id: uuid("id").primaryKey(),
  userId: id("user_id").notNull(),
  refreshTokenHash: bytes("refresh_token_hash").notNull(),
  userAgent: text("user_agent"),
  createdAt: instant("created_at").notNull().defaultNow(),
  lastUsedAt: instant("last_used_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
  provider: text("provider"),
});

export const knownPlaces = pgTable("known_places", {
  userId: id("user_id").notNull(),
  place: bytes("place").notNull(),
  seenAt: instant("seen_at").notNull(),
});

export const categories = pgTable("categories", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  posts: integer("posts").notNull().default(0),
  createdAt: instant("created_at").notNull().defaultNow(),
  deletedAt: instant("deleted_at"),
  movedTo: id("moved_to"),
  intervalDays: integer("interval_days").$type<90 | 180 | 365>().default(180),
});

export const media = pgTable("media", {
  key: text("key").primaryKey(),
  sha256: bytes("sha256").notNull(),
  bytes: id("bytes").notNull(),
  type: text("type").notNull(),
  width: integer("width"),
  height: integer("height"),
  durationSeconds: integer("duration_seconds"),
  pages: integer("pages"),
  createdAt: instant("created_at").notNull().defaultNow(),
  erasedAt: instant("erased_at"),
  ownerId: id("owner_id"),
  /** The key of the picture that this file shows smaller. */
  renditionOf: text("rendition_of"),
  renditionWidths: integer("rendition_widths").array(),
  colour: text("colour"),
  /** A picture for a text, or captions: it is sent before the item that will have it. */
  comesFirst: boolean("comes_first").notNull().default(false),
});

export const uploads = pgTable("uploads", {
  id: text("id").primaryKey(),
  userId: id("user_id").notNull(),
  bytes: id("bytes").notNull(),
  received: id("received").notNull().default(0),
  pieces: integer("pieces").notNull().default(0),
  type: text("type").notNull(),
  metadata: text("metadata").notNull(),
  endsAt: instant("ends_at").notNull(),
});

export const uploadPieces = pgTable("upload_pieces", {
  uploadId: text("upload_id").notNull(),
  start: id("start").notNull(),
  key: text("key").notNull(),
});

export const memberStorage = pgTable("member_storage", {
  userId: id("user_id").primaryKey(),
  bytes: id("bytes").notNull(),
});

export const siteStorage = pgTable("site_storage", {
  id: boolean("id").primaryKey().default(true),
  bytes: id("bytes").notNull(),
});

export const content = pgTable("content", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  authorId: id("author_id").notNull(),
  status: text("status", StatusColumn).notNull(),
  latestRevision: integer("latest_revision").notNull().default(0),
  publishedRevisionId: id("published_revision_id"),
  publishedReview: id("published_review"),
  pendingRevisionId: id("pending_revision_id"),
  publishedAt: instant("published_at"),
  publishedCategoryId: id("published_category_id"),
  publishedContentType: text("published_content_type", ContentTypeColumn),
  publishedLanguage: text("published_language").$type<LanguageCode>(),
  publishedTitle: text("published_title"),
  publishedSearch: tsvector("published_search"),
  likes: integer("likes").notNull().default(0),
  comments: integer("comments").notNull().default(0),
  createdAt: instant("created_at").notNull().defaultNow(),
  withdrawnAt: instant("withdrawn_at"),
  deskRevisionId: id("desk_revision_id"),
  deskTitle: text("desk_title"),
  deskContentType: text("desk_content_type", ContentTypeColumn),
  deskCategoryId: id("desk_category_id"),
  waitingSince: instant("waiting_since"),
  lastDecision: id("last_decision"),
  verifiedAt: instant("verified_at"),
  goodUntil: instant("good_until"),
  supersededBy: id("superseded_by"),
});

export const revisions = pgTable("revisions", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  contentId: id("content_id").notNull(),
  number: integer("number").notNull(),
  title: text("title").notNull(),
  body: text("body").notNull(),
  bodyHtml: text("body_html").notNull(),
  contentType: text("content_type", ContentTypeColumn).notNull(),
  categoryId: id("category_id").notNull(),
  mediaKey: text("media_key"),
  mediaAlt: text("media_alt").notNull().default(""),
  posterKey: text("poster_key"),
  hash: bytes("hash").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  appliesTo: text("applies_to").array().notNull().default([]),
  language: text("language").$type<LanguageCode>().notNull().default("en"),
  /** Whether its author said so: only then does the hash cover it. */
  languageGiven: boolean("language_given").notNull().default(false),
  /** Its author's words for cards, feeds and descriptions; empty: none. */
  summary: text("summary").notNull().default(""),
  /** The picture for cards; it is among `revisionFiles`. */
  coverKey: text("cover_key"),
  /** The beginning of the text, for the same places. */
  excerpt: text("excerpt").notNull(),
  chapters: jsonb("chapters").$type<Chapter[]>().notNull().default([]),
  /** Its author says that nobody speaks in it. */
  noSpeech: boolean("no_speech").notNull().default(false),
  /** The address of a film of another site, in place of a file. */
  embed: text("embed"),
});

/** The pictures of a revision's text, in its order, then its cover if the text has it not, then its captions. */
export const revisionFiles = pgTable("revision_files", {
  revisionId: id("revision_id").notNull(),
  place: smallint("place").notNull(),
  mediaKey: text("media_key").notNull(),
});

/** What a file of captions says: its cues as [start, end, text, speaker?]. */
export const captions = pgTable("captions", {
  mediaKey: text("media_key").primaryKey(),
  language: text("language").notNull(),
  cues: jsonb("cues").$type<StoredCue[]>().notNull(),
  cueCount: integer("cue_count").notNull(),
  endsAt: doublePrecision("ends_at").notNull(),
});
/** Each cue as the search knows it. */
export const captionWords = pgTable("caption_words", {
  mediaKey: text("media_key").notNull(),
  place: integer("place").notNull(),
  words: tsvector("words").notNull(),
});
export type StoredCue = [start: number, end: number, text: string, speaker?: string];

/** Items of one author in an order; the numbers of items are kept by `settle_series`. */
export const series = pgTable("series", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  authorId: id("author_id").notNull(),
  title: text("title").notNull(),
  description: text("description").notNull().default(""),
  createdAt: instant("created_at").notNull(),
  items: integer("items").notNull().default(0),
  publicItems: integer("public_items").notNull().default(0),
});

export const seriesItems = pgTable("series_items", {
  contentId: id("content_id").primaryKey(),
  seriesId: id("series_id").notNull(),
  position: integer("position").notNull(),
  /** Its place among published items; null: not published. */
  publicPosition: integer("public_position"),
});

/** All of a member's work as one file: asked for, made, and fetched until `readyUntil`; with that alone it is given up. */
export const workExports = pgTable("work_exports", {
  userId: id("user_id").primaryKey(),
  requestedAt: instant("requested_at").notNull(),
  key: text("key"),
  bytes: id("bytes"),
  readyUntil: instant("ready_until"),
});

export const ledger = pgTable("ledger", {
  seq: id("seq").primaryKey(),
  contentId: id("content_id").notNull(),
  revisionId: id("revision_id").notNull(),
  revisionNumber: integer("revision_number").notNull(),
  revisionHash: bytes("revision_hash").notNull(),
  mediaHash: bytes("media_hash"),
  decision: text("decision", {
    enum: ["approved", "flagged", "removed", "withdrawn", "reaffirmed", "superseded", "reinstated"],
  }).notNull(),
  reviewerId: id("reviewer_id").notNull(),
  decidedAt: instant("decided_at").notNull(),
  previousHash: bytes("previous_hash").notNull(),
  hash: bytes("hash").notNull(),
  reasonCommitment: bytes("reason_commitment"),
  /** null: destroyed, because the reviewer was erased; then `reviewerCommitment` is the one of the leaf. */
  reviewerSalt: bytes("reviewer_salt"),
  reviewerCommitment: bytes("reviewer_commitment"),
});

export const ledgerLeaves = pgTable("ledger_leaves", {
  seq: id("seq").primaryKey(),
  leaf: text("leaf").notNull(),
  hash: bytes("hash").notNull(),
});

export const decisionReasons = pgTable("decision_reasons", {
  seq: id("seq").primaryKey(),
  salt: bytes("salt").notNull(),
  reason: text("reason").notNull(),
});

export const approvalNotes = pgTable("approval_notes", {
  seq: id("seq").primaryKey(),
  note: text("note").notNull(),
});

export const reasonAnswers = pgTable("reason_answers", {
  seq: id("seq").primaryKey(),
  answer: text("answer").notNull(),
  answeredAt: instant("answered_at").notNull(),
});

export const standingReasons = pgTable("standing_reasons", {
  contentId: id("content_id").notNull(),
  kind: text("kind", { enum: ["label", "links", "review"] }).notNull(),
  subject: text("subject").notNull().default(""),
  text: text("text").notNull(),
  since: instant("since").notNull(),
});

export const endedLabels = pgTable("ended_labels", {
  label: text("label").primaryKey(),
  endedOn: date("ended_on").notNull(),
});

export const stillTrue = pgTable("still_true", {
  contentId: id("content_id").primaryKey(),
  revisionNumber: integer("revision_number").notNull(),
  note: text("note"),
  saidAt: instant("said_at").notNull(),
});

export const codeChecks = pgTable("code_checks", {
  seq: id("seq").primaryKey(),
  outcomes: jsonb("outcomes").$type<SeenOutcomes>().notNull(),
});

export const links = pgTable("links", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  url: text("url").notNull(),
  host: text("host").notNull(),
  /** In whose turn it is checked. */
  ownerId: id("owner_id"),
  state: text("state", { enum: ["unchecked", "alive", "failing", "dead"] })
    .notNull()
    .default("unchecked"),
  since: instant("since"),
  checkedAt: instant("checked_at"),
  nextAskAt: instant("next_ask_at").notNull(),
  failures: smallint("failures").notNull().default(0),
  failedOn: date("failed_on", { mode: "string" }),
});

export const itemLinks = pgTable("item_links", {
  contentId: id("content_id").notNull(),
  linkId: id("link_id").notNull(),
  place: smallint("place").notNull(),
  authorNotified: boolean("author_notified").notNull().default(false),
});

export const linkQueue = pgTable("link_queue", { contentId: id("content_id").primaryKey() });

export const linkRobots = pgTable("link_robots", {
  origin: text("origin").primaryKey(),
  rules: jsonb("rules").$type<[allows: boolean, pattern: string][]>().notNull(),
  readAt: instant("read_at").notNull(),
});

export const linkRunner = pgTable("link_runner", {
  id: boolean("id").primaryKey().default(true),
  holder: uuid("holder").notNull(),
  until: instant("until").notNull(),
});

export const logTiles = pgTable("log_tiles", {
  level: smallint("level").notNull(),
  index: id("index").notNull(),
  hashes: bytes("hashes").notNull(),
});

export const logCheckpoint = pgTable("log_checkpoint", {
  id: boolean("id").primaryKey().default(true),
  note: text("note").notNull(),
  signedAt: instant("signed_at").notNull(),
});

export const logCosignatures = pgTable("log_cosignatures", {
  witness: text("witness").primaryKey(),
  checkpoint: text("checkpoint"),
  line: text("line"),
  askAfter: instant("ask_after").notNull(),
  failures: integer("failures").notNull().default(0),
});

/** The UUID from which ids in Atom feeds are made: one row. */
export const feedIds = pgTable("feed_ids", {
  id: boolean("id").primaryKey().default(true),
  base: uuid("base").notNull(),
});

export const comments = pgTable("comments", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  contentId: id("content_id").notNull(),
  authorId: id("author_id").notNull(),
  body: text("body").notNull(),
  bodyHtml: text("body_html").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  editedAt: instant("edited_at"),
  replyTo: id("reply_to"),
});

export const commentMentions = pgTable("comment_mentions", {
  commentId: id("comment_id").notNull(),
  userId: id("user_id").notNull(),
});

export const likes = pgTable("likes", {
  contentId: id("content_id").notNull(),
  userId: id("user_id").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const savedItems = pgTable("saved_items", {
  userId: id("user_id").notNull(),
  contentId: id("content_id").notNull(),
  savedAt: instant("saved_at").notNull(),
});

/** What a member opened, and how far they came: the history, and the rows of Continue. */
export const readItems = pgTable("read_items", {
  userId: id("user_id").notNull(),
  contentId: id("content_id").notNull(),
  position: doublePrecision("position").notNull(),
  /** Playing position in a video or a recording. */
  seconds: doublePrecision("seconds"),
  readAt: instant("read_at").notNull(),
});

export const follows = pgTable("follows", {
  userId: id("user_id").notNull(),
  kind: text("kind", { enum: ["author", "category", "label", "series"] }).notNull(),
  /** An id, or a label's text. */
  subject: text("subject").notNull(),
  followedAt: instant("followed_at").notNull(),
});

/** Only what differs from the defaults of the contract; null: the default. */
export const noticeChoices = pgTable("notice_choices", {
  userId: id("user_id").notNull(),
  what: text("what", {
    enum: ["replies", "mentions", "decisions", "follows", "renewals", "desk"],
  }).notNull(),
  mail: text("mail", { enum: ["never", "now", "daily", "weekly"] }),
  push: boolean("push"),
});

export const pushSubscriptions = pgTable("push_subscriptions", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  sessionId: uuid("session_id").notNull(),
  userId: id("user_id").notNull(),
  endpoint: text("endpoint").notNull(),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  createdAt: instant("created_at").notNull(),
  /** Pushes given up since the last one that was taken. */
  failures: smallint("failures").notNull().default(0),
});

export const idempotencyKeys = pgTable("idempotency_keys", {
  userId: id("user_id").notNull(),
  key: text("key").notNull(),
  callHash: bytes("call_hash").notNull(),
  status: smallint("status"),
  answer: text("answer"),
  createdAt: instant("created_at").notNull(),
});

export const contentCounts = pgTable("content_counts", {
  authorId: id("author_id").notNull(),
  status: text("status", StatusColumn).notNull(),
  total: integer("total").notNull(),
});

export const authorWeeks = pgTable("author_weeks", {
  authorId: id("author_id").notNull(),
  week: date("week", { mode: "string" }).notNull(),
  posts: integer("posts").notNull().default(0),
  likes: integer("likes").notNull().default(0),
  comments: integer("comments").notNull().default(0),
});

export const feedCopies = pgTable("feed_copies", {
  source: text("source", { enum: ["videos", "articles"] }).primaryKey(),
  addressHash: bytes("address_hash").notNull(),
  fetchedAt: instant("fetched_at").notNull(),
  failingSince: instant("failing_since"),
  payload: jsonb("payload").notNull(),
});

export const contentClaims = pgTable("content_claims", {
  contentId: id("content_id").primaryKey(),
  adminId: id("admin_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

export const adminActions = pgTable("admin_actions", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  adminId: id("admin_id").notNull(),
  kind: text("kind").$type<AdminActionKind>().notNull(),
  subjectId: id("subject_id").notNull(),
  subject: text("subject").notNull(),
  changes: text("changes"),
  doneAt: instant("done_at").notNull(),
});

export const reports = pgTable("reports", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  contentId: id("content_id").notNull(),
  reporterId: id("reporter_id").notNull(),
  commentId: id("comment_id"),
  reason: text("reason").notNull(),
  createdAt: instant("created_at").notNull(),
  closedAt: instant("closed_at"),
  closedBy: id("closed_by"),
});

export const deletionRequests = pgTable("deletion_requests", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  userId: id("user_id").notNull(),
  reason: text("reason"),
  createdAt: instant("created_at").notNull(),
  /** When an admin decided, or the account was deactivated. */
  closedAt: instant("closed_at"),
  posts: text("posts", PostsChoiceColumn).notNull().default("keep"),
  /** When the account is erased; null: not approved. */
  erasedAt: instant("erased_at"),
  /** Why it was refused; null: it was not. */
  refusal: text("refusal"),
});

export const audiences = pgTable("audiences", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  kind: text("kind", { enum: ["members", "verifiedAdmins", "member"] }).notNull(),
  userId: id("user_id"),
  newest: integer("newest").notNull().default(0),
});

export const audienceMembers = pgTable("audience_members", {
  userId: id("user_id").notNull(),
  audienceId: id("audience_id").notNull(),
  isOpen: boolean("is_open").notNull().default(true),
  afterPosition: integer("after_position").notNull(),
  readPosition: integer("read_position").notNull(),
  readAbove: integer("read_above").notNull().default(0),
  withdrawn: integer("withdrawn").notNull().default(0),
  changes: integer("changes").notNull().default(0),
});

export const notifications = pgTable("notifications", {
  // A trigger sets both and ignores any value that is sent.
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  position: integer("position").notNull().default(0),
  audienceId: id("audience_id").notNull(),
  exceptId: id("except_id"),
  exceptPosition: integer("except_position"),
  contentId: id("content_id"),
  commentId: id("comment_id"),
  type: text("type", { enum: ["Video", "Article", "Comment", "System"] }).notNull(),
  message: text("message").notNull(),
  subMessage: text("sub_message").notNull(),
  url: text("url"),
  createdAt: instant("created_at").notNull(),
});

export const notificationReads = pgTable("notification_reads", {
  userId: id("user_id").notNull(),
  audienceId: id("audience_id").notNull(),
  position: integer("position").notNull(),
});

export const keptCounts = pgTable("kept_counts", {
  name: text("name").primaryKey(),
  total: integer("total").notNull(),
});

export const memberDays = pgTable("member_days", {
  day: date("day", { mode: "string" }).primaryKey(),
  joined: integer("joined").notNull(),
});

export const jobs = pgTable("jobs", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  kind: text("kind").notNull(),
  key: text("key"),
  sender: text("sender").notNull().default("site"),
  payload: jsonb("payload").$type<unknown>().notNull().default({}),
  dueAt: instant("due_at").notNull(),
  attempts: integer("attempts").notNull().default(0),
  isLeased: boolean("is_leased").notNull().default(false),
  failure: text("failure"),
});

export const mails = pgTable("mails", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  messageKey: uuid("message_key").notNull().defaultRandom(),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  sealedText: bytes("sealed_text"),
  once: text("once"),
  /** HTML and the address that unsubscribes. */
  sealedExtras: bytes("sealed_extras"),
  queuedAt: instant("queued_at").notNull(),
  giveUpAt: instant("give_up_at").notNull(),
  sentAt: instant("sent_at"),
  givenUpAt: instant("given_up_at"),
  failure: text("failure"),
});

export const resetCodes = pgTable("reset_codes", {
  userId: id("user_id").notNull(),
  askedBy: bytes("asked_by").notNull(),
  askedFrom: bytes("asked_from"),
  email: text("email").notNull(),
  codeHash: bytes("code_hash").notNull(),
  expiresAt: instant("expires_at").notNull(),
  wrongTries: integer("wrong_tries").notNull().default(0),
  verifiedAt: instant("verified_at"),
  verifiedByBrowser: bytes("verified_by_browser"),
  verifiedFrom: text("verified_from"),
});

export const accountLinks = pgTable("account_links", {
  tokenHash: bytes("token_hash").primaryKey(),
  userId: id("user_id").notNull(),
  purpose: text("purpose", { enum: ["confirmEmail", "setPassword"] }).notNull(),
  email: text("email"),
  expiresAt: instant("expires_at").notNull(),
});

export const providerAccounts = pgTable("provider_accounts", {
  provider: text("provider").notNull(),
  issuer: text("issuer").notNull(),
  subject: text("subject").notNull(),
  userId: id("user_id").notNull(),
  createdAt: instant("created_at").notNull(),
  lastUsedAt: instant("last_used_at").notNull(),
  groupRole: text("group_role", { enum: ["Admin", "TechWriter", "User"] }),
});

export const providerSessions = pgTable("provider_sessions", {
  sessionId: uuid("session_id").primaryKey(),
  provider: text("provider").notNull(),
  issuer: text("issuer").notNull(),
  subject: text("subject").notNull(),
  refreshToken: bytes("refresh_token").notNull(),
  checkedAt: instant("checked_at").notNull(),
});

export const providerAttempts = pgTable("provider_attempts", {
  stateHash: bytes("state_hash").primaryKey(),
  browserHash: bytes("browser_hash").notNull(),
  provider: text("provider").notNull(),
  codeVerifier: text("code_verifier").notNull(),
  nonce: text("nonce").notNull(),
  invitation: text("invitation"),
  createdAt: instant("created_at").notNull(),
});

export const programTokens = pgTable("program_tokens", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  userId: id("user_id").notNull(),
  name: text("name").notNull(),
  scopes: text("scopes", { enum: tokenScopes }).array().notNull(),
  tokenHash: bytes("token_hash").notNull(),
  createdAt: instant("created_at").notNull(),
  lastUsedAt: instant("last_used_at"),
  endsAt: instant("ends_at").notNull(),
});

export const webhooks = pgTable("webhooks", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  url: text("url").notNull(),
  events: text("events", { enum: webhookEvents }).array().notNull(),
  sealedSecret: bytes("sealed_secret").notNull(),
  isOn: boolean("is_on").notNull().default(true),
  failingSince: instant("failing_since"),
  createdAt: instant("created_at").notNull(),
});

export const webhookDeliveries = pgTable("webhook_deliveries", {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  webhookId: id("webhook_id").notNull(),
  messageId: uuid("message_id").notNull(),
  event: text("event").$type<Delivery["event"]>().notNull(),
  body: text("body").notNull(),
  createdAt: instant("created_at").notNull(),
  giveUpAt: instant("give_up_at").notNull(),
  attempts: integer("attempts").notNull().default(0),
  status: integer("status"),
  error: text("error"),
  sentAt: instant("sent_at"),
  failedAt: instant("failed_at"),
});
