import type { ReactNode } from "react";
import * as css from "./filters.module.css";
import * as kit from "./kit.module.css";

interface FiltersProps {
  /** Whether something is chosen; without it, whatever is not the first choice counts. */
  isChanged?: boolean;
  children: ReactNode;
}

/** The filters of a list; on phones a box folds them, without a script. */
export const Filters = ({ isChanged, children }: FiltersProps) => (
  <>
    <label className={css.toggle} data-changed={isChanged}>
      <input className={kit.srOnly} type="checkbox" />
      Filters
    </label>
    <div className={css.root}>{children}</div>
  </>
);
