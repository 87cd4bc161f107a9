import { useRef, useState } from "react";
import { isSamePost, type PostProblem, type PostValues, postProblem, withKeptWords } from "./post-values.ts";
import { useChosenFile } from "./useChosenFile.ts";

/** Where unsent work is kept. */
interface Keeper {
  keep(values: Record<string, unknown> | null): void;
  keepFile(file: File | null): void;
  forget(): void;
}

/** What came back of it. */
interface Kept {
  values: Record<string, unknown>;
  file: File | null;
  keptAt: string;
}

export interface PostFormOptions {
  initial: PostValues;
  kept: Kept | null;
  keeper: Keeper;
  /** Keeps the post; fails with words for its author. */
  onSave: (values: PostValues, file: File | null) => Promise<void>;
}

export function usePostForm({ initial, kept, keeper, onSave }: PostFormOptions) {
  const [values, setValues] = useState(() => withKeptWords(initial, kept?.values ?? {}));
  const [restoredAt, setRestoredAt] = useState(kept?.keptAt ?? null);
  const [problem, setProblem] = useState<PostProblem>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const underway = useRef(false);
  const file = useChosenFile(kept?.file ?? null, keeper.keepFile);

  function type(change: Partial<PostValues>) {
    const next = { ...values, ...change };
    setValues(next);
    setProblem(undefined);
    keeper.keep(isSamePost(next, initial) ? null : { ...next });
  }

  function clear() {
    file.remove();
    keeper.forget();
    setValues(initial);
    setRestoredAt(null);
    setProblem(undefined);
    setFailure(undefined);
  }

  async function submit() {
    const found = postProblem(values);
    setProblem(found);
    // Two quick presses come before the button is disabled.
    if (found || underway.current) return;
    underway.current = true;
    setSaving(true);
    setFailure(undefined);
    try {
      const read = await file.whenRead();
      // The form says so beside the file; without it the post would not be the one that was submitted.
      if (read === undefined) return;
      await onSave(values, read);
      clear();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      underway.current = false;
      setSaving(false);
    }
  }

  return { values, file, restoredAt, problem, failure, isSaving, type, clear, submit: () => void submit() };
}
