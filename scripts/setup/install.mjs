import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { missingPackages } from "./package-tree.mjs";
import { root } from "./paths.mjs";
import { SetupError } from "./phase.mjs";
import { run, runNode } from "./run.mjs";

const lockPath = join(root, "package-lock.json");
const stampPath = join(root, "node_modules/.cairn-install.json");
const machine = { os: process.platform, cpu: process.arch, libc: libcOfNode() };
/** What installed packages with machine code depend on. */
const machineKey = [machine.os, machine.cpu, machine.libc, process.versions.modules].join(" ");

/** Whether node_modules matches the lock file, no matter which tool installed it. */
export function isInstalled() {
  const stamp = readJson(stampPath);
  if (stamp && stamp.machine !== machineKey) return false;
  return stamp?.lock === lockHash() || treeMatchesLock();
}

/** @param {(pid: number) => void} onStart */
export async function install(onStart) {
  rmSync(stampPath, { force: true });
  // Build tools are needed to start, whatever NODE_ENV or npm's own settings leave out.
  const args = ["ci", "--include=dev", "--include=optional", "--prefer-offline", "--engine-strict=false"];
  const result = await npm([...args, "--no-audit", "--no-fund", "--loglevel=error"], onStart);
  if (!result.ok) throw new SetupError("Installing the packages failed.", result.output);
  writeFileSync(stampPath, JSON.stringify({ machine: machineKey, lock: lockHash() }));
}

/**
 * @param {string[]} args
 * @param {(pid: number) => void} onStart
 */
function npm(args, onStart) {
  const npmScript = process.env.npm_execpath;
  // pnpm and yarn set the same variable.
  if (npmScript && basename(npmScript).startsWith("npm-cli"))
    return runNode([npmScript, ...args], { onStart });
  return run("npm", args, { onStart });
}

/** npm keeps its own record of the tree beside the packages and writes it last. */
function treeMatchesLock() {
  const installed = readJson(join(root, "node_modules/.package-lock.json"))?.packages;
  const wanted = readJson(lockPath)?.packages;
  if (!installed || missingPackages(wanted, installed, machine).length > 0) return false;
  const inPlace = Object.keys(installed).filter((path) => path.includes("node_modules/"));
  return inPlace.every((path) => existsSync(join(root, path, "package.json")));
}

/** The loader that Node itself was linked for stands near the beginning of its program file. */
function libcOfNode() {
  if (process.platform !== "linux") return null;
  const file = openSync(process.execPath, "r");
  const head = Buffer.alloc(4096);
  readSync(file, head);
  closeSync(file);
  return head.includes("/ld-musl-") ? "musl" : "glibc";
}

const lockHash = () => createHash("sha256").update(readFileSync(lockPath)).digest("hex");

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
