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
import { Button, ButtonLink } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { Loaded } from "../../ui/Loaded.tsx";
import { MoreList } from "../../ui/MoreList.tsx";
import { NextPage } from "../../ui/Pager.tsx";
import { CardGridSkeleton, Skeleton } from "../../ui/Skeleton.tsx";
import { Row, Stack } from "../../ui/Stack.tsx";
import { EmptyState } from "../../ui/State.tsx";
import { Text } from "../../ui/Text.tsx";
import * as libraryCss from "./library.module.css";

interface LibraryResultsProps {
  filter: LibraryFilter;
  onChange: (change: Partial<LibraryFilter>) => void;
}

export function LibraryResults({ filter, onChange }: LibraryResultsProps) {
  const query = useLibrary(filter);
  const empty = <LibraryEmpty filter={filter} onChange={onChange} />;
  return (
    <Loaded
      query={query}
      waiting={<Waiting />}
      failure="The library could not be loaded."
      instead={(error) => isRefused(error) && empty}
      empty={empty}
    >
      {(found) => (
        <section aria-labelledby="library-found" aria-busy={query.isPlaceholderData}>
          <ResultHead filter={filter} found={found} />
          <Results query={query} filter={filter} found={found} />
        </section>
      )}
    </Loaded>
  );
}

/** The URL names a category or type that the server does not have, such as a link from before a rename. */
const isRefused = (error: unknown) => error instanceof ApiError && error.code === "invalid_input";

type Library = NonNullable<ReturnType<typeof useLibrary>["data"]>;

/** What the results are, where they are not what was asked for. */
function ResultHead({ filter, found }: { filter: LibraryFilter; found: Library }) {
  return (
    <Stack gap={1} className={libraryCss.found}>
      <h2 className={kit.h3} id="library-found">
        {filter.q === "" || found.instead ? "Newest first" : "Best matches"}
      </h2>
      {found.instead && (
        <Text kind="soft" role="status">
          No post has the words “{filter.q}”. Showing the newest in <b>{found.instead}</b>.
        </Text>
      )}
      {found.category && (
        <p>
          <Link className={kit.link} to={categoryPath(found.category)}>
            All posts in {found.category}
          </Link>
        </p>
      )}
      {found.corrected && (
        <Text kind="soft" role="status">
          No results for “{filter.q}”. Showing results for <b>{found.corrected}</b>.
        </Text>
      )}
    </Stack>
  );
}

interface ResultsProps {
  query: ReturnType<typeof useLibrary>;
  filter: LibraryFilter;
  found: Library;
}

function Results({ query, filter, found: { items, next } }: ResultsProps) {
  const { isPlaceholderData } = query;
  const hasNextPage = query.hasNextPage && !isPlaceholderData;
  return (
    <MoreList
      query={{ ...query, hasNextPage }}
      count={items.length}
      target="h3 a"
      failure="More posts could not be loaded."
      status={isPlaceholderData ? messages.loading : countOf(items.length, hasNextPage)}
      plain={<NextPage at={`${screens.library}${addressOf(filter)}`} cursor={next} />}
    >
      {(list) => <ContentCards items={items} list={list} />}
    </MoreList>
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
    <Stack className={libraryCss.otherWays}>
      <Row wrap>
        {filter.q !== "" && <Button onClick={() => onChange({ q: "" })}>Clear search</Button>}
        {isNarrow(filter) && <Button onClick={() => onChange(wholeLibrary)}>All posts</Button>}
        <ButtonLink to={screens.feedPage}>Go to the feeds</ButtonLink>
      </Row>
      {words.length > 1 && (
        <Chips label="Search for one word" names={words} onChoose={(q) => onChange({ ...wholeLibrary, q })} />
      )}
      <Chips
        label="Categories"
        names={categories.map(({ name }) => name)}
        onChoose={(category) => onChange({ ...wholeLibrary, category })}
      />
    </Stack>
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
      <Row wrap>
        {names.map((name) => (
          <Button key={name} size="sm" onClick={() => onChoose(name)}>
            {name}
          </Button>
        ))}
      </Row>
    </fieldset>
  );
}

function Waiting() {
  return (
    <>
      <Stack gap={1} className={libraryCss.found} aria-hidden="true">
        <Skeleton width={128} height={20} />
      </Stack>
      <CardGridSkeleton count={limits.libraryPage} />
    </>
  );
}
