import type { ReactNode } from "react";
import * as css from "./filters.module.css";
import * as kit from "./kit.module.css";

/** The filters of a list; on phones a box folds them, without a script. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <>
    <label className={css.toggle}>
      <input className={kit.srOnly} type="checkbox" />
      Filters
    </label>
    <div className={css.root}>{children}</div>
  </>
);
