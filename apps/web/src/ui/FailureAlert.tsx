import { Alert } from "./Alert.tsx";

interface FailureAlertProps {
  failure: { text: string; hint?: string | undefined };
}

/** Why a form's call failed, and what can be done about it. */
export function FailureAlert({ failure }: FailureAlertProps) {
  return (
    <Alert kind="danger">
      <p>{failure.text}</p>
      {failure.hint && <p>{failure.hint}</p>}
    </Alert>
  );
}
