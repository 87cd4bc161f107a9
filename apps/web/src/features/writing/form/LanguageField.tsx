import { languages } from "@cairn/contract";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";

interface LanguageFieldProps {
  /** A language's code; empty: the server detects it (docs/rules.md#d130). */
  value: string;
  isSending: boolean;
  onChange: (language: string) => void;
}

/** What the text is written in, for the writing forms. */
export const LanguageField = ({ value, isSending, onChange }: LanguageFieldProps) => (
  <Field label="Language" optional>
    <Select value={value} disabled={isSending} onChange={({ target }) => onChange(target.value)}>
      <option value="">Detected</option>
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </Select>
  </Field>
);
