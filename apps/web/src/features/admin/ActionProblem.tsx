import { Alert } from "../../ui/Alert.tsx";

/** What an action failed of, where it was asked for. */
export function ActionProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div className="admin-problem">
      <Alert kind="danger">
        <p>{text}</p>
      </Alert>
    </div>
  );
}
