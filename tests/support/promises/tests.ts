import { readOutcome } from "../../../scripts/prove/test-output.mjs";
import { runNode } from "../../../scripts/setup/run.mjs";
import { ensureBrowser } from "../../../scripts/testing/browser.mjs";
import { openPostgres } from "../../../scripts/testing/scale/postgres.mjs";
import { openRedis } from "../../../scripts/testing/scale/redis.mjs";
import { firstOf, type Outcome } from "./promise.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what colours are made of
const colours = /\u001b\[[0-9;]*m/g;

interface Run {
  /** Part of the name of their file, as seen from its project. */
  readonly file: string;
  readonly env?: Record<string, string>;
}

/** Runs tests of the server or the witness that prove a promise, at the counts that `env` names. */
export const runServerTests = ({ file, env }: Run): Promise<Outcome> =>
  outcomeOf(
    file,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project=server",
      "--project=proofs",
      "--project=witness",
      "--allowOnly=false",
      file,
    ],
    env,
  );

/** The same for a journey in a browser. */
export async function runJourney({ file, env }: Run): Promise<Outcome> {
  const args = ["node_modules/@playwright/test/cli.js", "test", "--forbid-only", "--reporter=list", file];
  return outcomeOf(file, args, { ...env, CHROMIUM_PATH: await ensureBrowser() });
}

/** The tests with several instances, on servers that are thrown away. @throws Error naming the one that is missing */
export async function runInstances(env: Record<string, string>): Promise<Outcome> {
  const [postgres, redis] = [await openPostgres(), await openRedis()];
  const args = ["--config=tests/scale/playwright.config.ts", "--forbid-only", "--reporter=list"];
  try {
    return await outcomeOf("several instances", ["node_modules/@playwright/test/cli.js", "test", ...args], {
      ...env,
      CAIRN_TEST_SERVER: postgres.url,
      CAIRN_TEST_REDIS: redis.url,
    });
  } finally {
    await postgres.remove();
    await redis.remove();
  }
}

async function outcomeOf(file: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const { ok, output } = await runNode(args, { env: { ...process.env, NO_COLOR: "1", ...env } });
  const outcome = readOutcome(file, ok, output.replaceAll(colours, ""));
  if (outcome.shortfall !== null) process.stderr.write(`${output.trim()}\n`);
  return outcome;
}

/** Several runs, one after the other. */
export async function inTurn(runs: (() => Promise<Outcome>)[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const run of runs) outcomes.push(await run());
  return together(outcomes);
}

/** Several runs at the same time. */
export const atOnce = async (runs: (() => Promise<Outcome>)[]): Promise<Outcome> =>
  together(await Promise.all(runs.map((run) => run())));

const together = (outcomes: readonly Outcome[]): Outcome => ({
  figures: outcomes.flatMap(({ figures }) => figures),
  shortfall: firstOf(...outcomes.map(({ shortfall }) => shortfall)),
});
