import { type ReactNode, useEffect } from "react";
import { reasonOf } from "../../../lib/api/api-error.ts";
import { postFiles } from "../../../lib/file-rules.ts";
import { useSend } from "../../../lib/useSend.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FileSpot } from "./FileSpot.tsx";
import type { ItemValues } from "./item-values.ts";
import { isSet, postProblems } from "./post-values.ts";
import { type ItemFormOptions, useItemForm } from "./useItemForm.ts";
import { WritingForm } from "./WritingForm.tsx";

interface PostFormProps extends ItemFormOptions {
  /** The names to choose from. */
  categories: readonly string[];
  /** Saves the post; rejects with a message for its author. `refused`: why the chosen file was not attached. */
  onSave: (values: ItemValues, file: File | null, refused: string | undefined) => Promise<void>;
  isMember: boolean;
  /** A thumbnail of the post's file. */
  current: ReactNode;
  /** The reviewers already have this post, so its file can be replaced but not removed. */
  mustKeepMedia: boolean;
  /** Cancels the edit; null for a new post. */
  onCancel: (() => void) | null;
}

/** The form in which members write and edit posts on this device (docs/rules.md#s2-create-post). */
export function PostForm({
  onSave,
  isMember,
  current,
  mustKeepMedia,
  onCancel,
  categories,
  ...options
}: PostFormProps) {
  const form = useItemForm(options, {
    files: postFiles,
    check: (values) => postProblems(values, categories),
  });
  const { values, file, type, focusFirst } = form;
  const { send, isSending, failure, reset } = useSend(reasonOf);
  const isEdit = onCancel !== null;
  const submitText = isEdit ? "Update Post" : "Submit for Approval";

  // biome-ignore lint/correctness/useExhaustiveDependencies: `focusFirst` is new in each render
  useEffect(() => {
    if (isEdit) focusFirst(["title"]);
  }, [isEdit]);

  function clear() {
    form.discard();
    reset();
  }

  const submit = form.submit(() =>
    send(async () => {
      const whole = await form.whole();
      // The form shows the error next to the file or the cover; without it this is not the post that was submitted.
      if (!whole) return;
      await onSave(whole.values, whole.file, whole.file === null ? file.problem : undefined);
      clear();
    }),
  );

  return (
    <WritingForm
      form={form}
      label={isEdit ? "Edit Post" : "Create Post"}
      categories={categories}
      isSending={isSending}
      isMember={isMember}
      onSubmit={submit}
      onDiscard={clear}
      note="Saved on this device until you send it to the reviewers."
      submit={submitText}
      buttons={
        <>
          {onCancel && (
            <Button disabled={isSending} onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button
            kind="primary"
            type="submit"
            disabled={!isSet(values)}
            working={isSending}
            workingText="Saving..."
          >
            {submitText}
          </Button>
        </>
      }
    >
      <FileSpot
        label="Media"
        optional
        rule={postFiles}
        note="JPEG, PNG, MP4, up to 50 MB"
        file={file}
        problem={file.problem}
        disabled={isSending}
        onFile={file.choose}
        current={values.keepsMedia && current}
        onRemoveCurrent={mustKeepMedia ? undefined : () => type({ keepsMedia: false })}
      />
      <Alert kind="danger" text={failure} />
    </WritingForm>
  );
}
