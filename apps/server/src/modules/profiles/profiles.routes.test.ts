import type { Comment } from "@cairn/contract";
import {
  type Answer,
  buildTestApp,
  type Member,
  password,
  registerMember,
  signUp,
  type TestApp,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, pdf, png } from "@tests/support/server/media.ts";
import { filesIn } from "@tests/support/server/uploads.ts";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "../../db/schema.ts";

let app: TestApp;
let member: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  member = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const get = (token = member.access_token) => app.call("GET", "/profiles/me", { token });
const change = (body: unknown, token = member.access_token) =>
  app.call("PATCH", "/profiles/me", { body, token });
const changeByForm = (fields: Record<string, string>, avatar: FormFile | null = null, who = member) =>
  sendForm(app, "PATCH", "/profiles/me", {
    fields,
    file: avatar && { ...avatar, part: "avatar" },
    token: who.access_token,
  });
const login = (who: Member, word: string) =>
  app.call("POST", "/auth/login", { body: { email: who.email, password: word } });

describe("an author", () => {
  test("shows everyone name, role, bio, links and picture, and never an email or phone", async () => {
    const writer = await registerMember(app, "TechWriter");
    await makeItem(app, { authorId: writer.user_id });
    await makeItem(app, { authorId: writer.user_id, status: "Pending" });
    await changeByForm(
      { name: "Amina Diallo", bio: "Writes about servers.", social_links: "https://github.com/amina" },
      await png(),
      writer,
    );
    const answer = await app.call("GET", `/authors/${writer.user_id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: writer.user_id,
      name: "Amina Diallo",
      role: "TechWriter",
      bio: "Writes about servers.",
      links: [{ label: "github.com", url: "https://github.com/amina" }],
      avatar_url: expect.stringMatching(/^\/media\//),
      items: 1,
      since: expect.any(String),
    });
  });

  test("has the small picture beside posts and comments, also where these were read before, until deactivated", async () => {
    const writer = await registerMember(app, "TechWriter");
    const id = await makeItem(app, { authorId: writer.user_id });
    const write = { token: writer.access_token, body: { body: "Mine." } };
    await app.call("POST", `/content/${id}/comments`, write);
    const shown = async () => {
      const [post, comments] = [`/content/${id}`, `/content/${id}/comments`];
      const [{ body: item }, { body: list }] = [await app.call("GET", post), await app.call("GET", comments)];
      return [item.author_avatar_url, ...list.map(({ user }: Comment) => user.avatar_small_url)];
    };
    expect(await shown()).toEqual([null, null]);
    const { body } = await changeByForm({}, await png(), writer);
    const small = body.avatar_small_url;
    await expect.poll(shown).toEqual([small, small]);
    expect((await app.call("GET", "/auth/me", write)).body.avatar_small_url).toBe(small);
    expect((await app.call("POST", `/content/${id}/comments`, write)).body.user.avatar_small_url).toBe(small);
    await app.db.query.update(users).set({ active: false }).where(eq(users.id, writer.user_id));
    await expect.poll(shown).toEqual([null, null, null]);
  });

  test("has the small picture in the verification of what they approved, and a page once they publish", async () => {
    const writer = await registerMember(app, "TechWriter");
    const reviewer = await registerMember(app, "TechWriter");
    const id = await makeItem(app, { authorId: writer.user_id, reviewerId: reviewer.user_id });
    const shown = async () => (await app.call("GET", `/content/${id}/reviews`)).body.items[0].reviewer;
    expect(await shown()).toMatchObject({ avatar_small_url: null, has_page: false });
    const { body } = await changeByForm({}, await png(), reviewer);
    await makeItem(app, { authorId: reviewer.user_id });
    await expect
      .poll(shown)
      .toMatchObject({ id: reviewer.user_id, avatar_small_url: body.avatar_small_url, has_page: true });
  });

  test("is nobody who has published nothing", async () => {
    const { user_id: id } = await registerMember(app, "TechWriter");
    await makeItem(app, { authorId: id, status: "Pending" });
    const answer = await app.call("GET", `/authors/${id}`);
    expect([answer.status, answer.body.code]).toEqual([404, "author_not_found"]);
  });

  test("keeps only name and posts once deactivated", async () => {
    const writer = await registerMember(app, "TechWriter");
    await makeItem(app, { authorId: writer.user_id });
    await change({ bio: "Writes." }, writer.access_token);
    await app.db.query.update(users).set({ active: false }).where(eq(users.id, writer.user_id));
    const { body } = await app.call("GET", `/authors/${writer.user_id}`);
    expect(body).toMatchObject({ bio: "", links: [], avatar_url: null, items: 1 });
  });
});

describe("a profile", () => {
  test("starts with the data given at registration", async () => {
    const fresh = await signUp(app);
    expect((await get(fresh.access_token)).body).toEqual({
      name: expect.stringMatching(/^Member \d+$/),
      email: fresh.email,
      email_confirmed: false,
      bio: "",
      avatar_url: null,
      avatar_small_url: null,
      social_links: [],
      interests: [],
      languages: [],
    });
  });

  test("is changed by the spec's form, and stays so when it is fetched again", async () => {
    const answer = await changeByForm({
      name: "  Amina Diallo ",
      bio: "Writes about\r\nservers.",
      social_links: "https://github.com/amina",
    });
    expect(answer.status).toBe(200);
    const { message, ...profile } = answer.body;
    expect(message).toBe("Profile updated successfully");
    expect(profile).toMatchObject({
      name: "Amina Diallo",
      bio: "Writes about\nservers.",
      social_links: [{ label: "github.com", url: "https://github.com/amina" }],
    });
    expect((await get()).body).toEqual(profile);
    expect((await app.call("GET", "/auth/me", { token: member.access_token })).body.name).toBe(
      "Amina Diallo",
    );
  });

  test("keeps fields that are not sent", async () => {
    await change({ name: "Amina", bio: "Words", interests: ["Data Science"] });
    const before = (await get()).body;
    expect((await change({ bio: "Other words" })).body).toMatchObject({ ...before, bio: "Other words" });
    expect((await change({})).body).toMatchObject({ ...before, bio: "Other words" });
    expect((await change({ bio: "" })).body.bio).toBe("");
  });

  test("has interests, in any of their formats, which /auth/me then returns", async () => {
    const wanted = ["Full-Stack", "Data Science"];
    expect(
      (await change({ interests: [" Full-Stack", "Data Science", "full-stack", ""] })).body.interests,
    ).toEqual(wanted);
    expect((await changeByForm({ interests: JSON.stringify(wanted) })).body.interests).toEqual(wanted);
    expect((await changeByForm({ interests: "Full-Stack, Data Science" })).body.interests).toEqual(wanted);
    expect((await app.call("GET", "/auth/me", { token: member.access_token })).body.interests).toEqual(
      wanted,
    );
    expect((await change({ interests: [] })).body.interests).toEqual([]);
  });

  test.each([
    ["a blank name", { name: "  " }, "name"],
    ["an email", { email: "other@example.test" }, "email"],
    ["a role", { role: "Admin" }, "role"],
    ["eleven interests", { interests: Array.from({ length: 11 }, (_, n) => `interest ${n}`) }, "interests"],
    ["an interest of 41 characters", { interests: ["x".repeat(41)] }, "interests"],
    ["a script for a link", { social_links: "javascript:alert(1)" }, "social_links"],
    ["a password of 7 characters", { password: "1234567" }, "password"],
    ["one of the commonest passwords", { password: "password123" }, "password"],
  ])("with %s is refused and stays unchanged", async (_case, wrong, field) => {
    const before = (await get()).body;
    const answer = await change({ bio: "not this", ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
    expect((await get()).body).toEqual(before);
  });
});

describe("a new password", () => {
  test("works from then on, ends all other sessions at once and keeps the one that asked", async () => {
    const who = await registerMember(app, "TechWriter");
    const elsewhere = (await login(who, password)).body;
    const alsoElsewhere = (await login(who, password)).body;
    const stranger = await registerMember(app);
    expect((await changeByForm({ name: "Same", password: "a new password 1" }, null, who)).status).toBe(200);

    for (const session of [elsewhere, alsoElsewhere]) {
      expect((await get(session.access_token)).status).toBe(401);
      expect((await app.call("POST", "/auth/refresh", { token: session.refresh_token })).status).toBe(401);
    }
    expect((await get(who.access_token)).status).toBe(200);
    expect((await app.call("POST", "/auth/refresh", { token: who.refresh_token })).status).toBe(200);
    expect((await get(stranger.access_token)).status).toBe(200);
    expect((await login(who, password)).status).toBe(401);
    expect((await login(who, "a new password 1")).status).toBe(200);
  });

  test("that is refused ends nothing", async () => {
    const who = await registerMember(app);
    const elsewhere = (await login(who, password)).body;
    expect((await change({ password: "12345678" }, who.access_token)).status).toBe(400);
    expect((await get(elsewhere.access_token)).status).toBe(200);
    expect((await login(who, password)).status).toBe(200);
  });
});

describe("a profile picture", () => {
  const pictureAt = async (url: string) => {
    const { statusCode, rawPayload, headers } = await app.inject({ url });
    expect(statusCode).toBe(200);
    return { shown: rawPayload, headers };
  };
  const keys = ({ body }: Answer) =>
    [body.avatar_url, body.avatar_small_url].map((url: string) => url.slice(7));

  test("is served to everybody as squares of 256 and 96 pixels, without the picture's metadata", async () => {
    const bytes = await sharp({ create: { width: 900, height: 400, channels: 3, background: "#864" } })
      .withExif({ IFD0: { Copyright: "where it was taken" } })
      .jpeg()
      .toBuffer();
    const answer = await changeByForm({}, { bytes, type: "image/jpeg" });
    expect(answer.status).toBe(200);
    for (const [url, size] of [
      [answer.body.avatar_url, 256],
      [answer.body.avatar_small_url, 96],
    ] as const) {
      const { shown, headers } = await pictureAt(url);
      expect(headers["content-type"]).toBe("image/webp");
      expect(headers["cache-control"]).toBe("public, max-age=3600, s-maxage=0, must-revalidate");
      expect(shown.includes("where it was taken")).toBe(false);
      expect(sizeOfWebp(shown)).toEqual([size, size]);
    }
  });

  test("replaces the previous one, whose files are deleted", async () => {
    const who = await registerMember(app);
    const first = keys(await changeByForm({}, await png(), who));
    const second = keys(await changeByForm({}, await jpeg(), who));
    const names = await filesIn(app);
    for (const key of second) expect(names).toContain(key);
    for (const key of first) {
      expect(names).not.toContain(key);
      expect((await app.call("GET", `/media/${key}`)).status).toBe(404);
    }
  });

  test("that is not a JPEG or PNG is refused with the whole change", async () => {
    const before = { profile: (await get()).body, files: await filesIn(app) };
    for (const file of [pdf("x"), { bytes: Buffer.from("<svg/>"), type: "image/png" }]) {
      expect((await changeByForm({ bio: "not this" }, file)).status).toBe(415);
    }
    expect({ profile: (await get()).body, files: await filesIn(app) }).toEqual(before);
  });

  test("sent with a refused field leaves no file", async () => {
    const before = await filesIn(app);
    expect((await changeByForm({ name: " " }, await png())).status).toBe(400);
    expect((await changeByForm({ password: "12345678" }, await png())).status).toBe(400);
    expect(await filesIn(app)).toEqual(before);
  });
});

/** Out of the frame's own head: a lossy WebP's begins 23 bytes into the file. */
const sizeOfWebp = (bytes: Buffer) => [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
