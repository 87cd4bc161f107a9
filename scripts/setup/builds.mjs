import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { cacheDir, root } from "./paths.mjs";
import { SetupError } from "./phase.mjs";
import { runNode } from "./run.mjs";

/** @typedef {"web" | "server" | "witness"} BuildName */

/** @type {Record<BuildName, { folder: string, product: string, others?: string[] }>} */
const builds = {
  web: { folder: "apps/web", product: "dist/shell.html" },
  server: { folder: "apps/server", product: "dist/main.js", others: ["demo"] },
  witness: { folder: "apps/witness", product: "dist/witness.js" },
};
const sharedSources = ["packages", "package-lock.json", "tsconfig.base.json"];
const notSource = /^(node_modules|dist|\.cache|.*\.test\.tsx?)$/;

/** @returns {BuildName[]} */
export const staleBuilds = () =>
  /** @type {BuildName[]} */ (Object.keys(builds)).filter((name) => !isFresh(name));

/**
 * @param {BuildName[]} names
 * @param {(pid: number) => void} onStart
 */
export async function build(names, onStart) {
  const hashes = new Map(names.map((name) => [name, hashSources(name)]));
  forgetBuilds(names);
  // In separate processes: bundlers set NODE_ENV for their whole process and do not free their memory.
  const env = { ...process.env, NODE_ENV: "production" };
  const results = await Promise.all(
    names.map((name) => runNode([join(root, builds[name].folder, "build.mjs")], { env, onStart })),
  );
  const failures = results.filter(({ ok }) => !ok).map(({ output }) => output);
  if (failures.length > 0) throw new SetupError("The build failed.", failures.join("\n"));
  mkdirSync(cacheDir, { recursive: true });
  for (const [name, hash] of hashes) writeFileSync(stampPath(name), hash);
}

/**
 * Makes the next start build these again.
 * @param {BuildName[]} names
 */
export function forgetBuilds(names) {
  for (const name of names) rmSync(stampPath(name), { force: true });
}

/** @param {BuildName} name */
function isFresh(name) {
  const { folder, product } = builds[name];
  if (!existsSync(stampPath(name)) || !existsSync(join(root, folder, product))) return false;
  return readFileSync(stampPath(name), "utf8") === hashSources(name);
}

/** @param {BuildName} name */
const stampPath = (name) => join(cacheDir, `built-${name}`);

/**
 * Hashes content instead of dates, because switching branches back and forth changes only the dates.
 * @param {BuildName} name
 */
function hashSources(name) {
  const hash = createHash("sha256");
  const { folder, others = [] } = builds[name];
  const parts = [folder, ...others, ...sharedSources];
  for (const path of parts.flatMap((part) => filesUnder(join(root, part)))) {
    hash.update(`${relative(root, path)}\0`).update(readFileSync(path));
  }
  // Vite writes these into the site (the API's host, if it is another one).
  const settings = Object.entries(process.env).filter(([key]) => key.startsWith("VITE_"));
  return hash.update(JSON.stringify(settings.sort())).digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((name) => !notSource.test(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
