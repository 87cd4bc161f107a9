import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import * as css from "../ui/layout.module.css";

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
    <p className={css.srOnly} role="status">
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
