import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Spot, type SpotName } from "../art/Spot.tsx";
import { Button } from "./Button.tsx";
import * as kit from "./kit.module.css";
import * as css from "./state.module.css";

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
    <div className={`${kit.column} ${css.root}`}>
      <Spot name={spot} />
      <p className={kit.heading}>{title}</p>
      {text && <p className={`${kit.soft} ${css.text}`}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  text?: string;
  /** Pass it only for retryable errors. */
  onRetry?: () => void;
  action?: ReactNode;
  /** `locked`: signing in would help. */
  spot?: Extract<SpotName, "fallen" | "locked">;
}

/** Shows a section's error in its place and leaves the rest of the page alone. */
export function ErrorState({ title, text, onRetry, action, spot = "fallen" }: ErrorStateProps) {
  return (
    <div className={`${kit.column} ${css.root}`}>
      <Spot name={spot} />
      <div role="alert">
        <p className={kit.heading}>{title}</p>
        {text && <p className={`${kit.soft} ${css.text}`}>{text}</p>}
      </div>
      {onRetry && (
        <div className={css.action}>
          <Button size="sm" onClick={onRetry}>
            <RefreshCw size={16} />
            Try again
          </Button>
        </div>
      )}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
