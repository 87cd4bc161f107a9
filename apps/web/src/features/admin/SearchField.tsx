import { Search } from "lucide-react";
import { TextInput } from "../../ui/TextInput.tsx";
import * as toolbarCss from "../../ui/toolbar.module.css";
import * as css from "./admin.module.css";

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      className={`${toolbarCss.search} ${css.search}`}
      size="toolbar"
      type="search"
      aria-label={label}
      placeholder={label}
      icon={<Search size={17} />}
      value={value}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
