import { expect, test } from "@playwright/test";
import { ask } from "./support/databases.ts";
import { startLoad } from "./support/load.ts";
import { approve, join, joinAsAdmin, sendItem } from "./support/members.ts";
import { nginx, openProxy } from "./support/proxy.ts";
import { line } from "./support/report.ts";
import { instanceAt, openSite } from "./support/site.ts";

const rounds = Number(process.env.CAIRN_SCALE_ROUNDS ?? "10");

test("restarting one instance after the other behind nginx fails no request", async () => {
  test.skip(nginx === null, "there is no nginx on this machine (Debian: apt-get install nginx)");
  test.setTimeout(rounds * 60_000);
  const site = await openSite({ settings: { RATE_LIMITS: "off", TRUST_PROXY: "127.0.0.1" } });
  const proxy = await openProxy(site.instances);
  const writer = await join(proxy.url, "TechWriter");
  const itemId = await sendItem(proxy.url, writer, "Read meanwhile");
  await approve(proxy.url, await joinAsAdmin(proxy.url, site.databaseUrl), itemId);
  const members = await Promise.all(Array.from({ length: 6 }, () => join(proxy.url)));

  const load = startLoad({ servers: () => [proxy.url], members, itemId });
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % 2;
    await load.progress(20);
    await instanceAt(site.instances, turn).stop();
    await load.progress(20);
    await site.start(turn);
  }
  await load.stop();

  const [stored] = await ask(site.databaseUrl, "select count(*)::int as count from comments");
  expect(load.failures).toEqual([]);
  expect(stored.count).toBe(load.written.length);
  line(`${rounds} restarts behind nginx: ${load.written.length} writes and all reads, 0 failed`);
  await proxy.close();
  await site.close();
});
