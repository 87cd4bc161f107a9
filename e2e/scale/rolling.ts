import { expect, test } from "@playwright/test";
import { ask } from "./support/databases.ts";
import { startLoad } from "./support/load.ts";
import { approve, join, joinAsAdmin, sendItem } from "./support/members.ts";
import { nginx, openProxy } from "./support/proxy.ts";
import { line } from "./support/report.ts";
import { instanceAt, openSite } from "./support/site.ts";

const rounds = Number(process.env.CAIRN_SCALE_ROUNDS ?? "10");
/** `npm run prove` asks for a million. */
const leastRequests = Number(process.env.CAIRN_SCALE_REQUESTS ?? "0");
const readers = leastRequests > 0 ? 40 : 1;

test("restarting one instance after the other behind nginx fails no request", async () => {
  test.skip(nginx === null, "there is no nginx on this machine (Debian: apt-get install nginx)");
  test.setTimeout(rounds * 60_000 + leastRequests * 10);
  const site = await openSite({ settings: { RATE_LIMITS: "off", TRUST_PROXY: "127.0.0.1" } });
  const proxy = await openProxy(site.instances);
  const writer = await join(proxy.url, "TechWriter");
  const itemId = await sendItem(proxy.url, writer, "Read meanwhile");
  await approve(proxy.url, await joinAsAdmin(proxy.url, site.databaseUrl), itemId);
  const members = await Promise.all(Array.from({ length: 6 }, () => join(proxy.url)));

  const load = startLoad({ servers: () => [proxy.url], members, itemId, readers });
  let round = 0;
  for (; round < rounds || load.requests() < leastRequests; round += 1) {
    const turn = round % 2;
    await load.progress(20);
    await instanceAt(site.instances, turn).stop();
    await load.progress(20);
    await site.start(turn);
  }
  await load.stop();

  const [stored] = await ask(site.databaseUrl, "select count(*)::int as count from comments");
  expect(load.failures, proxy.output()).toEqual([]);
  expect(stored.count).toBe(load.written.length);
  line(
    `${round} restarts behind nginx: ${load.requests()} requests, ${load.written.length} of them writes, 0 failed`,
  );
  await proxy.close();
  await site.close();
});
