import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/paths.mjs";
import { seconds } from "../setup/phase.mjs";
import { runNode } from "../setup/run.mjs";

// The package `typescript` beside it is there for tools that need the older compiler's API.
const tsc = "node_modules/@typescript/native/bin/tsc";

/** What can be said about the code without running it; each check counts as one test. */
export async function runStaticChecks() {
  const checks = [
    // Two run at once. Those that use one processor come first; what is left at the end uses both.
    { title: "Unused code", args: ["node_modules/knip/bin/knip.js"] },
    {
      title: "Rules of React",
      args: [
        "node_modules/eslint/bin/eslint.js",
        "-c",
        "scripts/testing/react-rules.mjs",
        "--max-warnings",
        "0",
        "apps/web/src",
      ],
    },
    { title: "Boundaries", args: ["scripts/check-boundaries.mjs"] },
    {
      title: "Lint and format",
      args: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
    },
    ...typedFolders().map((folder) => ({ title: `Types of ${folder}`, args: [tsc, "-p", folder] })),
  ];
  /** @type {import("./results.mjs").Failure[]} */
  const failures = [];
  const waiting = checks.values();
  const runWaiting = async () => {
    for (const { title, args } of waiting) {
      const began = performance.now();
      const { ok, output } = await runNode(args);
      console.log(
        `${title} ... ${ok ? "ok" : "FAILED"} ${seconds(began)}${ok ? "" : `\n${output.trim()}\n`}`,
      );
      if (!ok) failures.push({ name: title, message: "see above" });
    }
  };
  await Promise.all([runWaiting(), runWaiting()]);
  return { passed: checks.length - failures.length, failed: failures.length, failures, skipped: [] };
}

function typedFolders() {
  const workspaces = ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  return [".", ...workspaces].filter((folder) => existsSync(join(root, folder, "tsconfig.json")));
}
