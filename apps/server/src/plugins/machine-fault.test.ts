import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { openTestDatabase } from "@tests/support/server/database.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { pdf, png } from "@tests/support/server/media.ts";
import { footprint } from "@tests/support/server/uploads.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../lib/log.ts";
import { openFolderStore } from "../modules/media/store/folder-store.ts";
import { toAppError } from "./errors.ts";

const logged: string[] = [];
let app: TestApp;
let mediaDir: string;
let token: string;
let url: string;
beforeAll(async () => {
  const db = await openTestDatabase();
  mediaDir = join(db.dataDir, "media");
  const log = createLog("info", { write: (line: string) => logged.push(line) });
  app = await buildTestApp({ rateLimits: false }, null, { db, store: await openFolderStore(mediaDir), log });
  token = (await registerMember(app, "TechWriter")).access_token;
  const { body } = await sendForm(app, "POST", "/content", { fields: draftFields(), file: pdf("a"), token });
  url = body.media_url;
});
afterAll(() => app.close());
beforeEach(() => logged.splice(0));

/** Runs `work` while something else, or nothing, is where the folder of media was. */
async function whileClosed(put: () => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  const aside = join(dirname(mediaDir), "aside");
  await rename(mediaDir, aside);
  await put();
  try {
    await work();
  } finally {
    await rm(mediaDir, { recursive: true, force: true });
    await rename(aside, mediaDir);
  }
}

test.each([
  ["a file lies in its place", () => writeFile(mediaDir, "")],
  ["it is gone", async () => {}],
  ["its disk was taken away", () => mkdir(mediaDir)],
])(
  "while the media folder is unavailable because %s, files are 503 and everything else works",
  async (_, put) => {
    const before = await footprint(app);
    await whileClosed(put, async () => {
      for (const method of ["GET", "HEAD"] as const) {
        const file = await app.call(method, url);
        expect(file.status).toBe(503);
        expect(file.headers).toMatchObject({ "retry-after": "5", "cache-control": "no-store" });
        expect(file.headers.etag).toBeUndefined();
      }
      for (const file of [pdf("b"), await png()]) {
        const refused = await sendForm(app, "POST", "/content", { fields: draftFields(), file, token });
        expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
        expect(JSON.stringify(refused.body)).not.toContain(mediaDir);
      }
      expect((await app.call("GET", "/content")).status).toBe(200);
    });
    expect(await footprint(app)).toEqual(before);
    expect((await app.call("GET", url)).status).toBe(200);
    const lines = logged.filter((line) => line.includes("the disk or the system failed a request"));
    expect(lines).toHaveLength(4);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: 50, problem: expect.stringMatching(/\(E[A-Z]+\)$/) });
    expect(logged.join("")).not.toContain("stack");
  },
);

test("a file that the disk cannot read is 503 without naming the file", async () => {
  const key = url.split("/").at(-1)?.split("?")[0] ?? "";
  const aside = join(dirname(mediaDir), key);
  await rename(join(mediaDir, key), aside);
  await mkdir(join(mediaDir, key));
  const file = await app.call("GET", url);
  await rm(join(mediaDir, key), { recursive: true });
  await rename(aside, join(mediaDir, key));
  expect(file).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(file.headers).toMatchObject({ "retry-after": "5", "cache-control": "no-store" });
  expect(file.headers.etag).toBeUndefined();
  expect(file.headers["accept-ranges"]).toBeUndefined();
});

test.each([
  ["58030", "an error of the disk"],
  ["53000", "no resources left"],
  ["XX001", "a damaged page"],
])("%s of PostgreSQL, %s, is 503 with Retry-After", (code) => {
  const { status, facts } = toAppError(
    Object.assign(new Error("could not read"), { code, statusCode: 500 }) as never,
  );
  expect([status, facts.retryAfter]).toEqual([503, 5]);
});

test("a client that never finishes its headers is cut off within a second of the deadline", async () => {
  const { server } = app.http;
  expect(server.headersTimeout).toBe(30_000);
  server.headersTimeout = 100;
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  // Node itself looks only every 30 seconds: this test would run out of its own time.
  expect(await text(socket)).toContain("408");
});
