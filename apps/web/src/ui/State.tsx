import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Spot, type SpotName } from "../art/Spot.tsx";
import { Button } from "./Button.tsx";
import "./state.css";

interface EmptyStateProps {
  /** The exact sentence of the specification. */
  title: string;
  /** At most one line of help, and one action. */
  text?: string;
  action?: ReactNode;
  /** `search`: nothing matches. `done`: nothing is left to do. */
  spot?: Extract<SpotName, "empty" | "search" | "done">;
}

export function EmptyState({ title, text, action, spot = "empty" }: EmptyStateProps) {
  return (
    <div className="state">
      <Spot name={spot} />
      <p className="state-title">{title}</p>
      {text && <p className="state-text">{text}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  text?: string;
  /** Give it only where trying again can help. */
  onRetry?: () => void;
  action?: ReactNode;
  /** `locked`: signing in would help. */
  spot?: Extract<SpotName, "fallen" | "locked">;
}

/** A section that failed says so in its own place and leaves the rest of the page alone. */
export function ErrorState({ title, text, onRetry, action, spot = "fallen" }: ErrorStateProps) {
  return (
    <div className="state">
      <Spot name={spot} />
      <div role="alert">
        <p className="state-title">{title}</p>
        {text && <p className="state-text">{text}</p>}
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          <RefreshCw size={16} />
          Try again
        </Button>
      )}
      {action}
    </div>
  );
}
