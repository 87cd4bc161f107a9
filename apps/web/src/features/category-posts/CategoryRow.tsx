import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { isMirrored } from "../../lib/direction.ts";
import { IconButton } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { SectionHead } from "../../ui/PageHead.tsx";
import { Row } from "../../ui/Stack.tsx";
import * as css from "./category-row.module.css";

/** Pixels that a row scrolls by (docs/evidence/spec-clauses.md#s9-category-scroll). Positions from right to left are negative. */
const step = isMirrored ? -300 : 300;

interface CategoryRowProps {
  name: string;
  /** Where the site's own posts of this category are. */
  own?: string;
  /** Its cards, each a list item. */
  children: ReactNode;
}

/** A category as a row of cards that scrolls sideways. */
export function CategoryRow({ name, own, children }: CategoryRowProps) {
  const headingId = useId();
  const row = useRef<HTMLUListElement>(null);
  const { atStart, atEnd } = useRowEnds(row);
  const scroll = (left: number) => row.current?.scrollBy({ left, behavior: "smooth" });
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <SectionHead
        id={headingId}
        title={name}
        sub={
          own && (
            <Link className={kit.link} to={own} aria-describedby={headingId}>
              Verified posts
            </Link>
          )
        }
      >
        <Row gap={3}>
          <IconButton
            size="sm"
            label="Scroll left"
            aria-describedby={headingId}
            icon={<ChevronLeft size={16} />}
            disabled={atStart}
            onClick={() => scroll(-step)}
          />
          <IconButton
            size="sm"
            label="Scroll right"
            aria-describedby={headingId}
            icon={<ChevronRight size={16} />}
            disabled={atEnd}
            onClick={() => scroll(step)}
          />
        </Row>
      </SectionHead>
      <ul className={css.root} ref={row}>
        {children}
      </ul>
    </section>
  );
}

/** Tolerance for rounding, in pixels. */
const slack = 2;

/** Whether a horizontally scrolling row is at its start or its end. */
function useRowEnds(row: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });

  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => {
      const { scrollWidth, clientWidth } = element;
      const scrolled = Math.abs(element.scrollLeft);
      const atStart = scrolled <= slack;
      const atEnd = scrolled + clientWidth >= scrollWidth - slack;
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
