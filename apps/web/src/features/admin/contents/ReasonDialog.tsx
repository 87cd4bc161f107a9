import { limits } from "@cairn/contract";
import type { ReactNode } from "react";
import { filled, useForm } from "../../../lib/forms/useForm.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import type { AdminContent } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import { useAction } from "../useAction.tsx";
import type { Unsent } from "./useDecide.ts";

interface ReasonDialogProps {
  content: AdminContent;
  verdict: "flag" | "remove";
  reasons: Unsent;
  news: ReactNode;
  onDecided: () => void;
  onClose: () => void;
}

const looks = {
  flag: { title: (item: string) => `Flag “${item}”`, save: "Flag", kind: "primary" },
  remove: { title: () => "Remove this item?", save: "Remove", kind: "danger" },
} as const;

/** Asks why. The author sees the reason; of a published item, so does anyone who views its history. */
export function ReasonDialog({ content, verdict, reasons, news, onDecided, onClose }: ReasonDialogProps) {
  const { title, save, kind } = looks[verdict];
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const { read, field, problems, submit } = useForm({
    initial: { reason: reasons.get(content.id) ?? "" },
    check: ({ reason }) => ({ reason: filled(reason, "Please enter a reason.") }),
  });
  const decide = submit(async ({ reason }) => {
    const done = await run(async () => {
      const told = await actions[verdict](content, reason.trim());
      reasons.delete(content.id);
      return told;
    });
    if (done) onDecided();
  });
  return (
    <FormDialog
      title={title(content.title)}
      save={save}
      kind={kind}
      isWorking={isWorking}
      problem={problem}
      onClose={onClose}
      onSubmit={decide}
    >
      {verdict === "remove" && (
        <p>“{content.title}” will be permanently removed from Cairn. Its decisions stay in the ledger.</p>
      )}
      {news}
      <Field
        label="Reason"
        hint={`The author will read this. Say what ${verdict === "flag" ? "has to change" : "was wrong"}.`}
        error={problems.reason}
      >
        <TextArea
          {...field("reason", () => reasons.set(content.id, read().reason))}
          maxLength={limits.reasonLength}
          required
        />
      </Field>
    </FormDialog>
  );
}
