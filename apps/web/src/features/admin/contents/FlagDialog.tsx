import { limits } from "@cairn/contract";
import { useForm } from "react-hook-form";
import { Field } from "../../../ui/Field.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { EditDialog } from "../EditDialog.tsx";
import { filled } from "../filled.ts";
import { useAction } from "../useAction.ts";

interface FlagDialogProps {
  content: AdminContent;
  onClose: () => void;
}

/** The author reads the reason, and so does everybody who looks at the item's history. */
export function FlagDialog({ content, onClose }: FlagDialogProps) {
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: "" } });
  const flag = handleSubmit(async ({ reason }) => {
    if (await run(() => actions.flag(content, reason.trim()))) onClose();
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
      <Field
        label="Reason"
        hint="Its author reads this. Say what has to change."
        error={formState.errors.reason?.message}
      >
        <TextArea
          {...register("reason", { validate: filled("Please enter a reason.") })}
          maxLength={limits.reasonLength}
          required
        />
      </Field>
    </EditDialog>
  );
}
