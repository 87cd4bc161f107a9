import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecret } from "./secret-file.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cairn-secret-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

test("the secret is 384 random bits, made once and readable only by its owner", async () => {
  const secret = await readSecret(dataDir);
  expect(Buffer.from(secret, "base64url")).toHaveLength(48);
  expect(await readSecret(dataDir)).toBe(secret);

  const directory = join(dataDir, "secrets");
  expect(await readdir(directory)).toEqual(["auth-secret"]);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory, "auth-secret"))).mode & 0o777).toBe(0o600);
});
