import { type LiveChange, limits, lineNamespace, type WatchedItem } from "@cairn/contract";
import type { Socket } from "socket.io-client";
import { type LiveSocket, openSocket } from "../live-socket.ts";
import { kick } from "../outbox/sender.ts";
import { currentQueryClient } from "../query-client.ts";
import { openItems, takeNews } from "./news.ts";

/** In milliseconds: an item that opens and closes within this time is not watched. */
const pause = 250;

/**
 * The live line of this tab while it is visible (docs/rules.md#live-line): a connection on which the server says what has
 * changed. Returns what ends it.
 */
export function joinLine(): () => void {
  const news = takeNews();
  const ended = new AbortController();
  const { signal } = ended;
  let line: LiveSocket | undefined;
  let socket: Socket | undefined;
  let watched: number[] = [];
  let wasConnected = false;
  let wasHidden = document.hidden;

  function watch() {
    const ids = openItems().slice(-limits.watchedItems);
    watched = ids;
    // From the answer on no change of these items is missed; it says what they are now.
    socket?.emit("watch", ids, (items: WatchedItem[]) => news.compare(ids, items));
  }

  function onConnected(opened: Socket) {
    socket = opened;
    if (wasHidden) news.catchUp();
    else if (wasConnected) news.take("all");
    // What changed before this tab was on the line.
    else for (const change of ["notices", "work"] as const) news.take(change);
    wasConnected = true;
    wasHidden = false;
    kick();
    watch();
  }

  function onEvent(event: string, change: unknown) {
    if (event === "changed") news.take(change as LiveChange);
  }

  function close() {
    line?.close();
    line = undefined;
    socket = undefined;
    wasHidden = true;
  }

  function follow() {
    if (document.hidden) close();
    else line ??= openSocket(lineNamespace, { onConnected, onEvent });
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = currentQueryClient()
    .getQueryCache()
    .subscribe(({ type }) => {
      if (type !== "observerAdded" && type !== "observerRemoved") return;
      clearTimeout(timer);
      timer = setTimeout(() => openItems().join() !== watched.join() && watch(), pause);
    });
  document.addEventListener("visibilitychange", follow, { signal });
  // With a connection the browser could not keep this page for its Back button.
  window.addEventListener("pagehide", close, { signal });
  window.addEventListener("pageshow", follow, { signal });
  follow();

  return () => {
    clearTimeout(timer);
    unsubscribe();
    ended.abort();
    close();
    news.stop();
  };
}
