import useEmblaCarousel from "embla-carousel-react";
import type { FocusEvent, KeyboardEvent, ReactNode } from "react";
import { Dots } from "../../ui/Dots.tsx";
import "./carousel.css";
import { useCarouselPages } from "./useCarouselPages.ts";

const options = {
  align: "start",
  slidesToScroll: "auto",
  // Ours below: the library's own hears of nothing but the Tab key.
  watchFocus: false,
  breakpoints: { "(prefers-reduced-motion: reduce)": { duration: 0 } },
} as const;

interface CarouselProps {
  /** Id of the heading that names it. */
  labelledBy: string;
  slides: readonly { key: number; content: ReactNode }[];
}

/** 1 slide per view, 2 at width 640, 3 at 768, 4 at 1024, 20 px apart (spec section 9): carousel.css. */
export function Carousel({ labelledBy, slides }: CarouselProps) {
  const [viewport, embla] = useEmblaCarousel(options);
  const { count, current } = useCarouselPages(embla);

  /** Whatever gets the focus comes into view. The browser's own scrolling would work against the carousel's. */
  function showFocused({ target }: FocusEvent) {
    if (!embla) return;
    embla.rootNode().scrollLeft = 0;
    const slide = embla.slideNodes().findIndex((node) => node.contains(target));
    if (slide < 0 || embla.slidesInView().includes(slide)) return;
    embla.scrollTo(embla.internalEngine().slideRegistry.findIndex((page) => page.includes(slide)));
  }

  function turnByArrow(event: KeyboardEvent) {
    const isArrow = event.key === "ArrowRight" || event.key === "ArrowLeft";
    // With Alt or Command the arrows are the browser's way back and forth.
    if (!embla || !isArrow || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const page = embla.selectedScrollSnap() + (event.key === "ArrowRight" ? 1 : -1);
    const first = embla.internalEngine().slideRegistry[page]?.[0];
    if (first === undefined) return;
    event.preventDefault();
    embla.scrollTo(page);
    embla.slideNodes()[first]?.querySelector("a")?.focus({ preventScroll: true });
  }

  return (
    <section className="carousel" aria-roledescription="carousel" aria-labelledby={labelledBy}>
      <div className="carousel-view" ref={viewport}>
        <ul className="carousel-slides" onFocus={showFocused} onKeyDown={turnByArrow}>
          {slides.map(({ key, content }) => (
            <li key={key}>{content}</li>
          ))}
        </ul>
      </div>
      <div className="carousel-dots">
        {count > 1 && <Dots count={count} current={current} onSelect={(page) => embla?.scrollTo(page)} />}
      </div>
    </section>
  );
}
