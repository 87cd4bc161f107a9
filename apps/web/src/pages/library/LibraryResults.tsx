import { categoryPath, limits, messages, screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { authorsNamedQuery } from "../../features/authors/authors.queries.ts";
import { ContentCards } from "../../features/content/ContentCard.tsx";
import { useCategories, useLibrary } from "../../features/library/library.queries.ts";
import {
  addressOf,
  isSameFilter,
  type LibraryFilter,
  wholeLibrary,
} from "../../features/library/library-filter.ts";
import { ApiError } from "../../lib/api/api-error.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Coming } from "../../ui/Coming.tsx";
import * as kit from "../../ui/kit.module.css";
import { NextPage } from "../../ui/Pager.tsx";
import { CardGridSkeleton, Skeleton } from "../../ui/Skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import * as libraryCss from "./library.module.css";

interface LibraryResultsProps {
  filter: LibraryFilter;
  onChange: (change: Partial<LibraryFilter>) => void;
}

export function LibraryResults({ filter, onChange }: LibraryResultsProps) {
  const query = useLibrary(filter);
  const { data, error, isFetching, isPlaceholderData } = query;
  const found = data?.items ?? [];
  // An empty result of the previous search must not pass for the result of this one.
  const isLoading = isFetching && (data === undefined || (isPlaceholderData && found.length === 0));
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) return <LibrarySkeleton shown={signShown} />;
  if (data === undefined && !isRefused(error)) {
    return <ErrorState title="The library could not be loaded." onRetry={() => void query.refetch()} />;
  }
  if (found.length === 0) return <LibraryEmpty filter={filter} onChange={onChange} />;
  return (
    <section aria-labelledby="library-found" aria-busy={isPlaceholderData}>
      <div className={`${kit.stack} ${kit.gap1} ${libraryCss.found}`}>
        <h2 className={kit.h3} id="library-found">
          {filter.q === "" || data?.instead ? "Newest first" : "Best matches"}
        </h2>
        {data?.instead && (
          <p className={libraryCss.corrected} role="status">
            No post has the words “{filter.q}”. Showing the newest in <b>{data.instead}</b>.
          </p>
        )}
        {data?.category && (
          <p>
            <Link className={kit.link} to={categoryPath(data.category)}>
              All posts in {data.category}
            </Link>
          </p>
        )}
        {data?.corrected && (
          <p className={libraryCss.corrected} role="status">
            No results for “{filter.q}”. Showing results for <b>{data.corrected}</b>.
          </p>
        )}
      </div>
      <Found query={query} filter={filter} />
    </section>
  );
}

/** The URL names a category or type that the server does not have, such as a link from before a rename. */
const isRefused = (error: unknown) => error instanceof ApiError && error.code === "invalid_input";

function Found({ query, filter }: { query: ReturnType<typeof useLibrary>; filter: LibraryFilter }) {
  const { isPlaceholderData, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const items = query.data?.items ?? [];
  const hasMore = query.hasNextPage && !isPlaceholderData;
  const { list, button } = useLoadMore(items.length, { isFetchingNextPage, fetchNextPage }, "h3 a");
  return (
    <>
      <ContentCards items={items} list={list} />
      <div className={`${kit.listEnd} ${kit.num}`}>
        <p role="status">{isPlaceholderData ? messages.loading : countOf(items.length, hasMore)}</p>
        {isFetchNextPageError && !isFetchingNextPage && (
          <Alert kind="danger" text="More posts could not be loaded." />
        )}
        {hasMore && <Button {...button} className={kit.scripted} />}
        {hasMore && <NextPage at={`${screens.library}${addressOf(filter)}`} cursor={query.data?.next} />}
      </div>
    </>
  );
}

/** The total is known only once everything is shown (docs/rules.md#verified-mark). */
const countOf = (shown: number, hasMore: boolean) =>
  hasMore ? `Showing the first ${shown} posts` : `Showing ${shown === 1 ? "1 post" : `all ${shown} posts`}`;

interface LibraryEmptyProps {
  filter: LibraryFilter;
  onChange: (change: Partial<LibraryFilter>) => void;
}

/** Shown when nothing matches the filter; offers to widen it. */
function LibraryEmpty({ filter, onChange }: LibraryEmptyProps) {
  const { data: authors = [] } = useQuery(authorsNamedQuery(filter.q));
  if (filter.q !== "") {
    return (
      <EmptyState
        spot="search"
        title={messages.noMatchingPosts}
        text={
          authors.length > 0
            ? "No post has these words. The posts of the authors above are on their pages."
            : isNarrow(filter)
              ? "Fewer words or another filter may find more."
              : "Fewer or other words may find more."
        }
        action={<OtherWays filter={filter} onChange={onChange} />}
      />
    );
  }
  if (isSameFilter(filter, wholeLibrary)) {
    return <EmptyState title={messages.noContent} text="New posts appear here once they are verified." />;
  }
  return <EmptyState title={messages.noContent} action={<OtherWays filter={filter} onChange={onChange} />} />;
}

const isNarrow = ({ type, category, language }: LibraryFilter) => [type, category, language].some(Boolean);

/** Where to go on from a list without results: its single words, the categories, the external feeds. */
function OtherWays({ filter, onChange }: LibraryEmptyProps) {
  const { data: categories = [] } = useCategories();
  const words = [...new Set(filter.q.split(/\s+/).filter((word) => [...word].length > 2))];
  return (
    <div className={`${kit.stack} ${libraryCss.otherWays}`}>
      <div className={`${kit.cluster} ${kit.gap2}`}>
        {filter.q !== "" && <Button onClick={() => onChange({ q: "" })}>Clear search</Button>}
        {isNarrow(filter) && <Button onClick={() => onChange(wholeLibrary)}>All posts</Button>}
        <ButtonLink to={screens.feedPage}>Go to the feeds</ButtonLink>
      </div>
      {words.length > 1 && (
        <Chips label="Search for one word" names={words} onChoose={(q) => onChange({ ...wholeLibrary, q })} />
      )}
      <Chips
        label="Categories"
        names={categories.map(({ name }) => name)}
        onChoose={(category) => onChange({ ...wholeLibrary, category })}
      />
    </div>
  );
}

interface ChipsProps {
  label: string;
  names: readonly string[];
  onChoose: (name: string) => void;
}

function Chips({ label, names, onChoose }: ChipsProps) {
  if (names.length === 0) return null;
  return (
    <fieldset>
      <legend className={kit.caps}>{label}</legend>
      <div className={`${kit.cluster} ${kit.gap2}`}>
        {names.map((name) => (
          <Button key={name} size="sm" onClick={() => onChoose(name)}>
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function LibrarySkeleton({ shown }: { shown: boolean }) {
  return (
    <Coming shown={shown}>
      <div className={`${kit.stack} ${kit.gap1} ${libraryCss.found}`} aria-hidden="true">
        <Skeleton width={128} height={20} />
      </div>
      <CardGridSkeleton count={limits.libraryPage} />
    </Coming>
  );
}
