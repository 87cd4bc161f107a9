import type { UseEmblaCarouselType } from "embla-carousel-react";
import { useCallback, useSyncExternalStore } from "react";

type Embla = UseEmblaCarouselType[1];

/** How many pages the slides make at this width, and which one shows. */
export function useCarouselPages(embla: Embla) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      embla?.on("select", onChange).on("reInit", onChange);
      return () => {
        embla?.off("select", onChange).off("reInit", onChange);
      };
    },
    [embla],
  );
  const count = useSyncExternalStore(subscribe, () => embla?.scrollSnapList().length ?? 0);
  const current = useSyncExternalStore(subscribe, () => embla?.selectedScrollSnap() ?? 0);
  return { count, current };
}
