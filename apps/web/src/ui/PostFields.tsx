import { languages, limits } from "@cairn/contract";
import type { UndoNotes } from "../lib/forms/undo-notes.ts";
import { TextEditor } from "./editor/TextEditor.tsx";
import { Field } from "./Field.tsx";
import { Select } from "./Select.tsx";
import { TextInput } from "./TextInput.tsx";

interface PostWords {
  title: string;
  category: string;
  description: string;
  /** The code of the language that its author named; empty: detected. */
  language: string;
}

interface PostFieldsProps {
  values: PostWords;
  categories: readonly string[];
  /** It is being sent. */
  isSending: boolean;
  /** The description's steps of undo, which outlive the page. */
  undo: UndoNotes;
  errorOf?: (field: keyof PostWords) => string | undefined;
  onChange: (change: Partial<PostWords>) => void;
}

/** The fields that members' posts and writers' items share. */
export function PostFields({ values, categories, isSending, undo, errorOf, onChange }: PostFieldsProps) {
  return (
    <>
      <Field label="Title" error={errorOf?.("title")}>
        <TextInput
          name="title"
          value={values.title}
          maxLength={limits.titleLength}
          readOnly={isSending}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
          required
        />
      </Field>
      <Field label="Category" error={errorOf?.("category")}>
        <Select
          name="category"
          // A stored text may name a category that has another name now.
          value={categories.includes(values.category) ? values.category : ""}
          disabled={isSending}
          onChange={({ currentTarget }) => onChange({ category: currentTarget.value })}
          required
        >
          <option value="">Select a category</option>
          {categories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <Field label="Description" error={errorOf?.("description")}>
        <TextEditor
          name="description"
          lang={values.language || undefined}
          undo={undo}
          value={values.description}
          maxLength={limits.bodyLength}
          readOnly={isSending}
          placeholder="What is it about? Markdown works here."
          onText={(description) => onChange({ description })}
          required
        />
      </Field>
    </>
  );
}

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
