import { expect, test, vi } from "vitest";
import { createWokenJob } from "./woken-job.ts";

/** A job whose runs end when the test says so. */
function jobByHand(pause?: number) {
  const ends: (() => void)[] = [];
  let wake = () => {};
  const onFailure = vi.fn();
  const unlisten = vi.fn(async () => {});
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const job = createWokenJob({
    work,
    listen: async (listener) => {
      wake = listener;
      return unlisten;
    },
    every: 1_000_000,
    ...(pause !== undefined && { pause }),
    onFailure,
  });
  return { job, work, unlisten, onFailure, wake: () => wake(), end: () => ends.shift()?.() };
}

test("a job runs as soon as it starts, and whenever it is woken", async () => {
  const { job, work, wake, end } = jobByHand();
  await job.start();
  expect(work).toHaveBeenCalledTimes(1);
  const first = job.runNow();
  end();
  await expect.poll(() => work.mock.calls.length).toBe(2);
  end();
  await first;
  wake();
  expect(work).toHaveBeenCalledTimes(3);
});

test("any number of wake-ups during a run cause one more run after it, never two at a time", async () => {
  const { job, work, wake, end } = jobByHand();
  await job.start();
  wake();
  wake();
  const last = job.runNow();
  expect(work).toHaveBeenCalledTimes(1);
  end();
  await expect.poll(() => work.mock.calls.length).toBe(2);
  end();
  await last;
  expect(work).toHaveBeenCalledTimes(2);
});

test("with a pause, what wakes a job within it is one run when it is over, and a call to run does not wait for it", async () => {
  vi.useFakeTimers();
  try {
    const { job, work, wake, end } = jobByHand(1_000);
    await job.start();
    end();
    await vi.advanceTimersByTimeAsync(400);
    for (let times = 0; times < 3; times += 1) wake();
    await vi.advanceTimersByTimeAsync(599);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
    end();
    await vi.advanceTimersByTimeAsync(0);
    const run = job.runNow();
    expect(work).toHaveBeenCalledTimes(3);
    end();
    await run;
    wake();
    await job.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});

test("a failed run is reported, and the next one still happens", async () => {
  const { job, work, wake, onFailure } = jobByHand();
  work.mockRejectedValueOnce(new Error("the database is away"));
  await job.start();
  await expect.poll(() => onFailure.mock.calls.length).toBe(1);
  wake();
  expect(work).toHaveBeenCalledTimes(2);
});

test("stopping waits for the current run, and nothing runs after it", async () => {
  const { job, work, unlisten, wake, end } = jobByHand();
  await job.start();
  wake();
  const stopped = vi.fn();
  const stop = job.stop().then(stopped);
  await Promise.resolve();
  expect(stopped).not.toHaveBeenCalled();
  end();
  await stop;
  wake();
  expect(work).toHaveBeenCalledTimes(1);
  expect(unlisten).toHaveBeenCalled();
});
