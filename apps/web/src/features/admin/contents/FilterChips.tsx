import { X } from "lucide-react";
import * as chipCss from "../../../ui/chip.module.css";
import * as kit from "../../../ui/kit.module.css";
import * as toolbarCss from "../../../ui/toolbar.module.css";
import type { FilterName } from "./content-filter.ts";

interface FilterChipsProps {
  changed: readonly { name: FilterName; value: string }[];
  /** Takes one off. */
  onReset: (name: FilterName) => void;
}

/** The filters in use, each with a button that removes it. */
export const FilterChips = ({ changed, onReset }: FilterChipsProps) => (
  <ul className={toolbarCss.root} aria-label="Filters in use">
    {changed.map(({ name, value }) => (
      <li key={name}>
        <button type="button" className={`${chipCss.root} ${chipCss.isOn}`} onClick={() => onReset(name)}>
          {value === "All" ? `Any ${name}` : value}
          <X size={14} />
          <span className={kit.srOnly}>take this filter off</span>
        </button>
      </li>
    ))}
  </ul>
);
