import type { ContentItem } from "@cairn/contract";
import { useId } from "react";
import * as css from "../../ui/layout.module.css";
import { CardRow } from "./CardRow.tsx";
import { CardRowSkeleton } from "./CardRowSkeleton.tsx";

interface HomeRowProps {
  title: string;
  text?: string;
  /** Undefined: still loading. */
  items: readonly ContentItem[] | undefined;
  /** Takes its space while it loads. */
  isExpected?: boolean;
}

/** A row of the member home; nothing where there are no items for it. */
export function HomeRow({ title, text, items, isExpected = false }: HomeRowProps) {
  const headingId = useId();
  if (items ? items.length === 0 : !isExpected) return null;
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <div>
          <h2 className={css.h2} id={headingId}>
            {title}
          </h2>
          {text && <p className={css.sub}>{text}</p>}
        </div>
      </div>
      {items ? <CardRow items={items} labelledBy={headingId} /> : <CardRowSkeleton />}
    </section>
  );
}
