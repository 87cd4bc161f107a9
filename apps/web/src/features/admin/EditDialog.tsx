import { type FormEventHandler, type ReactNode, useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ActionProblem } from "./ActionProblem.tsx";

interface EditDialogProps {
  title: string;
  /** What the button says that goes on. */
  save?: string;
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
          <Button kind="primary" type="submit" form={formId} working={isWorking} workingText="One moment...">
            {save}
          </Button>
        </>
      }
    >
      <form id={formId} className="mt-5 grid gap-4" noValidate onSubmit={onSubmit}>
        {children}
      </form>
      <ActionProblem text={problem} />
    </Dialog>
  );
}
