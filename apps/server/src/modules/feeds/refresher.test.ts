import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRefresher } from "./refresher.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A refresh that takes until it is told to end, or no time at all. */
function countedRefresh() {
  const ends: (() => void)[] = [];
  const refresh = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { refresh, end: () => ends.shift()?.() };
}

test("the first refresh begins at once, each later one a pause after the previous one ended", async () => {
  const { refresh, end } = countedRefresh();
  const refresher = createRefresher(refresh, 100);
  refresher.start();
  expect(refresh).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(refresh).toHaveBeenCalledTimes(1);

  end();
  await vi.advanceTimersByTimeAsync(89_999);
  expect(refresh).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_002);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test("the pauses vary, so that many servers do not call at the same time", async () => {
  const moments: number[] = [];
  const refresher = createRefresher(async () => void moments.push(Date.now()), 100);
  refresher.start();
  await vi.advanceTimersByTimeAsync(2_000_000);
  const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
  expect(pauses.length).toBeGreaterThanOrEqual(18);
  expect(new Set(pauses).size).toBeGreaterThan(10);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(90_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(110_001);
});

test("a caller during a refresh waits for that refresh", async () => {
  const { refresh, end } = countedRefresh();
  const refresher = createRefresher(refresh, 100);
  refresher.start();
  const both = Promise.all([refresher.refreshNow(), refresher.refreshNow()]);
  end();
  await both;
  expect(refresh).toHaveBeenCalledTimes(1);
});

test("stopping waits for the current refresh, and none follows", async () => {
  const { refresh, end } = countedRefresh();
  const refresher = createRefresher(refresh, 100);
  refresher.start();
  let stopped = false;
  const stop = refresher.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stopped).toBe(false);
  end();
  await stop;
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(refresh).toHaveBeenCalledTimes(1);
});
