import { expect, test } from "@playwright/test";
import { ask } from "./support/databases.ts";
import { startLoad } from "./support/load.ts";
import { approve, join, joinAsAdmin, sendItem } from "./support/members.ts";
import { nginx, openProxy } from "./support/proxy.ts";
import { line } from "./support/report.ts";
import { instanceAt, openSite } from "./support/site.ts";

const rounds = Number(process.env.CAIRN_SCALE_ROUNDS ?? "10");

test("an instance killed under load loses nothing that was acknowledged and doubles nothing", async () => {
  test.setTimeout(rounds * 60_000);
  const site = await openSite({ settings: { RATE_LIMITS: "off" } });
  const urls = () => site.instances.map(({ url }) => url);
  const first = instanceAt(site.instances, 0).url;
  const writer = await join(first, "TechWriter");
  const itemId = await sendItem(first, writer, "Written under");
  await approve(first, await joinAsAdmin(first, site.databaseUrl), itemId);
  const members = await Promise.all(Array.from({ length: 6 }, () => join(first)));

  const load = startLoad({ servers: urls, members, itemId });
  for (let round = 0; round < rounds; round += 1) {
    const victim = round % 2;
    await load.progress(30);
    await instanceAt(site.instances, victim).kill();
    await load.progress(30);
    await site.start(victim);
  }
  await load.stop();

  const stored = await ask(site.databaseUrl, "select body from comments where content_id = $1", [itemId]);
  expect(stored.map(({ body }) => body).sort()).toEqual([...load.written].sort());
  const [kept] = await ask(site.databaseUrl, "select comments from content where id = $1", [itemId]);
  expect(Number(kept.comments)).toBe(load.written.length);
  // Whoever was killed answers nothing; everybody else answers well.
  expect(load.failures.filter(({ status }) => status !== null)).toEqual([]);
  line(
    `${rounds} kills: ${load.written.length} acknowledged writes, 0 lost, 0 doubled; ` +
      `the longest took ${Math.round(load.longest())} ms with its retries`,
  );
  await site.close();
});

test("behind nginx nobody who reads, or writes with a key, notices that an instance was killed", async () => {
  test.skip(nginx === null, "there is no nginx on this machine (Debian: apt-get install nginx)");
  test.setTimeout(rounds * 60_000);
  const site = await openSite({ settings: { RATE_LIMITS: "off", TRUST_PROXY: "127.0.0.1" } });
  const proxy = await openProxy(site.instances);
  const writer = await join(proxy.url, "TechWriter");
  const itemId = await sendItem(proxy.url, writer, "Sent on");
  await approve(proxy.url, await joinAsAdmin(proxy.url, site.databaseUrl), itemId);
  const members = await Promise.all(Array.from({ length: 6 }, () => join(proxy.url)));

  const load = startLoad({ servers: () => [proxy.url], members, itemId, readers: 4 });
  for (let round = 0; round < rounds; round += 1) {
    const victim = round % 2;
    await load.progress(30);
    await instanceAt(site.instances, victim).kill();
    await load.progress(30);
    await site.start(victim);
  }
  await load.stop();

  const stored = await ask(site.databaseUrl, "select body from comments where content_id = $1", [itemId]);
  expect(stored.map(({ body }) => body).sort()).toEqual([...load.written].sort());
  expect(load.failures, proxy.output()).toEqual([]);
  line(
    `${rounds} kills behind nginx: ${load.requests()} requests, ${load.written.length} of them writes, 0 failed; ` +
      `the slowest answer took ${Math.round(load.slowest())} ms`,
  );
  await proxy.close();
  await site.close();
});
