import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { onFirstHeading } from "./first-heading.ts";

/**
 * A page that changes without loading tells nobody: after each navigation the focus goes to the new page's
 * heading, and its title is announced. Where the heading waits for an answer, `main` has the focus until it comes.
 * The scroll is ScrollMemory's.
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
      // Whoever went on meanwhile is not called back.
      if (isStillAt(start)) focusOn(heading);
      // It comes with the page's title; until then the tab bears the last page's, or none.
      setTitle(document.title);
    });
  }, [pathname]);

  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  );
}

function focusOn(element: HTMLElement) {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** The frame that had the focus may have given way to the page's own, which leaves it with nobody. */
const isStillAt = (start: HTMLElement | null) =>
  document.activeElement === start || document.activeElement === document.body;
