import { languages, limits } from "@cairn/contract";
import { TextEditor } from "./editor/TextEditor.tsx";
import type { TextEditorProps } from "./editor/text-editor.ts";
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

interface PostFieldsProps extends Pick<TextEditorProps, "undo" | "savedAt"> {
  values: PostWords;
  categories: readonly string[];
  /** It is being sent. */
  isSending: boolean;
  /** The words of the button that sends the form. */
  submit: string;
  errorOf?: (field: keyof PostWords) => string | undefined;
  onChange: (change: Partial<PostWords>) => void;
}

/** The fields that members' posts and writers' items share. */
export function PostFields(props: PostFieldsProps) {
  const { values, categories, isSending, errorOf, onChange } = props;
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
          undo={props.undo}
          savedAt={props.savedAt}
          head={{ title: values.title, submit: props.submit }}
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
  /** A language's code; empty: the server detects it (docs/rules.md#languages). */
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
