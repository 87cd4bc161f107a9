import { limits } from "@cairn/contract";
import { useState } from "react";
import { serverMessageOr } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import * as dialogCss from "../../ui/dialog.module.css";
import { Field } from "../../ui/Field.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import { askForDeletion } from "./profile.queries.ts";

const failed = "Your request could not be sent. Please try again.";

/** Asks for a reason before an admin is asked to delete the account (docs/rules.md#deletion-of-an-account). */
export function DeletionDialog({ onClose, onSent }: { onClose: () => void; onSent: () => void }) {
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
