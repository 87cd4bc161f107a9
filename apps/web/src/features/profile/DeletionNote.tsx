import { limits } from "@cairn/contract";
import { useEffect, useRef, useState } from "react";
import { serverMessageOr } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import * as dialogCss from "../../ui/dialog.module.css";
import { Field } from "../../ui/Field.tsx";
import * as kit from "../../ui/kit.module.css";
import { TextArea } from "../../ui/TextInput.tsx";
import * as profileCss from "./profile.module.css";
import { askForDeletion } from "./profile.queries.ts";

const failed = "Your request could not be sent. Please try again.";

/** A note that an admin reviews the request first, and the request button (docs/rules.md#d46). */
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
          <button
            type="button"
            className={`${kit.link} ${profileCss.alertLink}`}
            onClick={() => setOpen(true)}
          >
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
  const { send, isSending, failure } = useSend(serverMessageOr(failed));
  const ask = () =>
    send(async () => {
      await askForDeletion(reason.trim());
      onSent();
    });

  return (
    <ConfirmDialog
      title="Request deletion?"
      confirm="Request deletion"
      isWorking={isSending}
      workingText="Sending..."
      error={failure}
      onConfirm={() => void ask()}
      onClose={onClose}
    >
      <p>An admin will look at it first. Until then your account stays as it is.</p>
      <Field label="Reason" optional className={dialogCss.part}>
        <TextArea
          value={reason}
          rows={3}
          maxLength={limits.reasonLength}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
