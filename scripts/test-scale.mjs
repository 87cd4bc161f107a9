import "./setup/node-version.mjs";
import { root } from "./setup/paths.mjs";
import { phase, SetupError, seconds } from "./setup/phase.mjs";
import { prepare } from "./setup/prepare.mjs";
import { stopWithChildren } from "./setup/run.mjs";
import { leftOut } from "./testing/scale/left-out.mjs";
import { openPostgres } from "./testing/scale/postgres.mjs";
import { openRedis } from "./testing/scale/redis.mjs";
import { runInstances, runServerSuite } from "./testing/scale/suites.mjs";
import { closeWithTotals } from "./testing/totals.mjs";

/** @typedef {import("./testing/results.mjs").Result} Result */

const usage = "npm run test:scale [-- server | instances] [--full] [part of a file name ...]";

/** @type {{ title: string, result: Result, took: string }[]} */
const done = [];

process.chdir(root);
const words = process.argv.slice(2);
const isFull = words.includes("--full");
const [name = "all", ...filter] = words.filter((word) => word !== "--full");
if (!["all", "server", "instances"].includes(name)) {
  console.error(usage);
  process.exit(1);
}
stopWithChildren({ patience: 20 });
try {
  await prepare();
  const postgres = await findServer("PostgreSQL", "DATABASE_URL", openPostgres);
  const redis = await findServer("Redis", "REDIS_URL", openRedis);
  const servers = { postgres: postgres.url, redis: redis.url };
  if (name !== "instances") {
    for (const { files, why } of leftOut) console.log(`left out: ${files.join(", ")}: ${why}`);
    await timed("Server tests on PostgreSQL and Redis", () => runServerSuite(servers, filter));
  }
  if (name !== "server") await timed("Several instances", () => runInstances(servers, filter, { isFull }));
  await postgres.remove();
  await redis.remove();
} catch (error) {
  // Without packages, a build or a server, no later step can show anything.
  console.error(error instanceof SetupError ? `${error.output.trim()}\n\n${error.message}` : error);
  done.push({ title: "Set-up", result: { passed: 0, failed: 1, failures: [], skipped: [] }, took: "" });
}
closeWithTotals(done);

/**
 * Uses the server that a setting names, otherwise a temporary one.
 * @param {string} title
 * @param {string} setting
 * @param {() => Promise<{ url: string, remove: () => Promise<void> }>} open
 */
async function findServer(title, setting, open) {
  const url = process.env[setting];
  if (url) {
    console.log(`${title}: the one that ${setting} names`);
    return { url, remove: async () => {} };
  }
  return phase(`Starting a ${title}`, open).catch((error) => {
    throw new SetupError(error.message);
  });
}

/**
 * @param {string} title
 * @param {() => Promise<Result>} work
 */
async function timed(title, work) {
  console.log(`\n${title}`);
  const began = performance.now();
  const result = await work();
  done.push({ title, result, took: seconds(began) });
}
