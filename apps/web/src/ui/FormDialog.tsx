import { type ComponentProps, type FormEventHandler, type ReactNode, useId } from "react";
import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import * as dialogCss from "./dialog.module.css";

interface FormDialogProps extends Pick<ComponentProps<typeof Dialog>, "title" | "size" | "onClose"> {
  /** The label of the submit button. */
  save?: string;
  kind?: "primary" | "danger";
  isWorking: boolean;
  workingText?: string;
  /** It cannot be sent yet. */
  disabled?: boolean;
  /** Why it was not sent. */
  problem?: string | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Above the form. */
  lead?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** Asks for some values, and stays open while they are sent and after that failed. */
export function FormDialog({
  save = "Save",
  kind = "primary",
  isWorking,
  workingText = "One moment...",
  disabled,
  problem,
  onClose,
  onSubmit,
  lead,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  const close = () => !isWorking && onClose();
  return (
    <Dialog
      {...dialog}
      open
      onClose={close}
      actions={
        <>
          <Button kind="ghost" disabled={isWorking} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            kind={kind}
            disabled={disabled}
            working={isWorking}
            workingText={workingText}
          >
            {save}
          </Button>
        </>
      }
    >
      {lead}
      <form id={form} noValidate onSubmit={onSubmit}>
        {children}
      </form>
      {problem !== undefined && (
        <div className={dialogCss.part}>
          <Alert kind="danger" text={problem} />
        </div>
      )}
    </Dialog>
  );
}
