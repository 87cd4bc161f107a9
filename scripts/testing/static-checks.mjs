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
    {
      title: "Lint and format",
      args: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
    },
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
    ...typedFolders().map((folder) => ({ title: `Types of ${folder}`, args: [tsc, "-p", folder] })),
    { title: "Boundaries", args: ["scripts/check-boundaries.mjs"] },
    { title: "Unused code", args: ["node_modules/knip/bin/knip.js"] },
  ];
  /** @type {import("./results.mjs").Failure[]} */
  const failures = [];
  for (const { title, args } of checks) {
    const began = performance.now();
    const { ok, output } = await runNode(args);
    console.log(`${title} ... ${ok ? "ok" : "FAILED"} ${seconds(began)}`);
    if (ok) continue;
    console.log(`${output.trim()}\n`);
    failures.push({ name: title, message: "see above" });
  }
  return { passed: checks.length - failures.length, failed: failures.length, failures, skipped: [] };
}

function typedFolders() {
  const workspaces = ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  return [".", ...workspaces].filter((folder) => existsSync(join(root, folder, "tsconfig.json")));
}
