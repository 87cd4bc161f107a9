import { formerMember, type PostsChoice } from "@cairn/contract";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database, Queries, Transaction } from "../../db/database.ts";
import { rewriteTables } from "../../db/maintenance.ts";
import { deletionRequests, users } from "../../db/schema.ts";
import { notify } from "../../db/tell.ts";

/** Tables whose rows an erasure changes or deletes; erased-tables.test.ts names each other table with a reason. */
export const erasedTables = [
  "users",
  "sessions",
  "known_places",
  "account_links",
  "reset_codes",
  "provider_accounts",
  // They go with their sessions.
  "provider_sessions",
  "program_tokens",
  "push_subscriptions",
  "notice_choices",
  "idempotency_keys",
  "deletion_requests",
  "likes",
  "saved_items",
  "read_items",
  "follows",
  "content_claims",
  "reports",
  "work_exports",
  "uploads",
  "upload_pieces",
  "media",
  "captions",
  "caption_words",
  "content",
  "revisions",
  "revision_files",
  "series",
  "series_items",
  "still_true",
  "comments",
  "comment_mentions",
  "ledger",
  "decision_reasons",
  "approval_notes",
  "reason_answers",
  "audiences",
  "audience_members",
  "notification_reads",
  "notifications",
  "mails",
  "jobs",
  "invitations",
  "admin_actions",
] as const;

export interface DueAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: "Admin" | "TechWriter" | "User";
  readonly verifiedAt: Date | null;
  readonly active: boolean;
  readonly posts: PostsChoice;
  readonly erasedAt: Date;
}

const dueAccounts = (db: Queries, userId: number) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      verifiedAt: users.verifiedAt,
      active: users.active,
      posts: deletionRequests.posts,
      // Not null, as the condition says.
      erasedAt: sql<Date>`${deletionRequests.erasedAt}`.mapWith(deletionRequests.erasedAt),
    })
    .from(users)
    .innerJoin(deletionRequests, eq(deletionRequests.userId, users.id))
    .where(and(eq(users.id, userId), isNotNull(deletionRequests.erasedAt)))
    .limit(1);

/** An account with an approved request; null if there is none. */
export async function findDue(db: Queries, userId: number): Promise<DueAccount | null> {
  const [row] = await dueAccounts(db, userId);
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockDue(tx: Transaction, userId: number): Promise<DueAccount | null> {
  const [row] = await dueAccounts(tx, userId).for("update");
  return row ?? null;
}

/** Items that their author has to withdraw, because the log has decisions about them: all, or those that nobody can read. */
export async function itemsToWithdraw(
  tx: Transaction,
  userId: number,
  posts: PostsChoice,
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id::float8 as id from content
    where author_id = ${userId} and status <> 'Removed' and last_decision is not null
      and (${posts} = 'withdraw' or published_revision_id is null)
    order by id`);
  return rows.map(({ id }) => id);
}

type Account = Pick<DueAccount, "id" | "name" | "email" | "posts"> & { readonly at: Date };

/**
 * Erases an account whose items are withdrawn where they have to be. Call it last in the transaction.
 * @returns keys of files that no row names any more
 */
export async function eraseRows(tx: Transaction, account: Account): Promise<string[]> {
  const avatars = await eraseUser(tx, account);
  const keys = await deleteOwnRows(tx, account);
  await eraseWords(tx, account);
  await eraseUndecided(tx, account);
  const unused = await deleteUnusedMedia(tx, account, avatars);
  await eraseMentions(tx, account);
  await eraseNotices(tx, account);
  if (account.posts === "withdraw") await deleteComments(tx, account);
  // Everything that is kept in memory may name the member.
  await notify(tx, "shared_answers", "all");
  return [...keys, ...unused];
}

/** @returns keys of the photo */
async function eraseUser(tx: Transaction, { id, posts, at }: Account): Promise<string[]> {
  const { rows } = await tx.execute<{ keys: string[] }>(sql`
    select array_remove(array[avatar_key, avatar_small_key], null) as keys from users where id = ${id}`);
  // The email has to be one that nobody can have registered.
  await tx.execute(sql`
    update users set name = ${formerMember}, email = gen_random_uuid() || '@erased.invalid', phone = null,
      password_hash = null, active = false, email_confirmed_at = null, verified_at = null, interests = '{}',
      languages = '{}', bio = '', social_links = '[]', avatar_key = null, avatar_small_key = null,
      keeps_history = false, mail_refused_at = null, waiting_since = null,
      erased_at = ${at}::timestamptz, erased_posts = ${posts}
    where id = ${id}`);
  // The trigger of the name has written them again.
  await tx.execute(sql`update users set author_words = null where id = ${id}`);
  return rows[0]?.keys ?? [];
}

/** @returns keys of the files that went with them */
async function deleteOwnRows(tx: Transaction, { id }: Account): Promise<string[]> {
  const { rows: pieces } = await tx.execute<{ key: string }>(sql`
    select key from upload_pieces join uploads on uploads.id = upload_id where user_id = ${id}`);
  // Others' exports name the member as a reviewer of their posts.
  const { rows: exported } = await tx.execute<{ key: string | null }>(sql`
    delete from work_exports where user_id = ${id} or key is not null and user_id in (
      select author_id from ledger join content on content.id = content_id where reviewer_id = ${id})
    returning key`);
  const owned = [
    ["push_subscriptions", "user_id"],
    ["sessions", "user_id"],
    ["known_places", "user_id"],
    ["account_links", "user_id"],
    ["reset_codes", "user_id"],
    ["provider_accounts", "user_id"],
    ["program_tokens", "user_id"],
    ["notice_choices", "user_id"],
    ["idempotency_keys", "user_id"],
    ["deletion_requests", "user_id"],
    ["saved_items", "user_id"],
    ["read_items", "user_id"],
    ["follows", "user_id"],
    ["comment_mentions", "user_id"],
    ["uploads", "user_id"],
    ["content_claims", "admin_id"],
    ["reports", "reporter_id"],
    ["audience_members", "user_id"],
    ["audiences", "user_id"],
  ] as const;
  for (const [table, column] of owned) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`);
  }
  // Item by item, as every writer locks them.
  await tx.execute(sql`
    delete from likes where user_id = ${id} and content_id in (
      select id from content where id in (select content_id from likes where user_id = ${id}) order by id for no key update)`);
  await tx.execute(sql`delete from follows where kind = 'author' and subject = ${String(id)}`);
  return [...pieces, ...exported].flatMap(({ key }) => key ?? []);
}

/** Reasons, notes and answers, and the salts that name the member as a reviewer. The ledger's rows stay. */
async function eraseWords(tx: Transaction, { id }: Account): Promise<void> {
  const decided = sql`select seq from ledger where reviewer_id = ${id}`;
  // The notices that their authors got about these decisions repeat them.
  const { rows: told } = await tx.execute<{ id: string }>(sql`
    update notifications told set message = split_part(told.message, ': ', 1)
    from ledger join content on content.id = ledger.content_id join audiences on audiences.user_id = content.author_id
    where ledger.reviewer_id = ${id} and told.audience_id = audiences.id and told.content_id = ledger.content_id
      and (exists (select from decision_reasons where decision_reasons.seq = ledger.seq)
        or exists (select from approval_notes where approval_notes.seq = ledger.seq))
      and told.message like 'Your post %: %'
      and told.created_at between ledger.decided_at and ledger.decided_at + interval '1 minute'
    returning told.id`);
  await deleteMailsOf(tx, told);
  await tx.execute(sql`delete from decision_reasons where seq in (${decided})`);
  await tx.execute(sql`delete from approval_notes where seq in (${decided})`);
  const ofOwnItems = sql`select id from content where author_id = ${id}`;
  await tx.execute(sql`
    delete from reason_answers where seq in (select seq from ledger where content_id in (${ofOwnItems}))`);
  await tx.execute(sql`update still_true set note = null where content_id in (${ofOwnItems})`);
  await tx.execute(sql`
    update ledger set reviewer_salt = null,
      reviewer_commitment = sha256(reviewer_salt || convert_to(reviewer_id::text, 'UTF8'))
    where reviewer_id = ${id} and reviewer_salt is not null`);
}

/** Drafts, and revisions that nobody decided about. An item without any decision stays as a row without words. */
async function eraseUndecided(tx: Transaction, { id, at }: Account): Promise<void> {
  await tx.execute(sql`
    update content set pending_revision_id = null,
      status = case when last_decision is null then 'Removed' else status end,
      withdrawn_at = case when last_decision is null then coalesce(withdrawn_at, ${at}::timestamptz) else withdrawn_at end,
      latest_revision = coalesce((select max(revision_number) from ledger where content_id = content.id), 0)
    where author_id = ${id}`);
  const undecided = sql`
    select revisions.id from revisions join content on content.id = content_id
    where author_id = ${id} and not exists (
      select from ledger where ledger.content_id = revisions.content_id and ledger.revision_id = revisions.id)`;
  await tx.execute(sql`delete from revision_files where revision_id in (${undecided})`);
  await tx.execute(sql`delete from revisions where id in (${undecided})`);
  await tx.execute(sql`
    delete from series_items using content
    where content.id = content_id and author_id = ${id} and status = 'Removed'`);
  await tx.execute(sql`select settle_series(id) from series where author_id = ${id}`);
  await tx.execute(sql`
    delete from follows where kind = 'series' and subject in (
      select id::text from series where author_id = ${id} and items = 0)`);
  await tx.execute(sql`delete from series where author_id = ${id} and items = 0`);
}

/** The photo, and files of the member that no item has any more. @returns their keys */
async function deleteUnusedMedia(tx: Transaction, { id }: Account, avatars: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    with unused as (
      select key from media
      where rendition_of is null and (owner_id = ${id} or key = any(${sql.param(avatars)}::text[]))
        and not exists (select from revisions where media_key = key)
        and not exists (select from revisions where poster_key = key)
        and not exists (select from revisions where cover_key = key)
        and not exists (select from revision_files where media_key = key)
        and not exists (select from users where avatar_key = key or avatar_small_key = key)
    )
    select key from media where key in (select key from unused) or rendition_of in (select key from unused)`);
  const keys = rows.map(({ key }) => key);
  await tx.execute(sql`delete from media where key = any(${sql.param(keys)}::text[])`);
  return keys;
}

/** Name and email where something else was about the account. */
async function eraseMentions(tx: Transaction, { id, name, email }: Account): Promise<void> {
  await tx.execute(sql`
    update admin_actions set subject = ${formerMember}, changes = null
    where subject_id = ${id} and (kind like 'user%' or kind like 'deletion%')`);
  await tx.execute(sql`
    update admin_actions set subject = ${formerMember} where subject = ${email} and kind like 'invitation%'`);
  await tx.execute(sql`delete from invitations where email = ${email}`);
  await tx.execute(sql`delete from jobs where kind = 'reset' and payload ->> 'email' = ${email}`);
  await tx.execute(sql`delete from jobs where kind = 'export' and key = ${String(id)}`);
  await deleteMails(tx, sql`recipient = ${email}`);
  // Others' kept answers, as JSON has them.
  const fields = ["name", "author_name"].map((field) => `"${field}":`);
  for (const field of fields) {
    const [written, instead] = [name, formerMember].map((value) => field + JSON.stringify(value));
    await tx.execute(sql`
      update idempotency_keys set answer = replace(answer, ${written}, ${instead}) where strpos(answer, ${written}) > 0`);
  }
}

const deleteMails = (tx: Transaction, which: ReturnType<typeof sql>) =>
  tx.execute(sql`
    with gone as (delete from mails where ${which} returning id)
    delete from jobs where kind = 'mail' and key in (select id::text from gone)`);

/** Others' notices: in place of the name stands "A former member", and what nobody can read any more has no title. */
async function eraseNotices(tx: Transaction, { id }: Account): Promise<void> {
  const { rows: ofComments } = await tx.execute<{ id: string }>(sql`
    update notifications set message = ${formerMember} || substring(message from
      ' (?:commented on your post|mentioned you in a comment|answered your comment)$')
    where comment_id in (select id from comments where author_id = ${id})
      and message ~ ' (?:commented on your post|mentioned you in a comment|answered your comment)$'
    returning id`);
  const { rows: ofPosts } = await tx.execute<{ id: string }>(sql`
    update notifications set
      message = case
        when message like '% answered a reviewer''s reason' then ${formerMember} || ' answered a reviewer''s reason'
        when message ~ ' waits? for review$'
          then regexp_replace(message, '^(An edit|A post|\\d+ posts) by .* (waits?) for review$', ${`\\1 by ${formerMember} \\2 for review`})
        else regexp_replace(message, '^(New \\w+) by .*$', ${`\\1 by ${formerMember}`}) end,
      sub_message = case
        when exists (select from content where content.id = content_id and status <> 'Removed') then sub_message
        else substring(sub_message from '\\[[^][]+\\]$') end
    where audience_id in (1, 2) and except_id = ${id}
    returning id`);
  await deleteMailsOf(tx, [...ofComments, ...ofPosts]);
}

/** Mails repeat their notices, sent ones in their subject; those that wait are not sent. */
const deleteMailsOf = (tx: Transaction, notices: readonly { readonly id: string }[]) => {
  const ids = sql.param(notices.map(({ id }) => id));
  return deleteMails(tx, sql`once like 'notice %' and split_part(once, ' ', 2) = any(${ids}::text[])`);
};

async function deleteComments(tx: Transaction, { id }: Account): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from comments where author_id = ${id} returning id`);
  for (const comment of rows) await tx.execute(sql`select withdraw_notices(${comment.id}::bigint)`);
}

/** Leaves nothing of an erased account in the database's own files. */
export const rewriteErased = (db: Database): Promise<void> => rewriteTables(db, erasedTables);

/** Notes the progress of a leased job in the transaction that made it. @returns false if another process has leased it since */
export async function noteProgress(
  tx: Transaction,
  { id, attempts }: { readonly id: number; readonly attempts: number },
  payload: object,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update jobs set payload = ${JSON.stringify(payload)}::jsonb where id = ${id} and attempts = ${attempts} returning 1`);
  return rows.length > 0;
}

export interface ErasedAccount {
  readonly id: number;
  readonly createdAt: Date;
  readonly posts: PostsChoice;
}

export async function erasedAccounts(db: Queries): Promise<ErasedAccount[]> {
  const rows = await db
    .select({ id: users.id, createdAt: users.createdAt, posts: users.erasedPosts })
    .from(users)
    .where(isNotNull(users.erasedAt))
    .orderBy(users.id);
  return rows.map(({ posts, ...row }) => ({ ...row, posts: posts ?? "keep" }));
}

/** Which of these accounts there are, and are not erased. */
export async function livingAmong(db: Queries, ids: readonly number[]) {
  const { rows } = await db.execute<{ id: number; createdAt: string }>(sql`
    select id::float8 as id, created_at as "createdAt" from users
    where id = any(${sql.param([...ids])}::bigint[]) and erased_at is null order by id`);
  return rows.map(({ id, createdAt }) => ({ id, createdAt: new Date(createdAt) }));
}
