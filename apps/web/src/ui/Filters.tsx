import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import * as css from "./filters.module.css";
import * as kit from "./kit.module.css";

interface FiltersProps {
  /** Something is chosen; without it, whatever is not the first choice counts. */
  isChanged?: boolean;
  children: ReactNode;
}

/** The filters of a list; on phones a box folds them, without a script. */
export const Filters = ({ isChanged, children }: FiltersProps) => (
  <>
    <label className={cx(css.toggle, isChanged === undefined ? css.looks : isChanged && css.isChanged)}>
      <input className={kit.srOnly} type="checkbox" />
      Filters
    </label>
    <div className={css.root}>{children}</div>
  </>
);
