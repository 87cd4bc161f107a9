import type { ContentItem } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { isFirstTry } from "../../lib/query-client.ts";
import { readItem, removeItem, writeItem } from "../../lib/storage.ts";
import * as css from "../../ui/layout.module.css";
import { CardRow } from "./CardRow.tsx";
import { CardRowSkeleton, rowLength } from "./CardRowSkeleton.tsx";
import { discussedQuery, interestsQuery, personalFeedQuery, unfinishedQuery } from "./content.queries.ts";

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

/**
 * The rows of the member home around the Personalized Feed. Each leaves out what the ones before it begin with, in the
 * order: what the member did not finish, the feed, interests, what is discussed (docs/rules.md#d115). Undefined: still
 * loading.
 */
export function useHomeRows(interests: readonly string[]) {
  const unfinished = useUnfinished();
  const feed = useQuery(personalFeedQuery);
  const found = useQuery(interestsQuery(interests));
  const discussed = useQuery(discussedQuery);

  const begun = new Set(unfinished.ids);
  const take = (items: readonly ContentItem[] = []) => {
    const row = items.filter(({ id }) => !begun.has(id)).slice(0, rowLength);
    for (const { id } of row) begun.add(id);
    return row;
  };
  take(feed.data?.items);
  const isLoading = feed.isPending || (interests.length > 0 && found.isPending);
  return {
    unfinished,
    interesting: isLoading ? undefined : take(found.data),
    discussed: isLoading || discussed.isPending ? undefined : take(discussed.data),
  };
}

/** Set where the row was shown last: its space is kept while it loads. */
const shownKey = "continue_shown";

/** The last ones that the member left. */
function useUnfinished() {
  const unfinished = useQuery(unfinishedQuery);
  const { data, isError } = unfinished;
  const items = isError ? [] : data?.slice(0, rowLength);
  const count = items?.length;
  useEffect(() => {
    if (count === undefined) return;
    if (count > 0) writeItem(shownKey, "yes");
    else removeItem(shownKey);
  }, [count]);
  return {
    items,
    ids: items?.map(({ id }) => id) ?? [],
    isPending: isFirstTry(unfinished),
    isExpected: readItem(shownKey) !== null,
  };
}
