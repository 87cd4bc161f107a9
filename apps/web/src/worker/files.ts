import { list, readVersions, type Version, writeVersions } from "../lib/device/kept-store.ts";

/** What the build knows about this version (apps/web/build/add-worker.ts). */
declare const __CAIRN_BUILD__: {
  name: string;
  /** Paths of the files that every page for reading needs, the entry first. */
  shell: string[];
  /** Paths of all other scripts and styles. */
  rest: string[];
};

const { name, shell, rest } = __CAIRN_BUILD__;
const cacheName = "cairn-files";
/** A page that every screen starts from. */
const shellPath = "/on-this-device";
/** In the cache by version, because it names its files. */
const shellKey = (version: string) => `/shell/${version}`;

/** Each address has one answer, whatever its headers say. */
const anyway = { ignoreVary: true };

/** Fetches what this version needs without the network. */
export async function fetchShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  const page = await fetch(shellPath, { headers: { accept: "text/html" }, cache: "no-cache" });
  const [entry = ""] = shell;
  // The site may be between two versions: the browser tries again.
  if (!page.ok || !(await page.clone().text()).includes(entry))
    throw new Error("The shell is another version's.");
  await addMissing(cache, shell);
  await cache.put(shellKey(name), page);
}

/** Fetches the files that were not used yet, one after another. */
export async function fetchRest(): Promise<void> {
  await addMissing(await caches.open(cacheName), rest);
}

async function addMissing(cache: Cache, files: readonly string[]): Promise<void> {
  for (const file of files) if (!(await cache.match(file, anyway))) await cache.add(file);
}

/** The page that every screen starts from; undefined before it was fetched. */
export const readShell = async (): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(shellKey(name), anyway);

/** A hashed file: from here if it is here, because its address names its bytes. */
export async function answerFile(
  request: Request,
  keep: (work: Promise<unknown>) => void,
): Promise<Response> {
  // A device without room, or with a damaged storage, shows the page all the same.
  const cache = await caches.open(cacheName).catch(() => null);
  const known = await cache?.match(request.url, anyway).catch(() => undefined);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && cache) keep(cache.put(request.url, answer.clone()).catch(() => {}));
  return answer;
}

/**
 * Notes this version, and drops the files that belong neither to it, nor to the two before, which open tabs may run, nor
 * to one that a kept page starts.
 */
export async function settleVersions(): Promise<void> {
  const known = (await readVersions()).filter((version) => version.name !== name);
  const kept = versionsToKeep([...known, { name, files: [...shell, ...rest] }], await startedEntries());
  await writeVersions(kept);
  const wanted = new Set(kept.flatMap((version) => [...version.files, shellKey(version.name)]));
  const cache = await caches.open(cacheName);
  for (const { url } of await cache.keys()) if (!wanted.has(new URL(url).pathname)) await cache.delete(url);
}

/** At most this many versions whose pages still lie here. */
const maxVersions = 5;

/** Of the versions, newest last, those whose files stay; `entries`: the first files of the pages that lie here. */
export function versionsToKeep(versions: readonly Version[], entries: ReadonlySet<string>): Version[] {
  const isNeeded = ({ files }: Version, place: number) =>
    place >= versions.length - 3 || files.some((file) => entries.has(file));
  return versions.filter(isNeeded).slice(-maxVersions);
}

async function startedEntries(): Promise<Set<string>> {
  const entries = await list();
  return new Set(entries.flatMap(({ entry }) => entry ?? []));
}

/** Whether the scripts of a page with this entry are here. */
export async function hasEntry(entry: string | undefined): Promise<boolean> {
  return entry !== undefined && (await (await caches.open(cacheName)).match(entry, anyway)) !== undefined;
}
