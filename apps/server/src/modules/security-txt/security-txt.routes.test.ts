import { buildTestApp } from "@tests/support/server/app.ts";
import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "../../config.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.remove());
/** A site of its own on the one database. */
const open = (settings: Partial<Config> = {}) => buildTestApp(settings, null, { db });

const path = "/.well-known/security.txt";
const hour = 60 * 60 * 1000;
const day = 24 * hour;

test("security.txt names the contact for vulnerabilities, stays the same all day, and is valid for half a year", async () => {
  const app = await open({
    publicUrl: "https://cairn.example",
    securityContacts: ["mailto:security@cairn.example", "https://cairn.example/report"],
  });
  const now = Date.now();
  const tomorrow = now - (now % day) + day;
  app.passTime(tomorrow + hour - now);
  const expected = (date: number) =>
    [
      "Contact: mailto:security@cairn.example",
      "Contact: https://cairn.example/report",
      `Expires: ${new Date(date).toISOString().slice(0, 10)}T00:00:00Z`,
      "Preferred-Languages: en",
      "Canonical: https://cairn.example/.well-known/security.txt",
      "",
    ].join("\n");

  const { status, headers, body } = await app.call("GET", path);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toBe(expected(tomorrow + 180 * day));
  app.passTime(20 * hour);
  expect((await app.call("GET", path)).body).toBe(body);
  app.passTime(4 * hour);
  expect((await app.call("GET", path)).body).toBe(expected(tomorrow + 181 * day));
  expect((await app.call("GET", `/api${path}`)).status).toBe(404);
  await app.http.close();
});

test("without https security.txt omits the site's own address, since the standard allows only https", async () => {
  const app = await open({ securityContacts: ["mailto:security@cairn.example"] });
  const { status, body } = await app.call("GET", path);
  expect(status).toBe(200);
  expect(body).not.toContain("Canonical");
  await app.http.close();
});

test("a site whose operator named no contact has no security.txt", async () => {
  const app = await open();
  expect((await app.call("GET", path)).status).toBe(404);
  await app.http.close();
});
