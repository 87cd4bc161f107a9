import { sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";

export interface WrongCount {
  readonly what: string;
  readonly kept: number;
  readonly real: number;
}

/** Maximum number of wrong counts reported per kind. */
const told = 20;

/** Each query lists the count that a trigger maintains (`kept`) beside the actual count (`real`). */
const counters: Readonly<Record<string, ReturnType<typeof sql>>> = {
  "likes of items": sql`
    select 'likes of item ' || id as what, likes as kept,
      (select count(*) from likes where content_id = content.id) as real from content`,
  "comments of items": sql`
    select 'comments of item ' || id as what, comments as kept,
      (select count(*) from comments where content_id = content.id) as real from content`,
  "posts of categories": sql`
    select 'posts of category ' || id as what, posts as kept,
      (select count(*) from content where published_category_id = categories.id) as real from categories`,
  "items of authors": sql`
    select 'items of author ' || author_id || ', ' || status as what, coalesce(kept.total, 0) as kept,
      coalesce(found.total, 0) as real
    from content_counts kept
    full join (select author_id, status, count(*) as total from content group by 1, 2) found using (author_id, status)`,
  "weeks of authors": sql`
    with facts as (
      select author_id, week_of(created_at) as week, 1 as posts, 0 as likes, 0 as comments
      from content where status <> 'Removed'
      union all
      select content.author_id, week_of(likes.created_at), 0, 1, 0
      from likes join content on content.id = likes.content_id where content.status <> 'Removed'
      union all
      select content.author_id, week_of(comments.created_at), 0, 0, 1
      from comments join content on content.id = comments.content_id where content.status <> 'Removed'
    ), found as (
      select author_id, week, sum(posts) as posts, sum(likes) as likes, sum(comments) as comments
      from facts group by 1, 2
    )
    select counted.name || ' of author ' || author_id || ' in the week of ' || week as what, counted.kept, counted.real
    from author_weeks kept full join found using (author_id, week)
      cross join lateral (values
        ('posts', coalesce(kept.posts, 0), coalesce(found.posts, 0)),
        ('likes', coalesce(kept.likes, 0), coalesce(found.likes, 0)),
        ('comments', coalesce(kept.comments, 0), coalesce(found.comments, 0))) counted (name, kept, real)`,
  "totals of the site": sql`
    with found (name, total) as (
      select 'items ' || status, count(*) from content group by status
      union all select 'items waiting', count(*) from content where pending_revision_id is not null
      union all select 'users', count(*) from users where erased_at is null
      union all select 'members', count(*) from users where role <> 'Admin' and erased_at is null
      union all select 'categories', count(*) from categories where deleted_at is null
      union all select 'open reports', count(*) from reports where closed_at is null
      union all select 'open deletion_requests', count(*) from deletion_requests where closed_at is null
    )
    -- A count that a trigger keeps and this list lacks counts as wrong.
    select name as what, coalesce(kept.total, 0) as kept, coalesce(found.total, 0) as real
    from found full join kept_counts kept using (name)`,
  "days of members": sql`
    select 'members who joined on ' || day as what, coalesce(kept.joined, 0) as kept, coalesce(found.joined, 0) as real
    from member_days kept
    full join (
      select (created_at at time zone 'UTC')::date as day, count(*) as joined
      from users where role <> 'Admin' and erased_at is null group by 1
    ) found using (day)`,
  "notifications of audiences": sql`
    select 'notifications of audience ' || id as what, newest as kept,
      (select count(*) from notifications where audience_id = audiences.id) + coalesce(taken_back, 0) as real
    from audiences left join (
      select audience_id, sum(withdrawn) as taken_back from audience_members group by 1
    ) as members on members.audience_id = audiences.id`,
  "notifications that skip somebody": sql`
    select 'place of notification ' || id || ' among those that skip the same member' as what, except_position as kept,
      row_number() over (partition by audience_id, except_id order by position) as real
    from notifications where except_id is not null`,
  "notifications read out of order": sql`
    select 'notifications of audience ' || audience_id || ' that user ' || user_id || ' read out of order' as what,
      read_above as kept,
      (select count(*) from notification_reads
       where notification_reads.user_id = kept.user_id and notification_reads.audience_id = kept.audience_id) as real
    from audience_members kept`,
  "bytes of members": sql`
    select 'bytes of member ' || user_id as what, coalesce(kept.bytes, 0) as kept, coalesce(found.bytes, 0) as real
    from member_storage kept
    full join (
      select user_id, sum(bytes) as bytes from (
        select owner_id as user_id, bytes from media where erased_at is null and owner_id is not null
        union all select author_id, stored_bytes(revisions)
        from revisions join content on content.id = content_id
        union all select author_id, stored_bytes(comments) from comments
        union all select user_id, stored_bytes(idempotency_keys) from idempotency_keys
      ) as stored group by 1 having sum(bytes) > 0
    ) found using (user_id)`,
  "bytes of the site": sql`
    select 'bytes of the site' as what, coalesce((select bytes from site_storage), 0) as kept,
      (select coalesce(sum(bytes), 0) from media where erased_at is null) as real`,
};

export const counterNames: readonly string[] = Object.keys(counters);

/** The first counts of a kind that differ from the actual count. */
export async function wrongCounts(db: Queries, name: string): Promise<WrongCount[]> {
  const { rows } = await db.execute<{ what: string; kept: string; real: string }>(sql`
    select what, kept::text as kept, real::text as real from (${counters[name]}) counted
    where kept <> real order by what limit ${told}`);
  return rows.map(({ what, kept, real }) => ({ what, kept: Number(kept), real: Number(real) }));
}
