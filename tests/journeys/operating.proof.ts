import { once } from "node:events";
import { mkdtemp, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call, join as joinSite } from "../support/call.ts";
import { filesWith } from "../support/site/backup-files.ts";
import { runCommand } from "../support/site/commands.ts";
import { newDataDir, startServer } from "../support/site/server.ts";
import { expect, test } from "../support/site/test.ts";

const settings = { SEED_DEMO: "false", HOST: "127.0.0.1", RATE_LIMITS: "off" };
const email = "head@school.test";
const password = "a password of the head";
const newDirectory = () => mkdtemp(join(tmpdir(), "cairn-operating-"));

const tokenIn = (output: string): string => /\/new-password\?token=([\w-]+)/.exec(output)?.[1] ?? "";
const setPassword = (url: string, token: string) =>
  call(url, "POST", "/auth/reset-password", {
    body: { code: token, new_password: password, confirm_password: password },
  });

/** By a new writer and the verified admin. @returns the item's id */
async function publish(url: string, body: string): Promise<number> {
  const writer = await joinSite(url, "TechWriter");
  const draft = { title: "Later than the backup", body, category: "Data Science" };
  const { body: item } = await call(url, "POST", "/content", { token: writer.token, body: draft });
  const { body: session } = await call(url, "POST", "/auth/login", { body: { email, password } });
  const approval = await call(url, "POST", `/admin/content/${item.id}/approve`, {
    token: session.access_token,
    body: { revision: 1 },
  });
  expect(approval.status).toBe(200);
  return item.id;
}

test("the command line opens, verifies and lists accounts, whether the server runs or not", async () => {
  const empty = await newDirectory();
  expect((await runCommand("admin", empty, ["list"])).output).toContain("There is no Cairn data in");

  const dataDir = await newDataDir(settings);
  const admin = (...words: string[]) => runCommand("admin", dataDir, words);
  const server = await startServer({ dataDir, settings });
  const created = await admin("create", email, "--role", "Admin", "--name", "The Head");
  expect(created, created.output).toMatchObject({ status: 0 });
  expect((await setPassword(server.url, tokenIn(created.output))).status).toBe(200);
  expect((await setPassword(server.url, tokenIn(created.output))).status).toBe(400);
  const session = await call(server.url, "POST", "/auth/login", { body: { email, password } });
  const overview = () => call(server.url, "GET", "/admin/overview", { token: session.body.access_token });
  expect((await overview()).status).toBe(403);
  expect((await admin("verify", email)).output).toContain("is now a verified admin");
  expect((await overview()).status).toBe(200);
  expect(await admin("create", email)).toMatchObject({ status: 1 });
  expect(await admin("verify", "nobody@school.test")).toMatchObject({ status: 1 });
  expect(await admin("promote", email)).toMatchObject({ status: 2 });
  // A user who may not read the data directory may not run commands either.
  expect((await stat(join(dataDir, "operator.sock"))).mode & 0o777).toBe(0o600);
  // Reads a copy of the database, and leaves nothing of it.
  expect(await admin("check")).toMatchObject({ status: 0 });
  expect((await readdir(dataDir)).filter((name) => name.startsWith("snapshot-"))).toEqual([]);
  await server.stop();

  expect((await admin("list")).output).toMatch(/head@school\.test {2}The Head {2}\(verified/);
  expect((await admin("ledger", "verify")).output).toContain("The ledger is correct: 0 rows");
  const reset = await admin("reset-password", email);
  // A full disk under its log stops it neither at its start nor at a request.
  const full = await open("/dev/full", "w");
  const again = await startServer({ dataDir, settings: { ...settings, LOG_LEVEL: "info" }, stdout: full.fd });
  expect((await setPassword(again.url, tokenIn(reset.output))).status).toBe(200);
  await again.stop();
  await full.close();
  for (const directory of [empty, dataDir]) await rm(directory, { recursive: true });
});

test("a backup of the running site restores elsewhere: same accounts, same items, same ledger", async () => {
  // Three servers and six commands, each of which opens a database.
  test.slow();
  const server = await startServer();
  const elsewhere = await newDirectory();
  const file = join(elsewhere, "cairn.zip");
  const made = await runCommand("backup", server.dataDir, [file]);
  expect(made, made.output).toMatchObject({ status: 0 });
  expect(await runCommand("backup", server.dataDir, [file])).toMatchObject({ status: 1 });
  const { body: ledger } = await call(server.url, "GET", "/ledger");
  const { body: items } = await call(server.url, "GET", "/content?page=1&per_page=100");
  expect((await runCommand("restore", server.dataDir, [file])).output).toContain(
    "is in use by another Cairn",
  );

  const restored = await runCommand("restore", elsewhere, [file]);
  expect(restored.status, restored.output).toBe(0);
  expect(restored.output).toContain(ledger.head.hash);
  const checked = await runCommand("admin", elsewhere, ["ledger", "verify", "--file", file]);
  expect(checked.output).toContain(ledger.head.hash);
  const copy = await startServer({ dataDir: elsewhere });
  expect((await call(copy.url, "GET", "/ledger")).body).toEqual(ledger);
  const { body: copied } = await call(copy.url, "GET", "/content?page=1&per_page=100");
  const facts = (list: { id: number; title: string; likes: number }[]) =>
    list.map(({ id, title, likes }) => [id, title, likes]);
  expect(facts(copied)).toEqual(facts(items));
  const login = { email: "member@cairn.test", password: "cairn-demo-1" };
  expect((await call(copy.url, "POST", "/auth/login", { body: login })).status).toBe(200);
  expect((await runCommand("admin", elsewhere, ["ledger", "verify"])).status).toBe(0);
  await copy.stop();
  await server.stop();
  await rm(elsewhere, { recursive: true });
});

test("an audit from outside follows the running site's log, which no restore takes back unless the operator says why", async () => {
  const [dataDir, elsewhere] = [await newDataDir(settings), await newDirectory()];
  const server = await startServer({ dataDir, settings });
  const created = await runCommand("admin", dataDir, ["create", email, "--role", "Admin"]);
  await setPassword(server.url, tokenIn(created.output));
  await runCommand("admin", dataDir, ["verify", email]);
  const file = join(elsewhere, "before.zip");
  expect(await runCommand("backup", dataDir, [file])).toMatchObject({ status: 0 });

  const id = await publish(server.url, "Some words.");
  // The proof waits for the signature.
  expect((await call(server.url, "GET", `/content/${id}/proof`)).status).toBe(200);
  const audited = await runCommand("admin", elsewhere, ["log", "audit", "--url", server.url]);
  expect(audited, audited.output).toMatchObject({ status: 0 });
  expect(audited.output).toContain("The site matches its log: 1 rows, 1 public items.");
  await server.stop();

  const remembered = () => readFile(join(dataDir, "log-checkpoint"), "utf8");
  const before = await remembered();
  const refused = await runCommand("restore", dataDir, [file]);
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining("--fork TEXT") });
  expect(await remembered()).toBe(before);
  expect((await runCommand("admin", dataDir, ["ledger", "verify"])).output).toContain("1 row");
  const forked = await runCommand("restore", dataDir, ["--fork", "A disk was lost.", file]);
  expect(forked, forked.output).toMatchObject({ status: 0 });
  expect(forked.output).toContain("The public log continues as ");
  await rm(dataDir, { recursive: true });
  await rm(elsewhere, { recursive: true });
});

test("an erased account is in no later backup, and is erased again when a backup of before is restored", async () => {
  const [dataDir, elsewhere] = [await newDataDir(settings), await newDirectory()];
  const server = await startServer({ dataDir, settings });
  const name = "Zenobia Quillfeather";
  await runCommand("admin", dataDir, ["create", email, "--name", name]);
  const file = join(elsewhere, "before.zip");
  expect(await runCommand("backup", dataDir, [file])).toMatchObject({ status: 0 });
  expect((await filesWith(file, [email, name])).length).toBeGreaterThan(0);
  const erased = await runCommand("admin", dataDir, ["erase", email, "--now"]);
  expect(erased, erased.output).toEqual({ status: 0, output: `Erased the account of ${email}.\n` });
  const later = join(elsewhere, "after.zip");
  expect(await runCommand("backup", dataDir, [later])).toMatchObject({ status: 0 });
  expect(await filesWith(later, [email, name])).toEqual([]);
  await server.stop();

  const restored = await runCommand("restore", dataDir, [file]);
  expect(restored, restored.output).toMatchObject({ status: 0 });
  expect(restored.output).toContain("Erased again since the backup: 1 account.");
  const users = await runCommand("admin", dataDir, ["list", "--role", "User"]);
  expect(users.output).toContain("There is no account with the role User.");
  for (const directory of [dataDir, elsewhere]) await rm(directory, { recursive: true });
});

test("links are asked about by a command of its own while the server is down, once in its time", async () => {
  const asked: string[] = [];
  const outside = createServer(({ method, url = "" }, response) => {
    asked.push(`${method} ${url}`);
    response.statusCode = url === "/alive" ? 200 : 404;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(outside, "listening");
  const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const dataDir = await newDataDir(settings);
  const server = await startServer({ dataDir, settings });
  const created = await runCommand("admin", dataDir, ["create", email, "--role", "Admin"]);
  await setPassword(server.url, tokenIn(created.output));
  await runCommand("admin", dataDir, ["verify", email]);
  await publish(server.url, `[One](http://${host}/alive) and [another](http://${host}/gone).`);
  await server.stop();

  const run = () => runCommand("admin", dataDir, ["links", "run"], { LINK_CHECK_HOSTS: host });
  const first = await run();
  expect(first, first.output).toMatchObject({ status: 0 });
  expect(first.output).toContain("1 alive, 1 failing, 0 dead.");
  expect((await run()).output).toContain("0 alive, 0 failing, 0 dead.");
  expect(asked.toSorted()).toEqual(["GET /gone", "GET /robots.txt", "HEAD /alive", "HEAD /gone"]);
  outside.close();
  await rm(dataDir, { recursive: true });
});

test("demo accounts do not go live: the start is refused until they are ended, and then succeeds", async () => {
  const dataDir = await newDataDir();
  const login = (url: string, account: string, secret = "cairn-demo-1") =>
    call(url, "POST", "/auth/login", { body: { email: account, password: secret } });
  const demo = await startServer({ dataDir, settings: { RATE_LIMITS: "off" } });
  const { body: session } = await login(demo.url, "admin@cairn.test");
  // One of them has chosen a password.
  const own = await login(demo.url, "writer@cairn.test");
  const kept = await call(demo.url, "PATCH", "/profiles/me", {
    token: own.body.access_token,
    body: { password },
  });
  expect(kept.status).toBe(200);
  await demo.stop();

  const live = { NODE_ENV: "production", SEED_DEMO: "false", HOST: "127.0.0.1", RATE_LIMITS: "off" };
  const refusals: readonly [Record<string, string>, string][] = [
    [
      { ...live, PUBLIC_URL: "https://cairn.example" },
      "PUBLIC_URL is https://cairn.example, not this machine",
    ],
    [live, "SEED_DEMO is off"],
    [{ SEED_DEMO: "true", PUBLIC_URL: "https://cairn.example" }, "PUBLIC_URL is https://cairn.example"],
  ];
  for (const [settings, why] of refusals) {
    const refused: Error = await startServer({ dataDir, settings }).catch((error) => error);
    expect(refused.message).toMatch(/^Cairn cannot start: .*npm run admin -- end-demo$/m);
    expect(refused.message).toContain(`Cairn cannot start: ${why}`);
    expect(refused.message).not.toContain("    at ");
  }

  const ended = await runCommand("admin", dataDir, ["end-demo"]);
  expect(ended, ended.output).toMatchObject({ status: 0 });
  expect(ended.output).toContain("admin@cairn.test");
  expect(ended.output).not.toContain("writer@cairn.test");
  expect((await runCommand("admin", dataDir, ["end-demo"])).output).toContain("No demo account");
  expect((await runCommand("admin", dataDir, ["list"])).output).toMatch(
    /admin@cairn\.test .*\(not verified, deactivated\)/,
  );

  const site = await startServer({ dataDir, settings: { ...live, PUBLIC_URL: "https://cairn.example" } });
  for (const account of ["admin@cairn.test", "samuel@cairn.test", "member@cairn.test", "linh@cairn.test"]) {
    expect((await login(site.url, account)).status, account).toBe(401);
  }
  const refresh = await call(site.url, "POST", "/auth/refresh", { token: session.refresh_token });
  expect(refresh.status).toBe(401);
  expect((await call(site.url, "GET", "/auth/me", { token: session.access_token })).status).toBe(401);
  expect((await login(site.url, "writer@cairn.test", password)).status).toBe(200);
  await site.stop();
  await rm(dataDir, { recursive: true });
});

test("a public site creates no demo accounts", async () => {
  const dataDir = await newDataDir(settings);
  const elsewhere = { SEED_DEMO: "true", HOST: "127.0.0.1", PUBLIC_URL: "https://cairn.example" };
  const refused: Error = await startServer({ dataDir, settings: elsewhere }).catch((error) => error);
  expect(refused.message).toMatch(/^Cairn cannot start: PUBLIC_URL is .*Set SEED_DEMO=false$/m);
  const site = await startServer({ dataDir, settings: { ...elsewhere, SEED_DEMO: "false" } });
  expect((await call(site.url, "GET", "/content")).body).toEqual([]);
  expect(site.output()).toContain("npm run admin -- create EMAIL --role Admin");
  await site.stop();
  await rm(dataDir, { recursive: true });
});
