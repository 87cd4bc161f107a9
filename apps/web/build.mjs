import { spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

const thisFile = fileURLToPath(import.meta.url);

/**
 * Builds the site into apps/web/dist; rejects when that fails or a first view weighs more than it may.
 * In a process of its own: a build sets NODE_ENV for everybody around it.
 * @param {{ quiet?: boolean }} [options] `quiet` keeps the table of weights to itself.
 * @returns {Promise<void>}
 */
export async function buildWeb({ quiet = false } = {}) {
  const child = spawn(process.execPath, [thisFile], {
    stdio: ["ignore", quiet ? "ignore" : "inherit", "inherit"],
  });
  const [code, signal] = await once(child, "exit");
  if (code !== 0) throw new Error(`The site's build failed (${signal ?? `exit ${code}`}).`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === thisFile) {
  process.env.NODE_ENV = "production";
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(fileURLToPath(new URL("build/build.ts", import.meta.url)), {
    configFile: false,
    logLevel: "error",
  });
  await module.buildSite((address) => import(address));
}
