import {
  type Answer,
  buildTestApp,
  by,
  password,
  registration,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { type MailServer, openMailServer } from "@tests/support/server/smtp.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

const unicode = (name: string) => `${name}@münchen.example`;
const ascii = (name: string) => `${name}@xn--mnchen-3ya.example`;

let mailServer: MailServer;
let app: TestApp;
beforeAll(async () => {
  mailServer = await openMailServer();
  app = await buildTestApp({ smtpUrl: mailServer.url, adminEmails: [ascii("head")] });
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
});
beforeEach(async () => {
  await app.jobs.runDue("reset", "mail");
  mailServer.recipients.splice(0);
});

const register = (email: string, role = "User") =>
  app.call("POST", "/auth/register", { body: registration({ email, role }) });
const login = (email: string, on = app) => on.call("POST", "/auth/login", { body: { email, password } });
const mailed = async () => {
  await app.jobs.runDue("reset", "mail");
  return mailServer.recipients;
};

describe("an email at an internationalised domain", () => {
  test("registers, logs in by either spelling, is one account, and gets its mail at the ASCII form", async () => {
    const { status, body } = await register(unicode("user"));
    expect(status).toBe(201);
    for (const typed of [
      unicode("user"),
      ascii("user"),
      "User@MU\u0308NCHEN.Example",
      "user@münchen。example",
    ]) {
      expect((await login(typed)).status).toBe(200);
      expect(await register(typed)).toMatchObject({ status: 409, body: { code: "email_taken" } });
    }
    const me = await app.call("GET", "/auth/me", { token: body.access_token });
    expect(me.body.email).toBe(ascii("user"));
    expect(await mailed()).toEqual([ascii("user")]);
  });

  test("may be registered in ASCII and typed in Unicode", async () => {
    expect((await register(ascii("other"))).status).toBe(201);
    expect((await login(unicode("other"))).status).toBe(200);
  });

  test("gets its reset code by either spelling", async () => {
    await register(ascii("forgetful"));
    expect(await mailed()).toEqual([ascii("forgetful")]);
    for (const identifier of [unicode("forgetful"), ascii("forgetful")]) {
      expect((await app.call("POST", "/auth/request-password-reset", { body: { identifier } })).status).toBe(
        200,
      );
    }
    expect(await mailed()).toEqual(Array(3).fill(ascii("forgetful")));
  });

  test("is added, searched and changed by admins in either spelling", async () => {
    const admin = await verifiedAdmin(app);
    const added = await app.call(
      "POST",
      "/admin/users",
      by(admin, { name: "Added", email: unicode("added"), role: "User", password }),
    );
    expect(added).toMatchObject({ status: 201, body: { email: ascii("added") } });
    const path = `/admin/users/${added.body.id}`;
    const same = await app.call("PATCH", path, by(admin, { email: unicode("added") }));
    expect(same).toMatchObject({ status: 200, body: { email: ascii("added") } });
    for (const words of [unicode("added"), ascii("added"), "added@MÜNCHEN.example"]) {
      const { body } = await app.call("GET", `/admin/users?q=${encodeURIComponent(words)}`, by(admin));
      expect(body.items.map(({ email }: { email: string }) => email)).toEqual([ascii("added")]);
    }
    const { body } = await app.call(
      "GET",
      `/admin/users?q=${encodeURIComponent("münchen.example")}`,
      by(admin),
    );
    expect(body.items.length).toBeGreaterThan(1);
    expect(await app.call("PATCH", path, by(admin, { email: unicode("user") }))).toMatchObject({
      status: 409,
    });
  });

  test("is the operator's by either spelling", async () => {
    await register(unicode("listed"), "Admin");
    expect(await app.operator.verify(ascii("listed"))).toBe(true);
    expect(await app.operator.verify(unicode("listed"))).toBe(false);
    await expect(app.operator.create({ email: unicode("listed"), role: "User" })).rejects.toMatchObject({
      code: "email_taken",
    });
  });

  test.each([
    "user@xn--a.example",
    "user@münchen..example",
    "user@münchen.example.",
    "user@mün chen.example",
  ])("that cannot be one is refused as it is today: %s", async (email) => {
    const refusal = (answer: Answer) => answer.body.details;
    const today = await register("amina at example");
    expect(refusal(await register(email))).toEqual(refusal(today));
    expect(await login(email)).toMatchObject({ status: 401, body: { code: "wrong_credentials" } });
  });
});
