import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categories, resetCodes, sessions } from "../../apps/server/src/db/schema.ts";
import { buildTestApp, registerMember, type TestApp } from "../support/server/app.ts";
import { fingerprint } from "./fingerprint.ts";

let app: TestApp;
let userId: number;
beforeAll(async () => {
  app = await buildTestApp();
  userId = (await registerMember(app)).user_id;
});
afterAll(() => app.close());

const names = { name: "A category" };
const changes: [string, string, () => Promise<unknown>][] = [
  ["a row more", "categories", () => app.db.query.insert(categories).values(names)],
  [
    "a row changed",
    "categories",
    () => app.db.query.update(categories).set(names).where(eq(categories.name, names.name)),
  ],
  ["a row less", "categories", () => app.db.query.delete(categories).where(eq(categories.name, names.name))],
  ["a session ended", "sessions", () => app.db.query.update(sessions).set({ endedAt: new Date() })],
  ["a file", "media", () => app.storeFile(`${"a".repeat(32)}.jpg`, Buffer.from("a"))],
];

test.each(changes)("%s changes the fingerprint in the named part", async (_change, place, make) => {
  const before = await fingerprint(app);
  await make();
  const after = await fingerprint(app);
  expect(Object.keys(after).filter((name) => after[name] !== before[name])).toContain(place);
});

test("a wrong guess at a reset code and a used session do not change the fingerprint", async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  await app.db.query
    .insert(resetCodes)
    .values({ userId, email: "a@b.co", codeHash: Buffer.alloc(32), askedBy: Buffer.alloc(32), expiresAt });
  const before = await fingerprint(app);
  await app.db.query.update(resetCodes).set({ wrongTries: 1 });
  await app.db.query.update(sessions).set({ lastUsedAt: new Date() });
  expect(await fingerprint(app)).toEqual(before);
});
