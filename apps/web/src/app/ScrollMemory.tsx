import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { mayReaderHaveActed, setPlaceRestored, whilePageSettles } from "../lib/restored-place.ts";
import { fromJson, isObject, readTabItem, writeTabItem } from "../lib/storage.ts";
import * as kit from "../ui/kit.module.css";

const storageKey = "scroll";

/** Scroll offsets by history entry. */
type Offsets = Record<string, number>;

/** Without them pages open at the top. */
function readOffsets(): Offsets {
  const offsets = fromJson(readTabItem(storageKey));
  return isObject(offsets) ? (offsets as Offsets) : {};
}

const keepOffsets = (offsets: Offsets) => writeTabItem(storageKey, JSON.stringify(offsets));

/** How this document was opened: "navigate" by its address, else by Back, Forward or a reload. */
function wayOfOpening(): unknown {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation && "type" in navigation ? navigation.type : undefined;
}

/** In pixels. */
const near = 100;

/**
 * The browser looks for the text that was read, and may do so before the page has its styles: then it is far off. A
 * reader who has scrolled meanwhile stays where they are.
 */
const isLost = (offset?: number) =>
  offset !== undefined && Math.abs(window.scrollY - offset) > near && !mayReaderHaveActed();

/** Back and Forward restore a page's scroll position; every other navigation starts at the top. */
export function ScrollMemory() {
  const { key: entry, pathname, search, hash } = useLocation();
  const page = `${pathname}${search}`;
  // The router gives the same key, "default", to every entry that was not reached by a link within the site.
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
    // The router reports a plain link within the page as POP; the browser has already scrolled to the target.
    if (before?.page === page && before.hash !== hash && hash) {
      target?.scrollIntoView();
      return undefined;
    }
    // A page that was whole before this script has been put in place by the browser, and perhaps scrolled by the reader.
    const last = offsets.current[key];
    const isPlaced =
      before === null && (wayOfOpening() === "navigate" || (window.scrollY > 0 && !isLost(last)));
    const offset = isReturn && !isPlaced ? last : undefined;
    const isReopened = before === null && /^(?:reload|back_forward)$/.test(String(wayOfOpening()));
    setPlaceRestored(offset !== undefined || isReopened);
    if (offset !== undefined) {
      isReturning.current = true;
      return scrollBackTo(offset, () => {
        isReturning.current = false;
      });
    }
    // Where a reload or Back left the reader is the browser's to restore.
    if (hash && !isReopened) {
      if (before && !target) window.scrollTo(0, 0);
      // The list of comments does it for one that is linked: it may have to load it first.
      if (!commentLink.test(hash)) return keepInView(hash.slice(1));
      target?.scrollIntoView();
      return undefined;
    }
    // A page without a stored offset was never scrolled, so it opens at the top as well.
    if (before) window.scrollTo(0, 0);
    return undefined;
  }, [key, page, hash, isReturn]);

  useEffect(() => {
    // Recorded on each scroll: once the next page is in place, the browser has already clamped the offset to its
    // height.
    const note = () => {
      // While a position is being restored the page is still too short, so its offset is not the reader's position.
      if (offsets.current && !isReturning.current) offsets.current[current.current] = window.scrollY;
    };
    const keep = () => {
      keepOffsets(offsets.current ?? {});
      window.history.scrollRestoration = "auto";
    };
    const takeOver = () => {
      window.history.scrollRestoration = "manual";
    };
    takeOver();
    window.addEventListener("scroll", note, { passive: true });
    window.addEventListener("pagehide", keep);
    // The browser has kept the whole page and shows it again.
    window.addEventListener("pageshow", takeOver);
    return () => {
      window.removeEventListener("scroll", note);
      window.removeEventListener("pagehide", keep);
      window.removeEventListener("pageshow", takeOver);
    };
  }, []);

  return null;
}

/**
 * Restores a page's scroll offset, now or as soon as its content has made it tall enough. Gives up if the reader
 * scrolls first. Calls `onEnd` when it is done; the returned function stops it early.
 */
function scrollBackTo(offset: number, onEnd: () => void): () => void {
  const isThere = () => {
    window.scrollTo(0, offset);
    return Math.abs(window.scrollY - offset) < 2;
  };
  if (isThere()) {
    onEnd();
    return () => {};
  }
  const stop = whilePageSettles(() => {
    if (isThere()) stop();
  }, onEnd);
  return stop;
}

const commentLink = /^#comment-\d/;

/** In milliseconds: how long parts of a page that come later may move what the address names. */
const settling = 5_000;

/**
 * Scrolls to what the address names, now or as soon as it is there, and again when later parts of the page have moved it
 * out of view, until the reader does something.
 */
function keepInView(id: string): () => void {
  let isShown = false;
  const show = () => {
    const target = document.getElementById(id);
    target?.scrollIntoView(isShown ? { block: "nearest" } : undefined);
    isShown ||= target !== null;
  };
  show();
  const stop = whilePageSettles(show, () => clearTimeout(timer));
  const timer = setTimeout(stop, settling);
  return stop;
}

/**
 * Screen readers do not notice a client-side navigation: after each one this moves the focus to the new page's heading
 * and announces its title. If the heading waits for data, `main` holds the focus until then. ScrollMemory handles the
 * scroll position.
 */
export function NavigationFocus() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  const [title, setTitle] = useState("");

  useEffect(() => {
    if (previous.current === pathname) return undefined;
    previous.current = pathname;
    const start =
      document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
    if (start) focusOn(start);
    return onFirstHeading((heading) => {
      // Leave the focus alone if the user has moved it since.
      if (isStillAt(start)) focusOn(heading);
      // The title is set together with the heading; before that the tab shows the previous page's title or none.
      setTitle(document.title);
    });
  }, [pathname]);

  return (
    <p className={kit.srOnly} role="status">
      {title}
    </p>
  );
}

function focusOn(element: HTMLElement) {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** The page's own frame may have replaced the focused one; then `body` holds the focus. */
const isStillAt = (start: HTMLElement | null) =>
  document.activeElement === start || document.activeElement === document.body;

/** Calls `onHeading` with the page's heading, now or as soon as it appears. Returns a function that stops waiting. */
function onFirstHeading(onHeading: (heading: HTMLElement) => void): () => void {
  const isThere = () => {
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) onHeading(heading);
    return heading !== null;
  };
  if (isThere()) return () => {};
  const observer = new MutationObserver(() => {
    if (isThere()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
