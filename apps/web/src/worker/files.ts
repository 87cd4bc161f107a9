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
  // The page must still load when storage is full or damaged.
  const cache = await caches.open(cacheName).catch(() => null);
  const known = await cache?.match(request.url, anyway).catch(() => undefined);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && cache) keep(cache.put(request.url, answer.clone()).catch(() => {}));
  return answer;
}

/** How many files of earlier versions to keep (the newest): open tabs and stored pages still need them. */
const maxFormer = 1_000;

/** Drops the oldest files of earlier versions. */
export async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  const own = new Set([...shell, ...rest, shellKey(name)]);
  // A cache lists what it has in the order in which it came.
  const former = (await cache.keys()).filter(({ url }) => !own.has(new URL(url).pathname));
  for (const file of former.slice(0, -maxFormer)) await cache.delete(file);
}

/** Whether the scripts of a page with this entry are here. */
export async function hasEntry(entry: string | undefined): Promise<boolean> {
  return entry !== undefined && (await (await caches.open(cacheName)).match(entry, anyway)) !== undefined;
}
