import { setTimeout as sleep } from "node:timers/promises";
import { mountSmallDisk, type SmallDisk } from "../../apps/server/src/test/small-disk.ts";
import { type RunningServer, startServer } from "../../e2e/support/server.ts";
import { type Caller, call, join } from "../support/caller.ts";
import { firstOf, type Outcome, type Promised, type Scale, spread } from "../support/promise.ts";
import { inTurn, runServerTests } from "../support/tests.ts";

const settings = { SEED_DEMO: "true", HOST: "127.0.0.1", RATE_LIMITS: "off" };
const megabytes = 320;
const healedWithin = 5_000;

interface Tally {
  readonly reads: number[];
  readonly failedReads: string[];
  readonly refusedWrites: number;
  readonly otherWrites: string[];
}

/** Reads and writes for as long as the disk is full. */
async function meanwhile(url: string, { token }: Caller, milliseconds: number): Promise<Tally> {
  const until = performance.now() + milliseconds;
  const tally = {
    reads: [] as number[],
    failedReads: [] as string[],
    refusedWrites: 0,
    otherWrites: [] as string[],
  };
  const read = async (path: string) => {
    while (performance.now() < until) {
      const began = performance.now();
      const answer = await call(url, "GET", path, { token });
      tally.reads.push(performance.now() - began);
      if (answer?.status !== 200) tally.failedReads.push(`${path} ${answer?.status ?? "no answer"}`);
    }
  };
  const write = async () => {
    while (performance.now() < until) {
      const answer = await call(url, "POST", "/content/1/comments", {
        token,
        body: { body: "Is there room?" },
      });
      if (answer && [507, 503].includes(answer.status)) tally.refusedWrites += 1;
      // Taken in the moment before the disk was full, or in what a page had left.
      else if (answer?.status !== 201) tally.otherWrites.push(String(answer?.status ?? "no answer"));
    }
  };
  await Promise.all([
    read("/content?per_page=10"),
    read("/content/1"),
    read("/notifications"),
    write(),
    write(),
  ]);
  return tally;
}

async function healing(url: string, { token }: Caller): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 60_000) {
    const answer = await call(url, "POST", "/content/1/comments", { token, body: { body: "There is." } });
    if (answer?.status === 201) break;
    await sleep(20);
  }
  return performance.now() - began;
}

async function fillAndFree(disk: SmallDisk, server: RunningServer, rounds: number): Promise<Outcome> {
  const caller = await join(server.url);
  if (!caller) throw new Error("the server gave no answer");
  const tallies: Tally[] = [];
  const healings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const running = meanwhile(server.url, caller, 5_000);
    await sleep(500);
    disk.fill();
    tallies.push(await running);
    disk.free();
    healings.push(await healing(server.url, caller));
  }
  const all = <Value>(of: (tally: Tally) => readonly Value[]) => tallies.flatMap(of);
  const refused = tallies.reduce((sum, tally) => sum + tally.refusedWrites, 0);
  const [failedReads, otherWrites] = [all((tally) => tally.failedReads), all((tally) => tally.otherWrites)];
  return {
    figures: [
      `disk filled to the last byte ${rounds} times: ${all((tally) => tally.reads).length} reads, ${failedReads.length} failed, ${spread(all((tally) => tally.reads))}`,
      `${refused} writes refused with 507 or 503, ${otherWrites.length} answered otherwise`,
      `writes taken again after room came back: ${spread(healings)}`,
    ],
    shortfall: firstOf(
      failedReads.length > 0 && `reads failed: ${failedReads.slice(0, 3).join(", ")}`,
      otherWrites.length > 0 && `writes were answered ${otherWrites.slice(0, 3).join(", ")}`,
      refused === 0 && "no write met the full disk",
      Math.max(...healings) > healedWithin && `healing took more than ${healedWithin} ms`,
    ),
  };
}

async function prove({ times }: Scale): Promise<Outcome> {
  const disk = mountSmallDisk(megabytes);
  if ("refused" in disk) {
    return { figures: [], shortfall: `not shown: no disk can be mounted here (${disk.refused})` };
  }
  try {
    const server = await startServer({ dataDir: disk.directory, settings, flags: [] });
    try {
      return await fillAndFree(disk, server, times(20));
    } finally {
      await server.kill();
    }
  } finally {
    disk.remove();
  }
}

export const promised: Promised = {
  number: 4,
  title:
    "A full disk: reads go on, writes get 507 or 503, healed within 5 s (PostgreSQL and Redis restarts: npm run test:scale)",
  prove: (scale) => inTurn([() => prove(scale), () => runServerTests({ file: "embedded/disk-full" })]),
};
