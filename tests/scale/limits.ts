import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { findRedis, openRedis } from "../../scripts/testing/scale/redis.mjs";
import { call, join, newAccount } from "../support/call.ts";
import { ask } from "../support/scale/databases.ts";
import { startLoad } from "../support/scale/load.ts";
import { joinAround } from "../support/scale/members.ts";
import { line } from "../support/scale/report.ts";
import { instanceAt, openSite, type Site } from "../support/scale/site.ts";

/** As in docs/security.md; an address may send a hundred wrong passwords. */
const loginTries = 10;
const codeTries = 60;
/** For each instance, while the shared counts are unavailable. */
const loginTriesAlone = 5;
/** Milliseconds within which every answer comes: a call waits 250 for a hanging Redis; the rest allows for a busy machine. */
const slowest = (usual: number) => 3 * usual + 1_000;
/** Milliseconds between two comments of one member, who may write sixty a minute. */
const unhurried = 200;
/** Milliseconds until a Redis that is back is used again. */
const healsWithin = 5_000;

const urlsOf = (site: Site) =>
  [instanceAt(site.instances, 0).url, instanceAt(site.instances, 1).url] as const;
type Instances = ReturnType<typeof urlsOf>;

/** Sends the same call many times at once, to both instances in turn; returns the statuses of the answers. */
async function guess(instances: Instances, count: number, path: string, body: object): Promise<number[]> {
  const answers = Array.from({ length: count }, (_, index) =>
    call(index % 2 === 0 ? instances[0] : instances[1], "POST", path, { body }),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

const guessPassword = (instances: Instances, count: number, email: string) =>
  guess(instances, count, "/auth/login", { email, password: "a wrong guess" });

const counted = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

test.describe("two instances", () => {
  let site: Site;
  test.beforeAll(async () => {
    site = await openSite();
  });
  test.afterAll(() => site.close());

  test("check ten of fifty concurrent wrong passwords in total", async () => {
    const instances = urlsOf(site);
    const { email } = await join(instances[0]);
    const statuses = await guessPassword(instances, 50, email);
    const judged = counted(statuses, 401);
    expectJudged(site, judged, loginTries);
    expect(counted(statuses, 429)).toBe(50 - judged);
    for (const url of instances) {
      const answer = await call(url, "POST", "/auth/login", { body: { email, password: "another guess" } });
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800);
    }
    line(`50 wrong passwords at once over two instances: ${judged} judged`);
  });

  test("check sixty reset codes from an address in total", async () => {
    const instances = urlsOf(site);
    const code = { email: newAccount().email, code: "ABCDEF" };
    const statuses = await guess(instances, codeTries + 40, "/auth/verify-reset-code", code);
    const judged = counted(statuses, 400);
    expectJudged(site, judged, codeTries);
    expect(counted(statuses, 429)).toBe(codeTries + 40 - judged);
    for (const url of instances) {
      expect((await call(url, "POST", "/auth/verify-reset-code", { body: code })).status).toBe(429);
    }
    line(`${codeTries + 40} wrong reset codes at once over two instances: ${judged} judged`);
  });
});

/** A machine too busy for Redis for a quarter of a second behaves as if Redis were away. */
const couldNotShare = (site: Site) =>
  site.instances.some((instance) => instance.output().includes("Redis does not answer"));

/** A shared limit is granted once; an instance that counts alone never grants more than the whole limit. */
function expectJudged(site: Site, judged: number, limit: number): void {
  if (couldNotShare(site)) {
    line("Redis was too slow for its callers meanwhile: what each instance may grant by itself is counted");
    expect(judged).toBeLessThanOrEqual(site.instances.length * limit);
  } else expect(judged).toBe(limit);
}

const outages = [
  ["killed", "kill", "start"],
  ["stopped amid its work, so that it hangs,", "hang", "goOn"],
] as const;
for (const [what, begin, end] of outages) {
  test(`a Redis that is ${what} fails no answer, loses no write, lifts no limit, and is used again by itself`, async () => {
    test.skip(findRedis() === null, "there is no Redis on this machine that could be ended");
    const redis = await openRedis();
    const site = await openSite({ redis: redis.url });
    const instances = urlsOf(site);
    const { itemId, members } = await joinAround(instances[0], site.databaseUrl, 12);
    const guessed = await join(instances[0]);

    const load = startLoad({ servers: () => [...instances], members, itemId, pause: unhurried });
    await load.progress(30);
    const before = performance.now();
    expect(counted(await guessPassword(instances, 20, (await join(instances[0])).email), 401)).toBe(
      loginTries,
    );
    const usual = Math.max(load.slowest(), performance.now() - before);
    await redis[begin]();
    const began = performance.now();
    const statuses = await guessPassword(instances, 50, guessed.email);
    const took = performance.now() - began;
    expect(counted(statuses, 401)).toBe(2 * loginTriesAlone);
    expect(counted(statuses, 429)).toBe(50 - 2 * loginTriesAlone);
    await load.progress(30);

    await redis[end]();
    const back = performance.now();
    const healed = await sharedAgain(instances);
    await load.progress(30);
    await load.stop();

    // However often Redis fails and returns, no instance alone grants more than the limit.
    const later = counted(await guessPassword(instances, 50, guessed.email), 401);
    expect(2 * loginTriesAlone + later).toBeLessThanOrEqual(2 * loginTries);
    expect(load.failures.filter(({ status }) => status !== 429)).toEqual([]);
    expect(Math.max(load.slowest(), took)).toBeLessThan(slowest(usual));
    expect(healed - back).toBeLessThan(healsWithin);
    const stored = await ask(site.databaseUrl, "select body from comments where content_id = $1", [itemId]);
    expect(stored.map(({ body }) => body).sort()).toEqual([...load.written].sort());
    line(
      `Redis ${what.split(" ")[0]}: ${load.written.length} acknowledged writes, 0 lost, 0 doubled, 0 x 5xx; ` +
        `the slowest answer took ${Math.round(load.slowest())} ms (${Math.round(usual)} before, bound ${Math.round(slowest(usual))}), 50 guesses at once ${Math.round(took)} ms; ` +
        `${counted(statuses, 401)} of them judged, and ${later} later; shared again after ${Math.round(healed - back)} ms`,
    );
    await site.close();
    await redis.remove();
  });
}

/** Resolves when twenty guesses at a password are counted together again. */
async function sharedAgain(instances: Instances): Promise<number> {
  for (;;) {
    const figures = await Promise.all(instances.map(async (url) => (await fetch(`${url}/metrics`)).text()));
    if (figures.every((text) => text.includes("\ncairn_redis_up 1\n"))) break;
    await sleep(20);
  }
  const at = performance.now();
  const { email } = await join(instances[0]);
  expect(counted(await guessPassword(instances, 20, email), 401)).toBe(loginTries);
  return at;
}
