import { useEffect, useRef, useState } from "react";

/**
 * Follows `active` the way a loading sign should: it comes on only after `delay` and then stays for `keep` at least,
 * so that a fast answer shows none and a slow one never makes it blink. Times in milliseconds.
 */
export function useDelayedFlag(active: boolean, delay = 150, keep = 300): boolean {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
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
