import { TimeAgo } from "../lib/time/TimeAgo.tsx";
import { Alert } from "./Alert.tsx";
import * as kit from "./kit.module.css";
import * as css from "./restored-line.module.css";

interface RestoredLineProps {
  keptAt: string;
  /** The restored work is being sent, so it cannot be discarded. */
  disabled?: boolean;
  onDiscard: () => void;
  /** For work on an outdated revision: turns it into a change of the newest one. */
  onUseNewest?: () => void;
}

/** Says that the form was restored with text typed earlier. */
export function RestoredLine({ keptAt, disabled, onDiscard, onUseNewest }: RestoredLineProps) {
  return (
    <Alert kind="info">
      <p className={`${kit.cluster} ${css.root}`}>
        <span>
          Your unsent work is back. You last changed it <TimeAgo instant={keptAt} />.
          {onUseNewest && " This post has changed since then."}
        </span>
        {onUseNewest && (
          <button
            type="button"
            className={`${kit.link} ${css.action}`}
            disabled={disabled}
            onClick={onUseNewest}
          >
            Use the newest revision instead
          </button>
        )}
        <button type="button" className={`${kit.link} ${css.action}`} disabled={disabled} onClick={onDiscard}>
          Discard
        </button>
      </p>
    </Alert>
  );
}
