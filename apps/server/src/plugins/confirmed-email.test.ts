import { buildTestApp, signUp, type TestApp } from "@tests/support/server/app.ts";
import { makeItem, verifyAdmin } from "@tests/support/server/content.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { lastMailTo, tokenIn } from "@tests/support/server/mails.ts";
import { jpeg, pdf } from "@tests/support/server/media.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../db/schema.ts";

/** As a site without demo data is. */
let app: TestApp;
let item: number;
beforeAll(async () => {
  app = await buildTestApp({ confirmedEmailToWrite: true });
  const author = await signUp(app, "TechWriter");
  item = await makeItem(app, { authorId: author.user_id });
});
afterAll(() => app.close());

const refused = {
  status: 403,
  body: {
    code: "email_unconfirmed",
    error:
      "Please confirm your email first. Open the link that we emailed to you and press the button there, or ask for another link on your profile.",
  },
};

const writing: [name: string, write: (token: string) => ReturnType<TestApp["call"]>, done: number][] = [
  ["an item", (token) => app.call("POST", "/content", { token, body: draftFields() }), 201],
  [
    "an item with a file",
    (token) => sendForm(app, "POST", "/content", { token, fields: draftFields(), file: pdf("Words.") }),
    201,
  ],
  ["an edit", (token) => app.call("PATCH", `/content/${item}`, { token, body: { title: "Mine" } }), 403],
  [
    "a comment",
    (token) => app.call("POST", `/content/${item}/comments`, { token, body: { body: "Yes." } }),
    201,
  ],
  [
    "a changed comment",
    (token) => app.call("PATCH", "/comments/987654", { token, body: { body: "No." } }),
    404,
  ],
  [
    "a report",
    (token) => app.call("POST", `/content/${item}/report`, { token, body: { reason: "It is old." } }),
    201,
  ],
  [
    "a picture of oneself",
    async (token) =>
      sendForm(app, "PATCH", "/profiles/me", { token, file: { ...(await jpeg()), part: "avatar" } }),
    200,
  ],
];

test.each(writing)("%s requires a confirmed email", async (_name, write, done) => {
  const { access_token: token, email, user_id } = await signUp(app);
  expect(await write(token)).toMatchObject(refused);
  expect(tokenIn(await lastMailTo(app, email), "/confirm-email")).toBeTruthy();
  await app.db.query.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, user_id));
  const answer = await write(token);
  expect(answer.status).toBe(done);
  expect(answer.body.code).not.toBe("email_unconfirmed");
});

test("reading, liking, changing one's name and asking for the link do not", async () => {
  const { access_token: token } = await signUp(app);
  const calls = [
    await app.call("GET", `/content/${item}`, { token }),
    await app.call("PUT", `/content/${item}/like`, { token }),
    await app.call("PATCH", "/profiles/me", { token, body: { name: "Another name" } }),
    await app.call("POST", "/auth/request-confirmation", { token }),
  ];
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test("a verified admin may write without it", async () => {
  const { access_token: token, user_id } = await signUp(app, "Admin");
  expect((await app.call("POST", "/content", { token, body: draftFields() })).status).toBe(403);
  await verifyAdmin(app, user_id);
  expect((await app.call("POST", "/content", { token, body: draftFields() })).status).toBe(201);
});

test("with demo data nobody needs it", async () => {
  const own = await buildTestApp({}, null, { db: app.db, store: app.store });
  const { access_token: token } = await signUp(own);
  expect((await own.call("POST", "/content", { token, body: draftFields() })).status).toBe(201);
  await own.http.close();
});
