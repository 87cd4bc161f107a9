import type { Write } from "./mixed-writes.ts";

export interface Found {
  readonly lost: string[];
  readonly doubled: string[];
}

/** The rows that a statement answers: on the embedded engine or on a database server. */
export type Ask = (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/**
 * Compares what was written with what the database holds. Whether the bytes of files, the counters and the ledger fit
 * as well is what `npm run admin -- check` says.
 */
export async function compare(ask: Ask, writes: readonly Write[]): Promise<Found> {
  const rows = await ask(marks);
  return judge(writes, new Map(rows.map(({ kind, mark, number }) => [`${kind} ${mark}`, Number(number)])));
}

/** What was acknowledged is there once, what was taken back is gone, and nothing is there twice. */
export function judge(writes: readonly Write[], counts: ReadonlyMap<string, number>): Found {
  const found = (write: Write) => counts.get(named(write)) ?? 0;
  const lost = writes.filter((write) => write.acknowledged && !write.undone && found(write) === 0);
  const doubled = writes.filter((write) => found(write) > (write.undone?.acknowledged ? 0 : 1));
  return { lost: lost.map(named), doubled: doubled.map(named) };
}

const named = ({ kind, mark }: Write) => `${kind} ${mark}`;

/** How often each mark is stored. */
const marks = `
  select kind, mark, count(*)::int as number from (
    select 'account' as kind, email as mark from users
    union all select 'profile', bio from users
    union all select 'logout', email from users where exists (
      select from sessions where user_id = users.id and ended_at is not null) and not exists (
      select from sessions where user_id = users.id and ended_at is null)
    union all select 'comment', body from comments
    union all select 'like', content_id || ' ' || user_id from likes
    union all select 'post', title from revisions where media_key is null and number = 1
    union all select 'edit', title from revisions where number > 1
    union all select 'upload', title || ' ' || encode(media.sha256, 'hex')
      from revisions join media on media.key = media_key
    union all select case decision when 'approved' then 'approval' else 'flag' end,
      content_id || ' ' || revision_number from ledger where decision in ('approved', 'flagged')
    union all select 'deletion', id::text from content where status = 'Removed'
    union all select 'read', members.user_id || ' ' || notifications.id
      from notifications join audience_members members on members.audience_id = notifications.audience_id
      where notifications.position <= members.read_position or exists (
        select from notification_reads reads where reads.user_id = members.user_id
        and reads.audience_id = members.audience_id and reads.position = notifications.position)
  ) written group by kind, mark`;
