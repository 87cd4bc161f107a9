import { limits } from "@cairn/contract";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { askForDeletion } from "./profile.queries.ts";

const failed = "Your request could not be sent. Please try again.";

/** The note that an admin looks at it first, and beside it the request itself (D46). */
export function DeletionNote({ canRequest }: { canRequest: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const sent = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // The button that opened the dialog is gone.
    if (isSent) sent.current?.focus();
  }, [isSent]);

  return (
    <>
      <Alert kind="info">
        <p>Please note that to delete your account will be checked with our admin</p>
        {canRequest && !isSent && (
          <button type="button" className="link" onClick={() => setOpen(true)}>
            Request deletion
          </button>
        )}
        {isSent && (
          <p ref={sent} tabIndex={-1}>
            <b>Your request has reached our admins.</b>
          </p>
        )}
      </Alert>
      {isOpen && (
        <DeletionDialog
          onClose={() => setOpen(false)}
          onSent={() => {
            setOpen(false);
            setSent(true);
          }}
        />
      )}
    </>
  );
}

function DeletionDialog({ onClose, onSent }: { onClose: () => void; onSent: () => void }) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const underway = useRef(false);
  const close = () => !isSending && onClose();

  async function send() {
    // Two quick presses come before the button is disabled.
    if (underway.current) return;
    underway.current = true;
    setSending(true);
    setProblem(undefined);
    try {
      await askForDeletion(reason.trim());
      onSent();
    } catch (error) {
      setProblem((error instanceof ApiError && error.said) || failed);
      setSending(false);
    }
    underway.current = false;
  }

  return (
    <Dialog
      open
      title="Request deletion?"
      onClose={close}
      actions={
        <>
          <Button kind="ghost" disabled={isSending} onClick={close}>
            Cancel
          </Button>
          <Button kind="danger" working={isSending} workingText="Sending..." onClick={() => void send()}>
            Request deletion
          </Button>
        </>
      }
    >
      <p>An admin will look at it first. Until then your account stays as it is.</p>
      <div className="mt-4 grid gap-4">
        <Field label="Reason" optional>
          <TextArea
            value={reason}
            rows={3}
            maxLength={limits.reasonLength}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </Field>
        {problem && (
          <Alert kind="danger">
            <p>{problem}</p>
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
