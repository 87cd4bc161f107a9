let isRestored = false;

/** Whether Back, Forward or a reload has put the reader where they were: then nothing else moves them. */
export const isPlaceRestored = () => isRestored;

/** ScrollMemory says it of each page. */
export function setPlaceRestored(is: boolean): void {
  isRestored = is;
}

const readersActs = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** In milliseconds: how soon after its first paint a page is not scrolled by a reader yet. */
const firstLook = 1_000;

let mayHaveActed = false;

/** Whether the reader may have scrolled, pressed or typed on this page, perhaps before this script could see it. */
export const mayReaderHaveActed = () => mayHaveActed;

if (typeof window !== "undefined") {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  mayHaveActed = paint !== undefined && performance.now() - paint.startTime > firstLook;
  const note = () => {
    mayHaveActed = true;
  };
  for (const act of readersActs) window.addEventListener(act, note, { passive: true, once: true });
}

/**
 * Calls `adjust` whenever the page's size changes, until the reader scrolls, presses or types. Calls `onEnd` when that
 * is over; the returned function ends it early.
 */
export function whilePageSettles(adjust: () => void, onEnd: () => void): () => void {
  const observer = new ResizeObserver(adjust);
  function stop() {
    observer.disconnect();
    for (const act of readersActs) window.removeEventListener(act, stop);
    onEnd();
  }
  observer.observe(document.body);
  for (const act of readersActs) window.addEventListener(act, stop, { passive: true });
  return stop;
}
