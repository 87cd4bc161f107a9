import { isBlank, limits } from "@cairn/contract";
import { reasonOf } from "../../lib/api/api-error.ts";
import { useForm } from "../../lib/forms/useForm.ts";
import { useSend } from "../../lib/useSend.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Row, Stack } from "../../ui/Stack.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import { useAnswerReason } from "./writing.queries.ts";

const check = ({ answer }: { answer: string }) => ({
  answer: isBlank(answer) ? "Please enter your answer." : undefined,
});

interface ReasonAnswerFormProps {
  /** The item's. */
  id: number;
  /** Number of the flagged revision. */
  revision: number;
  /** What the author has typed or answered so far. */
  answer: string | undefined;
  autoFocus: boolean | undefined;
  onType: (answer: string) => void;
  /** Sent, or given up. */
  onClose: () => void;
}

export function ReasonAnswerForm(props: ReasonAnswerFormProps) {
  const { id, revision, answer = "", autoFocus, onType, onClose } = props;
  const answerReason = useAnswerReason(id);
  const { send, isSending, failure } = useSend(reasonOf, { keepsFocus: true });
  const { field, problems, submit } = useForm({
    initial: { answer },
    check,
    onValues: (values) => onType(values.answer),
  });
  const save = submit(async (values) => {
    if (await send(() => answerReason({ revision, answer: values.answer.trim() }))) onClose();
  });
  return (
    <Stack as="form" gap={3} noValidate onSubmit={save}>
      <Field
        label="Your answer"
        hint="Admins read it next to the reason. You can change it until the next decision."
        error={problems.answer ?? failure ?? undefined}
      >
        <TextArea
          {...field("answer")}
          rows={3}
          maxLength={limits.reasonLength}
          required
          autoFocus={autoFocus}
        />
      </Field>
      <Row>
        <Button kind="primary" size="sm" type="submit" working={isSending} workingText="Sending...">
          Send answer
        </Button>
        <Button kind="ghost" size="sm" disabled={isSending} onClick={onClose}>
          Cancel
        </Button>
      </Row>
    </Stack>
  );
}
