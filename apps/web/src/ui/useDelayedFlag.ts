import { useLayoutEffect, useRef, useState } from "react";

/**
 * Follows `active` as a loading indicator should: turns on only after `delay` and then stays on for at least `keep`, so
 * that a fast answer shows no indicator and a slow one does not make it flash. Times are in milliseconds.
 */
export function useDelayedFlag(active: boolean, delay = 150, keep = 300): boolean {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);
  // Before the browser paints: a timer that ends between a fast answer and its effects would show the indicator after all.
  useLayoutEffect(() => {
    if (active === shown) return;
    const wait = active ? delay : Math.max(0, shownAt.current + keep - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(active);
    }, wait);
    return () => clearTimeout(timer);
  }, [active, shown, delay, keep]);
  return shown;
}
