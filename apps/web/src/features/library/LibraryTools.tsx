import { type Category, contentTypes, languages, limits, readLanguage, screens } from "@cairn/contract";
import { Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import * as inputCss from "../../ui/input.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { Segmented } from "../../ui/Segmented.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useCategories } from "./library.queries.ts";
import type { LibrarySearch } from "./library-filter.ts";
import * as css from "./library-tools.module.css";

const allCategories = "All categories";
const allTypes = "All";

/** The filters of the library: words, category, language and type. */
export function LibraryTools({ search }: { search: LibrarySearch }) {
  const { filter, typed, type, submit, choose } = search;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is young, and to many a browser no landmark
    <form
      role="search"
      action={screens.library}
      className={`${layoutCss.cluster} ${partsCss.isStacked} ${css.root}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SearchBox value={typed} onChange={type} onClear={() => choose({ q: "" })} />
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
        className={`${css.type} ${partsCss.scripted}`}
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
      className={css.words}
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
