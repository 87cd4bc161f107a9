import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { cruise } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { allowed, forbidden, serverManifest, supporting } from "./boundaries/planted.mjs";
import { cacheDir, root } from "./setup/paths.mjs";

const folders = ["apps", "packages", "demo", "tests", "bench"];
const options = await extractOptions(join(root, ".dependency-cruiser.cjs"));

const complaints = [...(await checkSources()), ...(await checkTheChecker())];
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;

async function checkSources() {
  const { modules, violations } = await look(root);
  // Without a compiler that it can use, dependency-cruiser skips TypeScript files silently.
  const missed = sourceFiles().filter((file) => !modules.has(file));
  return [
    ...violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
    ...missed.map((file) => `not looked at: ${file}`),
  ];
}

/** Each planted violation must be found by its rule, allowed imports by none, and every rule must have a violation. */
async function checkTheChecker() {
  const base = join(cacheDir, "boundaries");
  plant(base);
  const { violations } = await look(base);
  const found = (/** @type {import("./boundaries/planted.mjs").PlantedImport} */ { rule, from }) =>
    violations.some((violation) => violation.from === from && (!rule || violation.rule.name === rule));
  const rules = (options.ruleSet?.forbidden ?? []).map(({ name }) => name);
  return [
    ...forbidden
      .filter((item) => !found(item))
      .map(({ rule, from }) => `${rule} does not find the planted ${from}`),
    ...allowed.filter(found).map(({ from }) => `the allowed import in ${from} was reported`),
    ...rules
      .filter((name) => !forbidden.some(({ rule }) => rule === name))
      .map((name) => `${name} is not proven`),
  ];
}

/** @param {string} base */
function plant(base) {
  rmSync(base, { recursive: true, force: true });
  const imports = [...forbidden, ...allowed, ...supporting];
  const targets = imports.map(({ to }) => to).filter((to) => /\/src\/|^(scripts|demo|tests)\//.test(to));
  for (const path of targets)
    if (!path.endsWith("Nowhere.tsx")) write(join(base, path), "export const a = 1;\n");
  for (const { from, to, type } of imports) {
    const target = targets.includes(to) ? relative(dirname(from), to) : to;
    const specifier = targets.includes(to) && !target.startsWith(".") ? `./${target}` : target;
    const text = type ? `export type * from "${specifier}";\n` : `export * from "${specifier}";\n`;
    write(join(base, from), text);
  }
  write(join(base, "apps/server/package.json"), JSON.stringify(serverManifest));
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** @param {string} baseDir */
async function look(baseDir) {
  const present = folders.filter((folder) => readdirSync(baseDir).includes(folder));
  const { output } = await cruise(present, { ...options, baseDir });
  if (typeof output === "string") throw new Error(output);
  return {
    modules: new Set(output.modules.map((module) => module.source)),
    violations: output.summary.violations,
  };
}

function sourceFiles() {
  const workspaces = ["apps", "packages"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((workspace) => join(parent, workspace, "src")),
  );
  return [...workspaces, "tests"].flatMap((folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    return files.filter((file) => /\.tsx?$/.test(file)).map((file) => join(folder, file));
  });
}
