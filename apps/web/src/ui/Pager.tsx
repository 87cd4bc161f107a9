import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "./Button.tsx";
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
