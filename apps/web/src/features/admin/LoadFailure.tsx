import { ErrorState } from "../../ui/State.tsx";
import type { Failure } from "./admin-source.ts";

export function LoadFailure({ failure: { text, onRetry } }: { failure: Failure }) {
  return <ErrorState title="This could not be loaded." text={text} onRetry={onRetry} />;
}
