import { type Comment, commentPath, type Notification } from "@cairn/contract";
import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem, unpublish } from "@tests/support/server/content.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
let writer: Member;
let amina: Member;
let daniel: Member;
let grace: Member;

const register = (name: string) => registerMember(app, "User", { name });

beforeAll(async () => {
  app = await buildTestApp();
  writer = await register("Wanjiru Kamau");
  amina = await register("Amina Yusuf");
  daniel = await register("Daniel Mensah");
  grace = await register("Grace O'Neil");
});
afterAll(() => app.close());

const as = (member: Member) => ({ token: member.access_token });
const makePost = () => makeItem(app, { authorId: writer.user_id, title: "Caching" });
const send = (by: Member, contentId: number, body: string, replyTo?: number, key?: string) =>
  app.call("POST", `/content/${contentId}/comments`, {
    body: { body, ...(replyTo !== undefined && { reply_to: replyTo }) },
    ...as(by),
    ...(key && { headers: { "idempotency-key": key } }),
  });
const list = async (contentId: number): Promise<Comment[]> =>
  (await app.call("GET", `/content/${contentId}/comments`)).body;
/** What a member was notified of about an item, newest first. */
const noticesOf = async (member: Member, contentId: number): Promise<Notification[]> =>
  (await app.call("GET", "/notifications", as(member))).body.items.filter(
    ({ type, url }: Notification) => type === "Comment" && url?.startsWith(`/posts/${contentId}#`),
  );
const notices = async (member: Member, contentId: number): Promise<string[]> =>
  (await noticesOf(member, contentId)).map(({ message }) => message);

describe("an answer", () => {
  test("belongs to the thread of the comment, one level deep", async () => {
    const id = await makePost();
    const first = (await send(amina, id, "Why no-store?")).body;
    const second = (await send(daniel, id, "Because of logins.", first.id)).body;
    const third = (await send(amina, id, "I see.", second.id)).body;
    expect([first.reply_to, second.reply_to, third.reply_to]).toEqual([null, first.id, first.id]);
    expect((await list(id)).map(({ reply_to }) => reply_to)).toEqual([first.id, first.id, null]);
  });

  test("notifies the member who was answered and the item's author, each once, and never its own author", async () => {
    const id = await makePost();
    const first = (await send(amina, id, "Why no-store?")).body;
    const own = (await send(writer, id, "Ask again.", first.id)).body;
    await send(daniel, id, "Because of logins.", first.id);
    await send(daniel, id, "As the author says.", own.id);
    await send(amina, id, "My own thread.", first.id);
    expect(await notices(amina, id)).toEqual([
      "Daniel Mensah answered your comment",
      "Wanjiru Kamau answered your comment",
    ]);
    expect(await notices(writer, id)).toEqual([
      "Amina Yusuf commented on your post",
      "Daniel Mensah answered your comment",
      "Daniel Mensah commented on your post",
      "Amina Yusuf commented on your post",
    ]);
    expect(await notices(daniel, id)).toEqual([]);
  });

  test("and a comment and a mention are where their notices lead, also when the call is repeated", async () => {
    const id = await makePost();
    const first = (await send(amina, id, "Why no-store?")).body;
    const answered = (await send(daniel, id, "Because of logins, @Grace O'Neil", first.id, "once")).body;
    await send(daniel, id, "Because of logins, @Grace O'Neil", first.id, "once");
    const addresses = async (member: Member) => (await noticesOf(member, id)).map(({ url }) => url);
    expect(await addresses(writer)).toEqual([
      commentPath(id, answered.id),
      `/posts/${id}#comment-${first.id}`,
    ]);
    expect(await addresses(amina)).toEqual([commentPath(id, answered.id)]);
    expect(await addresses(grace)).toEqual([commentPath(id, answered.id)]);
  });

  test("can be fetched alone, with the comment that it answers, by anyone who may see the item", async () => {
    const id = await makePost();
    const first = (await send(amina, id, "Why no-store?")).body;
    const second = (await send(daniel, id, "Because of logins.", first.id)).body;
    const get = (of: number, comment: number, by?: Member) =>
      app.call("GET", `/content/${of}/comments/${comment}`, by ? as(by) : {});
    const [listedSecond, listedFirst] = await list(id);
    expect(await get(id, second.id)).toMatchObject({
      status: 200,
      body: { comment: listedSecond, answered: listedFirst },
    });
    expect((await get(id, first.id, amina)).body).toMatchObject({
      comment: { body: "Why no-store?", can: { edit: true, delete: true } },
      answered: null,
    });
    await app.call("DELETE", `/comments/${first.id}`, as(amina));
    expect((await get(id, second.id)).body).toMatchObject({ comment: { id: second.id }, answered: null });
    for (const missing of [await get(id, first.id), await get(await makePost(), second.id)]) {
      expect(missing).toMatchObject({ status: 404, body: { code: "comment_not_found" } });
    }
    await unpublish(app, id);
    expect(await get(id, second.id, daniel)).toMatchObject({
      status: 404,
      body: { code: "content_not_found" },
    });
  });

  test("is refused to a comment of another item, or one that is gone; nothing is written", async () => {
    const id = await makePost();
    const elsewhere = (await send(amina, await makePost(), "Elsewhere")).body;
    const gone = (await send(amina, id, "Gone")).body;
    await app.call("DELETE", `/comments/${gone.id}`, as(amina));
    for (const answered of [elsewhere.id, gone.id, 987_654_321]) {
      expect(await send(daniel, id, "Hm", answered)).toMatchObject({
        status: 404,
        body: { code: "comment_not_found" },
      });
    }
    expect((await send(daniel, id, "Hm", 0)).status).toBe(400);
    expect(await list(id)).toEqual([]);
    expect(await notices(daniel, id)).toEqual([]);
  });

  test("stays when the comment is deleted, and stands for itself then", async () => {
    const id = await makePost();
    const first = (await send(amina, id, "Why?")).body;
    await send(daniel, id, "Because.", first.id);
    await app.call("DELETE", `/comments/${first.id}`, as(amina));
    expect(await list(id)).toMatchObject([{ body: "Because.", reply_to: null }]);
    expect((await app.call("GET", `/content/${id}`)).body.comments).toBe(1);
  });

  test("sent again under its key is the same answer, and nobody is notified again", async () => {
    const id = await makePost();
    const first = (await send(amina, id, "Why?")).body;
    const sent = await send(daniel, id, "@Grace O'Neil knows.", first.id, "answer");
    const again = await send(daniel, id, "@Grace O'Neil knows.", first.id, "answer");
    expect(again.body).toEqual(sent.body);
    expect(sent.body).toMatchObject({
      reply_to: first.id,
      author_name: "Daniel Mensah",
      mentions: [{ id: grace.user_id, name: "Grace O'Neil" }],
    });
    expect(await list(id)).toHaveLength(2);
    expect(await notices(amina, id)).toHaveLength(1);
    expect(await notices(grace, id)).toEqual(["Daniel Mensah mentioned you in a comment"]);
  });
});

describe("a mention", () => {
  const mentioned = async (id: number, body: string): Promise<string[]> =>
    (await send(daniel, id, body)).body.mentions.map(({ name }: { name: string }) => name);

  test.each([
    ["@Amina Yusuf, look", ["Amina Yusuf"]],
    ["Thanks (@amina yusuf)!", ["Amina Yusuf"]],
    ["@Grace O'Neil's idea, not @Amina Yusuf's", ["Amina Yusuf", "Grace O'Neil"]],
    ["@Amina Yusuf @Amina Yusuf", ["Amina Yusuf"]],
    ["@Amina", []],
    ["amina@Amina Yusuf", []],
    ["@Nobody Here and @ Amina Yusuf", []],
    ["@Amina\nYusuf", []],
    ["`@Amina Yusuf` is an annotation", []],
    ["```java\n@Amina Yusuf\nclass A {}\n```", []],
    ["~~~\n@Amina Yusuf", []],
    ["``a ` @Amina Yusuf`` and @Grace O'Neil", ["Grace O'Neil"]],
    ["`open @Amina Yusuf", ["Amina Yusuf"]],
    ["https://social.example/@Amina Yusuf", []],
  ])("in %j names %j", async (body, names) => {
    expect(await mentioned(await makePost(), body)).toEqual(names);
  });

  test("notifies each member once, the author of the item and of the comment too for one reason alone", async () => {
    const id = await makePost();
    const first = (await send(amina, id, "Why?")).body;
    await send(daniel, id, "@Amina Yusuf @Wanjiru Kamau @Daniel Mensah @Grace O'Neil", first.id);
    expect(await notices(amina, id)).toEqual(["Daniel Mensah answered your comment"]);
    expect((await notices(writer, id))[0]).toBe("Daniel Mensah mentioned you in a comment");
    expect(await notices(writer, id)).toHaveLength(2);
    expect(await notices(grace, id)).toEqual(["Daniel Mensah mentioned you in a comment"]);
    expect(await notices(daniel, id)).toEqual([]);
  });

  test("of a name that two members have names the one whose number follows it, else nobody", async () => {
    const [, second] = [await register("Jo Doe"), await register("Jo Doe")];
    const id = await makePost();
    expect(await mentioned(id, "@Jo Doe")).toEqual([]);
    const { body } = await send(daniel, id, `@Jo Doe#${second.user_id}, please`);
    expect(body.mentions).toEqual([{ id: second.user_id, name: "Jo Doe" }]);
    expect(await mentioned(id, `@Jo Doe#${amina.user_id}`)).toEqual([]);
  });

  test("leads to the member's page once there is one, and so does the name of who writes", async () => {
    const id = await makePost();
    const lee = await register("Lee Stone");
    const { body: comment } = await send(lee, id, "@Lee Stone it is");
    const shown = async () => (await list(id)).map(({ user, body_html }) => [user.has_page, body_html]);
    expect([[comment.user.has_page, comment.body_html]]).toEqual([[false, "<p>@Lee Stone it is</p>\n"]]);
    await makeItem(app, { authorId: lee.user_id });
    const link = `<a href="/authors/${lee.user_id}">@Lee Stone</a>`;
    await send(daniel, id, "Hm");
    expect((await shown()).at(-1)).toEqual([true, `<p>${link} it is</p>\n`]);
  });

  test("follows an edit of the comment, which notifies nobody, and a new name", async () => {
    const id = await makePost();
    const lee = await register("Lee Park");
    const { body: comment } = await send(daniel, id, "@Amina Yusuf");
    const edited = await app.call("PATCH", `/comments/${comment.id}`, {
      body: { body: "@Lee Park, I meant" },
      ...as(daniel),
    });
    expect(edited.body.mentions).toEqual([{ id: lee.user_id, name: "Lee Park" }]);
    expect(await notices(lee, id)).toEqual([]);
    await list(id);
    await app.call("PATCH", "/profiles/me", { body: { name: "Lee Kim" }, ...as(lee) });
    expect((await list(id))[0]?.mentions).toEqual([{ id: lee.user_id, name: "Lee Kim" }]);
  });

  test("of a hundred names looks up ten", async () => {
    const id = await makePost();
    expect(await mentioned(id, `${"@a ".repeat(10)}@Amina Yusuf`)).toEqual([]);
    expect(await mentioned(id, `${"@a ".repeat(9)}@Amina Yusuf`)).toEqual(["Amina Yusuf"]);
  });
});

describe("the members offered for a beginning", () => {
  const offered = async (prefix: string) =>
    (await app.call("GET", `/members?prefix=${encodeURIComponent(prefix)}`, as(daniel))).body;

  test("are up to eight by name, with id and name alone", async () => {
    const made: Member[] = [];
    for (const letter of "jihgfedcba") made.push(await register(`Zoë ${letter}`));
    expect((await offered("zoË ")).items.map(({ name }: { name: string }) => name)).toEqual(
      [..."abcdefgh"].map((letter) => `Zoë ${letter}`),
    );
    expect(await offered("Zoë j")).toEqual({ items: [{ id: made[0]?.user_id, name: "Zoë j" }] });
  });

  test("are not found by a pattern", async () => {
    expect(await offered("%")).toEqual({ items: [] });
    expect(await offered("Amina_")).toEqual({ items: [] });
    expect((await offered("")).items).toHaveLength(8);
  });
});

describe("a report about a comment", () => {
  test("reaches the admins with the comment, beside one about the item, and ends with the comment", async () => {
    const id = await makePost();
    const admin = await registerMember(app, "Admin", { name: "Otieno Were", verifiedAt: new Date() });
    const { body: comment } = await send(amina, id, "Buy my course");
    const report = (reason: string) =>
      app.call("POST", `/comments/${comment.id}/report`, { body: { reason }, ...as(daniel) });
    expect(await report("Spam")).toMatchObject({ status: 201, body: { message: "Reported" } });
    await report("Spam, twice");
    await app.call("POST", `/content/${id}/report`, { body: { reason: "Stolen" }, ...as(daniel) });
    const open = async () => (await app.call("GET", "/admin/reports", as(admin))).body;
    expect(await open()).toMatchObject({
      total: 2,
      items: [
        {
          content: { id },
          comment: {
            id: comment.id,
            author: { id: amina.user_id, name: "Amina Yusuf" },
            body: "Buy my course",
          },
          reason: "Spam, twice",
        },
        { content: { id }, comment: null, reason: "Stolen" },
      ],
    });
    await app.call("DELETE", `/comments/${comment.id}`, as(admin));
    expect(await open()).toMatchObject({ total: 1, items: [{ comment: null }] });
    expect(await report("Again")).toMatchObject({ status: 404, body: { code: "comment_not_found" } });
  });

  test("is refused where the comment cannot be read", async () => {
    const id = await makePost();
    const { body: comment } = await send(amina, id, "Hidden with its item");
    await unpublish(app, id);
    expect(
      (await app.call("POST", `/comments/${comment.id}/report`, { body: { reason: "Hm" }, ...as(daniel) }))
        .status,
    ).toBe(404);
  });
});
