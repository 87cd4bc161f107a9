import { messages } from "@cairn/contract";
import { ContentCard } from "../../features/content/ContentCard.tsx";
import { useLibrary } from "../../features/library/library.queries.ts";
import type { LibraryFilter } from "../../features/library/library-filter.ts";
import { ApiError } from "../../lib/api/api-error.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import { LibraryEmpty } from "./LibraryEmpty.tsx";
import { LibrarySkeleton } from "./LibrarySkeleton.tsx";

interface LibraryResultsProps {
  filter: LibraryFilter;
  onChange: (change: Partial<LibraryFilter>) => void;
}

export function LibraryResults({ filter, onChange }: LibraryResultsProps) {
  const query = useLibrary(filter);
  const { data, error, isFetching, isPlaceholderData } = query;
  const found = data?.items ?? [];
  // Nothing found for other words says nothing about these.
  const isLoading = isFetching && (data === undefined || (isPlaceholderData && found.length === 0));
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) return <LibrarySkeleton shown={signShown} />;
  if (data === undefined && !isRefused(error)) {
    return <ErrorState title="The library could not be loaded." onRetry={() => void query.refetch()} />;
  }
  if (found.length === 0) return <LibraryEmpty filter={filter} onChange={onChange} />;
  return (
    <section aria-labelledby="library-found" aria-busy={isPlaceholderData}>
      <div className="library-found">
        <h2 className="h3" id="library-found">
          {filter.q === "" ? "Newest first" : "Best matches"}
        </h2>
        {data?.corrected && (
          <p role="status">
            Nothing has “{filter.q}”. Showing results for <b>{data.corrected}</b>.
          </p>
        )}
      </div>
      <Found query={query} />
    </section>
  );
}

/** The address names a category or type that the server does not have: a link from before it was renamed. */
const isRefused = (error: unknown) => error instanceof ApiError && error.code === "invalid_input";

function Found({ query }: { query: ReturnType<typeof useLibrary> }) {
  const { isPlaceholderData, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const items = query.data?.items ?? [];
  const hasMore = query.hasNextPage && !isPlaceholderData;
  const { list, button } = useLoadMore({
    count: items.length,
    isLoading: isFetchingNextPage,
    load: () => void fetchNextPage(),
    target: ".card-title a",
  });
  return (
    <>
      <ul className="card-grid g3" ref={list}>
        {items.map((item) => (
          <li key={item.id}>
            <ContentCard item={item} signed />
          </li>
        ))}
      </ul>
      <div className="library-end">
        <p role="status">{isPlaceholderData ? messages.loading : countOf(items.length, hasMore)}</p>
        {isFetchNextPageError && !isFetchingNextPage && (
          <Alert kind="danger">
            <p>More posts could not be loaded.</p>
          </Alert>
        )}
        {hasMore && <Button {...button} />}
      </div>
    </>
  );
}

/** How many there are in all is known once all are shown (D60). */
const countOf = (shown: number, hasMore: boolean) =>
  hasMore ? `Showing the first ${shown} posts` : `Showing ${shown === 1 ? "1 post" : `all ${shown} posts`}`;
