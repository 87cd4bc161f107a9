import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { maxRows, plansOf, wholeTables } from "@tests/support/server/plans.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Queries } from "../../db/queries.ts";
import { nextRecipients, type QueuedNotice } from "../notice-delivery/notice-delivery.repository.ts";
import type { Audience } from "./notices.ts";
import {
  countUnread,
  findNotification,
  insertNotifications,
  joinWaitingNotice,
  lockReaches,
  lockReachOf,
  readPage,
  settleWatermark,
  withdrawNotices,
} from "./notifications.repository.ts";

const [members, told, ownRows, items] = [2_000, 100_000, 20_000, 10_000];
const large = ["users", "audiences", "audience_members", "notifications", "notification_reads", "content"];
/** Wrote a hundredth of what everybody was told, was told much alone, and has read every tenth row of each. */
const busy = 1;
const [idle, once] = [500, 501];

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  await fill();
}, 300_000);
afterAll(() => db.remove());

const upTo = (count: number) => sql.raw(`generate_series(1, ${count}) n`);

async function fill(): Promise<void> {
  const own = sql`(select id from audiences where user_id = ${busy})`;
  const [newest, ownNewest, unlinked] = [told, ownRows, told - items].map((n) => sql.raw(String(n)));
  await db.query.execute(sql`
    insert into users (id, name, email, role)
    select n, 'Member ' || n, n || '@example.test', 'TechWriter' from ${upTo(members)}`);
  const steps = [
    sql`set local session_replication_role = replica`,
    sql`insert into content (id, author_id, status) select n, 2, 'Draft' from ${upTo(items)}`,
    sql`insert into notifications (id, position, audience_id, content_id, except_id, except_position,
        type, message, sub_message, url, created_at)
      select n, n, 1, case when n > ${unlinked} then n - ${unlinked} end,
        case when n % 100 = 0 then ${busy} else 3 + n % 40 end, case when n % 100 = 0 then n / 100 else n end,
        'Article', 'New article', 'Title [Read Article]', '/posts/' || n, now() from ${upTo(told)}`,
    sql`insert into notifications (id, position, audience_id, type, message, sub_message, url, created_at)
      select ${newest} + n, n, ${own}, 'Comment', 'A comment', 'Title [View Comment]', '/posts/1', now()
      from ${upTo(ownRows)}`,
    sql`update notifications set except_id = ${once}, except_position = 1 where id = 7`,
    sql`update audiences set newest = case id when 1 then ${newest} else ${ownNewest} end
      where id = 1 or user_id = ${busy}`,
    sql`insert into notification_reads (user_id, audience_id, position)
      select ${busy}, members.audience_id, n * 10 + 5
      from audience_members members join audiences on audiences.id = members.audience_id,
        generate_series(1, audiences.newest / 10 - 1) n
      where members.user_id = ${busy}`,
    sql`update audience_members set read_above = (
        select count(*) from notification_reads reads
        where reads.user_id = audience_members.user_id and reads.audience_id = audience_members.audience_id)
      where user_id = ${busy}`,
    sql`select setval('notification_ids', ${newest} + ${ownNewest})`,
  ];
  await db.transaction(
    async (tx) => {
      for (const step of steps) await tx.execute(step);
    },
    { limit: 240_000 },
  );
  await db.maintain("vacuum (analyze)");
}

const page = (offset: number) => (queries: Queries) => readPage(queries, busy, { offset, limit: 20 });

const insertingTo = (audience: Audience, except: number | null) => (queries: Queries) =>
  insertNotifications(
    queries,
    [
      {
        audience,
        except,
        contentId: null,
        commentId: null,
        type: "System",
        message: "Something",
        subMessage: "Somewhere [View]",
        url: null,
      },
    ],
    new Date(),
  );

/** A notice about a post that waits, whose mails are being made. */
const ofTheDesk: QueuedNotice = {
  id: 1,
  type: "System",
  message: "A post waits for review",
  subMessage: "Title [View]",
  url: null,
  contentId: null,
  createdAt: new Date(),
  except: null,
  audience: { kind: "verifiedAdmins", userId: null },
};

const statements: [name: string, rows: number, run: (queries: Queries) => Promise<unknown>][] = [
  ["a row for everybody", 20, insertingTo({ kind: "members" }, 2)],
  ["a row for one", 20, insertingTo({ kind: "member", userId: busy }, null)],
  [
    "a notice that grows by a post",
    40,
    (queries) =>
      joinWaitingNotice(queries, {
        authorId: busy,
        since: new Date(0),
        message: "2 posts wait",
        subMessage: "Title [Review]",
        url: "/content-management",
      }),
  ],
  ["the count of what is unread", 20, (queries) => countUnread(queries, busy)],
  ["the same of somebody who wrote nothing", 20, (queries) => countUnread(queries, idle)],
  ["the same of somebody who wrote one item, long ago", 20, (queries) => countUnread(queries, once)],
  ["the first page", 60, page(0)],
  ["the hundredth page", 4_100, page(1_980)],
  ["the deepest page", 20_200, page(9_980)],
  ["a notification on its way to the sockets", 20, (queries) => findNotification(queries, 77_777)],
  ["the one to mark", 20, (queries) => lockReachOf(queries, busy, 77_777)],
  ["all up to one", 20, (queries) => lockReaches(queries, busy, 77_777)],
  ["all", 20, (queries) => lockReaches(queries, busy, null)],
  [
    "the reviewers to mail about a waiting post",
    20,
    (queries) => nextRecipients(queries, ofTheDesk, "desk", 0, 200),
  ],
  ["the watermark behind a mark", 20, (queries) => settleWatermark(queries, busy, 1, { from: 9, added: 1 })],
];

describe(`with ${members} members and ${told} rows for all of them`, () => {
  test.each(statements)("%s reads %i rows at most, through indexes", async (_name, rows, run) => {
    const plans = await plansOf(db, run, (text) => (text.startsWith("insert") ? [[1]] : []));
    expect(plans.length).toBeGreaterThan(0);
    expect(wholeTables(plans, large)).toEqual([]);
    expect(maxRows(plans)).toBeLessThanOrEqual(rows);
  });

  test("what a deleted comment takes back is found through indexes", async () => {
    await db.query.execute(sql`
      insert into comments (id, content_id, author_id, body, body_html, created_at)
      select n, 1, 3, 'Words', '', now() from ${upTo(8)}`);
    await db.query.execute(sql`
      insert into notifications (audience_id, comment_id, type, message, sub_message, created_at)
      select audiences.id, n, 'Comment', 'A comment', 'Title [View Comment]', now()
      from audiences, ${upTo(8)} where user_id <= 10`);
    // After some calls the statements of a function keep their plans.
    for (let id = 1; id <= 8; id += 1) {
      const { rows } = await db.transaction(async (tx) => {
        const read = sql`
          select relname, seq_tup_read::int as read from pg_stat_xact_user_tables
          where relname in ('audience_members', 'audiences', 'notifications', 'notification_reads') order by 1`;
        await withdrawNotices(tx, id);
        return tx.execute<{ relname: string; read: number }>(read);
      });
      expect(rows).toHaveLength(4);
      expect(rows.filter(({ read }) => read > 0)).toEqual([]);
    }
  });

  test("a notification for all of them is one row, and changes no member's row", async () => {
    const rowsOf = async () => {
      const { rows } = await db.query.execute<Record<string, string>>(sql`
        select (select count(*) from notifications) as told, (select count(*) from notification_reads) as read,
          (select sum(xmin::text::bigint) from audience_members) as members`);
      return rows[0] ?? {};
    };
    const before = await rowsOf();
    await db.query.execute(sql`
      insert into notifications (audience_id, type, message, sub_message, created_at)
      values (1, 'Article', 'New article', 'Title [Read Article]', now())`);
    expect(await rowsOf()).toEqual({ ...before, told: String(Number(before.told) + 1) });
  });
});
