import { limits, type UnreadCount } from "@cairn/contract";
import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { deleteComment } from "../comments/comments.repository.ts";
import { withdrawNotices } from "./notifications.repository.ts";
import { createNotificationService, type NotificationService } from "./notifications.service.ts";

/** NOTIFICATION_HISTORIES=10000 for the full count. */
const histories = Number(process.env.NOTIFICATION_HISTORIES ?? 60);

let db: TestDatabase;
let service: NotificationService;
/** An item whose comments own notices tell of. */
let item: number;
beforeAll(async () => {
  db = await openTestDatabase();
  const { rows } = await db.query.execute<{ id: string }>(sql`
    insert into content (author_id, status) values (${(await register([], false)).id}, 'Draft') returning id`);
  item = Number(rows[0]?.id);
  service = createNotificationService({ db, clock: systemClock });
});
afterAll(() => db.remove());

const audiences = ["members", "verifiedAdmins", "own"] as const;
type AudienceName = (typeof audiences)[number];

interface Told {
  readonly id: number;
  readonly audience: AudienceName;
  /** Whose own it is. */
  readonly owner: Person | null;
  readonly except: Person | null;
  /** The comment that it tells of; only notices to one are of comments. */
  readonly comment: number | null;
  isGone: boolean;
}

/** Somebody of one history, and all that is known about them without a subtraction. */
interface Person {
  readonly id: number;
  isAdmin: boolean;
  isVerified: boolean;
  /** Number of rows told before they came to the audience; null: they do not belong to it. */
  since: Record<AudienceName, number | null>;
  readonly read: Set<number>;
  /** Every count that was sent to them, in the order in which it was made. */
  readonly answers: UnreadCount[];
}

let made = 0;
async function register(told: readonly Told[], isAdmin: boolean): Promise<Person> {
  made += 1;
  const { rows } = await db.query.execute<{ id: string }>(sql`
    insert into users (name, email, role)
    values ('Somebody', ${`somebody-${made}@example.test`}, ${isAdmin ? "Admin" : "User"}) returning id`);
  const since = { own: told.length, members: isAdmin ? null : told.length, verifiedAdmins: null };
  return { id: Number(rows[0]?.id), isAdmin, isVerified: false, since, read: new Set(), answers: [] };
}

/** What the person is told, the newest first: looked up one by one. */
const listOf = (person: Person, told: readonly Told[]) =>
  told
    .filter(({ audience, owner, except, isGone }, index) => {
      const since = person.since[audience];
      return (
        !isGone &&
        since !== null &&
        index >= since &&
        except !== person &&
        (audience !== "own" || owner === person)
      );
    })
    .toReversed();
const unreadIn = (person: Person, told: readonly Told[]) =>
  listOf(person, told).filter(({ id }) => !person.read.has(id)).length;

class Rollback extends Error {}

async function tell(
  told: Told[],
  notice: Pick<Told, "audience" | "owner" | "except">,
  commits: boolean,
): Promise<void> {
  const { audience, owner, except } = notice;
  const comment = owner && (await commentBy(owner));
  const chosen = owner ? sql`user_id = ${owner.id}` : sql`kind = ${audience}`;
  const insert = sql`
    insert into notifications (audience_id, except_id, comment_id, type, message, sub_message, created_at)
    select id, ${except?.id ?? null}::bigint, ${comment}::bigint, 'System', 'Something', 'Somewhere [View]', now()
    from audiences where ${chosen} returning id`;
  try {
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(insert);
      if (!commits) throw new Rollback();
      told.push({ id: Number(rows[0]?.id), ...notice, comment, isGone: false });
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
}

async function commentBy({ id }: Person): Promise<number> {
  const { rows } = await db.query.execute<{ id: string }>(sql`
    insert into comments (content_id, author_id, body, body_html, created_at)
    values (${item}, ${id}, 'Words', '<p>Words</p>', now()) returning id`);
  return Number(rows[0]?.id);
}

/** Deletes the comment of a notice, also while its receiver marks that one and everything. */
async function withdraw(told: readonly Told[], at: number, whileRead: boolean): Promise<void> {
  const ofComments = told.filter(({ comment }) => comment !== null);
  const chosen = ofComments[at % Math.max(1, ofComments.length)];
  if (!chosen) return;
  const owner = chosen.owner as Person;
  const before = listOf(owner, told);
  const deleting = db.transaction(async (tx) => {
    await deleteComment(tx, chosen.comment ?? 0);
    await withdrawNotices(tx, chosen.comment ?? 0);
  });
  const marks = whileRead
    ? [service.markRead(bearer(owner), chosen.id), service.markAllRead(bearer(owner), before[0]?.id ?? null)]
    : [];
  const results = await Promise.allSettled(marks);
  await deleting;
  chosen.isGone = true;
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "notification_not_found" });
  if (whileRead) for (const { id } of before) owner.read.add(id);
}

/** A mark is delivered once or several times, also at the same moment; only what the person was told can be marked. */
async function mark(person: Person, told: readonly Told[], at: number, deliveries: number): Promise<void> {
  const target = told[at % Math.max(1, told.length)];
  if (!target) return;
  const isTold = listOf(person, told).includes(target);
  const results = await Promise.allSettled(
    Array.from({ length: deliveries }, () => service.markRead(bearer(person), target.id)),
  );
  for (const result of results) {
    if (result.status === "fulfilled") person.answers.push(result.value);
    else if (isTold) throw result.reason;
    else expect(result.reason).toMatchObject({ code: "notification_not_found" });
  }
  if (isTold) person.read.add(target.id);
}

async function markAll(person: Person, told: readonly Told[], upTo: Told | null): Promise<void> {
  person.answers.push(await service.markAllRead(bearer(person), upTo?.id ?? null));
  for (const { id } of listOf(person, told)) if (!upTo || id <= upTo.id) person.read.add(id);
}

async function setRole(person: Person, told: readonly Told[], isAdmin: boolean, isVerified: boolean) {
  await db.query.execute(sql`
    update users set role = ${isAdmin ? "Admin" : "User"}, verified_at = ${isVerified ? sql`now()` : sql`null`}
    where id = ${person.id}`);
  if (isAdmin !== person.isAdmin) person.since.members = isAdmin ? null : told.length;
  if (isVerified !== person.isVerified) person.since.verifiedAdmins = isVerified ? told.length : null;
  Object.assign(person, { isAdmin, isVerified });
}

const bearer = ({ id }: Person) => ({ userId: id, sessionId: "of a test" });

async function expectPage(person: Person, told: readonly Told[], page: number, perPage: number) {
  const answer = await service.list(person.id, { page, per_page: perPage });
  const all = listOf(person, told);
  expect(answer.items.map(({ id, read }) => [id, read])).toEqual(
    all.slice((page - 1) * perPage, page * perPage).map(({ id }) => [id, person.read.has(id)]),
  );
  expect(answer.total).toBe(all.length);
  person.answers.push({ unread: answer.unread, version: answer.version });
}

/** The page that is answered to a call without a number. */
async function expectFirstPage(person: Person, told: readonly Told[]) {
  const { items, unread } = await service.list(person.id, {});
  const newest = listOf(person, told).slice(0, limits.notificationPage);
  expect(items.map(({ id, read }) => [id, read])).toEqual(newest.map(({ id }) => [id, person.read.has(id)]));
  expect(unread).toBe(unreadIn(person, told));
}

const person = fc.nat({ max: 3 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("tell" as const),
      audience: fc.constantFrom(...audiences),
      owner: person,
      except: fc.option(person, { freq: 2 }),
      commits: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      act: fc.constant("mark" as const),
      who: person,
      at: fc.nat(),
      deliveries: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant("markAll" as const), who: person, upTo: fc.option(fc.nat()) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("look" as const),
      who: person,
      page: fc.integer({ min: 1, max: 3 }),
      perPage: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("withdraw" as const),
      at: fc.nat(),
      whileRead: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("role" as const),
      who: person,
      role: fc.constantFrom("User", "Admin", "verified"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("join" as const), isAdmin: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

async function take(people: Person[], told: Told[], next: Step): Promise<void> {
  const somebody = (index: number): Person => {
    const found = people[index % people.length];
    if (!found) throw new Error("a history begins with people");
    return found;
  };
  switch (next.act) {
    case "tell": {
      const owner = next.audience === "own" ? somebody(next.owner) : null;
      const except = owner || next.except === null ? null : somebody(next.except);
      return tell(told, { audience: next.audience, owner, except }, next.commits);
    }
    case "mark":
      return mark(somebody(next.who), told, next.at, next.deliveries);
    case "markAll":
      return markAll(
        somebody(next.who),
        told,
        next.upTo === null ? null : (told[next.upTo % Math.max(1, told.length)] ?? null),
      );
    case "look":
      return expectPage(somebody(next.who), told, next.page, next.perPage);
    case "withdraw":
      return withdraw(told, next.at, next.whileRead);
    case "role":
      return setRole(somebody(next.who), told, next.role !== "User", next.role === "verified");
    case "join":
      people.push(await register(told, next.isAdmin));
  }
}

/** A screen that keeps the newest count it was sent, whatever arrives when and however often. */
const shownAfter = (answers: readonly UnreadCount[]): number | undefined =>
  answers.reduce<UnreadCount | null>(
    (shown, answer) => (shown && answer.version <= shown.version ? shown : answer),
    null,
  )?.unread;

function expectVersions({ answers }: Person): void {
  for (const [index, answer] of answers.entries()) {
    const before = answers[index - 1];
    if (!before) continue;
    expect(answer.version).toBeGreaterThanOrEqual(before.version);
    if (answer.unread !== before.unread) expect(answer.version).toBeGreaterThan(before.version);
  }
}

test(
  "unread counts, totals and lists match every row after any sequence of actions, and no older count replaces a newer one",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.array(fc.nat(), { minLength: 37, maxLength: 37 }),
        async (steps, order) => {
          const told: Told[] = [];
          const people = [
            await register(told, false),
            await register(told, false),
            await register(told, true),
          ];
          for (const next of steps) {
            await take(people, told, next);
            const counts = await Promise.all(people.map(({ id }) => service.unread(id)));
            for (const [index, one] of people.entries()) {
              one.answers.push(...counts.slice(index, index + 1));
              expect(counts[index]?.unread).toBe(unreadIn(one, told));
              await expectFirstPage(one, told);
            }
          }
          for (const one of people) {
            expectVersions(one);
            await expectPage(one, told, 1, 100);
            const mixed = [...one.answers, ...one.answers]
              .map((answer, index) => ({ answer, arrival: order[index % order.length] ?? 0 }))
              .toSorted((first, second) => first.arrival - second.arrival);
            expect(shownAfter(mixed.map(({ answer }) => answer))).toBe(unreadIn(one, told));
          }
        },
      ),
      { numRuns: histories },
    );
  },
  60_000 + histories * 500,
);
