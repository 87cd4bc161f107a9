import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { join as register } from "../call.ts";
import { openExternalSite } from "../server/external-site.ts";
import { makeArticle, makeVideo, sendFeeds } from "../server/feeds.ts";
import type { Account } from "./accounts.ts";
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

/** Four of each, of which the screens show three. */
const externalFeeds = sendFeeds({
  videos: { items: Array.from({ length: 4 }, () => makeVideo()) },
  articles: Array.from({ length: 4 }, () => makeArticle()),
});

/** For journeys that count events or stop their server: no other journey uses it. */
export const test = base.extend<object, { ownServer: OwnServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says what it needs, and this one needs nothing
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), "cairn-e2e-"));
      const feeds = await openExternalSite(externalFeeds);
      const settings = {
        SEED_DEMO: "false",
        HOST: "127.0.0.1",
        VIDEO_FEED_URL: `${feeds.url}/videos`,
        ARTICLES_FEED_URL: `${feeds.url}/articles`,
      };
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
      await feeds.close();
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
  const admin = await register(url, "Admin");
  const verified = await runCommand("admin", dataDir, ["verify", admin.email]);
  expect(verified.status, verified.output).toBe(0);
  return admin;
}
