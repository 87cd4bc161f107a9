import type { Media } from "@cairn/contract";
import { type ReactNode, Suspense, useEffect } from "react";
import { reasonOf } from "../../../lib/api/api-error.ts";
import { postFiles } from "../../../lib/file-rules.ts";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { useSend } from "../../../lib/useSend.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { captioningProblem } from "./captioning.ts";
import { FileSpot } from "./FileSpot.tsx";
import { type ItemValues, isPlayed } from "./item-values.ts";
import { isSet, postProblems } from "./post-values.ts";
import { type ItemFormOptions, useItemForm } from "./useItemForm.ts";
import { WritingForm } from "./WritingForm.tsx";

// Lazy: for films alone.
const CaptioningFields = lazyNamed(() => import("./CaptioningFields.tsx"), "CaptioningFields");

interface PostFormProps extends ItemFormOptions {
  /** The names to choose from. */
  categories: readonly string[];
  /** Saves the post; rejects with a message for its author. `refused`: why the chosen file was not attached. */
  onSave: (values: ItemValues, file: File | null, refused: string | undefined) => Promise<void>;
  isMember: boolean;
  /** The post's file, on this device, and a thumbnail of it. */
  current: Pick<Media, "url" | "type"> | null;
  thumbnail: ReactNode;
  /** The item that the post became; null: none so far. */
  itemId: number | null;
  /** The reviewers already have this post, so its file can be replaced but not removed. */
  mustKeepMedia: boolean;
  /** Cancels the edit; null for a new post. */
  onCancel: (() => void) | null;
}

/** The form in which members write and edit posts on this device (docs/evidence/spec-clauses.md#s2-create-post). */
export function PostForm({
  onSave,
  isMember,
  current,
  thumbnail,
  itemId,
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
  const media = file.chosen?.file ?? (values.keepsMedia ? current : null);
  const hasFilm = media !== null && isPlayed(media);
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
      const problem = hasFilm ? captioningProblem(whole.values) : undefined;
      if (problem !== undefined) throw new Error(problem);
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
        current={values.keepsMedia && thumbnail}
        onRemoveCurrent={mustKeepMedia ? undefined : () => type({ keepsMedia: false })}
      />
      {isMember && hasFilm && (
        <Suspense>
          <CaptioningFields
            values={values}
            itemId={itemId}
            file={file.chosen?.file ?? null}
            current={current}
            isSending={isSending}
            onChange={type}
            onSend={form.awaitFile}
          />
        </Suspense>
      )}
      <Alert kind="danger" text={failure} />
    </WritingForm>
  );
}
