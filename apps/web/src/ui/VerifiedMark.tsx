import { Stones } from "../art/Stones.tsx";
import "./verified-mark.css";

type VerifiedMarkProps =
  /** In rows and tables. */
  | { form: "dot" }
  /** In cards. */
  | { form: "quiet" }
  /** Where there is room to say who. */
  | { form: "pill"; by?: string }
  /** The text has moved on since the verified revision. */
  | { form: "stale"; since: number };

/** Only for Cairn's own items with an approving ledger row (D60). What is not verified shows nothing at all. */
export function VerifiedMark(props: VerifiedMarkProps) {
  switch (props.form) {
    case "dot":
      return (
        <span className="verified-dot" role="img" aria-label="Verified">
          <Stones size={12} />
        </span>
      );
    case "quiet":
      return (
        <span className="verified-quiet">
          <span className="verified-dot">
            <Stones size={11} />
          </span>
          Verified
        </span>
      );
    case "pill":
      return (
        <span className="verified-pill">
          <Stones size={13} />
          {props.by ? `Verified by ${props.by}` : "Verified"}
        </span>
      );
    case "stale":
      return (
        <span className="verified-pill is-stale">
          <Stones size={13} count={2} />
          Edited since r{props.since}
        </span>
      );
  }
}
