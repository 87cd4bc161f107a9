import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../setup/paths.mjs";
import { SetupError } from "../../setup/phase.mjs";
import { runPlaywright, runVitest } from "../suites.mjs";
import { bothEngines } from "./both-engines.mjs";

/** @typedef {import("./servers.mjs").Servers} Servers */

/** @param {Servers} servers */
const named = ({ postgres, redis }) => ({ CAIRN_TEST_SERVER: postgres, CAIRN_TEST_REDIS: redis });

/**
 * Tests of the server on databases of a PostgreSQL server, with limits in a Redis and media in buckets: those of
 * `bothEngines`, or the files that the filter names.
 * @param {Servers} servers
 * @param {string[]} filter parts of file names
 */
export function runOnBothEngines(servers, filter) {
  const files = bothEngines.flatMap((group) => group.files);
  const missing = files.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0)
    throw new SetupError(`scripts/testing/scale/both-engines.mjs: no ${missing.join(", no ")}`);
  return runVitest(["server", "proofs"], filter.length > 0 ? filter : files, {
    env: { ...named(servers), CAIRN_TEST_S3: "1" },
  });
}

/**
 * Tests with several processes of the built server on one database and one Redis.
 * @param {"instances" | "proofs"} project
 * @param {Servers} servers
 * @param {string[]} filter parts of file names
 */
export function runInstances(project, servers, filter) {
  return runPlaywright(project, filter, {
    args: ["--config=tests/scale/playwright.config.ts"],
    env: named(servers),
  });
}
