/**
 * The site's service worker: what was opened or kept on purpose is read without the network (docs/rules.md#stored-on-the-device). It
 * asks the server first, and answers from the device only when that fails or a dead line keeps the reader waiting.
 */
import { clearAll, find, type Kept, keyOf, list, readWho } from "../lib/device/kept-store.ts";
import type { DeviceTask, KeepResult } from "../lib/device/tasks.ts";
import { ownerOf } from "../lib/session/token-owner.ts";
import { answerFrom } from "./answers.ts";
import { answerFile, dropOldFiles, fetchRest, fetchShell, hasEntry, readShell } from "./files.ts";
import { searchHere } from "./found-here.ts";
import { keepAnswer, keepLibrary, keepOpened, keepPart, keepSaved } from "./keeping.ts";
import { type Place, placeOf } from "./requests.ts";
import { type FetchEvent, scope } from "./scope.ts";
import "./push.ts";

scope.addEventListener("install", (event) => event.waitUntil(fetchShell()));

scope.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([dropOldFiles(), scope.clients.claim()])),
);

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin } = scope.location;
  if (request.method === "DELETE" && request.url === `${origin}/api/auth/logout`) {
    // The page says so too, but may be closed before.
    event.waitUntil(clearAll());
    return;
  }
  const place = placeOf(request, origin);
  if (place === null) return;
  if (request.mode === "navigate") event.waitUntil(handOver());
  event.respondWith(
    place.kind === "file" ? answerFile(request, (work) => event.waitUntil(work)) : answer(event, place),
  );
});

scope.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (typeof data !== "object" || data === null || !("task" in data)) return;
  event.waitUntil(run(data as DeviceTask, (result) => ports[0]?.postMessage(result)));
});

async function run(asked: DeviceTask, tell: (result: KeepResult) => void): Promise<void> {
  if (asked.task === "take over") await scope.skipWaiting();
  if (asked.task === "files") await fetchRest();
  if (asked.task === "opened") await keepOpened(asked.path);
  if (asked.task === "library") await keepLibrary();
  if (asked.task === "saved") await keepSaved(asked.ids, asked.width);
  if (asked.task === "keep") tell(await keepPart(asked.part, asked));
}

/** A newer version that waits takes over when the only open tab goes to its next page. */
async function handOver(): Promise<void> {
  const { waiting } = scope.registration;
  if (!waiting) return;
  const tabs = await scope.clients.matchAll({ type: "window" });
  if (tabs.length <= 1) waiting.postMessage({ task: "take over" } satisfies DeviceTask);
}

type OtherPlace = Exclude<Place, { kind: "file" }>;

/** How long to wait for the server when the answer is also stored here, in milliseconds. */
const patience = { page: 4_000, call: 8_000, picture: 8_000, media: 8_000, shell: 4_000 };

async function answer(event: FetchEvent, place: OtherPlace): Promise<Response> {
  const { request } = event;
  const owner = ownerOf(request.headers.get("authorization"));
  const network = fetch(request);
  event.waitUntil(keepWhenHere(network, place, owner).catch(() => {}));
  try {
    const first = await Promise.race([network, after(patience[place.kind])]);
    if (first && !(first.status >= 502 && first.status <= 504)) return first;
    return (await fromDevice(request, place, owner)) ?? (await network);
  } catch {
    return (await fromDevice(request, place, owner)) ?? (await inPlaceOf(place, owner)) ?? Response.error();
  }
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

async function keepWhenHere(network: Promise<Response>, place: OtherPlace, owner: number): Promise<void> {
  // Read before the answer comes: one that comes after a logout is not kept.
  const who = readWho();
  who.catch(() => {});
  const found = await network;
  // Videos are saved only on request, and never from range responses.
  if (place.kind === "shell" || (place.kind === "media" && found.ok)) return;
  const copy = found.clone();
  await keepAnswer({ ...place, owner, epoch: (await who).epoch }, copy);
}

async function fromDevice(request: Request, place: OtherPlace, owner: number): Promise<Response | undefined> {
  if (place.kind === "shell") return readShell();
  // A member's own answer first, while they use the device; then what everybody gets.
  const isOwn = owner > 0 && owner === (await readWho()).owner;
  const found = await find([...(isOwn ? [keyOf(owner, place.url)] : []), keyOf(0, place.url)]);
  if (!found) return place.kind === "picture" ? otherWidth(place.url) : undefined;
  // Its scripts are gone, but the answers to its calls may be here.
  if (place.kind === "page" && !(await hasEntry(found.entry.entry))) return undefined;
  return answerFrom(found.entry, found.body, request.headers.get("range"));
}

/** The same picture in a width that is stored here. */
async function otherWidth(url: string): Promise<Response | undefined> {
  const [stem] = /^\/media\/[0-9a-f]{32}/.exec(url) ?? [];
  if (!stem) return undefined;
  const other = (await list()).find((entry) => entry.kind === "picture" && entry.url.startsWith(stem));
  const found = other && (await find([other.key]));
  return found && answerFrom(found.entry, found.body, null);
}

/** The fallback when neither the server nor the device has the answer. */
async function inPlaceOf(place: OtherPlace, owner: number): Promise<Response | undefined> {
  if (place.kind === "call" && place.url.startsWith("/api/content/search"))
    return (await searchHere(place.url, owner)) ?? undefined;
  if (place.kind !== "page") return undefined;
  const entries = await list();
  const isHere = ({ kind, part }: Kept) => kind === "call" && part === place.part;
  if (place.part === null || entries.some(isHere)) return readShell();
  return Response.redirect(`/on-this-device?${new URLSearchParams({ wanted: place.url })}`);
}
