import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSequencer } from "vitest/node";
import { root } from "../setup/paths.mjs";

/** @type {Record<string, number>} Seconds by file, as `npm run ci -- --write` left them. */
const durations = JSON.parse(readFileSync(join(root, "tests/durations.json"), "utf8"));

/**
 * Files start longest first, so that no worker is left with a long one at the end; a new file counts as short. Those of
 * a project stay together: they share what a worker has imported.
 */
export default class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import("vitest/node").TestSpecification[]} files
   */
  async sort(files) {
    const seconds = (/** @type {import("vitest/node").TestSpecification} */ { moduleId }) =>
      durations[relative(root, moduleId)] ?? 0;
    const projects = [...new Set(files.map(({ project }) => project))];
    return projects.flatMap((project) =>
      files.filter((file) => file.project === project).sort((one, other) => seconds(other) - seconds(one)),
    );
  }
}
