import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { Alert } from "../../ui/Alert.tsx";
import "./restored-line.css";

interface RestoredLineProps {
  keptAt: string;
  /** What came back is on its way, and holds still meanwhile. */
  disabled?: boolean;
  onDiscard: () => void;
  /** For work on a revision that is not the newest any more: makes it a change of the newest. */
  onGoOn?: () => void;
}

/** Says that a form came back with what was typed before. */
export function RestoredLine({ keptAt, disabled, onDiscard, onGoOn }: RestoredLineProps) {
  return (
    <Alert kind="info">
      <p className="restored-line">
        <span>
          Your unsent work is back, as it was <TimeAgo instant={keptAt} />.
          {onGoOn && " This item was changed meanwhile."}
        </span>
        {onGoOn && (
          <button type="button" className="link" disabled={disabled} onClick={onGoOn}>
            Go on from the newest revision
          </button>
        )}
        <button type="button" className="link" disabled={disabled} onClick={onDiscard}>
          Discard
        </button>
      </p>
    </Alert>
  );
}
