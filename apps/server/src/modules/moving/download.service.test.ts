import { buildTestApp, makePeople, type TestApp } from "@tests/support/server/app.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { pdf } from "@tests/support/server/media.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bearer } from "../../calls/bearer.ts";
import { noRateLimits } from "../../rate-limits/rate-limits.ts";
import type { UserService } from "../users/users.service.ts";
import { createDownloadService } from "./download.service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test("a download counts as a read more for each 8 KB of all its texts and each MB of its files", async () => {
  const { writer } = await makePeople(app);
  const token = writer.access_token;
  const file = pdf("words ".repeat(350_000));
  const fields = draftFields({ body: "a".repeat(20_000), draft: "true" });
  const { body: item } = await sendForm(app, "POST", "/content", { token, fields, file });
  await app.call("PATCH", `/content/${item.id}`, { token, body: { body: "b".repeat(30_000) } });
  const taken: string[] = [];
  const downloads = createDownloadService({
    db: app.db,
    users: { viewer: async (userId: number) => ({ userId, verifiedAdmin: false }) } as UserService,
    ledger: { listOf: async () => [] },
    media: { read: async () => Promise.reject(new Error("no file is read here")) },
    rateLimits: {
      ...noRateLimits,
      take: async (...[limit, key, tries]) => void taken.push(`${limit} ${key} ${tries}`),
    },
  });

  const { zip } = await downloads.item({ userId: writer.user_id } as Bearer, item.id);
  zip.destroy();

  expect(taken).toEqual([`readByUser ${writer.user_id} ${Math.floor(50_000 / 8_192 + 2.1)}`]);
});
