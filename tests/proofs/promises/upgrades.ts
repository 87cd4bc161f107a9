import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../../../scripts/setup/paths.mjs";
import { call, join as register } from "../../support/call.ts";
import { describeData, differences } from "../../support/promises/described-data.ts";
import { firstOf, type Outcome, type Promised, type Scale } from "../../support/promises/promise.ts";
import { inTurn } from "../../support/promises/tests.ts";
import { startServer } from "../../support/site/server.ts";

const settings = { SEED_DEMO: "true", HOST: "127.0.0.1", RATE_LIMITS: "off" };
const program = (name: string) => join(root, `apps/server/dist/${name}.js`);

/**
 * Runs one of the server's programs to its end, or kills it after `killAfter` milliseconds. Returns how long it ran.
 */
async function run(name: string, args: string[], dataDir: string, killAfter = Infinity): Promise<number> {
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: dataDir, PORT: "0", ...settings };
  const began = performance.now();
  const child = spawn(process.execPath, [program(name), ...args], { cwd: tmpdir(), env, stdio: "ignore" });
  const ended = once(child, "exit");
  if (killAfter === Infinity) {
    const [code] = await ended;
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
  } else {
    await Promise.race([ended, sleep(killAfter, undefined, { ref: false })]);
    child.kill("SIGKILL");
    await ended;
  }
  return performance.now() - began;
}

/** Describes the data after a server has started on them and repaired what a kill left behind. */
async function stateOf(dataDir: string, detail: "rows" | "counts"): Promise<string[]> {
  await startServer({ dataDir, settings, flags: [] }).then((server) => server.stop());
  return describeData(dataDir, { detail });
}

/** A first start, killed anywhere: making the database, migrating, writing the demo data. */
async function firstStarts({ times }: Scale): Promise<Outcome> {
  const rounds = times(100);
  const whole = await mkdtemp(join(tmpdir(), "cairn-prove-"));
  const began = performance.now();
  const first = await startServer({ dataDir: whole, settings, flags: [] });
  const duration = performance.now() - began;
  await first.stop();
  const expected = await stateOf(whole, "counts");
  await rm(whole, { recursive: true });
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), "cairn-prove-"));
    await run("main", [], dataDir, ((round + Math.random()) / rounds) * duration);
    wrong.push(...differences(await stateOf(dataDir, "counts"), expected).slice(0, 1));
    await rm(dataDir, { recursive: true });
  }
  return {
    figures: [
      `${rounds} kill -9 while it migrates for the first time: ${wrong.length} in a wrong state afterwards`,
    ],
    shortfall: firstOf(wrong.length > 0 && `not as after a whole start: ${wrong[0]}`),
  };
}

async function restores({ times }: Scale): Promise<Outcome> {
  const rounds = times(100);
  const folder = await mkdtemp(join(tmpdir(), "cairn-prove-"));
  const [dataDir, file] = [join(folder, "data"), join(folder, "backup.zip")];
  await mkdir(dataDir);
  await startServer({ dataDir, settings, flags: [] }).then((server) => server.stop());
  await run("backup", [file], dataDir);
  const before = await stateOf(dataDir, "rows");
  const server = await startServer({ dataDir, settings, flags: [] });
  const member = await register(server.url);
  await call(server.url, "POST", "/content/1/comments", {
    token: member.token,
    body: { body: "Came later." },
  });
  await server.stop();
  const after = await stateOf(dataDir, "rows");
  const trial = join(folder, "trial");
  await cp(dataDir, trial, { recursive: true });
  const duration = await run("restore", [file], trial);
  const states = { restored: 0, untouched: 0 };
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await rm(trial, { recursive: true, force: true });
    await cp(dataDir, trial, { recursive: true });
    await run("restore", [file], trial, ((round + Math.random()) / rounds) * duration * 1.1);
    const state = await stateOf(trial, "rows");
    const [fromBackup, fromBefore] = [differences(state, before), differences(state, after)];
    if (fromBackup.length === 0) states.restored += 1;
    else if (fromBefore.length === 0) states.untouched += 1;
    else wrong.push(`neither the backup (${fromBackup[0]}) nor what was there (${fromBefore[0]})`);
    if (existsSync(join(trial, "restoring"))) wrong.push("a half-made restore was left");
  }
  await rm(folder, { recursive: true });
  return {
    figures: [
      `${rounds} kill -9 while it restores: ${states.untouched} as before it, ${states.restored} as in the backup, ${wrong.length} anything else`,
    ],
    shortfall: firstOf(
      differences(before, after).length === 0 && "the two states look alike",
      wrong.length > 0 && String(wrong[0]),
    ),
  };
}

export const promised: Promised = {
  number: 1,
  title: "Migrations and restores that are killed leave the old state or the new one",
  prove: (scale) => inTurn([() => firstStarts(scale), () => restores(scale)]),
};
