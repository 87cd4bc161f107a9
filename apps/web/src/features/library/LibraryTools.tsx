import { type Category, contentTypes } from "@cairn/contract";
import { Segmented } from "../../ui/Segmented.tsx";
import { Select } from "../../ui/Select.tsx";
import { useCategories } from "./library.queries.ts";
import "./library-tools.css";
import { SearchBox } from "./SearchBox.tsx";
import type { LibrarySearch } from "./useLibraryFilter.ts";

const allCategories = "All categories";
const allTypes = "All";

/** What narrows the library down: words, category and type. */
export function LibraryTools({ search }: { search: LibrarySearch }) {
  const { filter, typed, type, submit, choose } = search;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is young, and to many a browser no landmark
    <form
      role="search"
      className="library-tools compact"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SearchBox value={typed} onChange={type} onClear={() => choose({ q: "" })} />
      <CategorySelect value={filter.category} onChange={(category) => choose({ category })} />
      <Segmented
        label="Type"
        options={[allTypes, ...contentTypes]}
        value={filter.type || allTypes}
        onChange={(chosen) => choose({ type: chosen === allTypes ? "" : chosen })}
      />
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
      aria-label="Category"
      value={chosen || allCategories}
      onChange={({ target }) => onChange(target.value === allCategories ? "" : target.value)}
    >
      <option>{allCategories}</option>
      {/* The box says what is looked for also while the list is not there, or no longer holds it. */}
      {chosen !== "" && !names.includes(chosen) && <option>{chosen}</option>}
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}

/** The server knows a category by its id and by its name in any case. */
function nameOf(value: string, categories: readonly Category[]): string {
  const key = value.toLowerCase();
  return categories.find(({ id, name }) => String(id) === key || name.toLowerCase() === key)?.name ?? value;
}
