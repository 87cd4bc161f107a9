import type { ContentItem, LiveChange, WatchedItem } from "@cairn/contract";
import type { Query } from "@tanstack/react-query";
import { currentQueryClient } from "../query-client.ts";
import { keepPlace } from "./kept-place.ts";

/**
 * In milliseconds: what concerns everyone is fetched at a random moment within this time, so that not everyone asks at
 * once.
 */
const spread = 5_000;

const changesOf = ({ meta }: Query) => meta?.live ?? [];

/** Refetches what is on the screen and made of what has changed; the rest when it is shown next. */
function refresh(isMade: (live: readonly LiveChange[]) => boolean) {
  void currentQueryClient().invalidateQueries({ predicate: (query) => isMade(changesOf(query)) });
}

/** Applies what the live line says to this tab's screens: at once, or as soon as a hidden tab is shown. */
export function takeNews() {
  const waiting = new Set<LiveChange>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  /** A random moment from now. */
  function soon(step: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      step();
    }, Math.random() * spread);
    timers.add(timer);
  }

  function apply(change: LiveChange) {
    if (change === "all") soon(() => refresh((live) => live.length > 0));
    else if (change === "notices_of_all") soon(() => refresh((live) => live.includes("notices")));
    else refresh((live) => live.includes(change));
  }

  function take(change: LiveChange) {
    if (!document.hidden) return apply(change);
    waiting.add(change);
    // A tab may stay hidden for days.
    if (waiting.size > 100) waiting.clear();
    if (waiting.size === 0) waiting.add("all");
  }

  function onShown() {
    if (document.hidden) return;
    for (const change of waiting) apply(change);
    waiting.clear();
  }
  document.addEventListener("visibilitychange", onShown);

  // Comments arrive above those that are being read.
  const unsubscribe = currentQueryClient()
    .getQueryCache()
    .subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
      const isShown = event.query.isActive() && event.query.state.dataUpdateCount > 1;
      if (isShown && changesOf(event.query).some((change) => change.startsWith("comments:"))) keepPlace();
    });

  return {
    take,
    /** What watching began with: an item that is shown otherwise has changed in between. */
    compare(ids: readonly number[], items: readonly WatchedItem[]) {
      const client = currentQueryClient();
      for (const id of ids) {
        const own: LiveChange = `item:${id}`;
        const [shown] = client.getQueriesData<ShownItem>({
          predicate: (query) => changesOf(query).includes(own) && changesOf(query).includes(`counts:${id}`),
        });
        const [, known] = shown ?? [];
        const now = items.find((item) => item.id === id);
        if (!known || (now && isSame(known, now))) continue;
        for (const change of [own, `comments:${id}`] as const) take(change);
      }
    },
    stop() {
      unsubscribe();
      document.removeEventListener("visibilitychange", onShown);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

type ShownItem = Pick<ContentItem, "status" | "likes" | "comments" | "revision">;

/** An item that its author was shown before its approval has the same numbers afterwards. */
const isSame = (known: ShownItem, { likes, comments, revision }: WatchedItem) =>
  known.status === "Published" &&
  known.likes === likes &&
  known.comments === comments &&
  known.revision === revision;

/** The items that are open in this tab. */
export function openItems(): number[] {
  const active = currentQueryClient().getQueryCache().findAll({ type: "active" });
  const ids = active.flatMap(changesOf).flatMap((change) => {
    const [kind, id] = change.split(":", 2);
    return kind === "item" ? [Number(id)] : [];
  });
  return [...new Set(ids)];
}
