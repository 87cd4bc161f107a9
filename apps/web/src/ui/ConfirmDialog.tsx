import type { ReactNode } from "react";
import { useFocusAfterFailure } from "../lib/useSend.ts";
import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import * as dialogCss from "./dialog.module.css";

interface ConfirmDialogProps {
  title: string;
  /** The label of the confirm button. */
  confirm: string;
  kind?: "danger" | "primary";
  isWorking: boolean;
  workingText?: string;
  /** Why the last attempt failed. It belongs inside: the page behind the dialog is out of reach. */
  error?: string | null | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before an action, and stays open while it runs and after it failed. */
export function ConfirmDialog({
  title,
  confirm,
  kind = "danger",
  isWorking,
  workingText = "Deleting...",
  error,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const button = useFocusAfterFailure(error);
  const close = () => !isWorking && onClose();
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
          <Button ref={button} kind={kind} working={isWorking} workingText={workingText} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {error && (
        <div className={dialogCss.part}>
          <Alert kind="danger" text={error} />
        </div>
      )}
    </Dialog>
  );
}
