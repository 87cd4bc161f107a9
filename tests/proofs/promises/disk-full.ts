import { setTimeout as sleep } from "node:timers/promises";
import { callOrNull, join, type Member } from "../../support/call.ts";
import { firstOf, type Outcome, type Promised, type Scale, spread } from "../../support/promises/promise.ts";
import { compareStopped } from "../../support/promises/stopped-site.ts";
import { inTurn, runServerTests } from "../../support/promises/tests.ts";
import { mountSmallDisk, type SmallDisk } from "../../support/server/small-disk.ts";
import { checkSite } from "../../support/site/operator.ts";
import { type RunningServer, startServer } from "../../support/site/server.ts";
import { comment, type Pending, post } from "../../support/writes/mixed-writes.ts";

const settings = { SEED_DEMO: "true", HOST: "127.0.0.1", RATE_LIMITS: "off" };
const megabytes = 320;
const healedWithin = 5_000;

interface Tally {
  readonly reads: number[];
  readonly failedReads: string[];
  readonly refusedWrites: number;
  readonly otherWrites: string[];
  /** All writes that were sent, acknowledged or not. */
  readonly writes: Pending[];
}

/** Sends comments, uploads and reads while the disk is full. */
async function meanwhile(url: string, caller: Member, milliseconds: number): Promise<Tally> {
  const until = performance.now() + milliseconds;
  const tally = {
    reads: [] as number[],
    failedReads: [] as string[],
    refusedWrites: 0,
    otherWrites: [] as string[],
    writes: [] as Pending[],
  };
  const read = async (path: string) => {
    while (performance.now() < until) {
      const began = performance.now();
      const answer = await callOrNull(url, "GET", path, { token: caller.token });
      tally.reads.push(performance.now() - began);
      if (answer?.status !== 200) tally.failedReads.push(`${path} ${answer?.status ?? "no answer"}`);
    }
  };
  const write = async (next: () => Pending) => {
    while (performance.now() < until) {
      const sent = next();
      tally.writes.push(sent);
      const answer = await sent.send(url);
      if (answer && [507, 503].includes(answer.status)) tally.refusedWrites += 1;
      // Accepted just before the disk was full, or in free space left in a page.
      else if (answer?.status === 201) sent.acknowledged = true;
      else tally.otherWrites.push(String(answer?.status ?? "no answer"));
    }
  };
  await Promise.all([
    read("/content?per_page=10"),
    read("/content/1"),
    read("/notifications"),
    write(() => comment(caller, [1])),
    write(() => post("upload", caller)),
  ]);
  return tally;
}

async function healing(url: string, caller: Member, writes: Pending[]): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 60_000) {
    const sent = comment(caller, [1]);
    writes.push(sent);
    sent.acknowledged = (await sent.send(url))?.status === 201;
    if (sent.acknowledged) break;
    await sleep(20);
  }
  return performance.now() - began;
}

async function fillAndFree(disk: SmallDisk, server: RunningServer, rounds: number): Promise<Outcome> {
  const caller = await join(server.url, "TechWriter");
  const tallies: Tally[] = [];
  const healings: number[] = [];
  const healingWrites: Pending[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const running = meanwhile(server.url, caller, 5_000);
    await sleep(500);
    disk.fill();
    tallies.push(await running);
    disk.free();
    healings.push(await healing(server.url, caller, healingWrites));
  }
  const all = <Value>(of: (tally: Tally) => readonly Value[]) => tallies.flatMap(of);
  const refused = tallies.reduce((sum, tally) => sum + tally.refusedWrites, 0);
  await server.stop();
  const writes = [...all((tally) => tally.writes), ...healingWrites];
  const { lost, doubled } = await compareStopped(server.dataDir, writes);
  const misfits = await checkSite({ dataDir: server.dataDir });
  const [failedReads, otherWrites] = [all((tally) => tally.failedReads), all((tally) => tally.otherWrites)];
  return {
    figures: [
      `disk filled to the last byte ${rounds} times: ${all((tally) => tally.reads).length} reads, ${failedReads.length} failed, ${spread(all((tally) => tally.reads))}`,
      `${refused} writes refused with 507 or 503, ${otherWrites.length} answered otherwise`,
      `${writes.filter(({ acknowledged }) => acknowledged).length} acknowledged comments and uploads compared: ${lost.length} lost, ${doubled.length} stored twice`,
      `writes taken again after room came back: ${spread(healings)}`,
    ],
    shortfall: firstOf(
      failedReads.length > 0 && `reads failed: ${failedReads.slice(0, 3).join(", ")}`,
      otherWrites.length > 0 && `writes were answered ${otherWrites.slice(0, 3).join(", ")}`,
      refused === 0 && "no write met the full disk",
      lost.length > 0 && `lost: ${lost.slice(0, 3).join(", ")}`,
      doubled.length > 0 && `stored twice: ${doubled.slice(0, 3).join(", ")}`,
      misfits !== null && `what is stored does not fit: ${misfits}`,
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
