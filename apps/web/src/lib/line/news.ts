import type { ContentItem, LiveChange, WatchedItem } from "@cairn/contract";
import type { Query } from "@tanstack/react-query";
import { currentQueryClient } from "../query-client.ts";

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

/** Applies what the live line says to this tab's screens. */
export function takeNews() {
  const timers = new Set<ReturnType<typeof setTimeout>>();

  /** A random moment from now. */
  function soon(step: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      step();
    }, Math.random() * spread);
    timers.add(timer);
  }

  function take(change: LiveChange) {
    if (change === "all") soon(() => refresh((live) => live.length > 0));
    else if (change === "notices_of_all") soon(() => refresh((live) => live.includes("notices")));
    else refresh((live) => live.includes(change));
  }

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
    /** For a tab that is shown again: anything may have changed. */
    catchUp: () => refresh((live) => live.length > 0),
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

/** What a line of text may be inside of. */
const readable = "p, li, h1, h2, h3, pre, figure, label";
/** Shares of the screen's height at which a reader looks, the likeliest first. */
const heights = [0.5, 0.4, 0.6, 0.3, 0.7];
/** In milliseconds: how long a change may take to be drawn. */
const drawn = 250;

const topOf = (element: Element) => element.getBoundingClientRect().top + window.scrollY;

/** The field that is being typed in, else the text in the middle of the screen. */
function whatIsRead(): Element | null {
  const { activeElement } = document;
  if (activeElement?.matches("textarea, input")) {
    const { top, bottom } = activeElement.getBoundingClientRect();
    if (bottom > 0 && top < window.innerHeight) return activeElement;
  }
  for (const height of heights) {
    const met = document.elementFromPoint(window.innerWidth / 2, window.innerHeight * height);
    const text = met?.closest(readable);
    if (text) return text;
  }
  return null;
}

/** Call this before a change of the page is drawn: what is being read then stays where it is on the screen. */
function keepPlace(): void {
  const place = whatIsRead();
  const main = document.querySelector("main");
  if (!place || !main) return;
  const top = topOf(place);
  // Some browsers do the same by themselves; both together would move it twice.
  const { style } = document.documentElement;
  style.overflowAnchor = "none";
  const observer = new MutationObserver(() => {
    observer.disconnect();
    if (place.isConnected) window.scrollBy({ top: topOf(place) - top, behavior: "instant" });
  });
  observer.observe(main, { childList: true, subtree: true });
  setTimeout(() => {
    observer.disconnect();
    style.overflowAnchor = "";
  }, drawn);
}
