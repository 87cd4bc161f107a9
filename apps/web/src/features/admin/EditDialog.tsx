import { type FormEventHandler, type ReactNode, useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

interface EditDialogProps {
  title: string;
  onClose: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The fields. */
  children: ReactNode;
}

export function EditDialog({ title, onClose, onSubmit, children }: EditDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={formId}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className="mt-5 grid gap-4" noValidate onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
