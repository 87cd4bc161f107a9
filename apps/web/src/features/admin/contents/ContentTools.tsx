import * as partsCss from "../../../ui/parts.module.css";
import { Select } from "../../../ui/Select.tsx";
import * as adminCss from "../admin.module.css";
import { useAdminSource } from "../admin-source.ts";
import { SearchField } from "../SearchField.tsx";
import { type ContentFilter, sortChoices, statusChoices, typeChoices } from "./content-filter.ts";

interface ContentToolsProps {
  filter: ContentFilter;
  onChange: (change: Partial<ContentFilter>) => void;
}

export function ContentTools({ filter, onChange }: ContentToolsProps) {
  const categories = useAdminSource().useCategoryNames();
  return (
    <search className={partsCss.toolbar}>
      <SearchField
        label="Search title or author"
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <Choice
        name="Category"
        options={["All", ...categories]}
        value={filter.category}
        onChange={(category) => onChange({ category })}
      />
      <Choice
        name="Status"
        options={statusChoices}
        value={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <Choice name="Type" options={typeChoices} value={filter.type} onChange={(type) => onChange({ type })} />
      <Choice name="Sort" options={sortChoices} value={filter.sort} onChange={(sort) => onChange({ sort })} />
    </search>
  );
}

interface ChoiceProps<Value extends string> {
  name: string;
  options: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ name, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      className={adminCss.choiceBox}
      labelClass={adminCss.choice}
      inlineLabel={name}
      value={value}
      onChange={({ target }) => onChange(options[target.selectedIndex] ?? value)}
    >
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
  );
}
