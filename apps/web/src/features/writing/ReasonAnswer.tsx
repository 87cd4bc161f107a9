import { limits } from "@cairn/contract";
import { useState } from "react";
import { useForm } from "../../lib/forms/useForm.ts";
import { useSend } from "../../lib/useSend.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { TextArea } from "../../ui/TextInput.tsx";
import { useAnswerReason } from "./writing.queries.ts";

interface ReasonAnswerProps {
  /** The flagged revision. */
  item: { id: number; revision: number; title: string };
  /** What the author has answered so far. */
  answer: string | undefined;
}

/** The author's answer beside a reviewer's reason, to write and to change (docs/rules.md#d111). */
export function ReasonAnswer({ item, answer }: ReasonAnswerProps) {
  const [isOpen, setOpen] = useState<boolean>();
  const label = answer === undefined ? "Answer" : "Change your answer";
  return (
    <div className={`${layoutCss.small} ${partsCss.top3}`}>
      {isOpen ? (
        <AnswerForm item={item} answer={answer} onClose={() => setOpen(false)} />
      ) : (
        <>
          {answer !== undefined && (
            <p>
              <b>Your answer:</b> {answer}
            </p>
          )}
          <Button
            size="sm"
            kind="ghost"
            aria-label={`${label}: ${item.title}`}
            // Takes the focus back from the form that it stands in for.
            autoFocus={isOpen === false}
            onClick={() => setOpen(true)}
          >
            {label}
          </Button>
        </>
      )}
    </div>
  );
}

const check = ({ answer }: { answer: string }) => ({
  answer: answer.trim() === "" ? "Please enter your answer." : undefined,
});

const explain = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface AnswerFormProps extends ReasonAnswerProps {
  onClose: () => void;
}

function AnswerForm({ item: { id, revision }, answer = "", onClose }: AnswerFormProps) {
  const answerReason = useAnswerReason(id);
  const { send, isSending, failure } = useSend(explain, { keepsFocus: true });
  const { field, problems, submit } = useForm({ initial: { answer }, check });
  const save = submit(async (values) => {
    if (await send(() => answerReason({ revision, answer: values.answer.trim() }))) onClose();
  });
  return (
    <form className={`${layoutCss.stack} ${layoutCss.gap3}`} noValidate onSubmit={save}>
      <Field
        label="Your answer"
        hint="Admins read it beside the reason. You can change it until the next decision."
        error={problems.answer ?? failure ?? undefined}
      >
        <TextArea {...field("answer")} rows={3} maxLength={limits.reasonLength} required autoFocus />
      </Field>
      <div className={`${layoutCss.row} ${layoutCss.gap2}`}>
        <Button kind="primary" size="sm" type="submit" working={isSending} workingText="Sending...">
          Send answer
        </Button>
        <Button kind="ghost" size="sm" disabled={isSending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
