import { type ContentItem, limits } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { decide, makeItem } from "@tests/support/server/content.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, mp4, pdf, png } from "@tests/support/server/media.ts";
import { filesIn, footprint } from "@tests/support/server/uploads.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revisions, users } from "../../../db/schema.ts";
import { verifyLedger } from "../../../verification/ledger/ledger-verifier.ts";

let app: TestApp;
let writer: Member;
let member: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  member = await registerMember(app);
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const draft = (facts: Record<string, unknown> = {}) => ({
  title: "How a cairn stands",
  body: "Stone on **stone**.",
  category: "Data Science",
  ...facts,
});
const send = (body: unknown, token = writer.access_token, headers = {}) =>
  app.call("POST", "/content", { body, token, headers });
const create = async (
  facts: Record<string, unknown> = {},
  token = writer.access_token,
): Promise<ContentItem> => {
  const answer = await send(draft(facts), token);
  expect(answer.status).toBe(201);
  return answer.body;
};
const edit = (id: number, body: unknown, token = writer.access_token) =>
  app.call("PATCH", `/content/${id}`, { body, token });
const read = (id: number, token?: string) => app.call("GET", `/content/${id}`, token ? { token } : {});
const remove = (id: number, token = writer.access_token) => app.call("DELETE", `/content/${id}`, { token });
const review = (id: number, decision: "approved" | "flagged" | "removed", reason?: string) =>
  decide(app, id, { reviewerId: admin.user_id, decision, ...(reason && { reason }) });
const publish = async (facts: Record<string, unknown> = {}) => {
  const { id } = await create(facts);
  await review(id, "approved");
  return id;
};

describe("sending an item", () => {
  test("makes it wait for review, visible only to its author and verified admins", async () => {
    const item = await create({ title: "  Two  words ", content_type: "VIDEO", category: "cyber security" });
    expect(item).toMatchObject({
      title: "Two words",
      body: "Stone on **stone**.",
      content_type: "Video",
      category_id: 2,
      category_name: "Cyber Security",
      author_id: writer.user_id,
      status: "Pending",
      revision: 1,
      pending_revision: 1,
      media_url: null,
      published_at: null,
    });
    for (const { access_token } of [writer, admin]) {
      expect((await read(item.id, access_token)).body).toMatchObject({
        title: "Two words",
        pending_revision: 1,
      });
    }
    expect((await read(item.id)).status).toBe(404);
    expect((await read(item.id, member.access_token)).status).toBe(404);
    const own = await app.call("GET", `/content?user_id=${writer.user_id}`, { token: writer.access_token });
    expect(own.body[0]).toMatchObject({ id: item.id, status: "Pending", pending_revision: 1 });
  });

  test("makes its excerpt once, which lists, feeds and the desk show; older revisions have it made when read", async () => {
    const body = "## Names\n\nun**believ**able `__init__` and [x (y)](https://a.example/b_(c)) &amp; <b>";
    const excerpt = "unbelievable __init__ and x (y) & <b>";
    const { id } = await create({ body });
    const [stored] = await app.db.query.select().from(revisions).where(eq(revisions.contentId, id));
    expect(stored?.excerpt).toBe(excerpt);
    const older = await makeItem(app, { authorId: writer.user_id, body, status: "Pending" });
    for (const shown of [id, older]) {
      const desk = await app.call("GET", `/admin/content/${shown}`, { token: admin.access_token });
      expect(desk.body.excerpt).toBe(excerpt);
      expect((await read(shown, writer.access_token)).body.excerpt).toBe(excerpt);
    }

    await edit(id, { title: "Other names" });
    await edit(id, { body: "Other __words__" });
    expect((await read(id, writer.access_token)).body.excerpt).toBe("Other words");
    await review(id, "approved");
    const [listed] = (await app.call("GET", `/content?user_id=${writer.user_id}`)).body;
    expect(listed).toMatchObject({ id, body: "Other __words__", excerpt: "Other words" });
    expect((await app.http.inject("/feed.xml")).payload).toMatch(/<summary type="html">Other words</);
  });

  test("has a summary of its author's in place of its excerpt, which is part of what is approved", async () => {
    const summary = "When to stack stones, and when to leave them.";
    const { id } = await create({ body: "The first words.", summary: ` ${summary.replace(" ", "  ")} ` });
    const excerptNow = async () => (await read(id, writer.access_token)).body.excerpt;
    const canonical = async () =>
      JSON.parse((await app.http.inject({ url: `/content/${id}/canonical` })).payload);
    expect(await excerptNow()).toBe(summary);
    const newest = await app.call("GET", `/content/${id}/newest`, { token: writer.access_token });
    expect(newest.body.summary).toBe(summary);
    const desk = await app.call("GET", `/admin/content/${id}`, { token: admin.access_token });
    expect(desk.body.excerpt).toBe(summary);
    await review(id, "approved");
    expect(await canonical()).toMatchObject({ summary });

    // A change of something else keeps it; an empty one takes it away.
    await edit(id, { title: "Other stones" });
    expect(await excerptNow()).toBe(summary);
    await edit(id, { summary: "" });
    await review(id, "approved");
    expect(await excerptNow()).toBe("The first words.");
    expect(await canonical()).not.toHaveProperty("summary");
    for (const wrong of ["x".repeat(301), "One\nline", "Turned \u202e round"])
      expect((await send(draft({ summary: wrong }))).status).toBe(400);
  });

  test("has a cover of its author's, whose bytes are part of what is approved", async () => {
    const picture = async ({ access_token: token }: Member, width: number) => {
      const fields = { alt: "", decorative: "true" };
      return (await sendForm(app, "POST", "/pictures", { token, fields, file: await png({ width }) })).body
        .key;
    };
    const [one, other] = [await picture(writer, 60), await picture(writer, 70)];
    const { id } = await create({ body: `First ![in the text](picture:${other})`, cover: one });
    const canonical = async () =>
      JSON.parse((await app.http.inject({ url: `/content/${id}/canonical` })).payload);
    const shown = async () => (await read(id)).body.cover;
    await review(id, "approved");
    expect((await canonical()).cover).toBe(one);
    expect((await canonical()).pictures.map(({ key }: { key: string }) => key)).toEqual([other, one]);
    expect(await shown()).toMatchObject({ url: `/media/${one}`, width: 60, alt: "" });
    expect((await app.http.inject({ url: `/media/${one}` })).statusCode).toBe(200);
    expect((await verifyLedger(app.db.query, app.store)).flaw).toBeNull();

    // A change of the text keeps it; it may also be one of the text's pictures, which stays without it.
    await edit(id, { body: `Second ![in the text](picture:${other})` });
    await edit(id, { cover: other });
    await review(id, "approved");
    expect((await canonical()).cover).toBe(other);
    expect((await canonical()).pictures.map(({ key }: { key: string }) => key)).toEqual([other]);
    expect((await app.http.inject({ url: `/media/${one}` })).statusCode).toBe(404);
    await edit(id, { cover: "" });
    await review(id, "approved");
    expect(await shown()).toBeUndefined();
    expect(await canonical()).toMatchObject({ pictures: [{ key: other }] });
    for (const cover of [await picture(member, 80), "no key", `${one}x`])
      expect((await send(draft({ cover }))).status).toBe(400);
  });

  test("with a file or without is closed to deactivated members, even before their session has ended", async () => {
    const gone = await registerMember(app);
    const { access_token: token } = gone;
    await app.db.query.update(users).set({ active: false }).where(eq(users.id, gone.user_id));
    expect((await send(draft(), token)).status).toBe(401);
    const form = { fields: draftFields(), file: pdf("x") };
    for (const who of [{ token }, {}])
      expect((await sendForm(app, "POST", "/content", { ...form, ...who })).status).toBe(401);
  });

  test("as a draft keeps it a draft, even from a form, where every value is text", async () => {
    expect(await create({ draft: true })).toMatchObject({ status: "Draft" });
    const answer = await sendForm(app, "POST", "/content", {
      fields: draftFields({ draft: "true", category: "4", body: "one\r\ntwo" }),
      token: writer.access_token,
    });
    expect(answer.body).toMatchObject({ status: "Draft", category_id: 4, body: "one\ntwo" });
    expect(answer.body).not.toHaveProperty("pending_revision");
  });

  test.each([
    ["no title", { title: undefined }, "title"],
    ["a blank title", { title: "   " }, "title"],
    ["a title of 161 characters", { title: "x".repeat(161) }, "title"],
    ["no text", { body: undefined }, "body"],
    ["a text of 50,001 characters", { body: "x".repeat(50_001) }, "body"],
    ["no category", { category: undefined }, "category"],
    ["a type nobody knows", { content_type: "podcast" }, "content_type"],
    ["a status", { status: "Published" }, "status"],
    ["another author", { author_id: 1 }, "author_id"],
  ])("with %s is refused and names the field", async (_case, wrong, field) => {
    const answer = await send(draft(wrong));
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  test("without anything is refused", async () => {
    expect((await send(undefined)).status).toBe(400);
    expect((await send("", writer.access_token, { "content-type": "application/json" })).status).toBe(400);
  });

  test.each(["Gardening", "", "0", 6, -1])(
    "to the category %j is refused in the spec's words",
    async (category) => {
      const answer = await send(draft({ category }));
      expect(answer.status).toBe(400);
      if (category !== "") expect(answer.body).toMatchObject({ error: expect.any(String) });
      if (category === "Gardening" || category === 6)
        expect(answer.body.error).toBe("Invalid category selected.");
    },
  );

  test("takes texts up to their limits", async () => {
    const item = await create({ title: "𝒯".repeat(limits.titleLength), body: "ß".repeat(limits.bodyLength) });
    expect([...item.title]).toHaveLength(160);
    expect(item.body).toHaveLength(50_000);
  });
});

describe("sending an item again with its Idempotency-Key", () => {
  const form = async (key: string, text: string) =>
    sendForm(app, "POST", "/content", {
      fields: draftFields(),
      file: pdf(text),
      token: writer.access_token,
      headers: { "idempotency-key": key },
    });
  test("gives the first answer and creates no new file or row", async () => {
    const first = await form("a-form", "one");
    expect(first.status).toBe(201);
    const after = await footprint(app);
    const again = await form("a-form", "one");
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers["idempotent-replay"]).toBe("true");
    expect(await footprint(app)).toEqual(after);
  });

  test("at the same moment makes one item", async () => {
    const before = await footprint(app);
    const answers = await Promise.all(Array.from({ length: 6 }, () => form("six-at-once", "six")));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const after = await footprint(app);
    expect(after).toMatchObject({
      items: before.items + 1,
      revisions: before.revisions + 1,
      media: before.media + 1,
    });
    expect(after.files).toHaveLength(before.files.length + 1);
  });

  test("with another file, or as another call, is a conflict", async () => {
    await form("a-key", "one");
    const other = await form("a-key", "two");
    expect(other.status).toBe(409);
    expect(other.body.code).toBe("key_in_use");
    const { id } = await create();
    const patch = await app.call("PATCH", `/content/${id}`, {
      body: { title: "Another" },
      token: writer.access_token,
      headers: { "idempotency-key": "a-key" },
    });
    expect(patch.status).toBe(409);
  });
});

describe("editing an item", () => {
  test("makes the next revision of a published item wait, while readers still get the approved one and its file", async () => {
    const first = await sendForm(app, "POST", "/content", {
      fields: draftFields({ title: "As approved", alt: "The old wall" }),
      file: await jpeg(),
      token: writer.access_token,
    });
    const { id } = first.body;
    await review(id, "approved");
    const approved = (await read(id)).body;

    const answer = await sendForm(app, "PATCH", `/content/${id}`, {
      fields: { title: "As edited", revision: "1" },
      file: mp4(),
      token: writer.access_token,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      title: "As approved",
      status: "Published",
      revision: 1,
      pending_revision: 2,
    });
    expect((await read(id)).body).toEqual(approved);
    const newest = await app.call("GET", `/content/${id}/newest`, { token: writer.access_token });
    expect(newest.body).toMatchObject({
      title: "As edited",
      body: "Stone on **stone**.",
      content_type: "Video",
      revision: 2,
      pending_revision: 2,
      reason: null,
      media: { type: "video/mp4", alt: "" },
    });
    expect((await app.call("GET", newest.body.media_url)).status).toBe(200);
    expect((await app.call("GET", newest.body.media_url.split("?")[0])).status).toBe(404);

    await review(id, "approved");
    expect((await read(id)).body).toMatchObject({ title: "As edited", content_type: "Video", revision: 2 });
    expect((await app.call("GET", approved.media_url)).status).toBe(404);
  });

  test("keeps what was not sent, the file and its description too", async () => {
    const { body: item } = await sendForm(app, "POST", "/content", {
      fields: draftFields({ alt: "A wall" }),
      file: await jpeg(),
      token: writer.access_token,
    });
    const { body: edited } = await edit(item.id, { body: "Other words.", content_type: "video" });
    expect(edited).toMatchObject({
      title: item.title,
      body: "Other words.",
      category_id: item.category_id,
      content_type: "Article",
      revision: 2,
      pending_revision: 2,
      media: { alt: "A wall", width: 40 },
    });
    expect((await edit(item.id, { alt: "A better wall" })).body.media.alt).toBe("A better wall");
  });

  test("leaves a draft a draft until it is sent", async () => {
    const { id } = await create({ draft: true });
    expect((await edit(id, { title: "Better" })).body).toMatchObject({ status: "Draft", revision: 2 });
    expect((await edit(id, { title: "Better still", draft: true })).body).toMatchObject({
      status: "Draft",
      revision: 3,
    });
    const sent = await edit(id, { draft: false });
    expect(sent.body).toMatchObject({
      title: "Better still",
      status: "Pending",
      revision: 3,
      pending_revision: 3,
    });
    const late = await edit(id, { title: "x", draft: true });
    expect(late.status).toBe(400);
    expect(late.body.details[0].field).toBe("draft");
  });

  test("sends a flagged item back to review, and keeps the reason with the flagged revision", async () => {
    const { id } = await create();
    await review(id, "flagged", "Line 2 deletes the wrong folder.");
    const newest = await app.call("GET", `/content/${id}/newest`, { token: writer.access_token });
    expect(newest.body).toMatchObject({ status: "Flagged", reason: "Line 2 deletes the wrong folder." });
    expect((await edit(id, { body: "The right folder." })).body).toMatchObject({
      status: "Pending",
      pending_revision: 2,
    });
    const after = await app.call("GET", `/content/${id}/newest`, { token: writer.access_token });
    expect(after.body).toMatchObject({ revision: 2, reason: null });
  });

  test("without any change is refused, also if it names the words that are there", async () => {
    const { id, title, body } = await create();
    for (const same of [{}, { draft: false }, { revision: 1 }, { title, body }, { title: ` ${title} ` }]) {
      const answer = await edit(id, same);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: "There are no changes to save.", code: "nothing_changed" });
    }
    expect((await app.call("PATCH", `/content/${id}`, { token: writer.access_token })).status).toBe(409);
  });

  test("is a conflict when the writer names an older revision than the newest", async () => {
    const { id } = await create();
    await edit(id, { title: "In one tab", revision: 1 });
    const other = await edit(id, { title: "In another tab", revision: 1 });
    expect(other.status).toBe(409);
    expect(other.body.code).toBe("revision_stale");
    expect((await edit(id, { title: "In another tab", revision: 2 })).status).toBe(200);
  });

  test("twenty times at once numbers the revisions consecutively", async () => {
    const { id } = await create();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => edit(id, { title: `Edit ${n}` })));
    expect(answers.map(({ body }) => body.pending_revision).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 2),
    );
  });

  test("is refused for a removed item, whose author may still read why", async () => {
    const { id } = await create();
    await review(id, "removed", "Copied from a book.");
    const answer = await edit(id, { title: "Once more" });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe("content_removed");
    const reviews = await app.call("GET", `/content/${id}/reviews`, { token: writer.access_token });
    expect(reviews.body.items[0]).toMatchObject({ decision: "removed", reason: "Copied from a book." });
  });
});

describe("deleting an item", () => {
  const ledgerOf = async (id: number) => {
    const { rows } = await app.db.query.execute<{ decision: string; revision_number: number }>(
      sql`select decision, revision_number from ledger where content_id = ${id} order by seq`,
    );
    return rows;
  };

  test("hides it from everybody, its author included, together with its comments and likes", async () => {
    const id = await publish();
    await app.call("POST", `/content/${id}/comments`, {
      body: { body: "Well said" },
      token: member.access_token,
    });
    await app.call("PUT", `/content/${id}/like`, { token: member.access_token });
    const answer = await remove(id);
    expect(answer).toMatchObject({ status: 200, body: { message: "Content deleted" } });
    for (const token of [undefined, member.access_token, writer.access_token, admin.access_token]) {
      expect((await read(id, token)).status).toBe(404);
      for (const part of ["comments", "reviews"]) {
        expect((await app.call("GET", `/content/${id}/${part}`, token ? { token } : {})).status).toBe(404);
      }
    }
    expect((await app.call("PUT", `/content/${id}/like`, { token: member.access_token })).status).toBe(404);
    const lists = await Promise.all([
      app.call("GET", "/content?per_page=100"),
      app.call("GET", `/content?user_id=${writer.user_id}&per_page=100`, { token: writer.access_token }),
    ]);
    for (const { body } of lists) expect(body.map((item: ContentItem) => item.id)).not.toContain(id);
    expect((await remove(id)).status).toBe(404);
    expect((await edit(id, { title: "x" })).status).toBe(404);
  });

  test("is recorded in the ledger for an item that was ever sent, and not for a draft", async () => {
    const published = await publish();
    await edit(published, { title: "Waiting" });
    await remove(published);
    expect(await ledgerOf(published)).toEqual([
      { decision: "approved", revision_number: 1 },
      { decision: "withdrawn", revision_number: 1 },
    ]);
    const { id: waiting } = await create();
    await edit(waiting, { title: "Better" });
    await remove(waiting);
    expect(await ledgerOf(waiting)).toEqual([{ decision: "withdrawn", revision_number: 2 }]);
    const { id: unsent } = await create({ draft: true });
    await remove(unsent);
    expect(await ledgerOf(unsent)).toEqual([]);
    const { id: flagged } = await create();
    await review(flagged, "flagged");
    expect((await remove(flagged)).status).toBe(200);
    expect((await ledgerOf(flagged)).map(({ decision }) => decision)).toEqual(["flagged", "withdrawn"]);
  });

  test("erases files of revisions without a decision, and keeps the others", async () => {
    const withFile = async (
      method: "POST" | "PATCH",
      url: string,
      fields: Record<string, string>,
      text: string,
    ) => {
      const { body } = await sendForm(app, method, url, {
        fields,
        file: pdf(text),
        token: writer.access_token,
      });
      const { body: newest } = await app.call("GET", `/content/${body.id}/newest`, {
        token: writer.access_token,
      });
      return { id: body.id as number, key: newest.media_url.slice("/media/".length).split("?")[0] as string };
    };
    const decided = await withFile("POST", "/content", draftFields(), "approved");
    await review(decided.id, "approved");
    const undecided = await withFile("PATCH", `/content/${decided.id}`, {}, "never looked at");
    const draftFile = await withFile("POST", "/content", draftFields({ draft: "true" }), "a draft");
    await remove(decided.id);
    await remove(draftFile.id);
    const names = await filesIn(app);
    expect(names).toContain(decided.key);
    expect(names).not.toContain(undecided.key);
    expect(names).not.toContain(draftFile.key);
    expect((await app.call("GET", `/media/${decided.key}`)).status).toBe(404);
  });
});
