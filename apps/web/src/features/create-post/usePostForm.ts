import { type Keeper, type Kept, useKeptForm } from "../../lib/forms/useKeptForm.ts";
import { useSend } from "../../lib/useSend.ts";
import { isSamePost, type PostValues, postProblems, withKeptWords } from "./post-values.ts";
import { useChosenFile } from "./useChosenFile.ts";

export interface PostFormOptions {
  initial: PostValues;
  kept: Kept | null;
  keeper: Keeper;
  /** Saves the post; rejects with a message for its author. `refused`: why the chosen file was not attached. */
  onSave: (values: PostValues, file: File | null, refused: string | undefined) => Promise<void>;
}

export function usePostForm({ initial, kept, keeper, onSave }: PostFormOptions) {
  const form = useKeptForm({
    initial,
    kept,
    keeper,
    check: postProblems,
    restore: (stored) => withKeptWords(initial, stored),
    entryOf: (words) => (isSamePost(words, initial) ? null : { ...words }),
  });
  const { values, problems, setProblems } = form;
  const { send, isSending, failure, reset } = useSend(explain);
  const file = useChosenFile(form.file, form.choose);

  function type(change: Partial<PostValues>) {
    form.set({ ...form.read(), ...change });
    setProblems({});
  }

  function clear() {
    file.remove();
    form.discard();
    reset();
  }

  const submit = form.submit(() =>
    send(async () => {
      // Newer than the rendered values while a long text is typed.
      const now = form.read();
      const read = await file.whenRead();
      // The form shows the error next to the file; without the file it would not be the post that was submitted.
      if (read === undefined) return;
      await onSave(now, read, read === null ? file.problem : undefined);
      clear();
    }),
  );

  return {
    ref: form.ref,
    focusFirst: form.focusFirst,
    values,
    undo: form.undo,
    file,
    restoredAt: form.restoredAt,
    problems,
    failure,
    isSaving: isSending,
    type,
    clear,
    submit,
  };
}

const explain = (error: unknown) => (error instanceof Error ? error.message : String(error));
