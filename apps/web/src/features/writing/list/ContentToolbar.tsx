import { Search } from "lucide-react";
import { Segmented } from "../../../ui/Segmented.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import "./content-toolbar.css";
import { type ListView, listFilters, listSorts } from "./own-list.ts";

interface ContentToolbarProps {
  view: ListView;
  onChange: (change: Partial<ListView>) => void;
}

export function ContentToolbar({ view, onChange }: ContentToolbarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is young, and to many a browser no landmark
    <div role="search" className="content-toolbar compact">
      <Segmented
        label="Filter"
        options={listFilters}
        value={view.filter}
        onChange={(filter) => onChange({ filter })}
      />
      <TextInput
        type="search"
        aria-label="Search"
        placeholder="Search"
        icon={<Search size={16} />}
        value={view.search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value })}
      />
      <Select
        inlineLabel="Sort"
        value={view.sort ?? "Newest"}
        onChange={({ currentTarget }) =>
          onChange({ sort: listSorts.find((sort) => sort === currentTarget.value) })
        }
      >
        {listSorts.map((sort) => (
          <option key={sort}>{sort}</option>
        ))}
      </Select>
    </div>
  );
}
