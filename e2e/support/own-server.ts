import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, newAccount } from "./accounts.ts";
import { runCommand } from "./commands.ts";
import { startServer } from "./server.ts";
import { test as base, expect } from "./test.ts";

interface OwnServer {
  url: string;
  /** Verified. */
  admin: Account;
  /** Stops it and starts it again, on the same data and at the same address. */
  restart: () => Promise<void>;
}

const settings = { SEED_DEMO: "false", HOST: "127.0.0.1" };

/** For journeys that count what happens, or stop their server: nobody else is on it. */
export const test = base.extend<object, { ownServer: OwnServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says what it needs, and this one needs nothing
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), "cairn-e2e-"));
      let server = await startServer({ dataDir, settings });
      const { url } = server;
      await use({
        url,
        admin: await verifiedAdmin(url, dataDir),
        restart: async () => {
          await server.stop();
          server = await startServer({ dataDir, settings: { ...settings, PORT: new URL(url).port } });
        },
      });
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url);
  },
});

export { expect };

async function verifiedAdmin(url: string, dataDir: string): Promise<Account> {
  const account = newAccount("Admin");
  const answer = await fetch(`${url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  expect(answer.status).toBe(201);
  const verified = await runCommand("admin", dataDir, ["verify", account.email]);
  expect(verified.status, verified.output).toBe(0);
  return account;
}
