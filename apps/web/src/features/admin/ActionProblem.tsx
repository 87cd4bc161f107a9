import { Alert } from "../../ui/Alert.tsx";
import * as partsCss from "../../ui/parts.module.css";
import { ErrorState } from "../../ui/State.tsx";
import * as css from "./admin.module.css";
import type { Failure } from "./admin-source.ts";

interface ActionProblemProps {
  text: string | undefined;
  inDialog?: boolean;
}

/** Why an action failed, shown next to where the admin started it. */
export function ActionProblem({ text, inDialog = false }: ActionProblemProps) {
  if (text === undefined) return null;
  return (
    <div className={inDialog ? partsCss.top4 : css.problem}>
      <Alert kind="danger">
        <p>{text}</p>
      </Alert>
    </div>
  );
}

export function LoadFailure({ failure: { text, onRetry } }: { failure: Failure }) {
  return <ErrorState title="This could not be loaded." text={text} onRetry={onRetry} />;
}
