import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { maxKeys, OwnCounts, shortKey } from "./own-counts.ts";
import { createRateLimits, limitRules } from "./rate-limits.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const tries = (counts: OwnCounts, key: string) => counts.read(key).consumedPoints;

describe("the keys of a limit in memory", () => {
  test("are never more than its most, and the newest stay", () => {
    const counts = new OwnCounts(60, 100);
    for (let index = 0; index < 1_000; index += 1) counts.take(`address ${index}`);
    expect(counts.size).toBe(100);
    expect([tries(counts, "address 999"), tries(counts, "address 900")]).toEqual([1, 1]);
    expect(tries(counts, "address 899")).toBe(0);
  });

  test("are twenty thousand at most, whatever is counted", () => {
    const counts = new OwnCounts(60);
    for (let index = 0; index < 2 * maxKeys; index += 1)
      counts.take(`member-${index}@school.example\n192.0.2.1`);
    expect(counts.size).toBe(20_000);
  });

  test("go once their time is over, before any that still count", () => {
    const counts = new OwnCounts(60, 100);
    for (let index = 0; index < 50; index += 1) counts.take(`early ${index}`);
    vi.setSystemTime(Date.now() + 40_000);
    for (let index = 0; index < 50; index += 1) counts.take(`late ${index}`);
    vi.setSystemTime(Date.now() + 21_000);
    counts.take("another");
    expect(counts.size).toBe(51);
    expect(tries(counts, "late 0")).toBe(1);
  });

  test("go when every try was given back", () => {
    const counts = new OwnCounts(60, 100);
    for (let index = 0; index < 50; index += 1) {
      counts.take(`member ${index}`);
      counts.giveBack(`member ${index}`);
    }
    counts.take("another");
    expect(counts.size).toBe(1);
  });

  test("take little room, however long what they stand for is", () => {
    const long = `${"x".repeat(240)}@school.example\n2001:db8:1:2::/64`;
    expect(shortKey(long)).toMatch(/^[\w-]{22}$/);
    expect(shortKey(long)).not.toBe(shortKey(`${long} `));
    expect(shortKey("2001:db8:1:2::/64")).toBe("2001:db8:1:2::/64");
  });
});

test("a window begins with its first try, ends on time and never has fewer than no tries", () => {
  const counts = new OwnCounts(60);
  counts.giveBack("somebody");
  expect(counts.take("somebody")).toEqual({ consumedPoints: 1, msBeforeNext: 60_000 });
  vi.setSystemTime(Date.now() + 59_000);
  expect(counts.take("somebody")).toEqual({ consumedPoints: 2, msBeforeNext: 1_000 });
  vi.setSystemTime(Date.now() + 1_000);
  for (let times = 0; times < 3; times += 1) counts.giveBack("somebody");
  expect(counts.take("somebody")).toEqual({ consumedPoints: 1, msBeforeNext: 60_000 });
});

test("who tries on while none is left does not wait longer for it", async () => {
  const limits = createRateLimits();
  const { points, duration } = limitRules.loginByPlace;
  for (let count = 0; count < points; count += 1) await limits.take("loginByPlace", "somebody");
  for (let seconds = 0; seconds < 3; seconds += 1) {
    await expect(limits.take("loginByPlace", "somebody")).rejects.toMatchObject({
      code: "too_many_requests",
      facts: { retryAfter: duration - seconds },
    });
    vi.setSystemTime(Date.now() + 1_000);
  }
});
