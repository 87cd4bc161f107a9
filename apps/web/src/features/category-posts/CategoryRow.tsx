import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { IconButton } from "../../ui/Button.tsx";
import "./category-row.css";
import { useRowEnds } from "./useRowEnds.ts";

/** Spec section 9. */
const step = 300;

interface CategoryRowProps {
  name: string;
  /** Its cards, each a list item. */
  children: ReactNode;
}

/** A category as a row of cards that scrolls sideways. */
export function CategoryRow({ name, children }: CategoryRowProps) {
  const headingId = useId();
  const row = useRef<HTMLUListElement>(null);
  const { atStart, atEnd } = useRowEnds(row);
  const scroll = (left: number) => row.current?.scrollBy({ left, behavior: "smooth" });
  return (
    <section className="category-section" aria-labelledby={headingId}>
      <div className="section-head">
        <h2 className="h2" id={headingId}>
          {name}
        </h2>
        <div className="category-scrollers">
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
        </div>
      </div>
      <ul className="category-row" ref={row}>
        {children}
      </ul>
    </section>
  );
}
