import {
  buildTestApp,
  type Member,
  password,
  registerMember,
  type TestApp,
} from "@tests/support/server/app.ts";
import { draftFields } from "@tests/support/server/forms.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDiskFull } from "../lib/disk-full.ts";

const room = { isLow: false, stop() {} };
let app: TestApp;
let member: Member;
let id: number;
beforeAll(async () => {
  app = await buildTestApp({}, null, { room });
  member = await registerMember(app);
  id = (await post()).body.id;
  room.isLow = true;
});
afterAll(() => app.close());

const post = () => app.call("POST", "/content", { token: member.access_token, body: draftFields() });

test("while the disk is nearly full, calls that write are refused with 507 and Retry-After", async () => {
  const refused = [
    await post(),
    await app.call("PATCH", "/profiles/me", { token: member.access_token, body: { bio: "x" } }),
    await app.call("PUT", `/content/${id}/like`, { token: member.access_token }),
    await app.call("DELETE", `/content/${id}`, { token: member.access_token }),
    await app.call("POST", "/auth/login", { body: { email: member.email, password } }),
  ];
  for (const { status, headers, body } of refused) {
    expect([status, body.code, headers["retry-after"]]).toEqual([507, "storage_full", "5"]);
  }
});

test("while the disk is nearly full, reads work, and members stay signed in and may log out", async () => {
  const mine = await app.call("GET", `/content/${id}`, { token: member.access_token });
  expect(mine.status).toBe(200);
  expect((await app.call("GET", "/content")).status).toBe(200);
  expect((await app.call("GET", "/health/ready")).status).toBe(200);
  const renewed = await app.call("POST", "/auth/refresh", { token: member.refresh_token });
  expect(renewed.status).toBe(200);
  expect((await app.call("DELETE", "/auth/logout", { token: member.refresh_token })).status).toBe(200);
});

test("errors of PostgreSQL and the file system about a full disk are recognized", () => {
  const coded = (code: string) => Object.assign(new Error("no room"), { code });
  expect(["ENOSPC", "EDQUOT", "53100"].map((code) => isDiskFull(coded(code)))).toEqual([true, true, true]);
  expect(isDiskFull(coded("23505"))).toBe(false);
});
