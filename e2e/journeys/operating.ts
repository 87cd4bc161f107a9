import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../support/commands.ts";
import { startServer } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

const settings = { SEED_DEMO: "false", HOST: "127.0.0.1", RATE_LIMITS: "off" };
const email = "head@school.test";
const password = "a password of the head";
const newDirectory = () => mkdtemp(join(tmpdir(), "cairn-operating-"));

async function call(url: string, path: string, data?: unknown, token?: string) {
  const headers = {
    ...(data !== undefined && { "content-type": "application/json" }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const method = data === undefined ? "GET" : "POST";
  const body = data === undefined ? undefined : JSON.stringify(data);
  const answer = await fetch(url + path, { method, headers, body });
  return { status: answer.status, body: await answer.json() };
}

const tokenIn = (output: string): string => /\/new-password\?token=([\w-]+)/.exec(output)?.[1] ?? "";
const setPassword = (url: string, token: string) =>
  call(url, "/auth/reset-password", { code: token, new_password: password, confirm_password: password });

test("the command line opens, verifies and lists accounts, whether the server runs or not", async () => {
  const dataDir = await newDirectory();
  const admin = (...words: string[]) => runCommand("admin", dataDir, words);
  expect((await admin("list")).output).toContain("There is no Cairn in");

  const server = await startServer({ dataDir, settings });
  const created = await admin("create", email, "--role", "Admin", "--name", "The Head");
  expect(created, created.output).toMatchObject({ status: 0 });
  expect((await setPassword(server.url, tokenIn(created.output))).status).toBe(200);
  expect((await setPassword(server.url, tokenIn(created.output))).status).toBe(400);
  const session = await call(server.url, "/auth/login", { email, password });
  const overview = () => call(server.url, "/admin/overview", undefined, session.body.access_token);
  expect((await overview()).status).toBe(403);
  expect((await admin("verify", email)).output).toContain("is a verified admin now");
  expect((await overview()).status).toBe(200);
  expect(await admin("create", email)).toMatchObject({ status: 1 });
  expect(await admin("verify", "nobody@school.test")).toMatchObject({ status: 1 });
  expect(await admin("promote", email)).toMatchObject({ status: 2 });
  // Whoever may not read the data directory may not give orders either.
  expect((await stat(join(dataDir, "operator.sock"))).mode & 0o777).toBe(0o600);
  await server.stop();

  expect((await admin("list")).output).toMatch(/head@school\.test {2}The Head {2}\(verified/);
  expect((await admin("ledger", "verify")).output).toContain("The ledger fits: 0 rows");
  const reset = await admin("reset-password", email);
  const again = await startServer({ dataDir, settings });
  expect((await setPassword(again.url, tokenIn(reset.output))).status).toBe(200);
  await again.stop();
  await rm(dataDir, { recursive: true });
});

test("a backup of the running site restores elsewhere: same accounts, same items, same ledger", async () => {
  const server = await startServer();
  const elsewhere = await newDirectory();
  const file = join(elsewhere, "cairn.zip");
  const made = await runCommand("backup", server.dataDir, [file]);
  expect(made, made.output).toMatchObject({ status: 0 });
  expect(await runCommand("backup", server.dataDir, [file])).toMatchObject({ status: 1 });
  const { body: ledger } = await call(server.url, "/ledger");
  const { body: items } = await call(server.url, "/content?page=1&per_page=100");
  expect((await runCommand("restore", server.dataDir, [file])).output).toContain(
    "is in use by another Cairn",
  );

  const restored = await runCommand("restore", elsewhere, [file]);
  expect(restored.status, restored.output).toBe(0);
  expect(restored.output).toContain(ledger.head.hash);
  const checked = await runCommand("admin", elsewhere, ["ledger", "verify", "--file", file]);
  expect(checked.output).toContain(ledger.head.hash);
  const copy = await startServer({ dataDir: elsewhere });
  expect((await call(copy.url, "/ledger")).body).toEqual(ledger);
  const { body: copied } = await call(copy.url, "/content?page=1&per_page=100");
  const facts = (list: { id: number; title: string; likes: number }[]) =>
    list.map(({ id, title, likes }) => [id, title, likes]);
  expect(facts(copied)).toEqual(facts(items));
  const login = { email: "member@cairn.test", password: "cairn-demo-1" };
  expect((await call(copy.url, "/auth/login", login)).status).toBe(200);
  expect((await runCommand("admin", elsewhere, ["ledger", "verify"])).status).toBe(0);
  await copy.stop();
  await server.stop();
  await rm(elsewhere, { recursive: true });
});
