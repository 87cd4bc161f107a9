import type { ReactNode } from "react";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useAdminCalls } from "./admin-calls.ts";
import type { AdminUser } from "./admin-model.ts";
import { useAction } from "./useAction.tsx";

interface ConfirmActionProps {
  title: string;
  /** The label of the confirm button. */
  confirm: string;
  kind?: "danger" | "primary";
  action: () => Promise<string>;
  onClose: () => void;
  /** Called instead of `onClose` once the action has succeeded or can no longer succeed. */
  onDone?: () => void;
  children: ReactNode;
}

/** Asks for confirmation before an action that affects other people immediately. */
export function ConfirmAction({ action, onClose, onDone = onClose, ...dialog }: ConfirmActionProps) {
  const { run, problem, isWorking } = useAction();
  const goOn = async () => {
    if (await run(action)) onDone();
  };
  return (
    <ConfirmDialog
      {...dialog}
      isWorking={isWorking}
      workingText="One moment..."
      error={problem}
      onConfirm={() => void goOn()}
      onClose={onClose}
    />
  );
}

interface DeactivateDialogProps {
  user: Pick<AdminUser, "id" | "name">;
  onClose: () => void;
}

export function DeactivateDialog({ user, onClose }: DeactivateDialogProps) {
  const { deactivateUser } = useAdminCalls();
  return (
    <ConfirmAction
      title="Deactivate this user?"
      confirm="Deactivate"
      action={() => deactivateUser(user)}
      onClose={onClose}
    >
      <p>{user.name} is signed out everywhere at once, and can't log in until activated again.</p>
    </ConfirmAction>
  );
}
