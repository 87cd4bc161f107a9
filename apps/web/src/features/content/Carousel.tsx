import useEmblaCarousel, { type UseEmblaCarouselType } from "embla-carousel-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useCallback } from "react";
import { isMirrored, nextKey, previousKey } from "../../lib/direction.ts";
import { useStore } from "../../lib/store.ts";
import { Dots } from "../../ui/Pager.tsx";
import * as css from "./carousel.module.css";

const options = {
  align: "start",
  direction: isMirrored ? "rtl" : "ltr",
  slidesToScroll: "auto",
  // Handled below: the library itself reacts only to the Tab key.
  watchFocus: false,
  breakpoints: { "(prefers-reduced-motion: reduce)": { duration: 0 } },
} as const;

interface CarouselProps {
  /** Id of the heading that names it. */
  labelledBy: string;
  slides: readonly { key: number; content: ReactNode }[];
}

/** 1 slide per view, 2 at width 640, 3 at 768, 4 at 1024, 20 px apart (docs/evidence/spec-clauses.md#s2-member-home): carousel.module.css. */
export function Carousel({ labelledBy, slides }: CarouselProps) {
  const [viewport, embla] = useEmblaCarousel(options);
  const { count, current } = useCarouselPages(embla);

  /** Scrolls the focused element into view. The browser's own scrolling would conflict with the carousel's. */
  function showFocused({ target }: FocusEvent) {
    if (!embla) return;
    embla.rootNode().scrollLeft = 0;
    const slide = embla.slideNodes().findIndex((node) => node.contains(target));
    if (slide < 0 || embla.slidesInView().includes(slide)) return;
    embla.scrollTo(embla.internalEngine().slideRegistry.findIndex((page) => page.includes(slide)));
  }

  function turnByArrow(event: KeyboardEvent) {
    const isArrow = event.key === nextKey || event.key === previousKey;
    // With Alt or Command, the arrow keys are the browser's Back and Forward.
    if (!embla || !isArrow || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const page = embla.selectedScrollSnap() + (event.key === nextKey ? 1 : -1);
    const first = embla.internalEngine().slideRegistry[page]?.[0];
    if (first === undefined) return;
    event.preventDefault();
    embla.scrollTo(page);
    embla.slideNodes()[first]?.querySelector("a")?.focus({ preventScroll: true });
  }

  return (
    <section className={css.root} aria-roledescription="carousel" aria-labelledby={labelledBy}>
      <div className={css.view} ref={viewport}>
        <ul className={css.slides} onFocus={showFocused} onKeyDown={turnByArrow}>
          {slides.map(({ key, content }) => (
            <li key={key}>{content}</li>
          ))}
        </ul>
      </div>
      <div className={css.dots}>
        {count > 1 && <Dots count={count} current={current} onSelect={(page) => embla?.scrollTo(page)} />}
      </div>
    </section>
  );
}

type Embla = UseEmblaCarouselType[1];

/** How many pages the slides fill at this width, and which one shows. */
function useCarouselPages(embla: Embla) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      embla?.on("select", onChange).on("reInit", onChange);
      return () => {
        embla?.off("select", onChange).off("reInit", onChange);
      };
    },
    [embla],
  );
  const count = useStore({ subscribe, get: () => embla?.scrollSnapList().length ?? 0 });
  const current = useStore({ subscribe, get: () => embla?.selectedScrollSnap() ?? 0 });
  return { count, current };
}
