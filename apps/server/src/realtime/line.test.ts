import type { LiveChange } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { editItem, makeItem } from "@tests/support/server/content.ts";
import {
  connected,
  disconnected,
  goLive,
  heard,
  type Line,
  type LiveSite,
  watching,
} from "@tests/support/server/live.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

let app: TestApp;
let site: LiveSite;
let writer: Member;
let reader: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({}, null, { liveLimits: { deadline: 3_000, perMember: 2 } });
  site = await goLive(app);
  writer = await registerMember(app, "TechWriter");
  reader = await registerMember(app);
  admin = await verifiedAdmin(app);
});
afterEach(() => site.hangUp());
afterAll(() => app.close());

const as = ({ access_token }: Member) => ({ token: access_token });
const make = (status: "Pending" | "Published") =>
  makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id, status });
const lineOf = async (member: Member) => {
  const line = site.line(member.access_token);
  await connected(line);
  return line;
};

/** What these lines receive until everything counts as changed, each change once. */
async function receivedBy(lines: readonly Line[], work: () => Promise<unknown>): Promise<LiveChange[][]> {
  const received = lines.map(
    (line) =>
      new Promise<LiveChange[]>((resolve) => {
        const changes = new Set<LiveChange>();
        line.on("changed", (change) => {
          if (change === "all") resolve([...changes].sort());
          else changes.add(change);
        });
      }),
  );
  await work();
  await app.db.query.execute(sql`select pg_notify('shared_answers', 'all')`);
  return Promise.all(received);
}

test("a decision reaches the author's browser: notifications and own work; another member's only if it is public", async () => {
  const id = await make("Pending");
  const lines = [await lineOf(writer), await lineOf(reader)];
  const reason = "The second command deletes the wrong folder.";
  const flagged = await receivedBy(lines, async () => {
    const { status } = await app.call("POST", `/admin/content/${id}/flag`, {
      body: { revision: 1, reason },
      ...as(admin),
    });
    expect(status).toBe(200);
  });
  expect(flagged).toEqual([["notices", "work"], []]);
});

test("readers of an open item learn of its likes, comments and revisions, and what it was when watching began", async () => {
  const [id, other] = [await make("Published"), await make("Published")];
  const [open, elsewhere] = [await lineOf(reader), await lineOf(reader)];
  expect(await watching(open, [id])).toEqual([{ id, likes: 0, comments: 0, revision: 1 }]);
  expect(await watching(elsewhere, [other])).toHaveLength(1);
  const liked = await receivedBy([open, elsewhere], () => app.call("PUT", `/content/${id}/like`, as(admin)));
  expect(liked).toEqual([[`counts:${id}`], []]);
  const [commented] = await receivedBy([open], () =>
    app.call("POST", `/content/${id}/comments`, { body: { body: "It helped." }, ...as(admin) }),
  );
  expect(commented).toEqual([`comments:${id}`, `counts:${id}`]);
  const [edited] = await receivedBy([open], () => editItem(app, id, "A newer title"));
  expect(edited).toEqual([`item:${id}`]);
  expect(await watching(open, [])).toEqual([]);
  const [closed] = await receivedBy([open], () => app.call("DELETE", `/content/${id}/like`, as(admin)));
  expect(closed).toEqual([]);
});

test("an item that is not public is watched by its author and verified admins alone, even if others ask", async () => {
  const id = await make("Pending");
  const [own, foreign] = [await lineOf(writer), await lineOf(reader)];
  for (const line of [own, foreign]) expect(await watching(line, [id])).toEqual([]);
  const [author, stranger] = await receivedBy([own, foreign], () => editItem(app, id, "A newer title"));
  expect([author, stranger]).toEqual([[`item:${id}`, "work"], []]);
});

test("who watched an item learns of its removal, and then nothing more of it", async () => {
  const id = await make("Published");
  const line = await lineOf(reader);
  await watching(line, [id]);
  const [removed] = await receivedBy([line], () =>
    app.call("DELETE", `/admin/content/${id}`, { body: { reason: "Copied." }, ...as(admin) }),
  );
  expect(removed).toContain(`item:${id}`);
  const [later] = await receivedBy([line], () =>
    app.db.query.execute(sql`select pg_notify('shared_answers', ${`item:${id}`})`),
  );
  expect(later).toEqual([]);
});

test("a browser watches a limited number of items, and nonsense is ignored", async () => {
  const id = await make("Published");
  const line = await lineOf(reader);
  await watching(line, [id]);
  const shout = line as unknown as { emit(...message: unknown[]): void };
  for (const ids of [null, "1", [0], [1.5], [-1], ["1"], Array.from({ length: 21 }, (_, at) => at + 1)]) {
    shout.emit("watch", ids, () => {});
  }
  shout.emit("watch", [1]);
  const [still] = await receivedBy([line], () => app.call("PUT", `/content/${id}/like`, as(admin)));
  expect(still).toEqual([`counts:${id}`]);
});

test("the line shares the connection of the specified socket, which comes and goes on it", async () => {
  const { access_token: token, user_id } = await registerMember(app);
  const ear = await site.join(token);
  const line = site.line(token, ear);
  await connected(line);
  expect(line.io.engine).toBe(ear.io.engine);
  ear.disconnect();
  // The server has taken note of it.
  await watching(line, []);
  ear.connect();
  await connected(ear);
  const told = heard(ear, "unread_changed");
  const changed = receivedBy([line], async () => {
    ear.emit("connect_notification", token);
    await app.db.query.execute(sql`select pg_notify('notifications_read', ${String(user_id)})`);
    await told;
  });
  expect(await changed).toEqual([["notices"]]);
});

test("the line needs a session and ends with it; a member has a limited number of them", async () => {
  await expect(connected(site.line("nonsense"))).rejects.toMatchObject({ data: { code: "session_ended" } });
  const member = await registerMember(app);
  const [line] = [await lineOf(member), await lineOf(member)];
  await expect(connected(site.line(member.access_token))).rejects.toMatchObject({
    data: { code: "too_many_requests" },
  });
  const ended = disconnected(line);
  await app.call("DELETE", "/auth/logout", { token: member.refresh_token });
  expect(await ended).toBe("io server disconnect");
});
