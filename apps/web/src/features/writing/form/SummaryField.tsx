import { limits } from "@cairn/contract";
import { Field } from "../../../ui/Field.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";

interface SummaryFieldProps {
  value: string;
  isSending: boolean;
  onChange: (summary: string) => void;
}

/** What its author wants cards, feeds and descriptions to say. */
export const SummaryField = ({ value, isSending, onChange }: SummaryFieldProps) => (
  <Field
    label="Summary"
    optional
    hint={`For cards, feeds and search results, at most ${limits.summaryLength} characters. Without it they show the beginning of the text.`}
  >
    <TextArea
      rows={2}
      value={value}
      maxLength={limits.summaryLength}
      readOnly={isSending}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </Field>
);
