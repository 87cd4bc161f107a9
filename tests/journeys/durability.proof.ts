import { rm } from "node:fs/promises";
import { callOrNull, newAccount } from "../support/call.ts";
import { newDataDir, startServer } from "../support/site/server.ts";
import { expect, test } from "../support/site/test.ts";

const rounds = Number(process.env.KILL_ROUNDS ?? 1);
const settings = { SEED_DEMO: "false", HOST: "127.0.0.1", RATE_LIMITS: "off" };

async function post(url: string, path: string, data: object): Promise<number | null> {
  return (await callOrNull(url, "POST", path, { body: data }))?.status ?? null;
}

test(`no acknowledged registration is lost when the server is killed, ${rounds} times`, async () => {
  test.setTimeout(60_000 + rounds * 30_000);
  const dataDir = await newDataDir(settings);
  const acknowledged: { email: string; password: string }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer({ dataDir, settings });
    let killed: Promise<void> | null = null;
    const writers = Array.from({ length: 4 }, async () => {
      for (;;) {
        const account = newAccount();
        const status = await post(server.url, "/auth/register", account);
        if (status === null) return;
        expect(status).toBe(201);
        acknowledged.push(account);
        if (acknowledged.length >= (round + 1) * 25) killed ??= server.kill();
      }
    });
    await Promise.all(writers);
    await killed;
  }

  const server = await startServer({ dataDir, settings });
  for (const { email, password } of acknowledged) {
    expect(await post(server.url, "/auth/login", { email, password }), email).toBe(200);
  }
  await server.stop();
  await rm(dataDir, { recursive: true });
});

test("a second server on the same data is refused in one line that names the first", async () => {
  const first = await startServer({ settings });
  await expect(startServer({ dataDir: first.dataDir, settings })).rejects.toThrow(
    /Cairn cannot start: .* is in use by another Cairn process \(pid \d+\)/,
  );
  expect(await post(first.url, "/auth/register", newAccount())).toBe(201);
  await first.stop();
});

test("a wrong setting stops the start with one clear line", async () => {
  await expect(startServer({ settings: { ...settings, LOG_LEVEL: "loud" } })).rejects.toThrow(
    /Cairn cannot start: LOG_LEVEL must be one of/,
  );
  await expect(startServer({ settings: { ...settings, PYODIDE_DIR: "./none" } })).rejects.toThrow(
    /Cairn cannot start: PYODIDE_DIR must be a folder of Pyodide .* has no file pyodide\.mjs$/m,
  );
  await expect(startServer({ settings: { ...settings, HOST: "192.0.2.1" } })).rejects.toThrow(
    /Cairn cannot start: HOST is 192\.0\.2\.1, and this machine cannot listen on that \(EADDRNOTAVAIL\)$/m,
  );
});
