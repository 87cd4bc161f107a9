import { sql } from "drizzle-orm";
import type { Queries } from "../../../db/database.ts";
import { literal } from "../../../db/fragments.ts";
import { named } from "../../../db/queries.ts";
import { content, likes, users } from "../../../db/schema.ts";

/** [item, its category if it is published, time of the like] */
export type LikeRow = readonly [number, number | null, string];

/** One more than is used tells whether there are more. */
export const likesRead = 101;

const latestLikes = sql<LikeRow[]>`(
  select coalesce(json_agg(json_build_array(latest.content_id, item.published_category_id, latest.created_at)
    order by latest.created_at desc, latest.content_id desc), '[]')
  from (select given.content_id, given.created_at from ${likes} given where given.user_id = ${users.id}
    order by given.created_at desc, given.content_id desc limit ${literal(likesRead)}) latest
  join ${content} item on item.id = latest.content_id)`;

const readersByIds = named((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      verifiedAt: users.verifiedAt,
      active: users.active,
      interests: users.interests,
      languages: users.languages,
      latestLikes,
    })
    .from(users)
    .where(sql`${users.id} = any(${sql.placeholder("ids")}::bigint[])`)
    .prepare("readers"),
);

/** What reading needs to know of these members. */
export const findReaders = (db: Queries, ids: readonly number[]) =>
  readersByIds(db).execute({ ids: [...ids] });

export type ReaderRow = Awaited<ReturnType<typeof findReaders>>[number];
