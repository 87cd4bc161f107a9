import { sql } from "drizzle-orm";
import type { Database } from "../../../apps/server/src/db/database.ts";
import type { Device } from "../../support/server/push-service.ts";

/** What all of these members can follow. */
interface Followed {
  readonly authorId: number;
  readonly categoryId: number;
  readonly label: string;
  /** A word of what is published. */
  readonly word: string;
}

/** What members of each group chose; a member's group is the remainder of their number by eight. */
export const groups = {
  "follows the author": 0,
  "follows the category": 1,
  "follows the label, mailed at once": 2,
  "has the word as an interest": 3,
  "follows the author without mails, replies at once": 4,
  "follows the author, mailed daily": 5,
  "follows the author, pushed too": 6,
  "follows the author, but cannot be mailed": 7,
} as const;

const numbered = sql`select id, substring(email from 'reader-(\\d+)@')::int as number from users
  where email like 'reader-%'`;

/** Members written by one statement: even on a busy machine it is answered within the engine's limit. */
const together = 5_000;

/** Members with mixed choices, as if they had joined and chosen at that time. */
export async function writeMembers(
  db: Database,
  count: number,
  facts: Followed & { at: Date },
): Promise<void> {
  for (let first = 1; first <= count; first += together) {
    await writeSome(db, { first, last: Math.min(count, first + together - 1) }, facts);
  }
}

async function writeSome(
  db: Database,
  { first, last }: { first: number; last: number },
  { at, authorId, categoryId, label, word }: Followed & { at: Date },
): Promise<void> {
  // Of those who cannot be mailed a third each: not confirmed, deactivated, refused by the mail server.
  await db.query.execute(sql`
    insert into users (name, email, role, email_confirmed_at, active, mail_refused_at, interests, created_at)
    select 'Reader ' || n, 'reader-' || n || '@example.test', 'User',
      case when n % 24 <> 7 then ${at}::timestamptz end, n % 24 <> 15,
      case when n % 24 = 23 then ${at}::timestamptz end,
      case when n % 8 = 3 then array[${word}] else '{}' end, ${at}
    from generate_series(${first}::int, ${last}::int) n`);
  const some = sql`(select * from (${numbered}) reader where number between ${first}::int and ${last}::int) reader`;
  await db.query.execute(sql`
    insert into follows (user_id, kind, subject, followed_at)
    select id, kind, subject, ${at} from ${some}
    join (values (0, 'author', ${String(authorId)}), (1, 'category', ${String(categoryId)}), (2, 'label', ${label}),
      (4, 'author', ${String(authorId)}), (5, 'author', ${String(authorId)}), (6, 'author', ${String(authorId)}),
      (7, 'author', ${String(authorId)})) choice (remainder, kind, subject) on number % 8 = remainder`);
  await db.query.execute(sql`
    insert into notice_choices (user_id, what, mail, push)
    select id, what, mail, push from ${some}
    join (values (2, 'follows', 'now', null), (4, 'follows', 'never', null), (4, 'replies', 'now', null),
      (5, 'follows', 'daily', null), (6, 'follows', null, true))
      choice (remainder, what, mail, push) on number % 8 = remainder`);
}

/** A notice of an answer to each member of a group. */
export async function writeReplies(
  db: Database,
  group: keyof typeof groups,
  { contentId, at }: { contentId: number; at: Date },
): Promise<void> {
  await db.query.execute(sql`
    insert into notifications (audience_id, content_id, type, message, sub_message, url, created_at)
    select audiences.id, ${contentId}::bigint, 'Comment', 'The writer answered your comment', 'Streams [View]',
      ${`/posts/${contentId}`}, ${at}
    from (${numbered}) reader join audiences on audiences.user_id = reader.id
    where number % 8 = ${groups[group]}::int order by audiences.id`);
}

/** Devices of each member of a group, `each` of them. */
export async function writeDevices(
  db: Database,
  group: keyof typeof groups,
  { at, each, device }: { at: Date; each: number; device: () => Pick<Device, "endpoint" | "keys"> },
): Promise<void> {
  const { rows } = await db.query.execute<{ id: number }>(
    sql`select id::float8 as id from (${numbered}) reader where number % 8 = ${groups[group]}::int`,
  );
  const devices = rows.flatMap(({ id }) =>
    Array.from({ length: each }, () => {
      const { endpoint, keys } = device();
      return { id, endpoint, ...keys };
    }),
  );
  await db.query.execute(sql`
    with devices as (
      select gen_random_uuid() as session_id, * from json_to_recordset(${JSON.stringify(devices)})
        as device (id bigint, endpoint text, p256dh text, auth text)),
    living as (
      insert into sessions (id, user_id, refresh_token_hash, created_at, last_used_at)
      select session_id, id, sha256(session_id::text::bytea), ${at}, ${at} from devices)
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at)
    select session_id, id, endpoint, p256dh, auth, ${at} from devices`);
}

/** The number in a member's address; null for the address of somebody else. */
export const numberOf = (email: string): number | null => {
  const number = /^reader-(\d+)@/.exec(email)?.[1];
  return number === undefined ? null : Number(number);
};
