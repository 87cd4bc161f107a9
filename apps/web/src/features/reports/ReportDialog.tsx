import { isBlank, limits } from "@cairn/contract";
import { reasonOf } from "../../lib/api/api-error.ts";
import { useForm } from "../../lib/forms/useForm.ts";
import { waits } from "../../lib/outbox/call-or-wait.ts";
import { waitingText } from "../../lib/outbox/unsent.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import { toast } from "../../ui/toast-store.ts";
import { type Reported, sendReport } from "./reports.queries.ts";

interface ReportDialogProps extends Reported {
  onClose: () => void;
}

const check = ({ reason }: { reason: string }) => ({
  reason: isBlank(reason) ? "Please say what is wrong." : undefined,
});

/** Only admins read a report; a second one replaces the first while that is open. */
export function ReportDialog({ what, id, about, onClose }: ReportDialogProps) {
  const { send, isSending, failure } = useSend(reasonOf);
  const { field, problems, submit } = useForm({ initial: { reason: "" }, check });
  const submitReport = submit(async (draft) => {
    let isWaiting = false;
    const report = async () => {
      isWaiting =
        (await sendReport({ what, id, about }, { ...draft, reason: draft.reason.trim() })) === waits;
    };
    if (!(await send(report))) return;
    toast(
      isWaiting ? `${waitingText}: we will send your report then.` : "Thank you. The admins will look at it.",
    );
    onClose();
  });
  return (
    <FormDialog
      title={`Report this ${what}`}
      save="Report"
      isWorking={isSending}
      workingText="Sending..."
      onClose={onClose}
      onSubmit={submitReport}
      lead={<p>The admins read what you say about {about}; its author does not.</p>}
    >
      <Field label="What is wrong with it?" error={problems.reason}>
        <TextArea {...field("reason")} maxLength={limits.reasonLength} required />
      </Field>
      <Alert kind="danger" title="Your report was not sent." text={failure} />
    </FormDialog>
  );
}
