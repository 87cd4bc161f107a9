import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstOf, type Promised, type Scale, spread } from "../../support/promises/promise.ts";
import { type RunningServer, startServer } from "../../support/site/server.ts";

const settings = { SEED_DEMO: "false", HOST: "127.0.0.1" };
const refusedWithin = 2_000;

/** How long a second server on the same data took to be refused. Throws unless it was refused and named the holder. */
async function refusal(holder: RunningServer): Promise<number> {
  const began = performance.now();
  const error = await startServer({ dataDir: holder.dataDir, settings, flags: [] }).then(
    () => null,
    (refused: Error) => refused,
  );
  if (!error?.message.includes(`in use by another Cairn process (pid ${holder.pid})`)) {
    throw new Error(`a second server was not refused: ${error?.message ?? "it runs"}`);
  }
  return performance.now() - began;
}

async function prove({ times }: Scale) {
  const rounds = times(50);
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-prove-"));
  const refusals: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each one after the first takes the lock of one that was killed.
    const holder = await startServer({ dataDir, settings, flags: [] });
    refusals.push(await refusal(holder));
    await holder.kill();
  }
  const last = await startServer({ dataDir, settings, flags: [] });
  await last.stop();
  await rm(dataDir, { recursive: true });
  return {
    figures: [
      `${rounds} second processes refused, each naming the holder's pid, from its start: ${spread(refusals)}`,
      `${rounds} locks of killed processes taken over`,
    ],
    shortfall: firstOf(
      Math.max(...refusals) > refusedWithin && `a refusal took more than ${refusedWithin} ms`,
    ),
  };
}

export const promised: Promised = {
  number: 2,
  title: "A data directory has one owner: a second is refused within 2 s, a dead one's lock is taken over",
  prove,
};
