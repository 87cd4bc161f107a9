import { type RefObject, useLayoutEffect, useState } from "react";

/** Pixels that rounding may leave. */
const slack = 2;

/** Whether a row that scrolls sideways has nothing more on either side. */
export function useRowEnds(row: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });

  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const atStart = scrollLeft <= slack;
      const atEnd = scrollLeft + clientWidth >= scrollWidth - slack;
      setEnds((before) =>
        before.atStart === atStart && before.atEnd === atEnd ? before : { atStart, atEnd },
      );
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const cards = new MutationObserver(look);
    cards.observe(element, { childList: true });
    return () => {
      element.removeEventListener("scroll", look);
      sizes.disconnect();
      cards.disconnect();
    };
  }, [row]);

  return ends;
}
