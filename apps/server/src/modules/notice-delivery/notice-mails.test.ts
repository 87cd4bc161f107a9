import {
  buildTestApp,
  type Member,
  registerMember,
  signUp,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { forge } from "@tests/support/server/forge.ts";
import { type MailServer, openMailServer } from "@tests/support/server/smtp.ts";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../operator/run-command.ts";

const day = 24 * 60 * 60 * 1000;

let server: MailServer;
let app: TestApp;
let writer: Member;
let admin: Member;
beforeAll(async () => {
  server = await openMailServer();
  app = await buildTestApp({ rateLimits: false, smtpUrl: server.url, publicUrl: "https://cairn.test" });
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
  await makeAndSend();
});
afterEach(() => {
  server.taken.length = 0;
});
afterAll(async () => {
  await app.close();
  await server.close();
});

/** Makes what is due, sends it, and forgets what is no notice. */
async function makeAndSend(): Promise<void> {
  await app.jobs.runDue("notice", "group notice", "digest");
  await app.jobs.runDue("reset", "mail");
}

/** What reached this mailbox because of notices, as a mail program reads it. */
async function mailsTo({ email }: Member) {
  const read = await Promise.all(server.taken.map((raw) => PostalMime.parse(raw)));
  return read.filter((mail) => mail.to?.[0]?.address === email && headerOf(mail, "list-unsubscribe"));
}
type ReadMail = Awaited<ReturnType<typeof PostalMime.parse>>;
const headerOf = ({ headers }: ReadMail, name: string) => headers.find(({ key }) => key === name)?.value;

const as = ({ access_token: token }: Member) => ({
  send: (method: "PUT" | "POST", url: string, body?: unknown) => app.call(method, url, { token, body }),
  get: async (url: string) => (await app.call("GET", url, { token })).body,
});
const choose = (member: Member, what: string, choice: object) =>
  as(member).send("PUT", "/profiles/me/notices", { items: [{ what, ...choice }] });
const choiceOf = async (member: Member, what: string) =>
  (await as(member).get("/profiles/me/notices")).items.find((item: { what: string }) => item.what === what)
    .mail;

async function publish(facts: Partial<Parameters<typeof makeItem>[1]> = {}): Promise<number> {
  const id = await makeItem(app, { authorId: writer.user_id, status: "Pending", ...facts });
  const answer = await as(admin).send("POST", `/admin/content/${id}/approve`, { revision: 1 });
  expect(answer.status).toBe(200);
  return id;
}
const comment = (member: Member, id: number, body: object) =>
  as(member).send("POST", `/content/${id}/comments`, body);

/** A form as a browser without JavaScript sends it. */
const post = (url: string, fields: Record<string, string>) =>
  app.call("POST", url.replace("https://cairn.test", ""), {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
const linkIn = (text: string, page: string) =>
  new RegExp(`https://cairn\\.test(/notices/${page}\\?token=\\S+)`).exec(text)?.[1] ?? "";

describe("a decision", () => {
  test("is mailed at once, once, as text and HTML, with a way to end such mails", async () => {
    const id = await publish({ title: "Cookies & <b>caches</b>" });
    await makeAndSend();
    await makeAndSend();
    const mails = await mailsTo(writer);
    expect(mails).toHaveLength(1);
    const [mail] = mails as [ReadMail];
    expect(mail.subject).toBe("Your post was approved");
    expect(mail.text).toContain(`https://cairn.test/posts/${id}`);
    expect(mail.text).toContain("Cookies & <b>caches</b>");
    expect(mail.html).toContain("Cookies &amp; &lt;b&gt;caches&lt;/b&gt;");
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(headerOf(mail, "list-unsubscribe")).toMatch(
      /^<https:\/\/cairn\.test\/notices\/unsubscribe\?token=[\w.-]+>$/,
    );
    expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(headerOf(mail, "auto-submitted")).toBe("auto-generated");
  });

  test("says in its heading what was decided, once, with the note of its reviewer", async () => {
    const id = await makeItem(app, { authorId: writer.user_id, status: "Pending", title: "Streams" });
    const approval = { revision: 1, note: "A clear example." };
    await as(admin).send("POST", `/admin/content/${id}/approve`, approval);
    await makeAndSend();
    const [mail] = await mailsTo(writer);
    const body = mail?.html?.split("</head>")[1] ?? "";
    expect(body.match(/<h1[^>]*>Your post was approved: A clear example\.<\/h1>/)).not.toBeNull();
    expect(body.split("A clear example.")).toHaveLength(2);
  });

  test("is a mail that every program and server takes: two forms, plain bytes and short lines", async () => {
    const title = `Ça va ? ${"Un titre long, avec des accents éèà. ".repeat(2)}مرحبا`;
    const id = await publish({ title });
    await makeAndSend();
    const [raw = "", ...others] = server.taken.filter((one) => one.includes("List-Unsubscribe:"));
    expect(others).toEqual([]);
    // RFC 5321, 4.5.3.1.6 and RFC 5322, 2.1.1: lines end with CRLF and have 998 characters at most; of headers 78 as a rule.
    const lines = raw.split("\r\n");
    expect(raw.replaceAll("\r\n", "")).toMatch(/^[\t\x20-\x7e]*$/);
    const end = lines.indexOf("");
    const isLink = (line: string) => /^(?:List-Unsubscribe:|Message-ID:| <)/.test(line);
    const headers = lines.slice(0, end).filter((line) => !isLink(line));
    expect(Math.max(...headers.map(({ length }) => length))).toBeLessThanOrEqual(78);
    expect(Math.max(...lines.slice(0, end).map(({ length }) => length))).toBeLessThanOrEqual(998);
    // RFC 2045, 6.7: 76 characters of quoted-printable, as of base64.
    expect(Math.max(...lines.slice(end).map(({ length }) => length))).toBeLessThanOrEqual(76);
    const encodings = [...raw.matchAll(/^Content-Transfer-Encoding: (\S+)\r$/gim)].map(([, name]) => name);
    expect(encodings).toEqual(["quoted-printable", "quoted-printable"]);
    // RFC 2046, 5.1.4: the best form last.
    expect([...raw.matchAll(/^Content-Type: ([^;]+);/gim)].map(([, type]) => type)).toEqual([
      "multipart/alternative",
      "text/plain",
      "text/html",
    ]);
    const mail = await PostalMime.parse(raw);
    expect(mail.attachments).toEqual([]);
    expect(mail.text?.replaceAll(/\s+/g, " ")).toContain(title);
    expect(mail.html).toContain(title);
    expect(mail.html).toContain(`href="https://cairn.test/posts/${id}"`);
    expect(headerOf(mail, "date")).toBeDefined();
    expect(headerOf(mail, "mime-version")).toBe("1.0");
    expect(headerOf(mail, "message-id")).toMatch(/^<[\w-]+@cairn\.test>$/);
    // RFC 8058, 3.1: both, each once, and an https address among those that end such mails.
    for (const name of ["list-unsubscribe", "list-unsubscribe-post"]) {
      expect(mail.headers.filter(({ key }) => key === name)).toHaveLength(1);
    }
  });

  test("is not mailed to an address that nobody has confirmed, nor to a member who chose otherwise", async () => {
    const strangers = [await signUp(app, "TechWriter"), await registerMember(app, "TechWriter")] as const;
    await choose(strangers[1], "decisions", { mail: "never" });
    for (const { user_id: authorId } of strangers) await publish({ authorId });
    await makeAndSend();
    for (const member of strangers) expect(await mailsTo(member)).toEqual([]);
  });
});

test("notices of one moment are each mailed once, to the member that they are for", async () => {
  const authors = [await registerMember(app, "TechWriter"), await registerMember(app, "TechWriter"), writer];
  await makeAndSend();
  server.taken.length = 0;
  const published = new Map<Member, number[]>(authors.map((author) => [author, []]));
  for (const author of [...authors, ...authors]) {
    published.get(author)?.push(await publish({ authorId: author.user_id }));
  }
  await comment(admin, published.get(writer)?.[0] ?? 0, { body: "Told once a week." });
  await makeAndSend();
  for (const [author, ids] of published) {
    const texts = (await mailsTo(author)).map(({ text }) => text ?? "");
    expect(texts.map((text) => Number(/\/posts\/(\d+)/.exec(text)?.[1])).sort((a, b) => a - b)).toEqual(ids);
  }
  const { rows } = await app.db.query.execute(sql`select from jobs where kind = 'notice'`);
  expect(rows).toEqual([]);
});

describe("what is followed", () => {
  test("is mailed at once to those who chose so, by author, category and label, and to nobody else", async () => {
    const [byAuthor, byCategory, byLabel, byNothing, later] = [
      await registerMember(app),
      await registerMember(app),
      await registerMember(app),
      await registerMember(app),
      await registerMember(app),
    ];
    const known = await publish({ appliesTo: ["node 20"], categoryId: 2 });
    for (const member of [byAuthor, byCategory, byLabel, byNothing])
      await choose(member, "follows", { mail: "now" });
    for (const member of [byAuthor, later]) await as(member).send("PUT", `/follows/author/${writer.user_id}`);
    await as(byCategory).send("PUT", "/follows/category/2");
    await as(byLabel).send("PUT", "/follows/label/node%2020");
    await makeAndSend();
    server.taken.length = 0;

    await publish({ title: "Streams", appliesTo: ["node 20"], categoryId: 2 });
    await makeAndSend();
    for (const member of [byAuthor, byCategory, byLabel]) {
      expect((await mailsTo(member)).map(({ text }) => text?.includes("Streams"))).toEqual([true]);
    }
    for (const member of [byNothing, later]) expect(await mailsTo(member)).toEqual([]);
    expect(known).toBeGreaterThan(0);
  });
});

describe("the links of a mail", () => {
  async function mailed() {
    const member = await registerMember(app, "TechWriter");
    await publish({ authorId: member.user_id });
    await makeAndSend();
    const [mail] = await mailsTo(member);
    if (!mail) throw new Error("no mail");
    const unsubscribe = String(headerOf(mail, "list-unsubscribe")).slice(1, -1);
    return { member, unsubscribe, choices: linkIn(mail.text ?? "", "choices") };
  }

  test("end such mails by one request, as mail programs make it", async () => {
    const { member, unsubscribe } = await mailed();
    const answer = await post(unsubscribe, { "List-Unsubscribe": "One-Click" });
    expect(answer.status).toBe(200);
    expect(await choiceOf(member, "decisions")).toBe("never");
    expect(await choiceOf(member, "renewals")).toBe("now");
    server.taken.length = 0;
    await publish({ authorId: member.user_id });
    await makeAndSend();
    expect(await mailsTo(member)).toEqual([]);
  });

  test("end such mails as well by the other kind of form that mail programs send", async () => {
    const { member, unsubscribe } = await mailed();
    const part = 'Content-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click';
    const answer = await app.inject({
      method: "POST",
      url: unsubscribe.replace("https://cairn.test", ""),
      headers: { "content-type": "multipart/form-data; boundary=cut" },
      payload: `--cut\r\n${part}\r\n--cut--\r\n`,
    });
    expect(answer.statusCode).toBe(200);
    expect(await choiceOf(member, "decisions")).toBe("never");
  });

  test("show the choices without sign-in, change nothing when opened, and save what is chosen", async () => {
    const { member, choices, unsubscribe } = await mailed();
    for (const link of [choices, unsubscribe.replace("https://cairn.test", "")]) {
      const page = await app.call("GET", link, { headers: { accept: "text/html" } });
      expect(page.status).toBe(200);
      expect(page.body).toContain('<option value="now" selected>At once</option>');
      expect(page.body).not.toMatch(/style=|<script/);
      expect(page.headers["cache-control"]).toBe("no-store");
    }
    expect(await choiceOf(member, "decisions")).toBe("now");
    const saved = await post(choices, { decisions: "daily", replies: "never", mentions: "hourly" });
    expect(saved.body).toContain("Your choices are saved.");
    expect(await choiceOf(member, "decisions")).toBe("daily");
    expect(await choiceOf(member, "replies")).toBe("never");
    expect(await choiceOf(member, "mentions")).toBe("weekly");
  });

  test("are refused with another signature, and for another member", async () => {
    const { member, choices } = await mailed();
    const token = new URL(choices, "https://cairn.test").searchParams.get("token") ?? "";
    const forged = [forge(token), token.replace(/^\d+/, "1"), "", "1.desk."];
    for (const wrong of forged) {
      for (const page of ["choices", "unsubscribe"]) {
        expect((await post(`/notices/${page}?token=${wrong}`, { decisions: "never" })).status).toBe(400);
        expect((await app.call("GET", `/notices/${page}?token=${wrong}`)).status).toBe(400);
      }
    }
    expect(await choiceOf(member, "decisions")).toBe("now");
  });
});

test("an address that its mail server refuses gets no further notices until its member or the operator says so", async () => {
  const member = await registerMember(app, "TechWriter");
  await makeAndSend();
  server.answer("550 5.1.1 No such user here");
  await publish({ authorId: member.user_id });
  await makeAndSend();
  expect((await as(member).get("/profiles/me/notices")).mail.refused_at).not.toBeNull();
  await publish({ authorId: member.user_id });
  await makeAndSend();
  expect(await mailsTo(member)).toEqual([]);
  await as(member).send("PUT", "/profiles/me/notices", { mail_again: true });
  await publish({ authorId: member.user_id });
  await makeAndSend();
  expect(await mailsTo(member)).toHaveLength(1);

  server.answer("550 5.1.1 No such user here");
  await publish({ authorId: member.user_id });
  await makeAndSend();
  expect((await app.operator.check()).at(-1)?.notes).toContain(
    "refused by their mail servers: the addresses of 1 member",
  );
  expect((await runCommand(["mail", "retry"], app.operator)).lines).toEqual([
    "0 mails will be sent within a minute; 1 address that was refused gets mail again.",
  ]);
  expect((await as(member).get("/profiles/me/notices")).mail.refused_at).toBeNull();
});

describe("the weekly mail", () => {
  test("tells what was verified for its member, answers, and what was saved and not read", async () => {
    const [member, quiet] = [await registerMember(app), await registerMember(app)];
    await app.jobs.runDue("notice", "group notice", "digest");
    await as(member).send("PUT", `/follows/author/${writer.user_id}`);
    const saved = await publish({ title: "Saved for later" });
    await publish({ title: "New and followed" });
    await as(member).send("PUT", `/content/${saved}/save`);
    const { body: said } = await comment(member, saved, { body: "A question." });
    const { body: answer } = await comment(writer, saved, { body: "An answer.", reply_to: said.id });
    const mention = { body: `Or not, @${member.name}` };
    const { body: gone } = await comment(writer, saved, mention);
    await app.call("DELETE", `/comments/${gone.id}`, { token: writer.access_token });
    app.passTime(7 * day);
    // The sessions have ended by now; what was done is reported.
    await makeAndSend();
    await makeAndSend();
    const mails = await mailsTo(member);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your week on Cairn"]);
    const text = mails[0]?.text ?? "";
    for (const words of [
      "VERIFIED FOR YOU",
      "New and followed",
      "answered your comment",
      `https://cairn.test/posts/${saved}#comment-${answer.id}`,
      "SAVED AND NOT READ YET",
      "Saved for later",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain("mentioned you");
    expect(await mailsTo(quiet)).toEqual([]);
  });

  test("tells an answer of before a dozen notices that are mailed at once", async () => {
    const [author, reader] = [await registerMember(app, "TechWriter"), await registerMember(app)];
    const item = await makeItem(app, { authorId: author.user_id });
    await app.jobs.runDue("notice", "group notice", "digest");
    expect((await comment(reader, item, { body: "An early word." })).status).toBe(201);
    await app.db.query.execute(sql`
      insert into notifications (audience_id, type, message, sub_message, url, content_id, created_at)
      select audiences.id, 'System', 'Your post number ' || n || ' was approved', '[View]', '/posts/1', ${item}, ${app.now()}
      from audiences, generate_series(1, 12) n where user_id = ${author.user_id}`);
    app.passTime(7 * day);
    await makeAndSend();
    const weekly = (await mailsTo(author)).filter(({ subject }) => subject === "Your week on Cairn");
    expect(weekly).toHaveLength(1);
    expect(weekly[0]?.text).toContain("commented on your post");
  });

  test("reaches each of 300 members once, although the site stops in the middle and another goes on", async () => {
    await app.db.query.execute(sql`
      with made as (insert into users (name, email, role, email_confirmed_at)
        select 'Reader', 'reader-' || n || '@example.test', 'User', now() from generate_series(1, 300) n returning id)
      insert into follows select id, 'category', '3', now() from made`);
    const id = await makeItem(app, { authorId: writer.user_id, categoryId: 3, title: "For all readers" });
    await app.db.query.execute(
      sql`update content set published_at = now() + interval '16 days' where id = ${id}`,
    );

    const next = await buildTestApp(
      { rateLimits: false, smtpUrl: server.url, publicUrl: "https://cairn.test" },
      null,
      { db: app.db, store: app.store },
    );
    const last = await buildTestApp(
      { rateLimits: false, smtpUrl: server.url, publicUrl: "https://cairn.test" },
      null,
      { db: app.db, store: app.store },
    );
    // The tests above have passed two weeks: nine days later, a Monday has come on whichever day this runs.
    for (const site of [next, last]) site.passTime(23 * day);
    const stopped = next.jobs.runDue("notice", "group notice", "digest");
    await next.http.close();
    await stopped;
    const made = () =>
      app.db.query.execute<{ mails: number; members: number }>(sql`
        select count(*)::int as mails, count(distinct recipient)::int as members from mails
        where once like 'weekly %' and recipient like 'reader-%'`);
    expect((await made()).rows[0]?.mails).toBeLessThan(300);
    await last.jobs.runDue("notice", "group notice", "digest");
    await last.jobs.runDue("notice", "group notice", "digest");
    expect((await made()).rows).toEqual([{ mails: 300, members: 300 }]);
    await last.http.close();
  });
});
