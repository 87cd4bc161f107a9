import {
  buildTestApp,
  type Member,
  registerMember,
  registration,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { sendForm } from "@tests/support/server/forms.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** As a Mac or some keyboards write it, and as all others do. */
const apart = "Nguyễn Minh".normalize("NFD");
const composed = "Nguyễn Minh".normalize("NFC");

let app: TestApp;
let admin: Member;
let writer: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  admin = await verifiedAdmin(app);
  writer = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const as = ({ access_token: token }: Member) => ({ token });

describe("a name in either form of Unicode is one name", () => {
  test("of a member, who is found and mentioned by both", async () => {
    const account = registration({ name: apart });
    expect((await app.call("POST", "/auth/register", { body: account })).status).toBe(201);
    for (const form of [apart, composed]) {
      const found = await app.call("GET", `/admin/users?q=${encodeURIComponent(form)}`, as(admin));
      expect(found.body.items.map(({ name }: { name: string }) => name)).toEqual([composed]);
      const offered = await app.call(
        "GET",
        `/members?prefix=${encodeURIComponent(form.slice(0, 4))}`,
        as(writer),
      );
      expect(offered.body.items.map(({ name }: { name: string }) => name)).toEqual([composed]);
    }
    const id = await makeItem(app, { authorId: writer.user_id });
    for (const form of [apart, composed]) {
      const answer = await app.call("POST", `/content/${id}/comments`, {
        body: { body: `@${form}, look` },
        ...as(admin),
      });
      expect(answer.body).toMatchObject({ body: `@${form}, look`, mentions: [{ name: composed }] });
    }
  });

  test("and so is one with several spaces, or with wider ones", async () => {
    const account = registration({ name: "  Priya\u00a0 \u3000Raman " });
    await app.call("POST", "/auth/register", { body: account });
    const found = await app.call("GET", `/admin/users?q=${encodeURIComponent("Priya  Raman")}`, as(admin));
    expect(found.body.items.map(({ name }: { name: string }) => name)).toEqual(["Priya Raman"]);
    const id = await makeItem(app, { authorId: writer.user_id });
    const comment = { body: "@Priya\u00a0 Raman, look" };
    const answer = await app.call("POST", `/content/${id}/comments`, { body: comment, ...as(admin) });
    expect(answer.body.mentions).toMatchObject([{ name: "Priya Raman" }]);
  });

  test("of a category, which exists once and is filled by both", async () => {
    const [name, twin] = ["Réseaux".normalize("NFC"), "Réseaux".normalize("NFD")];
    const create = (called: string) =>
      app.call("POST", "/admin/categories", { body: { name: called, description: "Nets." }, ...as(admin) });
    expect((await create(twin)).body).toMatchObject({ name });
    expect((await create(name)).status).toBe(409);
    for (const category of [name, twin]) {
      const draft = { title: "Stones", body: "Words.", category };
      expect((await app.call("POST", "/content", { body: draft, ...as(writer) })).body).toMatchObject({
        category_name: name,
      });
      expect(
        (await sendForm(app, "POST", "/content", { fields: draft, token: writer.access_token })).body,
      ).toMatchObject({ category_name: name });
    }
  });

  test("of an interest, which is kept once", async () => {
    const interests = ["Café".normalize("NFD"), "café".normalize("NFC")];
    const answer = await app.call("PATCH", "/profiles/me", { body: { interests }, ...as(writer) });
    expect(answer.body.interests).toEqual(["Café".normalize("NFC")]);
  });

  test("and counts as long as it is stored", async () => {
    // Each of these letters is two in the one form.
    const name = "\u0958".repeat(100);
    const answer = await app.call("PATCH", "/profiles/me", { body: { name }, ...as(writer) });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: "name" }] } });
  });
});
