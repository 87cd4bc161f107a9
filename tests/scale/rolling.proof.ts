import { expect, test } from "@playwright/test";
import { ask } from "../support/scale/databases.ts";
import { startLoad } from "../support/scale/load.ts";
import { joinAround } from "../support/scale/members.ts";
import { nginx, openProxy } from "../support/scale/proxy.ts";
import { line } from "../support/scale/report.ts";
import { instanceAt, openSite } from "../support/scale/site.ts";

const rounds = Number(process.env.CAIRN_SCALE_ROUNDS ?? "2");
/** Spread over the rounds; `npm run prove` sets a million. */
const leastRequests = Number(process.env.CAIRN_SCALE_REQUESTS ?? "0");
const readers = leastRequests > 0 ? 40 : 1;

test("a rolling restart behind nginx fails no request", async () => {
  test.skip(nginx === null, "there is no nginx on this machine (Debian: apt-get install nginx)");
  test.setTimeout(rounds * 60_000 + leastRequests * 10);
  const site = await openSite({ settings: { RATE_LIMITS: "off", TRUST_PROXY: "127.0.0.1" } });
  const proxy = await openProxy(site.instances);
  const { itemId, members } = await joinAround(proxy.url, site.databaseUrl);

  const load = startLoad({ servers: () => [proxy.url], members, itemId, readers });
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % 2;
    await load.progress(20);
    await instanceAt(site.instances, turn).stop();
    await load.progress(20);
    await site.start(turn);
    await load.reach(((round + 1) / rounds) * leastRequests);
  }
  await load.stop();

  const [stored] = await ask(site.databaseUrl, "select count(*)::int as count from comments");
  expect(load.failures, proxy.output()).toEqual([]);
  expect(stored.count).toBe(load.written.length);
  line(
    `${rounds} restarts behind nginx: ${load.requests()} requests, ${load.written.length} of them writes, 0 failed`,
  );
  await proxy.close();
  await site.close();
});
