import { limits } from "@cairn/contract";
import { Field } from "./Field.tsx";
import { Select } from "./Select.tsx";
import { TextArea, TextInput } from "./TextInput.tsx";

interface PostWords {
  title: string;
  category: string;
  description: string;
}

interface PostFieldsProps {
  values: PostWords;
  categories: readonly string[];
  /** The height of the description, in lines. */
  rows: number;
  /** It is being sent. */
  isSending: boolean;
  errorOf?: (field: keyof PostWords) => string | undefined;
  onChange: (change: Partial<PostWords>) => void;
}

/** The fields that members' posts and writers' items share. */
export function PostFields({ values, categories, rows, isSending, errorOf, onChange }: PostFieldsProps) {
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
          value={values.category}
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
        <TextArea
          name="description"
          value={values.description}
          rows={rows}
          maxLength={limits.bodyLength}
          readOnly={isSending}
          placeholder="What is it about? Markdown works here."
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
          required
        />
      </Field>
    </>
  );
}
