import { authorPath } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { authorsNamedQuery } from "../features/authors/authors.queries.ts";
import { FollowSpot } from "../features/follows/FollowSpot.tsx";
import { LibraryTools } from "../features/library/LibraryTools.tsx";
import { libraryQuery, useCategories } from "../features/library/library.queries.ts";
import { readFilter, useLibraryFilter } from "../features/library/library-filter.ts";

import { PageTitle } from "../lib/PageTitle.tsx";
import type { FetchAhead } from "../lib/query-client.ts";
import { Byline } from "../ui/Avatar.tsx";
import * as layoutCss from "../ui/layout.module.css";
import * as partsCss from "../ui/parts.module.css";
import { LibraryResults } from "./library/LibraryResults.tsx";
import * as css from "./library/library.module.css";

const description = "Verified articles, videos and recordings of the community, by category, type and words.";

export const fetchAhead: FetchAhead = (cache, _params, search) =>
  cache.prefetchInfiniteQuery(libraryQuery(readFilter(search)));

/** Everything published on Cairn, open to everyone (docs/rules.md#d69). */
export function LibraryPage() {
  const search = useLibraryFilter();
  return (
    <>
      <PageTitle title="Library" description={description} />
      <header className={partsCss.bottom5}>
        <h1 className={layoutCss.h1}>Library</h1>
        <p className={layoutCss.sub}>Everything published on Cairn, each post checked by a reviewer.</p>
      </header>
      <LibraryTools search={search} />
      <FollowedCategory name={search.filter.category} />
      <FoundAuthors words={search.filter.q} />
      <LibraryResults filter={search.filter} onChange={search.choose} />
    </>
  );
}

/** The library of one category can be followed. */
function FollowedCategory({ name }: { name: string }) {
  const { data: categories } = useCategories();
  const known = categories?.find((category) => category.name.toLowerCase() === name.toLowerCase());
  return known ? <FollowSpot key={known.id} kind="category" id={String(known.id)} name={known.name} /> : null;
}

/** The authors whose names have the words of the search; nothing where there are none (docs/rules.md#d114). */
function FoundAuthors({ words }: { words: string }) {
  const { data: authors = [] } = useQuery(authorsNamedQuery(words));
  if (words === "" || authors.length === 0) return null;
  return (
    <section className={css.authors} aria-labelledby="found-authors">
      <h2 className={layoutCss.h3} id="found-authors">
        Authors
      </h2>
      <ul>
        {authors.map(({ id, name, avatar_url, items }) => (
          <li key={id}>
            <Byline
              name={name}
              photo={avatar_url}
              size={36}
              to={authorPath(id)}
              note={items === 1 ? "1 published post" : `${items} published posts`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
