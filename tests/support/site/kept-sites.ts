import { cp, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock } from "../../../scripts/setup/lock.mjs";
import { cacheDir } from "../../../scripts/setup/paths.mjs";
import { builtServer, startServer } from "./server.ts";

const kept = join(cacheDir, "test/sites");
/** Milliseconds. The demo's items say how old they are. */
const longestKept = 3_600_000;
/** Milliseconds. */
const longestMaking = 600_000;

/**
 * Copies the data of two sites, which servers of the tests start on: of one with the demo data and their pictures, and of
 * one where nobody has done anything yet. They are made once for a build and used for an hour, by later runs as well: a
 * copy costs 2 seconds of a processor, making them 17.
 * @returns a folder with `demo` and `empty`, which the caller removes
 */
export async function copyKeptSites(): Promise<string> {
  const lock = await acquireLock(join(cacheDir, "test/sites.lock"));
  process.once("exit", lock.release);
  try {
    const folder = await mkdtemp(join(tmpdir(), "cairn-sites-"));
    if (await isUsable()) await cp(kept, folder, { recursive: true });
    else await makeSites(folder);
    return folder;
  } finally {
    process.off("exit", lock.release);
    lock.release();
  }
}

async function isUsable(): Promise<boolean> {
  const made = await madeAt(join(kept, "made"));
  return made > Math.max(await madeAt(builtServer), Date.now() - longestKept);
}

/** Milliseconds since 1970; 0 if there is no such file. */
const madeAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** Makes them in this folder, and keeps a copy. */
async function makeSites(folder: string): Promise<void> {
  const [demo, empty] = [join(folder, "demo"), join(folder, "empty")];
  await Promise.all([makeSite(demo, { SEED_DEMO: "true" }), makeSite(empty, { SEED_DEMO: "false" })]);
  await rm(kept, { recursive: true, force: true });
  await mkdir(kept, { recursive: true });
  await cp(folder, kept, { recursive: true });
  // Last: a run that ends before this has made nothing.
  await writeFile(join(kept, "made"), "");
}

async function makeSite(dataDir: string, settings: Record<string, string>): Promise<void> {
  await mkdir(dataDir);
  const server = await startServer({ dataDir, settings });
  await picturesMade(server.url);
  await server.stop();
}

/** Waits until each picture, and the still of each film, has its smaller files: a site makes them in the background. */
async function picturesMade(url: string): Promise<void> {
  const withoutThem = async () => {
    const items: { media: { type: string; poster_url: string | null; sources?: object[] } | null }[] = await (
      await fetch(`${url}/api/content?per_page=100`)
    ).json();
    return items.filter(
      ({ media }) => media && (media.type.startsWith("image/") || media.poster_url) && !media.sources,
    );
  };
  const end = Date.now() + longestMaking;
  while ((await withoutThem()).length > 0) {
    if (Date.now() > end) throw new Error("The pictures of the demo were not made in ten minutes.");
    await sleep(100);
  }
}
