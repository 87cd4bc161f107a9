import { runPlaywright, runVitest } from "../suites.mjs";
import { leftOut } from "./left-out.mjs";

/**
 * @typedef {object} Servers
 * @property {string} postgres where tests may make databases
 * @property {string} redis where they may count
 */

/** @param {Servers} servers */
const named = ({ postgres, redis }) => ({ CAIRN_TEST_SERVER: postgres, CAIRN_TEST_REDIS: redis });

/**
 * The server's own tests, on databases of a PostgreSQL server, with limits in a Redis and media in buckets.
 * @param {Servers} servers
 * @param {string[]} filter parts of file names
 */
export function runServerSuite(servers, filter) {
  const excluded = leftOut.flatMap(({ files }) => files.map((file) => `--exclude=${file}`));
  return runVitest(["server", "fuzz"], filter, {
    args: excluded,
    env: { ...named(servers), CAIRN_TEST_S3: "1" },
  });
}

/**
 * Tests with several processes of the built server on one database and one Redis.
 * @param {Servers} servers
 * @param {string[]} filter parts of file names
 * @param {{ isFull: boolean }} options full: a hundred kills and restarts in place of four
 */
export function runInstances(servers, filter, { isFull }) {
  const rounds = isFull ? "100" : "4";
  return runPlaywright(filter, "", {
    args: ["--config=tests/scale/playwright.config.ts"],
    env: { ...named(servers), CAIRN_SCALE_ROUNDS: rounds },
  });
}
