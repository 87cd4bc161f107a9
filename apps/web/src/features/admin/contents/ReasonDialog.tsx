import { limits } from "@cairn/contract";
import type { ReactNode } from "react";
import { useForm } from "../../../lib/forms/useForm.ts";
import { Field } from "../../../ui/Field.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { EditDialog } from "../EditDialog.tsx";
import { filled } from "../filled.ts";
import { useAction } from "../useAction.ts";

/** Typed but unsent reasons, by item: a decision that is refused as stale does not lose the admin's text. */
export type Reasons = Map<number, string>;

interface FlagDialogProps {
  content: AdminContent;
  reasons: Reasons;
  news: ReactNode;
  onClose: () => void;
}

/** The author sees the reason, and so does anyone who views the item's history. */
export function FlagDialog({ content, reasons, news, onClose }: FlagDialogProps) {
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const { read, field, problems, submit } = useForm({
    initial: { reason: reasons.get(content.id) ?? "" },
    check: ({ reason }) => ({ reason: filled(reason, "Please enter a reason.") }),
  });
  const flag = submit(async ({ reason }) => {
    const done = await run(async () => {
      const told = await actions.flag(content, reason.trim());
      reasons.delete(content.id);
      return told;
    });
    if (done) onClose();
  });
  return (
    <EditDialog
      title={`Flag “${content.title}”`}
      save="Flag"
      isWorking={isWorking}
      problem={problem}
      onClose={onClose}
      onSubmit={flag}
    >
      {news}
      <Field label="Reason" hint="Its author reads this. Say what has to change." error={problems.reason}>
        <TextArea
          {...field("reason", () => reasons.set(content.id, read().reason))}
          maxLength={limits.reasonLength}
          required
        />
      </Field>
    </EditDialog>
  );
}
