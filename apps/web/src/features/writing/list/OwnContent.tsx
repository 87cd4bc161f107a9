import { messages } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { EmptyState } from "../../../ui/State.tsx";
import { useLoadMore } from "../../../ui/useLoadMore.ts";
import { ownContentQuery } from "../writing.queries.ts";
import { texts } from "../writing-texts.ts";
import { ContentTable } from "./ContentTable.tsx";
import { ContentToolbar } from "./ContentToolbar.tsx";
import { shownItems, untouched } from "./own-list.ts";

interface OwnContentProps {
  /** Null for nobody (D62). */
  author: number | null;
  /** Who it is, is not known yet. */
  isWaiting: boolean;
}

export function OwnContent({ author, isWaiting }: OwnContentProps) {
  const [view, setView] = useState(untouched);
  const { data, isLoading, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...ownContentQuery(author ?? 0),
    enabled: author !== null,
  });
  const items = data ?? [];
  const shown = shownItems(items, view);
  const isNarrowed = items.length > 0;
  const { list, button } = useLoadMore<HTMLTableSectionElement>({
    count: shown.length,
    isLoading: isFetchingNextPage,
    load: () => void fetchNextPage(),
    target: "a",
  });

  return (
    <>
      <ContentToolbar view={view} onChange={(change) => setView({ ...view, ...change })} />
      {isWaiting || isLoading ? (
        <LoadingLine text={messages.loading} />
      ) : shown.length === 0 ? (
        <EmptyState title={texts.noContent} spot={isNarrowed ? "search" : "empty"} />
      ) : (
        <ContentTable items={shown} body={list} />
      )}
      {items.length > 0 && (
        <div className="own-foot">
          <p role="status">{countText(shown.length)}</p>
          {hasNextPage && <Button {...button} size="sm" />}
        </div>
      )}
    </>
  );
}

const countText = (count: number) => (count === 1 ? "1 post" : `${count} posts`);
