import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { call, join as joinSite } from "../support/call.ts";
import { newDatabase } from "../support/scale/databases.ts";
import { instanceAt, openSite, picturesMade } from "../support/scale/site.ts";
import { filesWith } from "../support/site/backup-files.ts";
import { runCommand } from "../support/site/commands.ts";
import { startServer, testLogKey } from "../support/site/server.ts";

const secret = { AUTH_SECRET: "the secret that all instances of this site share", LOG_KEY: testLogKey };

test("a running site on PostgreSQL is backed up, without accounts that were erased, and restored only into an empty database", async () => {
  test.setTimeout(600_000);
  const site = await openSite({ count: 1, settings: { SEED_DEMO: "true" } });
  const { url } = instanceAt(site.instances, 0);
  const there = { ...secret, DATABASE_URL: site.databaseUrl };
  // What is made of pictures in the background after the backup would stand in the first site's answers alone.
  await picturesMade(site.databaseUrl);
  const made = await runCommand("backup", site.dataDir, ["site.zip"], there);
  expect(made.output).toMatch(/site\.zip contains \d+ rows and \d+ files/);
  const file = join(site.dataDir, "site.zip");

  const refused = await runCommand("restore", site.dataDir, [file], there);
  const { host, pathname } = new URL(site.databaseUrl);
  expect(refused).toEqual({
    status: 1,
    output: `the database ${pathname.slice(1)} at ${host} cannot be used: it is not empty; make a new one for what is restored\n`,
  });

  const database = await newDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-scale-"));
  const settings = { ...secret, DATABASE_URL: database.url, HOST: "127.0.0.1", SEED_DEMO: "true" };
  const restored = await runCommand("restore", dataDir, [file], settings);
  expect(restored.output).toMatch(/^Restored into the database\. .* its head is row \d+, [0-9a-f]{64}\.\n$/);
  const { head } = (await call(url, "GET", "/ledger")).body;
  expect(restored.output).toContain(head.hash);

  const second = await startServer({ dataDir, settings });
  for (const path of ["/content?per_page=100", "/content/1", "/ledger", "/categories"]) {
    expect((await call(second.url, "GET", path)).body, path).toEqual((await call(url, "GET", path)).body);
  }
  const [item] = (await call(url, "GET", "/content?per_page=100")).body.filter(
    ({ media_url: address }: { media_url: string | null }) => address !== null,
  );
  const bytes = async (server: string) =>
    Buffer.from(await (await fetch(`${server}${item.media_url}`)).arrayBuffer());
  expect((await bytes(second.url)).equals(await bytes(url))).toBe(true);

  const verified = await runCommand("admin", dataDir, ["ledger", "verify"], settings);
  expect(verified.status, verified.output).toBe(0);
  expect(verified.output).toContain(head.hash);
  await second.stop();

  const member = await joinSite(url);
  const bio = "Keeps bees in the attic";
  await call(url, "PATCH", "/profiles/me", { token: member.token, body: { bio } });
  // Name and email share it.
  const [, mark = ""] = /-(\w+)@/.exec(member.email) ?? [];
  const words = [mark, bio];
  const before = join(site.dataDir, "before.zip");
  const after = join(site.dataDir, "after.zip");
  expect(await runCommand("backup", site.dataDir, [before], there)).toMatchObject({ status: 0 });
  for (const word of words) expect(await filesWith(before, [word]), word).not.toEqual([]);
  const erased = await runCommand("admin", site.dataDir, ["erase", member.email, "--now"], there);
  expect(erased, erased.output).toMatchObject({ status: 0 });
  expect(await runCommand("backup", site.dataDir, [after], there)).toMatchObject({ status: 0 });
  expect(await filesWith(after, words)).toEqual([]);
  await database.drop();
  await rm(dataDir, { recursive: true });
  await site.close();
});
