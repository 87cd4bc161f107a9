import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "./Button.tsx";
import * as dotsCss from "./dots.module.css";
import * as css from "./pager.module.css";

interface PagerProps {
  /** What is being paged, for screen readers. */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

export function Pager({ label, page, pages, onPage }: PagerProps) {
  return (
    <nav className={css.root} aria-label={label}>
      <IconButton
        size="sm"
        label="Previous"
        icon={<ChevronLeft size={17} />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span>
        Page <b>{page}</b> of {pages}
      </span>
      <IconButton
        size="sm"
        label="Next"
        icon={<ChevronRight size={17} />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

interface DotsProps {
  count: number;
  /** Counted from 0. */
  current: number;
  onSelect: (index: number) => void;
}

/** The slides of a carousel, each a press away. */
export function Dots({ count, current, onSelect }: DotsProps) {
  return (
    <div className={dotsCss.root}>
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place in the row
          key={index}
          type="button"
          aria-label={`Go to slide ${index + 1}`}
          aria-current={index === current || undefined}
          onClick={() => onSelect(index)}
        />
      ))}
    </div>
  );
}

interface NextPageProps {
  /** The list's own address, with its filter. */
  at: string;
  cursor: string | null | undefined;
}

/** Without JavaScript: the list's next page in place of Load More. */
export function NextPage({ at, cursor }: NextPageProps) {
  if (!cursor) return null;
  return (
    <noscript>
      <a href={`${at}${at.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`}>Load More</a>
    </noscript>
  );
}
