import { limits } from "@cairn/contract";
import { useId } from "react";
import { useForm } from "../../lib/forms/useForm.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { TextArea } from "../../ui/TextInput.tsx";
import { toast } from "../../ui/toast-store.ts";

export interface Reported {
  what: "post" | "comment";
  /** Names it within a sentence. */
  about: string;
  send: (reason: string) => Promise<unknown>;
}

interface ReportDialogProps extends Reported {
  onClose: () => void;
}

const check = ({ reason }: { reason: string }) => ({
  reason: reason.trim() === "" ? "Please say what is wrong." : undefined,
});

const explain = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Only admins read a report; a second one replaces the first while that is open. */
export function ReportDialog({ what, about, send: sendReport, onClose }: ReportDialogProps) {
  const formId = useId();
  const { send, isSending, failure } = useSend(explain);
  const { field, problems, submit } = useForm({ initial: { reason: "" }, check });
  const close = () => !isSending && onClose();
  const report = submit(async ({ reason }) => {
    if (!(await send(() => sendReport(reason.trim())))) return;
    toast("Thank you. The admins will look at it.");
    onClose();
  });
  return (
    <Dialog
      open
      title={`Report this ${what}`}
      onClose={close}
      actions={
        <>
          <Button kind="ghost" disabled={isSending} onClick={close}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={formId} working={isSending} workingText="Sending...">
            Report
          </Button>
        </>
      }
    >
      <p>The admins read what you say about {about}; its author does not.</p>
      <form
        id={formId}
        className={`${layoutCss.stack} ${layoutCss.gap4} ${partsCss.top5}`}
        noValidate
        onSubmit={report}
      >
        <Field label="What is wrong with it?" error={problems.reason}>
          <TextArea {...field("reason")} maxLength={limits.reasonLength} required />
        </Field>
        {failure && (
          <Alert kind="danger" title="Your report was not sent.">
            <p>{failure}</p>
          </Alert>
        )}
      </form>
    </Dialog>
  );
}
