import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join as register } from "../call.ts";
import type { Account } from "./accounts.ts";
import { runCommand } from "./commands.ts";
import { newDataDir, startServer } from "./server.ts";
import { test as base, expect } from "./test.ts";

interface OwnServer {
  url: string;
  /** Verified. */
  admin: Account;
  /** Stops it and starts it again, on the same data and at the same address. */
  restart: () => Promise<void>;
}

const four = [1, 2, 3, 4];
const feeds: Record<string, unknown> = {
  "/videos": {
    items: four.map((number) => ({
      guid: `yt:video:${number}`,
      title: `Video ${number}`,
      pubDate: "2026-11-01 10:00:00",
      description: "About it.",
      link: `https://www.youtube.com/watch?v=${number}`,
      author: "A channel",
    })),
  },
  "/articles": four.map((id) => ({
    id,
    title: `Article ${id}`,
    published_at: "2026-11-01T10:00:00Z",
    url: `https://articles.example/${id}`,
    user: { name: "An author" },
    tag_list: ["softwareengineering"],
    description: "About it.",
    positive_reactions_count: 3,
  })),
};

/** An external site with a feed of each kind; screens show three items of the four. */
async function openFeeds(): Promise<{ url: string; close: () => Promise<void> }> {
  const site = createServer(({ url = "" }, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(feeds[url] ?? {}));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { port } = site.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => site.close(() => resolve())),
  };
}

/** For journeys that count events or stop their server: no other journey uses it. */
export const test = base.extend<object, { ownServer: OwnServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says what it needs, and this one needs nothing
    async ({}, use) => {
      const external = await openFeeds();
      const settings = {
        SEED_DEMO: "false",
        HOST: "127.0.0.1",
        VIDEO_FEED_URL: `${external.url}/videos`,
        ARTICLES_FEED_URL: `${external.url}/articles`,
      };
      const dataDir = await newDataDir(settings);
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
      await external.close();
      await rm(dataDir, { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url);
  },
});

/** For journeys that see what is published elsewhere, such as what moves on a page: they have the demo site to themselves. */
export const quietTest = base.extend<object, { demoServer: string }>({
  demoServer: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says what it needs, and this one needs nothing
    async ({}, use) => {
      const server = await startServer();
      await use(server.url);
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ demoServer }, use) => {
    await use(demoServer);
  },
});

export { expect };

async function verifiedAdmin(url: string, dataDir: string): Promise<Account> {
  const admin = await register(url, "Admin");
  const verified = await runCommand("admin", dataDir, ["verify", admin.email]);
  expect(verified.status, verified.output).toBe(0);
  return admin;
}
