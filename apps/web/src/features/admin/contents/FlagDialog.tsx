import { limits } from "@cairn/contract";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Field } from "../../../ui/Field.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { EditDialog } from "../EditDialog.tsx";
import { filled } from "../filled.ts";
import { useAction } from "../useAction.ts";

/** Reasons that were typed and not sent, by item: a decision that came too late costs nobody their words. */
export type Reasons = Map<number, string>;

interface FlagDialogProps {
  content: AdminContent;
  reasons: Reasons;
  news: ReactNode;
  onClose: () => void;
}

/** The author reads the reason, and so does everybody who looks at the item's history. */
export function FlagDialog({ content, reasons, news, onClose }: FlagDialogProps) {
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { reason: reasons.get(content.id) ?? "" },
  });
  const flag = handleSubmit(async ({ reason }) => {
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
      <Field
        label="Reason"
        hint="Its author reads this. Say what has to change."
        error={formState.errors.reason?.message}
      >
        <TextArea
          {...register("reason", {
            validate: filled("Please enter a reason."),
            onChange: ({ target }) => reasons.set(content.id, target.value),
          })}
          maxLength={limits.reasonLength}
          required
        />
      </Field>
    </EditDialog>
  );
}
