import { expect, test } from "@playwright/test";
import { ask } from "./support/databases.ts";
import { type Load, startLoad } from "./support/load.ts";
import { joinAround } from "./support/members.ts";
import { nginx, openProxy } from "./support/proxy.ts";
import { line } from "./support/report.ts";
import { instanceAt, openSite, type Site } from "./support/site.ts";

const rounds = Number(process.env.CAIRN_SCALE_ROUNDS ?? "10");
const settings = { RATE_LIMITS: "off", TRUST_PROXY: "127.0.0.1" };

async function killByTurns(site: Site, load: Load): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const victim = round % 2;
    await load.progress(30);
    await instanceAt(site.instances, victim).kill();
    await load.progress(30);
    await site.start(victim);
  }
  await load.stop();
}

/** Every comment that was acknowledged is there once, no other is, and the item counts them. */
async function expectExactly({ written }: Load, databaseUrl: string, itemId: number): Promise<void> {
  const stored = await ask(databaseUrl, "select body from comments where content_id = $1", [itemId]);
  expect(stored.map(({ body }) => body).sort()).toEqual([...written].sort());
  const [kept] = await ask(databaseUrl, "select comments from content where id = $1", [itemId]);
  expect(Number(kept.comments)).toBe(written.length);
}

test("an instance killed under load loses nothing that was acknowledged and doubles nothing", async () => {
  test.setTimeout(rounds * 60_000);
  const site = await openSite({ settings });
  const { itemId, members } = await joinAround(instanceAt(site.instances, 0).url, site.databaseUrl);

  const load = startLoad({ servers: () => site.instances.map(({ url }) => url), members, itemId });
  await killByTurns(site, load);

  await expectExactly(load, site.databaseUrl, itemId);
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
  const site = await openSite({ settings });
  const proxy = await openProxy(site.instances);
  const { itemId, members } = await joinAround(proxy.url, site.databaseUrl);

  const load = startLoad({ servers: () => [proxy.url], members, itemId, readers: 4 });
  await killByTurns(site, load);

  await expectExactly(load, site.databaseUrl, itemId);
  expect(load.failures, proxy.output()).toEqual([]);
  line(
    `${rounds} kills behind nginx: ${load.requests()} requests, ${load.written.length} of them writes, 0 failed; ` +
      `the slowest answer took ${Math.round(load.slowest())} ms`,
  );
  await proxy.close();
  await site.close();
});
