import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Surface } from "./tools.ts";

/**
 * Keeps the preview at the part of the text that is in view, also while its HTML and pictures arrive.
 * `view`: the editor that takes the place of the box.
 */
export function useFollowingPreview(
  root: RefObject<HTMLElement | null>,
  surface: () => Surface | null,
  { isShown, view }: { isShown: boolean; view: Surface | null },
) {
  const textNow = useEffectEvent(surface);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor scrolls in place of the box
  useEffect(() => {
    const preview = isShown ? root.current?.querySelector("[data-preview]") : null;
    const text = textNow();
    if (!preview || !text) return;
    const follow = () => {
      preview.scrollTop = shareOf(text) * (preview.scrollHeight - preview.clientHeight);
    };
    const arrivals = new MutationObserver(follow);
    arrivals.observe(preview, { childList: true, subtree: true });
    preview.addEventListener("load", follow, true);
    text.scroller.addEventListener("scroll", follow, { passive: true });
    follow();
    return () => {
      arrivals.disconnect();
      preview.removeEventListener("load", follow, true);
      text.scroller.removeEventListener("scroll", follow);
    };
  }, [root, isShown, view]);
}

/** How far down the text its author is, from 0 to 1: as it is scrolled; where all of it is in view, or hidden, the caret. */
function shareOf({ scroller, read }: Surface): number {
  const room = scroller.scrollHeight - scroller.clientHeight;
  if (room > 0) return scroller.scrollTop / room;
  const { text, to } = read();
  return to / Math.max(1, text.length);
}
