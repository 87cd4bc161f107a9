import { setImmediate as nextTurn } from "node:timers/promises";
import { buildTestApp } from "@tests/support/server/app.ts";
import { noRedis, type OwnRedis, openOwnRedis } from "@tests/support/server/redis.ts";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "../lib/app-error.ts";
import { type CountsInRedis, countInRedis } from "./limits-in-redis.ts";
import { createRateLimits, type Limit, limitRules, type RateLimits } from "./rate-limits.ts";

const secret = "the secret of a site, which all its instances have";
const email = "member@school.example";

let redis: OwnRedis;
const opened: CountsInRedis[] = [];
beforeEach(async ({ skip }) => {
  if (noRedis) skip(noRedis);
  redis = await openOwnRedis();
});
afterEach(async () => {
  if (noRedis) return;
  redis.goOn();
  await Promise.all(opened.splice(0).map((counts) => counts.close()));
  await redis.remove();
});

interface Instance {
  readonly limits: RateLimits;
  readonly counts: CountsInRedis;
  /** What the log said, with its facts. */
  readonly lines: string[];
}

/** Patient, since a busy machine is no outage, unless said. */
async function startInstance({ url = redis.url, of = secret, timeoutMs = 5_000 } = {}): Promise<Instance> {
  const lines: string[] = [];
  const note = (facts: object, message: string) => void lines.push(`${message} ${JSON.stringify(facts)}`);
  const counts = await countInRedis({ url, secret: of, timeoutMs, log: { info: note, warn: note } });
  opened.push(counts);
  return { limits: createRateLimits(counts), counts, lines };
}

/** As a site is run. */
const usual = { timeoutMs: 250 };

/** Tries at once, one after the other at each of the instances; how many were granted. */
async function granted(tries: number, instances: Instance[], limit: Limit = "loginByPlace", key = email) {
  const asked = Array.from({ length: tries }, (_, index) => {
    const { limits } = instances[index % instances.length] as Instance;
    return limits.take(limit, key).then(
      () => true,
      (error) => {
        if (!(error instanceof AppError) || error.code !== "too_many_requests") throw error;
        expect(error.facts.retryAfter).toBeGreaterThan(0);
        expect(error.facts.retryAfter).toBeLessThanOrEqual(limitRules[limit].duration);
        return false;
      },
    );
  });
  return (await Promise.all(asked)).filter(Boolean).length;
}

/** What was given back has arrived once what each asks next is answered. */
const arrived = (instances: Instance[]) =>
  Promise.all(instances.map(({ counts }) => counts.take("likeByUser", "next", 1)));

const isBack = ({ counts }: Instance) => vi.waitFor(() => expect(counts.isUp).toBe(true), { timeout: 5_000 });

describe("two instances with one Redis", () => {
  let both: [Instance, Instance];
  beforeEach(async () => {
    both = [await startInstance(), await startInstance()];
  });

  test("grant ten of fifty concurrent guesses", async () => {
    expect(await granted(50, both)).toBe(10);
    expect(await granted(1, [both[0]])).toBe(0);
    expect(await granted(1, [both[1]])).toBe(0);
    expect(await granted(20, both, "loginByPlace", "another@school.example")).toBe(10);
  });

  test("refund successful tries on either instance", async () => {
    expect(await granted(10, [both[0]])).toBe(10);
    expect(await granted(1, [both[1]])).toBe(0);
    await both[0].limits.giveBack("loginByPlace", email);
    await arrived(both);
    expect(await granted(1, [both[1]])).toBe(1);
    expect(await granted(1, both)).toBe(0);
  });

  test("do not count refusals against a class that signs in at once", async () => {
    expect(await granted(120, both, "loginByAddress", "192.0.2.1")).toBe(100);
    for (let count = 0; count < 100; count += 1) {
      await both[count % 2]?.limits.giveBack("loginByAddress", "192.0.2.1");
    }
    await arrived(both);
    expect(await granted(120, both, "loginByAddress", "192.0.2.1")).toBe(100);
  });

  test("never exceed the initial limit through refunds", async () => {
    await both[0].limits.giveBack("loginByPlace", email);
    await both[1].limits.giveBack("loginByPlace", email);
    await arrived(both);
    expect(await granted(50, both)).toBe(10);
  });

  test("share a visitor's reads in batches of fifty", async () => {
    const { points } = limitRules.readByAddress;
    const reads = await granted(points + 500, both, "readByAddress", "192.0.2.1");
    expect(reads).toBeLessThanOrEqual(points);
    expect(reads).toBeGreaterThan(points - 100);
    expect(await granted(200, both, "readByAddress", "192.0.2.1")).toBe(0);
  });

  test("count a read of many tries in full", async () => {
    const { points } = limitRules.readByUser;
    for (const { limits } of both) await limits.take("readByUser", "1", points / 2 - 100);
    await expect(both[0].limits.take("readByUser", "1", 300)).rejects.toMatchObject({
      code: "too_many_requests",
    });
  });

  test("send Redis no email, and are separate from another site there", async () => {
    expect(await granted(10, both)).toBe(10);
    expect(JSON.stringify(await redis.tell("KEYS *"))).not.toMatch(/member|school/);
    const neighbour = await startInstance({ of: "the secret of another site on the same Redis" });
    expect(await granted(50, [neighbour])).toBe(10);
  });

  test("expire counts within the limit's window", async () => {
    await granted(3, both);
    const keys = (await redis.tell("KEYS *loginByPlace*")) as string[];
    const left = Number(await redis.tell(`TTL ${keys[0]}`));
    expect(keys).toHaveLength(1);
    expect(left).toBeGreaterThan(14 * 60);
    expect(left).toBeLessThanOrEqual(15 * 60);
  });

  test("grant half of the tries each when it is away, and share counts again once it is back", async () => {
    await redis.kill();
    expect(await granted(50, [both[0]])).toBe(5);
    expect(await granted(50, [both[1]])).toBe(5);
    await redis.start();
    await Promise.all(both.map(isBack));
    expect(await granted(50, both, "loginByPlace", "another@school.example")).toBe(10);
    for (const { lines } of both) {
      expect(lines).toEqual([
        expect.stringMatching(/^Redis does not answer.*"reason":"[^"]+"/),
        expect.stringMatching(/^Redis answers again/),
      ]);
    }
  });

  test("grant no extra tries when it goes away or comes back empty", async () => {
    expect(await granted(10, both)).toBe(10);
    await redis.kill();
    expect(await granted(50, both)).toBe(0);
    await redis.start();
    await Promise.all(both.map(isBack));
    expect(await granted(50, both)).toBe(10);
    await redis.tell("FLUSHALL");
    expect(await granted(50, both)).toBe(0);
  });

  test("wait only once for a hanging Redis", async () => {
    const both = [await startInstance(usual), await startInstance(usual)];
    redis.hang();
    for (let count = 0; count < 20; count += 1) {
      const turn = both[count % 2] as Instance;
      const answer = granted(1, [turn]);
      // Only the first question of each instance waits for anything but the instance's own count.
      const waited = await Promise.race([answer.then(() => false), nextTurn(true)]);
      expect([waited, await answer]).toEqual([count < 2, count < 10 ? 1 : 0]);
    }
    redis.goOn();
    await Promise.all(both.map(isBack));
    expect(await granted(50, both, "loginByPlace", "another@school.example")).toBe(10);
  });
});

test("a process that was busy for longer than its timeout still uses the answer that arrived", async () => {
  const instance = await startInstance(usual);
  const answered = granted(10, [instance]);
  // By then they are asked.
  await new Promise(setImmediate);
  const until = performance.now() + 600;
  while (performance.now() < until);
  expect(await answered).toBe(10);
  expect(instance.lines).toEqual([]);
});

describe("a Redis that refuses", () => {
  test.each([
    ["is full", "CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0", "OOM"],
    ["became a replica", "REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE", "READONLY"],
  ])("because it %s leaves the stricter limit, and recovers", async (_why, break_, mend, reason) => {
    const instance = await startInstance();
    await redis.tell(break_);
    expect(await granted(50, [instance])).toBe(5);
    expect(instance.lines).toEqual([expect.stringContaining(reason)]);
    await redis.tell(mend);
    await isBack(instance);
    expect(await granted(50, [instance])).toBe(5);
    expect(instance.lines).toHaveLength(2);
  });

  test("a password leaves the stricter limit, and the password is never logged", async () => {
    await redis.tell("CONFIG SET requirepass opensesame");
    const url = redis.url.replace("//", "//:wrong-words@");
    const wrong = await startInstance({ url });
    expect(await granted(50, [wrong])).toBe(5);
    expect(wrong.lines).toEqual([expect.stringContaining("WRONGPASS")]);
    expect(wrong.lines.join()).not.toContain("wrong-words");
    const right = await startInstance({ url: redis.url.replace("//", "//:opensesame@") });
    expect(right.counts.isUp).toBe(true);
    expect(await granted(50, [right])).toBe(10);
  });
});

describe("an instance that starts", () => {
  test("while Redis is away logs that once, counts alone, and connects later", async () => {
    await redis.kill();
    const instance = await startInstance();
    expect(await granted(50, [instance])).toBe(5);
    expect(instance.lines).toEqual([expect.stringContaining("ECONNREFUSED")]);
    await redis.start();
    await isBack(instance);
    const before = await startInstance();
    expect(await granted(50, [instance, before], "loginByPlace", "another@school.example")).toBe(10);
  });

  test("while Redis hangs does not wait for it", async () => {
    redis.hang();
    const instance = await startInstance(usual);
    expect(instance.counts.isUp).toBe(false);
    redis.goOn();
    await isBack(instance);
  });

  test("uses the numbered database that the address names", async () => {
    const instance = await startInstance({ url: `${redis.url}/3` });
    await granted(1, [instance]);
    const third = new Redis(`${redis.url}/3`);
    expect(await third.keys("cairn:*:loginByPlace:*")).toHaveLength(1);
    third.disconnect();
  });
});

test("a site is ready with and without its Redis, and its metrics show which", async () => {
  const app = await buildTestApp({ redisUrl: redis.url });
  const figure = async () => {
    const { body } = await app.call("GET", "/metrics", { from: "127.0.0.1" });
    return /^cairn_redis_up (\d)$/m.exec(String(body))?.[1];
  };
  expect(await figure()).toBe("1");
  await redis.kill();
  await vi.waitFor(async () => expect(await figure()).toBe("0"));
  expect((await app.call("GET", "/health/ready")).status).toBe(200);
  await app.close();
});
