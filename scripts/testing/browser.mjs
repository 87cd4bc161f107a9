import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "../setup/paths.mjs";
import { phase, SetupError } from "../setup/phase.mjs";
import { run, runNode } from "../setup/run.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const applications = ["Google Chrome", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** The program file of a Chromium that runs here, or null. */
export async function findBrowser() {
  const inPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const { chromium } = await import("@playwright/test");
  const candidates = [process.env.CHROMIUM_PATH ?? "", ...inPath, ...applications, chromium.executablePath()];
  return candidates.find(isBrowser) ?? null;
}

/**
 * The build of the same browser that has no window, where Debian has put one beside it: a page costs a third less of the
 * processor there. It keeps no page for Back, and asks for no icon.
 * @param {string} browser its program file
 */
export function withoutWindow(browser) {
  const shell = join(dirname(browser), "chromium-headless-shell");
  return existsSync(shell) ? shell : browser;
}

/** Finds a browser or brings one: Debian's package when root, else Playwright's own. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  const result = await phase("Installing a browser", () =>
    isDebianRoot() ? installFromDebian() : installOwn(),
  );
  const installed = await findBrowser();
  if (installed) return installed;
  throw new SetupError("No browser could be installed. Set CHROMIUM_PATH to a Chromium.", result.output);
}

/** Runs it for its version, because a file of that name may only be a hint to install it (Ubuntu's snap). */
function isBrowser(/** @type {string} */ path) {
  if (!existsSync(path)) return false;
  try {
    return /Chrom(e|ium)/.test(
      execFileSync(path, ["--version"], { encoding: "utf8", stdio: "pipe", timeout: 20_000 }),
    );
  } catch {
    return false;
  }
}

function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync("/etc/os-release")) return false;
  return /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

async function installFromDebian() {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const retries = ["-o", "Acquire::Retries=5"];
  const update = await run("apt-get", [...retries, "update"], { env });
  if (!update.ok) return update;
  return run("apt-get", [...retries, "install", "-y", "--no-install-recommends", "chromium"], { env });
}

function installOwn() {
  const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
  return runNode([
    join(root, "node_modules/@playwright/test/cli.js"),
    "install",
    ...withLibraries,
    "chromium",
  ]);
}
