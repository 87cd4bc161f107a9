import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { Alert } from "../../ui/Alert.tsx";
import "./restored-line.css";

interface RestoredLineProps {
  keptAt: string;
  /** What came back is on its way, and holds still meanwhile. */
  disabled?: boolean;
  onDiscard: () => void;
}

/** Says that a form came back with what was typed before. */
export function RestoredLine({ keptAt, disabled, onDiscard }: RestoredLineProps) {
  return (
    <Alert kind="info">
      <p className="restored-line">
        <span>
          Your unsent work is back, as it was <TimeAgo instant={keptAt} />.
        </span>
        <button type="button" className="link" disabled={disabled} onClick={onDiscard}>
          Discard
        </button>
      </p>
    </Alert>
  );
}
