import { Stones } from "../art/Stones.tsx";
import * as css from "./verified-mark.module.css";

type VerifiedMarkProps =
  /** In rows and tables. */
  | { form: "dot" }
  /** In cards. */
  | { form: "quiet" }
  /** Where there is room to name the verifier. */
  | { form: "pill"; by?: string }
  /** The text has changed since the verified revision. */
  | { form: "stale"; since: number };

/**
 * Only for Cairn's own items with an approving ledger row (docs/rules.md#d60). What is not verified shows nothing at
 * all.
 */
export function VerifiedMark(props: VerifiedMarkProps) {
  switch (props.form) {
    case "dot":
      return (
        <span className={css.dot} role="img" aria-label="Verified">
          <Stones size={12} />
        </span>
      );
    case "quiet":
      return (
        <span className={css.quiet}>
          <span className={css.dot}>
            <Stones size={11} />
          </span>
          Verified
        </span>
      );
    case "pill":
      return (
        <span className={css.pill}>
          <Stones size={13} />
          {props.by ? `Verified by ${props.by}` : "Verified"}
        </span>
      );
    case "stale":
      return (
        <span className={`${css.pill} ${css.isStale}`}>
          <Stones size={13} count={2} />
          Edited since r{props.since}
        </span>
      );
  }
}
