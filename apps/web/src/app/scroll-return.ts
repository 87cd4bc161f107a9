const readersActs = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to where a page was left, now or as soon as its content has come and it is high enough; a reader who
 * moves first is left in peace. Calls `onEnd` when there is nothing left to do; the answer gives up early.
 */
export function scrollBackTo(offset: number, onEnd: () => void): () => void {
  const isThere = () => {
    window.scrollTo(0, offset);
    return Math.abs(window.scrollY - offset) < 2;
  };
  const observer = new ResizeObserver(() => {
    if (isThere()) stop();
  });
  function stop() {
    observer.disconnect();
    for (const act of readersActs) window.removeEventListener(act, stop);
    onEnd();
  }
  if (isThere()) {
    onEnd();
    return () => {};
  }
  observer.observe(document.body);
  for (const act of readersActs) window.addEventListener(act, stop, { passive: true });
  return stop;
}
