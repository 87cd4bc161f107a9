import { expect, test } from "@playwright/test";
import type { Member } from "../support/call.ts";
import { ask } from "../support/scale/databases.ts";
import { type Load, startLoad } from "../support/scale/load.ts";
import { approve, joinAround, sendItem } from "../support/scale/members.ts";
import { nginx, openProxy } from "../support/scale/proxy.ts";
import { line } from "../support/scale/report.ts";
import { instanceAt, openSite, type Site } from "../support/scale/site.ts";
import { checkSite } from "../support/site/operator.ts";
import { MixedWrites } from "../support/writes/mixed-writes.ts";
import { compare } from "../support/writes/stored.ts";

const rounds = Number(process.env.CAIRN_SCALE_ROUNDS ?? "2");
const settings = { RATE_LIMITS: "off", TRUST_PROXY: "127.0.0.1" };

/**
 * Until the load has gone on after the last kill; it ends then. Other writes, if there are any, go directly to each
 * instance: those without a key cannot be repeated.
 */
async function killByTurns(site: Site, load: Load, writes?: MixedWrites): Promise<void> {
  const writing = site.instances.map(({ url }) => writes?.run(url));
  for (let round = 0; round < rounds; round += 1) {
    const victim = round % 2;
    await load.progress(30);
    await writes?.reach(writes.acknowledged + 30);
    await instanceAt(site.instances, victim).kill();
    await writing[victim];
    await load.progress(30);
    const { url } = await site.start(victim);
    writing[victim] = writes?.run(url);
  }
  await writes?.reach(writes.acknowledged + 30);
  writes?.end();
  await Promise.all([load.stop(), ...writing]);
}

/** Separate published items for these writes, since the load counts the comments of its own item. */
async function prepareWrites(site: Site, writer: Member, reviewer: Member): Promise<MixedWrites> {
  const { url } = instanceAt(site.instances, 0);
  const items: number[] = [];
  for (let count = 1; count <= 40; count += 1) {
    const id = await sendItem(url, writer, `Of every kind ${count}`);
    await approve(url, reviewer, id);
    items.push(id);
  }
  return new MixedWrites({ reviewer, items });
}

/** Every acknowledged write exists once, and files, counters and ledger are consistent. */
async function expectKept(writes: MixedWrites, { databaseUrl, dataDir }: Site): Promise<void> {
  expect(await compare((statement) => ask(databaseUrl, statement), writes.all)).toEqual({
    lost: [],
    doubled: [],
  });
  expect(await checkSite({ dataDir, databaseUrl })).toBeNull();
}

/** Every acknowledged comment exists once, no other exists, and the item's count is right. */
async function expectExactly({ written }: Load, databaseUrl: string, itemId: number): Promise<void> {
  const stored = await ask(databaseUrl, "select body from comments where content_id = $1", [itemId]);
  expect(stored.map(({ body }) => body).sort()).toEqual([...written].sort());
  const [kept] = await ask(databaseUrl, "select comments from content where id = $1", [itemId]);
  expect(Number(kept.comments)).toBe(written.length);
}

test("an instance killed under load neither loses nor doubles an acknowledged write", async () => {
  test.setTimeout(rounds * 60_000);
  const site = await openSite({ settings });
  const { itemId, members, writer, admin } = await joinAround(
    instanceAt(site.instances, 0).url,
    site.databaseUrl,
  );

  const writes = await prepareWrites(site, writer, admin);
  const load = startLoad({ servers: () => site.instances.map(({ url }) => url), members, itemId });
  await killByTurns(site, load, writes);

  await expectExactly(load, site.databaseUrl, itemId);
  await expectKept(writes, site);
  // A killed instance sends no answer; every other answer is a success.
  expect(load.failures.filter(({ status }) => status !== null)).toEqual([]);
  line(
    `${rounds} kills: ${load.written.length} acknowledged writes, 0 lost, 0 doubled; ` +
      `the longest took ${Math.round(load.longest())} ms with its retries; ` +
      `of ${writes.acknowledged} more of every kind 0 lost, 0 doubled, files, counters and ledger fit`,
  );
  await site.close();
});

test("behind nginx no read, and no write with a key, fails when an instance is killed", async () => {
  test.skip(nginx === null, "there is no nginx on this machine (Debian: apt-get install nginx)");
  test.setTimeout(rounds * 60_000);
  const site = await openSite({ settings });
  const proxy = await openProxy(site.instances);
  const { itemId, members } = await joinAround(proxy.url, site.databaseUrl);

  const load = startLoad({ servers: () => [proxy.url], members, itemId, readers: 4 });
  await killByTurns(site, load);

  await expectExactly(load, site.databaseUrl, itemId);
  expect(await checkSite({ dataDir: site.dataDir, databaseUrl: site.databaseUrl })).toBeNull();
  expect(load.failures, proxy.output()).toEqual([]);
  line(
    `${rounds} kills behind nginx: ${load.requests()} requests, ${load.written.length} of them writes, 0 failed; ` +
      `the slowest answer took ${Math.round(load.slowest())} ms`,
  );
  await proxy.close();
  await site.close();
});
