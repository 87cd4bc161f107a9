import { Alert } from "../../ui/Alert.tsx";
import type { Failure } from "./failure.ts";

export function FailureAlert({ failure }: { failure: Failure }) {
  return (
    <Alert kind="danger">
      <p>{failure.text}</p>
      {failure.hint && <p>{failure.hint}</p>}
    </Alert>
  );
}
