import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pyodideFiles } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError } from "../../config.ts";
import { filePolicy } from "../../plugins/security-headers.ts";
import { checkPyodide } from "./pyodide.ts";

const names = Object.keys(pyodideFiles);
/** More than what is served lies there. */
const others = ["package.json", "console.html", "pyodide.mjs.map"];

let folder: string;
let app: TestApp;
let plain: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-pyodide-"));
  for (const name of [...names, ...others]) await writeFile(join(folder, name), `the bytes of ${name}`);
  app = await buildTestApp({ pyodideDir: folder });
  plain = await buildTestApp();
});
afterAll(async () => {
  await Promise.all([app.close(), plain.close()]);
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

test.each(Object.entries(pyodideFiles))("%s is served as %s, and asked for again", async (name, type) => {
  const answer = await get(`/pyodide/${name}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(`the bytes of ${name}`);
  expect(answer.headers).toMatchObject({
    "content-type": type,
    "content-length": String(answer.rawPayload.length),
    "cache-control": "no-cache",
    "content-security-policy": filePolicy,
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  const etag = String(answer.headers.etag);
  const again = await get(`/pyodide/${name}`, { "if-none-match": etag });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
  const head = await app.inject({ method: "HEAD", url: `/pyodide/${name}` });
  expect([head.statusCode, head.body, head.headers["content-type"]]).toEqual([200, "", type]);
});

test("a file that was replaced has another tag", async () => {
  const name = "pyodide-lock.json";
  const before = await get(`/pyodide/${name}`);
  await writeFile(join(folder, name), "another list, of another length");
  const after = await get(`/pyodide/${name}`, { "if-none-match": String(before.headers.etag) });
  expect([after.statusCode, after.body]).toEqual([200, "another list, of another length"]);
  await writeFile(join(folder, name), `the bytes of ${name}`);
});

test.each([
  ...others.map((name) => `/pyodide/${name}`),
  "/pyodide",
  "/pyodide/",
  "/pyodide/../pyodide/package.json",
  "/pyodide/%2e%2e/package.json",
  "/pyodide/..%2fpackage.json",
  "/pyodide/pyodide.mjs%2f",
  "/pyodide/pyodide.mjs/../package.json",
  "/pyodide/%2Fetc%2Fpasswd",
  "/api/pyodide/pyodide.mjs",
])("%s is not served", async (path) => {
  const answer = await get(path);
  expect(answer.statusCode).toBe(404);
  expect(answer.json().code).toBe("not_found");
});

test("without the setting there is no such file, and no block says that Python can be run", async () => {
  for (const name of names) {
    expect((await plain.inject({ method: "GET", url: `/pyodide/${name}` })).statusCode).toBe(404);
  }
  expect(await checksOfAnItem(app)).toEqual({ items: [], revision: 1, runs_python: true });
  expect(await checksOfAnItem(plain)).toEqual({ items: [], revision: 1 });
});

async function checksOfAnItem(site: TestApp) {
  const writer = await registerMember(site, "TechWriter");
  const id = await makeItem(site, {
    authorId: writer.user_id,
    reviewerId: writer.user_id,
    status: "Published",
  });
  return (await site.call("GET", `/content/${id}/checks`)).body;
}

test("the start names the first file that the folder lacks", async () => {
  await expect(checkPyodide(null)).resolves.toBeUndefined();
  await expect(checkPyodide(folder)).resolves.toBeUndefined();
  for (const name of names) {
    await rm(join(folder, name));
    await expect(checkPyodide(folder)).rejects.toThrow(
      new ConfigError(
        `PYODIDE_DIR must be a folder of Pyodide 314 or newer, but ${folder} has no file ${name}`,
      ),
    );
    await writeFile(join(folder, name), `the bytes of ${name}`);
  }
});
