import { join } from "node:path";
import { build, staleBuilds } from "./builds.mjs";
import { install, isInstalled } from "./install.mjs";
import { acquireLock } from "./lock.mjs";
import { cacheDir } from "./paths.mjs";
import { phase, SetupError } from "./phase.mjs";
import { stopWithChildren } from "./run.mjs";

/**
 * Installs what is missing and builds what is stale; does nothing when there is neither. Two at once share the work:
 * one does it, the other waits and finds it done.
 * @param {{ building?: boolean }} [options]
 */
export async function prepare({ building = true } = {}) {
  if (isInstalled() && !(building && staleBuilds().length > 0)) return;
  const lock = await acquireLock(join(cacheDir, "setup.lock"), {
    onWait: ({ pid }) => console.log(`Process ${pid} is setting Cairn up already; waiting for it.`),
  });
  process.once("exit", lock.release);
  try {
    if (!isInstalled()) await phase("Installing packages", () => install(lock.share));
    const stale = building ? staleBuilds() : [];
    const what = stale.map((name) => (name === "web" ? "the site" : `the ${name}`)).join(", ");
    if (stale.length > 0) await phase(`Building ${what}`, () => build(stale, lock.share));
  } finally {
    process.off("exit", lock.release);
    lock.release();
  }
}

/** Like `prepare`, for commands: prints a SetupError and ends the process with status 1. */
export async function prepareOrExit() {
  // npm would finish what it has begun first; a killed install is simply repeated.
  const letGo = stopWithChildren({ patience: 1 });
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`${error.output.trim()}\n\n${error.message}`);
    process.exit(1);
  }
  letGo();
}
