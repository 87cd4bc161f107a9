import { type ContentItem, limits, trimmed } from "@cairn/contract";
import { useState } from "react";
import { reasonOf } from "../../../lib/api/api-error.ts";
import { useForm } from "../../../lib/forms/useForm.ts";
import { useSend } from "../../../lib/useSend.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ItemPicker } from "./ItemPicker.tsx";
import { renewOwn } from "./renewal.queries.ts";

export type OwnItem = Pick<ContentItem, "id" | "title" | "revision" | "superseded_by">;
export type OwnAnswer = "true" | "superseded" | "reinstated";

interface RenewOwnDialogProps {
  item: OwnItem;
  answer: OwnAnswer;
  onClose: () => void;
}

const looks = {
  true: {
    title: "Is it still true?",
    save: "Tell the reviewers",
    says: "A reviewer confirms it. Until then nothing changes.",
    done: "We told the reviewers. One of them will confirm it.",
  },
  superseded: {
    title: "Which post replaces it?",
    save: "Mark as superseded",
    says: "This post will show Superseded and link to the other post.",
    done: "This post now links to the other post.",
  },
  reinstated: {
    title: "Does no post replace it?",
    save: "Take it back",
    says: "This post will no longer show Superseded. Its date stays the same.",
    done: "This post no longer links to another post.",
  },
} as const;

export function RenewOwnDialog({ item, answer, onClose }: RenewOwnDialogProps) {
  const { title, save, says, done } = looks[answer];
  const [by, setBy] = useState<number | null>(null);
  const { send, isSending, failure } = useSend(reasonOf, { keepsFocus: true });
  const { field, problems, setProblems, submit } = useForm<{ note: string }, "by">({
    initial: { note: "" },
    check: () => ({
      by: answer === "superseded" && by === null ? "Please choose a post from the list." : undefined,
    }),
  });
  const tell = submit(async ({ note }) => {
    const said = trimmed(note);
    const words = { revision: item.revision, ...(said && { note: said }) };
    const sent = await send(() =>
      renewOwn(item.id, answer === "true" ? { stillTrue: words } : { supersededBy: by }),
    );
    if (!sent) return;
    toast(done);
    onClose();
  });
  return (
    <FormDialog
      title={title}
      save={save}
      isWorking={isSending}
      workingText="Sending..."
      onClose={onClose}
      onSubmit={tell}
      lead={
        <p>
          “{item.title}”. {says}
        </p>
      }
    >
      {answer === "true" && (
        <Field label="Note" optional hint="For the reviewers: what did you check?">
          <TextArea {...field("note")} rows={3} maxLength={limits.reasonLength} />
        </Field>
      )}
      {answer === "superseded" && (
        <ItemPicker
          label="The post that replaces it"
          except={item.id}
          error={problems.by}
          onChoose={(found) => {
            setBy(found?.id ?? null);
            setProblems({});
          }}
        />
      )}
      <Alert kind="danger" title="It was not sent." text={failure} />
    </FormDialog>
  );
}
