import { Search } from "lucide-react";
import { Segmented } from "../../ui/Segmented.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { type NoticeFilter, type NoticeSort, type NoticeView, noticeSorts } from "./notice-view.ts";

interface NotificationToolsProps {
  filters: readonly NoticeFilter[];
  view: NoticeView;
  onChange: (change: Partial<NoticeView>) => void;
}

const searchName = "Search Notifications";

export function NotificationTools({ filters, view, onChange }: NotificationToolsProps) {
  return (
    <div className="notification-tools compact">
      <Segmented
        label="Filter"
        options={filters}
        value={view.filter}
        onChange={(filter) => onChange({ filter })}
      />
      <TextInput
        type="search"
        aria-label={searchName}
        placeholder={searchName}
        icon={<Search size={17} />}
        value={view.search}
        autoComplete="off"
        onChange={({ target }) => onChange({ search: target.value })}
      />
      <Select
        inlineLabel="Sort"
        value={view.sort}
        onChange={({ target }) => onChange({ sort: target.value as NoticeSort })}
      >
        {noticeSorts.map((sort) => (
          <option key={sort}>{sort}</option>
        ))}
      </Select>
    </div>
  );
}
