import { runPlaywright, runVitest } from "../suites.mjs";
import { leftOut } from "./left-out.mjs";

/**
 * The server's own tests, on databases of a PostgreSQL server.
 * @param {string} server where tests may make databases
 * @param {string[]} filter parts of file names
 */
export function runServerSuite(server, filter) {
  const excluded = leftOut.flatMap(({ files }) => files.map((file) => `--exclude=${file}`));
  return runVitest(["server"], filter, { args: excluded, env: { CAIRN_TEST_SERVER: server } });
}

/**
 * Tests with several processes of the built server on one database.
 * @param {string} server where tests may make databases
 * @param {string[]} filter parts of file names
 * @param {{ isFull: boolean }} options full: a hundred kills and restarts in place of ten
 */
export function runInstances(server, filter, { isFull }) {
  const rounds = isFull ? "100" : "10";
  return runPlaywright(filter, "", {
    args: ["--config=e2e/scale/playwright.config.ts"],
    env: { CAIRN_TEST_SERVER: server, CAIRN_SCALE_ROUNDS: rounds },
  });
}
