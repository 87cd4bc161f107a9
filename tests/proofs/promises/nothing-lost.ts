import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  firstOf,
  type Outcome,
  type Promised,
  percentile,
  type Scale,
  spread,
} from "../../support/promises/promise.ts";
import { compareStopped } from "../../support/promises/stopped-site.ts";
import { inTurn, runServerTests } from "../../support/promises/tests.ts";
import { checkSite } from "../../support/site/operator.ts";
import { startServer } from "../../support/site/server.ts";
import { MixedWrites } from "../../support/writes/mixed-writes.ts";

const settings = { SEED_DEMO: "true", HOST: "127.0.0.1", RATE_LIMITS: "off" };
const readyWithin = 2_000;

/** Follows the public log over many lives of a site. */
class Checkpoints {
  readonly #roots = new Map<number, string>();
  #largest = 0;
  /** How the log went back or had two histories; null if it did not. */
  flaw: string | null = null;

  get sizes(): number {
    return this.#roots.size;
  }

  async look(url: string): Promise<void> {
    const answer = await fetch(`${url}/log/checkpoint`).catch(() => null); // killed meanwhile
    if (!answer?.ok) return;
    const [, sizeText, root = ""] = (await answer.text()).split("\n");
    const size = Number(sizeText);
    const known = this.#roots.get(size) ?? root;
    if (known !== root) this.flaw ??= `two roots were signed for ${size} rows`;
    if (size < this.#largest) this.flaw ??= `${size} rows were signed after ${this.#largest}`;
    this.#roots.set(size, root);
    this.#largest = Math.max(this.#largest, size);
  }
}

async function killServers({ times }: Scale): Promise<Outcome> {
  const kills = times(300);
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-prove-"));
  const writes = new MixedWrites();
  const waits: number[] = [];
  const checkpoints = new Checkpoints();
  for (let life = 1; life <= kills; life += 1) {
    const server = await startServer({ dataDir, settings, flags: [] });
    if (life > 1) waits.push(server.readyAfter);
    await checkpoints.look(server.url);
    const writing = writes.run(server.url);
    await Promise.race([writing, sleep(300 + Math.random() * 1_200)]);
    await checkpoints.look(server.url);
    await server.kill();
    await writing;
  }
  const last = await startServer({ dataDir, settings, flags: [] });
  waits.push(last.readyAfter);
  await checkpoints.look(last.url);
  await last.stop();
  const { lost, doubled } = await compareStopped(dataDir, writes.all);
  const misfits = await checkSite({ dataDir });
  await rm(dataDir, { recursive: true });
  return {
    figures: [
      `${kills} kill -9 of the server amid mixed writes: ${writes.acknowledged} acknowledged, ${lost.length} lost, ${doubled.length} applied twice`,
      `the public log over all of them: ${checkpoints.sizes} sizes seen signed, each with one root, none after a larger one`,
      `ready after a kill, from the start of the process: ${spread(waits)}`,
    ],
    shortfall: firstOf(
      lost.length > 0 && `lost: ${lost.slice(0, 3).join(", ")}`,
      doubled.length > 0 && `applied twice: ${doubled.slice(0, 3).join(", ")}`,
      checkpoints.flaw,
      misfits !== null && `what is stored does not fit: ${misfits}`,
      percentile(waits, 0.95) > readyWithin && `ready later than ${readyWithin} ms at p95`,
    ),
  };
}

export const promised: Promised = {
  number: 1,
  title: "Nothing acknowledged is lost or applied twice; ready within 2 s of the start after a kill",
  prove: (scale) =>
    inTurn([
      () => killServers(scale),
      () => runServerTests({ file: "embedded/crash", env: { CAIRN_PROVE_KILLS: String(scale.times(300)) } }),
      () => runServerTests({ file: "embedded/durability" }),
      () => runServerTests({ file: "erasing/kills", env: { ERASE_KILLS: String(scale.times(100)) } }),
      () => runServerTests({ file: "src/witness", env: { CAIRN_PROVE_KILLS: String(scale.times(100)) } }),
    ]),
};
