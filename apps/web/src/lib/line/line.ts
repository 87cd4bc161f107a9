import { type LiveChange, limits, lineNamespace, type WatchedItem } from "@cairn/contract";
import type { Socket } from "socket.io-client";
import { type LiveSocket, openSocket } from "../live-socket.ts";
import { kick } from "../outbox/sender.ts";
import { currentQueryClient } from "../query-client.ts";
import { openItems, takeNews } from "./news.ts";

/** What the tabs of one browser tell each other; only the leading tab sends `changed` and `watching`. */
type Message =
  | { kind: "changed"; change: LiveChange }
  /** From now on no change of these items is missed; `items`: what they are now. */
  | { kind: "watching"; ids: number[]; items: WatchedItem[] }
  /** A tab shows these items. */
  | { kind: "open"; tab: string; ids: number[] }
  /** A tab has begun to lead and does not know yet what is open elsewhere. */
  | { kind: "who" };

/** In milliseconds: an item that opens and closes within this time is not told of. */
const pause = 250;

/**
 * This tab's part in the one live line of this browser (docs/rules.md#d75): one tab leads, which means that it holds the
 * connection; the others learn from it what has changed, and the next one takes over when it closes. Returns what ends
 * this part.
 */
export function joinLine(): () => void {
  const tab = crypto.getRandomValues(new Uint32Array(4)).join();
  const channel = new BroadcastChannel("cairn-live");
  const news = takeNews();
  const ended = new AbortController();
  let lead: ReturnType<typeof leadLine> | undefined;
  let own: number[] = [];
  let hasBegun = false;

  function receive(message: Message) {
    if (message.kind === "changed") news.take(message.change);
    if (message.kind === "watching") {
      // What changed before this tab was on the line.
      if (!hasBegun) for (const change of ["notices", "work"] as const) news.take(change);
      hasBegun = true;
      news.compare(
        message.ids.filter((id) => own.includes(id)),
        message.items,
      );
    }
    if (message.kind === "open") lead?.note(message.tab, message.ids);
    if (message.kind === "who") tell();
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data);

  /** To the other tabs and to this one. */
  function send(message: Message) {
    channel.postMessage(message);
    receive(message);
  }

  const tell = () => send({ kind: "open", tab, ids: own });

  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = currentQueryClient()
    .getQueryCache()
    .subscribe(({ type }) => {
      if (type !== "observerAdded" && type !== "observerRemoved") return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const ids = openItems();
        if (ids.join() === own.join()) return;
        own = ids;
        tell();
      }, pause);
    });

  own = openItems();
  tell();
  void leading(ended.signal, () => {
    lead = leadLine(send);
    send({ kind: "who" });
    return () => lead?.close();
  });

  return () => {
    clearTimeout(timer);
    unsubscribe();
    channel.postMessage({ kind: "open", tab, ids: [] } satisfies Message);
    ended.abort();
    channel.close();
    news.stop();
  };
}

/** Runs `begin` once this tab leads, and what it returns when that ends. */
async function leading(signal: AbortSignal, begin: () => () => void): Promise<void> {
  const untilEnd = () =>
    new Promise<void>((resolve) => {
      const end = begin();
      signal.addEventListener("abort", () => {
        end();
        resolve();
      });
    });
  const { locks } = navigator;
  // Not available in insecure contexts: there each tab holds a line of its own.
  if (!locks) return untilEnd();
  // Aborted: this tab ended before its turn came.
  await locks.request("cairn-live", { signal }, untilEnd).catch(() => {});
}

/** The connection, and what is open in all tabs. */
function leadLine(send: (message: Message) => void) {
  const openIn = new Map<string, number[]>();
  let socket: Socket | undefined;
  let wasConnected = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function watch() {
    const ids = [...new Set([...openIn.values()].flat())].slice(-limits.watchedItems);
    socket?.emit("watch", ids, (items: WatchedItem[]) => send({ kind: "watching", ids, items }));
  }

  const line: LiveSocket = openSocket(lineNamespace, {
    onConnected(opened) {
      socket = opened;
      if (wasConnected) send({ kind: "changed", change: "all" });
      kick();
      wasConnected = true;
      watch();
    },
    onEvent(event, change) {
      if (event === "changed") send({ kind: "changed", change: change as LiveChange });
    },
  });

  return {
    note(tab: string, ids: number[]) {
      // The latest comes last.
      openIn.delete(tab);
      if (ids.length > 0) openIn.set(tab, ids);
      clearTimeout(timer);
      if (line.isConnected()) timer = setTimeout(watch, pause);
    },
    close() {
      clearTimeout(timer);
      line.close();
    },
  };
}
