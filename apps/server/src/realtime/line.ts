import { type LiveChange, limits, type WatchedItem } from "@cairn/contract";
import type { ChangedSources, Changes } from "../events/changes.ts";
import { AppError } from "../lib/app-error.ts";
import type { ContentService } from "../modules/content/content.service.ts";
import type { User } from "../modules/users/users.service.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import type { Listener, Listeners } from "./listeners.ts";
import type { LiveSocket } from "./live-server.ts";
import { countMessage } from "./message-limits.ts";
import { everyoneRoom, itemRoom, userRoom } from "./rooms.ts";
import type { Admission, Door } from "./socket-admission.ts";

type WatchAnswer = (items: WatchedItem[]) => void;

/** The live line of a member's tab (docs/rules.md#live-line): its member, everyone, and the items that are open in it. */
export function serveLines(
  content: Pick<ContentService, "readable" | "published">,
  counts: Pick<RateLimits, "take">,
) {
  return {
    async roomsOf({ id }: User, { bearer, watched }: Listener): Promise<string[]> {
      const readable = await content.readable(bearer, watched);
      return [userRoom(id), everyoneRoom, ...readable.map(itemRoom)];
    },

    serve(listener: Listener, { subscribe, refreshAccess, breakOff }: Door): void {
      const { socket } = listener;
      subscribe(listener);

      async function watch(ids: readonly number[], answer: WatchAnswer): Promise<void> {
        listener.watched = ids;
        await refreshAccess(listener);
        const items = await content.published(ids);
        answer(items.map(({ id, likes, comments, revision }) => ({ id, likes, comments, revision })));
      }

      /** The newest list takes the place of one that is not looked at yet, which is not answered. */
      let newest: (() => Promise<void>) | null = null;
      let isBusy = false;
      async function work(): Promise<void> {
        if (isBusy) return;
        isBusy = true;
        while (newest) {
          await hasTurn(listener, counts);
          const next: (() => Promise<void>) | null = socket.connected ? newest : null;
          newest = null;
          await next?.();
        }
        isBusy = false;
      }
      socket.on("watch", (ids: unknown, answer: unknown) => {
        if (!isListOfIds(ids) || typeof answer !== "function") return;
        newest = () => watch([...new Set(ids)], answer as WatchAnswer);
        work().catch((error) => breakOff(socket, error));
      });
    },
  };
}

/** Resolves once the socket and its member have a try left, or the socket is gone. */
async function hasTurn(listener: Listener, counts: Pick<RateLimits, "take">): Promise<void> {
  const { socket } = listener;
  while (socket.connected) {
    const wait = await countMessage(counts, "watch", listener).then(() => 0, secondsOf);
    if (wait === 0) return;
    await passed(wait * 1000, socket);
  }
}

function secondsOf(error: unknown): number {
  if (error instanceof AppError && error.facts.retryAfter) return error.facts.retryAfter;
  throw error;
}

const passed = (ms: number, socket: LiveSocket): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      socket.off("disconnect", end);
      resolve();
    };
    const timer = setTimeout(end, ms).unref();
    socket.once("disconnect", end);
  });

const isListOfIds = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length <= limits.watchedItems &&
  value.every((id) => Number.isSafeInteger(id) && id > 0);

interface RelayDependencies {
  changes: Changes;
  listeners: Listeners;
  admission: Admission;
  content: ContentService;
  /** Changes that may wait; with more, everything counts as changed. */
  most: number;
  onFailed(error: unknown): void;
}

/** In milliseconds: a change that happens again within this time is sent once. */
const pause = 100;

/** Sends what has changed to the lines that it concerns, each change once in `pause`. */
export function relayChanges({
  changes,
  listeners,
  admission,
  content,
  most,
  onFailed,
}: RelayDependencies): void {
  const waiting = new Set<string>();
  let isScheduled = false;

  function take(sources: ChangedSources): void {
    if (listeners.count === 0) return;
    for (const source of sources === "all" ? ["all"] : sources) if (isTold(source)) waiting.add(source);
    if (waiting.size > most) {
      waiting.clear();
      waiting.add("all");
    }
    schedule();
  }

  function schedule(): void {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    setTimeout(() => void flush(), pause).unref();
  }

  async function flush(): Promise<void> {
    const sources = [...waiting];
    waiting.clear();
    await publish(sources).catch(onFailed);
    isScheduled = false;
    schedule();
  }

  async function publish(sources: readonly string[]): Promise<void> {
    for (const source of sources) {
      const { room, change } = noticeOf(source);
      await listeners.publish({ room, except: null, event: "changed", about: [change] });
      await checkReaders(source);
    }
  }

  /** Readers of an item that is no longer public may no longer know of its changes. */
  async function checkReaders(source: string): Promise<void> {
    const [kind, id] = source.split(":", 2);
    const room = itemRoom(Number(id));
    if (kind !== "item" || listeners.countIn(room) === 0) return;
    const items = await content.published([Number(id)]);
    if (items.length === 0) admission.placeRoom(room);
  }

  changes.on(take);
}

const isTold = (source: string): boolean =>
  source === "all" || source === "notices" || /^(?:item|counts|comments|notices|work):/.test(source);

function noticeOf(source: string): { room: string; change: LiveChange } {
  if (source === "all") return { room: everyoneRoom, change: "all" };
  if (source === "notices") return { room: everyoneRoom, change: "notices_of_all" };
  const [kind, id] = source.split(":", 2);
  if (kind === "notices" || kind === "work") return { room: userRoom(Number(id)), change: kind };
  return { room: itemRoom(Number(id)), change: source as LiveChange };
}
