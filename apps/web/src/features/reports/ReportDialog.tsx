import { limits } from "@cairn/contract";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useReport } from "./reports.queries.ts";

interface ReportDialogProps {
  contentId: number;
  title: string;
  onClose: () => void;
}

/** The admins alone read it; a second report while the first is open takes its place. */
export function ReportDialog({ contentId, title, onClose }: ReportDialogProps) {
  const formId = useId();
  const report = useReport(contentId);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: "" } });
  const close = () => !report.isPending && onClose();
  const send = handleSubmit(({ reason }) =>
    report.mutate(reason.trim(), {
      onSuccess() {
        toast("Thank you. The admins will look at it.");
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open
      title="Report this post"
      onClose={close}
      actions={
        <>
          <Button kind="ghost" disabled={report.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            working={report.isPending}
            workingText="Sending..."
          >
            Report
          </Button>
        </>
      }
    >
      <p>The admins read what you say about “{title}”; its author does not.</p>
      <form id={formId} className="mt-5 grid gap-4" noValidate onSubmit={send}>
        <Field label="What is wrong with it?" error={formState.errors.reason?.message}>
          <TextArea
            {...register("reason", {
              validate: (reason) => reason.trim() !== "" || "Please say what is wrong.",
            })}
            maxLength={limits.reasonLength}
            required
          />
        </Field>
        {report.error && !report.isPending && (
          <Alert kind="danger" title="Your report was not sent.">
            <p>{report.error.message}</p>
          </Alert>
        )}
      </form>
    </Dialog>
  );
}
