import { Stones } from "../../art/Stones.tsx";
import * as css from "../../ui/verified-mark.module.css";

/** In the verified mark's place where the text has changed since that revision. */
export const StaleMark = ({ since }: { since: number }) => (
  <span className={`${css.pill} ${css.isStale}`}>
    <Stones size={13} count={2} />
    Edited since r{since}
  </span>
);
