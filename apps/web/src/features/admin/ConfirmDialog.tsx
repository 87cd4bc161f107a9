import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { AdminUser } from "./admin-model.ts";
import { useAdminSource } from "./admin-source.ts";
import { ActionProblem, useAction } from "./useAction.tsx";

interface ConfirmDialogProps {
  title: string;
  /** The label of the confirm button. */
  confirm: string;
  kind?: "danger" | "primary";
  action: () => Promise<string>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for confirmation before an action that affects other people immediately. */
export function ConfirmDialog({
  title,
  confirm,
  kind = "danger",
  action,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { run, problem, isWorking } = useAction();
  const close = () => !isWorking && onClose();
  const goOn = async () => {
    if (await run(action)) onClose();
  };
  return (
    <Dialog
      open
      title={title}
      onClose={close}
      actions={
        <>
          <Button kind="ghost" disabled={isWorking} onClick={close}>
            Cancel
          </Button>
          <Button kind={kind} working={isWorking} workingText="One moment..." onClick={goOn}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <ActionProblem text={problem} inDialog />
    </Dialog>
  );
}

interface DeactivateDialogProps {
  user: Pick<AdminUser, "id" | "name">;
  onClose: () => void;
}

export function DeactivateDialog({ user, onClose }: DeactivateDialogProps) {
  const { actions } = useAdminSource();
  return (
    <ConfirmDialog
      title="Deactivate this user?"
      confirm="Deactivate"
      action={() => actions.deactivateUser(user)}
      onClose={onClose}
    >
      <p>{user.name} is signed out everywhere at once, and can't log in until activated again.</p>
    </ConfirmDialog>
  );
}
