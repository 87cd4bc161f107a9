import { type RefObject, useEffect, useState } from "react";
import { isComposing } from "../../lib/composition.ts";

/**
 * Lets an element fill the screen: as a popover it is above everything without moving in the page, so that focus,
 * selection and undo stay. Escape leaves; the page behind is inert; focus falls back to the text.
 */
export function useFullScreen(rootRef: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false);

  useEffect(() => {
    const element = rootRef.current;
    if (!isFull || !element) return;
    const leave = (event: KeyboardEvent) => {
      // An open list of blocks takes the key for itself.
      if (event.key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
      event.preventDefault();
      setFull(false);
    };
    element.popover = "manual";
    element.showPopover?.();
    setRestInert(element, true);
    if (!element.contains(document.activeElement)) {
      element.querySelector<HTMLElement>("[contenteditable=true], textarea")?.focus();
    }
    document.addEventListener("keydown", leave);
    return () => {
      document.removeEventListener("keydown", leave);
      element.hidePopover?.();
      element.popover = null;
      setRestInert(element, false);
    };
  }, [isFull, rootRef]);

  return { isFull, toggle: () => setFull(!isFull) };
}

function setRestInert(element: HTMLElement, inert: boolean) {
  for (let node = element; node !== document.body && node.parentElement; node = node.parentElement) {
    for (const other of node.parentElement.children) {
      if (other !== node && other instanceof HTMLElement) other.inert = inert;
    }
  }
}
