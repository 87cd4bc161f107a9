import {
  authorPath,
  type Category,
  contentTypes,
  languages,
  limits,
  readLanguage,
  screens,
} from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { authorsNamedQuery } from "../features/authors/authors.queries.ts";
import { FollowSpot } from "../features/follows/FollowSpot.tsx";
import { libraryQuery, useCategories } from "../features/library/library.queries.ts";
import { type LibrarySearch, readFilter, useLibraryFilter } from "../features/library/library-filter.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import type { FetchAhead } from "../lib/query-client.ts";
import { siteName } from "../lib/site.ts";
import { Byline } from "../ui/Avatar.tsx";
import { Filters } from "../ui/Filters.tsx";
import * as inputCss from "../ui/input.module.css";
import * as kit from "../ui/kit.module.css";
import { Segmented } from "../ui/Segmented.tsx";
import { Select } from "../ui/Select.tsx";
import { Row, Stack } from "../ui/Stack.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import * as toolbarCss from "../ui/toolbar.module.css";
import { LibraryResults } from "./library/LibraryResults.tsx";
import * as css from "./library/library.module.css";
import * as libraryToolsCss from "./library/library-tools.module.css";

const description = "Verified articles, videos and recordings of the community, by category, type and words.";

export const fetchAhead: FetchAhead = (cache, _params, search) =>
  cache.prefetchInfiniteQuery(libraryQuery(readFilter(search)));

/** Everything published on Cairn, open to everyone (docs/rules.md#library). */
export function LibraryPage() {
  const search = useLibraryFilter();
  const { data: categories = [] } = useCategories();
  const chosen = nameOf(search.filter.category, categories);
  const category = categories.find(({ name }) => name === chosen);
  const title = category?.name ?? "Library";
  return (
    <>
      <PageTitle title={title} description={category?.description || description} />
      <header className={`${kit.pageHead} ${css.head}`}>
        <div>
          <h1 className={kit.h1}>{title}</h1>
          <p className={kit.sub}>
            {category?.description ||
              `Everything published on ${siteName()}, each post checked by a reviewer.`}
          </p>
        </div>
        {category && (
          // The library of one category can be followed.
          <FollowSpot key={category.id} kind="category" id={String(category.id)} name={category.name} />
        )}
      </header>
      <LibraryTools search={search} />
      <FoundAuthors words={search.filter.q} />
      <LibraryResults filter={search.filter} onChange={search.choose} />
    </>
  );
}

/** The authors whose names have the words of the search; nothing where there are none (docs/rules.md#search-for-authors). */
function FoundAuthors({ words }: { words: string }) {
  const { data: authors = [] } = useQuery(authorsNamedQuery(words));
  if (words === "" || authors.length === 0) return null;
  return (
    <Stack as="section" gap={3} className={css.authors} aria-labelledby="found-authors">
      <h2 className={kit.h3} id="found-authors">
        Authors
      </h2>
      <Row as="ul" wrap gap={6}>
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
      </Row>
    </Stack>
  );
}

const allCategories = "All categories";
const allTypes = "All";

/** The filters of the library: words, category, language and type. */
function LibraryTools({ search }: { search: LibrarySearch }) {
  const { filter, typed, type, submit, choose } = search;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is new, and many browsers do not expose it as a landmark
    <form
      role="search"
      action={screens.library}
      className={`${kit.cluster} ${kit.gap2} ${toolbarCss.isStacked} ${libraryToolsCss.root}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SearchBox value={typed} onChange={type} onClear={() => choose({ q: "" })} />
      <Filters>
        <CategorySelect value={filter.category} onChange={(category) => choose({ category })} />
        <Select
          size="toolbar"
          name="language"
          aria-label="Language"
          value={filter.language}
          onChange={({ target }) => choose({ language: readLanguage(target.value) ?? "" })}
        >
          <option value="">All languages</option>
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Select>
        <Segmented
          className={`${libraryToolsCss.type} ${kit.scripted}`}
          label="Type"
          options={[allTypes, ...contentTypes]}
          value={filter.type || allTypes}
          onChange={(chosen) => choose({ type: chosen === allTypes ? "" : chosen })}
        />
        <noscript>
          <select name="type" aria-label="Type" defaultValue={filter.type}>
            <option value="">{allTypes}</option>
            {contentTypes.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <button type="submit">Search</button>
        </noscript>
      </Filters>
    </form>
  );
}

interface CategorySelectProps {
  value: string;
  onChange: (category: string) => void;
}

function CategorySelect({ value, onChange }: CategorySelectProps) {
  const { data: categories = [] } = useCategories();
  const names = categories.map(({ name }) => name);
  const chosen = nameOf(value, categories);
  return (
    <Select
      size="toolbar"
      name="category"
      aria-label="Category"
      value={chosen}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{allCategories}</option>
      {/* Keeps the active category selectable while the list is loading, or when it no longer contains it. */}
      {chosen !== "" && !names.includes(chosen) && <option>{chosen}</option>}
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}

/** The server accepts a category's id, or its name in any case. */
function nameOf(value: string, categories: readonly Category[]): string {
  const key = value.toLowerCase();
  return categories.find(({ id, name }) => String(id) === key || name.toLowerCase() === key)?.name ?? value;
}

const name = "Search the library";

interface SearchBoxProps {
  value: string;
  onChange: (text: string) => void;
  onClear: () => void;
}

function SearchBox({ value, onChange, onClear }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useFocusOnArrival(box);
  return (
    <TextInput
      ref={box}
      size="toolbar"
      className={libraryToolsCss.words}
      type="search"
      name="q"
      aria-label={name}
      placeholder={name}
      icon={<Search size={17} />}
      value={value}
      maxLength={limits.searchLength}
      enterKeyHint="search"
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
      end={
        value !== "" && (
          <button
            type="button"
            className={inputCss.end}
            aria-label="Clear the search box"
            onClick={() => {
              onClear();
              box.current?.focus();
            }}
          >
            <X size={17} />
          </button>
        )
      }
    />
  );
}

/** The search icon in the navigation leads here and focuses the box. Going back must not move the focus. */
function useFocusOnArrival(box: React.RefObject<HTMLInputElement | null>) {
  const { key, state } = useLocation();
  const isReturn = useNavigationType() === "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival counts once, the same one included
  useEffect(() => {
    if (!isReturn && state?.focus === "search") box.current?.focus();
  }, [key]);
}
