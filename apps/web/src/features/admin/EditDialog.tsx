import { type FormEventHandler, type ReactNode, useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ActionProblem } from "./useAction.tsx";

interface EditDialogProps {
  title: string;
  /** The label of the submit button. */
  save?: string;
  kind?: "primary" | "danger";
  isWorking: boolean;
  problem: string | undefined;
  onClose: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The fields. */
  children: ReactNode;
}

export function EditDialog({
  title,
  save = "Save",
  kind = "primary",
  isWorking,
  problem,
  onClose,
  onSubmit,
  children,
}: EditDialogProps) {
  const formId = useId();
  const close = () => !isWorking && onClose();
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      actions={
        <>
          <Button kind="ghost" disabled={isWorking} onClick={close}>
            Cancel
          </Button>
          <Button kind={kind} type="submit" form={formId} working={isWorking} workingText="One moment...">
            {save}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        {children}
      </form>
      <ActionProblem text={problem} inDialog />
    </Dialog>
  );
}
