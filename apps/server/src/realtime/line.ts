import { type LiveChange, limits, type WatchedItem } from "@cairn/contract";
import type { ChangedSources, Changes } from "../events/changes.ts";
import type { ContentService } from "../modules/content/content.service.ts";
import type { User } from "../modules/users/users.service.ts";
import type { Admission, Door } from "./admission.ts";
import type { Listener, Listeners } from "./listeners.ts";
import { everyoneRoom, itemRoom, userRoom } from "./rooms.ts";

/** The live line of a signed-in browser (docs/rules.md#d75): its member, everyone, and the items that are open in it. */
export function serveLines(content: ContentService) {
  return {
    async roomsOf({ id }: User, { bearer, watched }: Listener): Promise<string[]> {
      const readable = await content.readable(bearer, watched);
      return [userRoom(id), everyoneRoom, ...readable.map(itemRoom)];
    },

    serve(listener: Listener, { subscribe, placeAgain, breakOff }: Door): void {
      const { socket } = listener;
      subscribe(listener);

      async function watch(ids: readonly number[], answer: (items: WatchedItem[]) => void): Promise<void> {
        listener.watched = ids;
        await placeAgain(listener);
        const { items } = await content.published(ids);
        answer(items.map(({ id, likes, comments, revision }) => ({ id, likes, comments, revision })));
      }
      socket.on("watch", (ids: unknown, answer: unknown) => {
        if (!isListOfIds(ids) || typeof answer !== "function") return;
        watch([...new Set(ids)], answer as never).catch((error) => breakOff(socket, error));
      });
    },
  };
}

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
    const { items } = await content.published([Number(id)]);
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
