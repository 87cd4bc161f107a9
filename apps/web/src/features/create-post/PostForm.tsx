import { limits } from "@cairn/contract";
import { type ReactNode, useEffect, useRef } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import "../../ui/card.css";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { PostFile } from "./PostFile.tsx";
import "../../ui/upload-form.css";
import { isSet, type PostField, postCategories } from "./post-values.ts";
import { type PostFormOptions, usePostForm } from "./usePostForm.ts";

interface PostFormProps extends PostFormOptions {
  /** The file that the post has, small. */
  current: ReactNode;
  /** What the reviewers have keeps its file, unless it gets another. */
  mustKeepMedia: boolean;
  /** Leaves the editing; null for a new post. */
  onCancel: (() => void) | null;
  /** Stands above the fields when unsent work came back. */
  restored: (line: RestoredWork) => ReactNode;
}

interface RestoredWork {
  keptAt: string;
  disabled: boolean;
  onDiscard: () => void;
}

/** Where members write a post, and change one that they have (spec section 2). */
export function PostForm({ current, mustKeepMedia, onCancel, restored, ...options }: PostFormProps) {
  const form = usePostForm(options);
  const { values, file, problem, isSaving, type } = form;
  const element = useRef<HTMLFormElement>(null);
  const isEdit = onCancel !== null;

  useEffect(() => {
    if (isEdit) focusOn(element.current, "title");
  }, [isEdit]);

  useEffect(() => {
    if (problem) focusOn(element.current, problem.field);
  }, [problem]);

  const errorOf = (field: PostField) => (problem?.field === field ? problem.text : undefined);
  return (
    <form
      ref={element}
      className="card panel upload-form"
      aria-label={isEdit ? "Edit Post" : "Create Post"}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {form.restoredAt && restored({ keptAt: form.restoredAt, disabled: isSaving, onDiscard: form.clear })}
      <Field label="Title" error={errorOf("title")}>
        <TextInput
          name="title"
          value={values.title}
          maxLength={limits.titleLength}
          readOnly={isSaving}
          onChange={({ currentTarget }) => type({ title: currentTarget.value })}
          required
        />
      </Field>
      <Field label="Category" error={errorOf("category")}>
        <Select
          name="category"
          value={values.category}
          disabled={isSaving}
          onChange={({ currentTarget }) => type({ category: currentTarget.value })}
          required
        >
          <option value="">Select a category</option>
          {postCategories.map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </Select>
      </Field>
      <Field label="Description" error={errorOf("description")}>
        <TextArea
          name="description"
          value={values.description}
          rows={4}
          maxLength={limits.bodyLength}
          readOnly={isSaving}
          placeholder="What is it about? Markdown works here."
          onChange={({ currentTarget }) => type({ description: currentTarget.value })}
          required
        />
      </Field>
      <PostFile
        chosen={file.chosen}
        problem={file.problem}
        current={values.keepsMedia && current}
        disabled={isSaving}
        onFile={file.choose}
        onRemove={file.remove}
        onRemoveCurrent={mustKeepMedia ? undefined : () => type({ keepsMedia: false })}
      />
      {form.failure && (
        <Alert kind="danger">
          <p>{form.failure}</p>
        </Alert>
      )}
      <div className="upload-form-foot">
        <p className="hint">Kept on this device until you send it to the reviewers.</p>
        {onCancel && (
          <Button disabled={isSaving} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          kind="primary"
          type="submit"
          disabled={!isSet(values)}
          working={isSaving}
          workingText="Saving..."
        >
          {isEdit ? "Update Post" : "Submit for Approval"}
        </Button>
      </div>
    </form>
  );
}

const focusOn = (form: HTMLFormElement | null, field: PostField) =>
  form?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
