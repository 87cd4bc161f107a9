import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { scrollBackTo } from "./scroll-return.ts";

const storageKey = "scroll";

/** Scroll offsets by history entry. */
type Offsets = Record<string, number>;

function readOffsets(): Offsets {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey) ?? "{}");
  } catch {
    // Switched off or spoilt: pages then open at their top.
    return {};
  }
}

function keepOffsets(offsets: Offsets) {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(offsets));
  } catch {
    // Switched off or full: only a reload loses its place.
  }
}

/** Whether this document was opened by its address, not by Back, Forward or a reload. */
function isOpenedAnew(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation !== undefined && "type" in navigation && navigation.type === "navigate";
}

/** Back and forward find a page where it was left; every other way to it starts at the top. */
export function ScrollMemory() {
  const { key: entry, pathname, search, hash } = useLocation();
  const page = `${pathname}${search}`;
  // Every entry that was not reached by a link of ours has the same key.
  const key = entry === "default" ? `${entry} ${page}${hash}` : entry;
  const isReturn = useNavigationType() === "POP";
  const offsets = useRef<Offsets>(null);
  const current = useRef(key);
  const isReturning = useRef(false);
  const shown = useRef<{ page: string; hash: string }>(null);

  useLayoutEffect(() => {
    offsets.current ??= readOffsets();
    current.current = key;
    const before = shown.current;
    shown.current = { page, hash };
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    // A link to a place within the page is a return to the router, and the browser has gone there already.
    if (before?.page === page && before.hash !== hash && hash) {
      target?.scrollIntoView();
      return undefined;
    }
    const isBack = isReturn && !(before === null && isOpenedAnew());
    const offset = isBack ? offsets.current[key] : undefined;
    if (offset !== undefined) {
      isReturning.current = true;
      return scrollBackTo(offset, () => {
        isReturning.current = false;
      });
    }
    if (target) target.scrollIntoView();
    // Whatever was never scrolled was left at its top, too.
    else if (before) window.scrollTo(0, 0);
    return undefined;
  }, [key, page, hash, isReturn]);

  useEffect(() => {
    // Noted while it happens: once the next page is in place, the browser has already cut the offset to its height.
    const note = () => {
      // On its way back the page is shorter than it will be: that is not where the reader is.
      if (offsets.current && !isReturning.current) offsets.current[current.current] = window.scrollY;
    };
    const keep = () => {
      keepOffsets(offsets.current ?? {});
      window.history.scrollRestoration = "auto";
    };
    window.history.scrollRestoration = "manual";
    window.addEventListener("scroll", note, { passive: true });
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("scroll", note);
      window.removeEventListener("pagehide", keep);
    };
  }, []);

  return null;
}
