import { type ContentDetail, limits, type Series } from "@cairn/contract";
import {
  changeChoices,
  type Kept,
  type KeptFile,
  type KeptKind,
  keyOf,
  list,
  put,
  readChoices,
  readEntry,
  readWho,
  remove,
  removePart,
} from "../lib/device/kept-store.ts";
import { fileOf, isChosen, readBound, sizeOf, surplus } from "../lib/device/room.ts";
import type { KeepResult } from "../lib/device/tasks.ts";
import { entryIn, lastingHeaders, mayBeKept, titleIn } from "./answers.ts";
import { isMainCall, placeOf } from "./requests.ts";
import { scope } from "./scope.ts";

interface Asked {
  kind: KeptKind;
  url: string;
  part: string | null;
  owner: number;
  /** Who used the device when the request was sent. */
  epoch: number;
}

/** In milliseconds. */
const day = 24 * 60 * 60 * 1000;

/**
 * Stores the server's answer; deletes the copy after a 404 or 410, and where the site has been closed to who asked. Fails
 * quietly: a device without room still reads.
 */
export async function keepAnswer(asked: Asked, answer: Response): Promise<void> {
  const { kind, url, part, owner, epoch } = asked;
  if (answer.status === 404 || answer.status === 410) {
    if (part !== null && isMainCall({ url, part })) await removePart(part);
    else await remove([keyOf(owner, url), keyOf(0, url)]);
    return;
  }
  // A page leads visitors of a closed site to the log-in; no page that is kept here leads anywhere else.
  if (answer.status === 401 || answer.type === "opaqueredirect") {
    if (owner === 0 && (await readWho()).owner === null) return removeOfEverybody();
    return kind === "call" ? undefined : remove([keyOf(0, url)]);
  }
  if (owner < 0 || !mayBeKept(answer, kind, owner > 0)) return;
  const known = kind === "picture" ? await readEntry(keyOf(owner, url)) : undefined;
  // A picture of an item stays the item's when a list shows it too.
  const of = part ?? known?.part ?? null;
  // Picture URLs are immutable.
  if (known?.part === of && known.at > Date.now() - day) return;
  const body = await answer.blob();
  const text = kind === "page" ? await body.text() : null;
  const entry: Kept = {
    key: keyOf(owner, url),
    owner,
    url,
    kind,
    part: of,
    title: await titleIn(kind, part, body),
    at: Date.now(),
    size: body.size,
    headers: lastingHeaders(answer.headers),
    ...(text !== null && { entry: entryIn(text) }),
  };
  if (await put(entry, body, epoch)) await makeRoomSometimes(body.size);
}

/** The site has been closed to visitors: what they were shown goes. */
async function removeOfEverybody(): Promise<void> {
  const theirs = (await list()).filter(({ owner }) => owner === 0);
  await remove(theirs.map(({ key }) => key));
}

let puts = 0;

async function makeRoomSometimes(size: number): Promise<void> {
  puts += 1;
  if (puts % 20 === 1 || size > 500_000) await makeRoom();
}

/** Removes what does not fit any more. */
async function makeRoom(): Promise<void> {
  const [entries, choices, bound] = await Promise.all([list(), readChoices(), readBound()]);
  const gone = surplus(entries, choices, bound, Date.now());
  if (gone.length > 0) await remove(gone.map(({ key }) => key));
}

/** Thrown to stop saving an item. */
class NotKept extends Error {
  readonly result: KeepResult;

  constructor(result: KeepResult) {
    super(result);
    this.result = result;
  }
}

interface Wanted {
  media: boolean;
  /** Of the widest picture here, in pixels. */
  width: number;
}

/** Keeps an item, `posts/7`, or a series, `series/3`, whole. What was kept of it before a failure stays. */
export async function keepPart(part: string, wanted: Wanted): Promise<KeepResult> {
  const [kind, id] = part.split("/");
  try {
    if (kind === "series") await keepSeries(Number(id), wanted);
    else await keepItem(Number(id), wanted);
    await makeRoom();
    return "kept";
  } catch (error) {
    return error instanceof NotKept ? error.result : "failed";
  }
}

async function keepItem(id: number, wanted: Wanted): Promise<void> {
  const part = `posts/${id}`;
  const item = await readJson<ContentDetail>(`/api/content/${id}`, part);
  await fetchInto("page", `/posts/${id}`, part);
  const comments = `/api/content/${id}/comments?per_page=${limits.commentsPage}`;
  for (const call of [comments, `/api/content/${id}/reviews`, `/api/content/${id}/related`])
    await fetchInto("call", call, part);
  for (const picture of picturesOf(item, wanted.width)) await fetchInto("picture", picture, part);
  for (const { language, url } of item.captions ?? []) {
    await fetchInto("call", `/api/content/${id}/transcript?${new URLSearchParams({ language })}`, part);
    if (url.startsWith("/media/")) await fetchInto("media", url, part);
  }
  const file = await fileOf(item);
  if (file === null) return;
  await changeChoices(({ files }) => ({ files: { ...files, [id]: file } }));
  if (!wanted.media) return;
  await haveRoomFor(file);
  await changeChoices(({ whole }) => ({ whole: [...new Set([...whole, id])] }));
  await fetchInto("media", file.url, part);
}

async function keepSeries(id: number, wanted: Wanted): Promise<void> {
  const part = `series/${id}`;
  const { items } = await readJson<Series>(`/api/series/${id}`, part);
  await fetchInto("page", `/series/${id}`, part);
  await changeChoices(({ series }) => ({ series: { ...series, [id]: items.map((item) => item.id) } }));
  for (const item of items) await keepItem(item.id, wanted);
}

/** The pictures of an item, each in the file that is wide enough for this device. */
function picturesOf(
  { media, poster, body_html }: Pick<ContentDetail, "media" | "poster" | "body_html">,
  width: number,
): string[] {
  const pictures = new Set<string>();
  if (media) {
    const [best] = media.sources ?? [];
    const ofBest = (media.sources ?? []).filter(({ type }) => type === best?.type);
    const own = media.type.startsWith("image/") ? media.url : media.poster_url;
    const file = fitting(ofBest, width) ?? own;
    if (file) pictures.add(file);
  } else if (poster) pictures.add(poster);
  for (const [, sources = "", plain = ""] of body_html.matchAll(
    /<picture>(?:<source type="image\/avif" srcset="([^"<>]*)"[^<>]*>)?(?:<source [^<>]*>)*<img src="(\/media\/[^"<>]*)"/g,
  )) {
    const files = sources.split(", ").flatMap((one) => {
      const [url = "", size = ""] = one.split(" ");
      return url ? [{ url, width: Number.parseInt(size, 10) }] : [];
    });
    pictures.add(fitting(files, width) ?? plain);
  }
  return [...pictures].filter((url) => url.startsWith("/media/"));
}

/** The smallest that is wide enough, else the widest. */
function fitting(files: readonly { url: string; width: number }[], width: number): string | undefined {
  const inOrder = [...files].sort((a, b) => a.width - b.width);
  return (inOrder.find((file) => file.width >= width) ?? inOrder.at(-1))?.url;
}

async function readJson<Answer>(url: string, part: string): Promise<Answer> {
  const answer = await fetchInto("call", url, part);
  if (answer?.ok) return answer.json();
  throw new NotKept(answer && [404, 410].includes(answer.status) ? "missing" : "failed");
}

/** Asks without a token, as a visitor does: what is kept this way is the same for everybody who may read it. */
async function fetchInto(kind: KeptKind, url: string, part: string | null): Promise<Response> {
  const { epoch } = await readWho();
  const accept = { page: "text/html", call: "application/json", picture: "image/*", media: "*/*" }[kind];
  const answer = await fetch(url, { headers: { accept }, credentials: "same-origin" });
  await keepAnswer({ kind, url, part, owner: 0, epoch }, answer.clone());
  // Another member uses the device now.
  if ((await readWho()).epoch !== epoch) throw new NotKept("failed");
  return answer;
}

/** @throws NotKept when the file would push out what else is kept on purpose. */
async function haveRoomFor({ url, size }: KeptFile): Promise<void> {
  const [entries, choices, bound] = await Promise.all([list(), readChoices(), readBound()]);
  const chosen = entries.filter(({ part, url: known }) => known !== url && isChosen(part, choices));
  if (sizeOf(chosen) + size > bound) throw new NotKept("full");
}

/** At most this many missing items are fetched at once; the next start goes on. */
const maxAtOnce = 50;

/** Notes what the member saved, and fetches what is not here yet. */
export async function keepSaved(ids: readonly number[], width: number): Promise<void> {
  const { left, whole } = await changeChoices((choices) => ({
    saved: [...ids],
    left: choices.left.filter((id) => ids.includes(id)),
  }));
  const here = new Set((await list()).flatMap(({ kind, part }) => (kind === "page" ? (part ?? []) : [])));
  const missing = ids.filter((id) => !here.has(`posts/${id}`) && !left.includes(id)).slice(0, maxAtOnce);
  for (const id of missing) {
    const result = await keepPart(`posts/${id}`, { media: whole.includes(id), width });
    if (result === "failed") return;
  }
}

/** Keeps a page of the site at this address, if it is one that may be kept. */
export async function keepOpened(path: string): Promise<void> {
  const asked = { method: "GET", url: scope.location.origin + path, mode: "navigate", referrer: "" };
  const place = placeOf(asked, scope.location.origin);
  if (place?.kind === "page") await fetchInto("page", place.url, place.part);
}

/** The library's first pages, as its screen asks for them, once a day. */
export async function keepLibrary(): Promise<void> {
  const first = "/api/content/search";
  const known = (await list()).find(({ key }) => key === keyOf(0, first));
  if (known && known.at > Date.now() - day) return;
  await fetchInto("page", "/posts", "library");
  await fetchInto("call", "/api/categories", "library");
  let url: string | null = first;
  for (let page = 1; page <= 3 && url !== null; page += 1) {
    const { next }: { next: string | null } = await readJson(url, "library");
    url = next === null ? null : `${first}?${new URLSearchParams({ cursor: next })}`;
  }
}
