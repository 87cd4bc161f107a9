import { useEffect, useRef, useState } from "react";
import { reasonOf } from "../../lib/api/api-error.ts";
import { postFiles } from "../../lib/file-rules.ts";
import { type Keeper, type Kept, useKeptForm } from "../../lib/forms/useKeptForm.ts";
import { useSend } from "../../lib/useSend.ts";
import { isSamePost, type PostValues, postProblems, withKeptWords } from "./post-values.ts";

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
  const { send, isSending, failure, reset } = useSend(reasonOf);
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
    element: form.element,
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

/** The form's file; `read` is the number of bytes read so far, undefined once all are read. */
export interface ChosenFile {
  file: File;
  read: number | undefined;
}

/** Accepts one valid file at a time and reads it. */
function useChosenFile(kept: File | null, onRead: (file: File | null) => void) {
  const [chosen, setChosen] = useState<ChosenFile | null>(kept && { file: kept, read: undefined });
  const [problem, setProblem] = useState<string>();
  const inFlight = useRef<AbortController>(undefined);
  const outcome = useRef<Promise<File | null | undefined>>(Promise.resolve(kept));

  useEffect(() => () => inFlight.current?.abort(), []);

  async function read(file: File) {
    const control = new AbortController();
    inFlight.current = control;
    setChosen({ file, read: 0 });
    try {
      const whole = await readWhole(file, {
        signal: control.signal,
        onProgress: (read) => !control.signal.aborted && setChosen({ file, read }),
      });
      if (control.signal.aborted) return undefined;
      setChosen({ file: whole, read: undefined });
      onRead(whole);
      return whole;
    } catch {
      if (control.signal.aborted) return undefined;
      setChosen(null);
      setProblem("This file could not be read. Please choose it again.");
      // A user who submits from here on has seen that the post has no file.
      outcome.current = Promise.resolve(null);
      return undefined;
    }
  }

  function choose(file: File) {
    const refusal = postFiles.problemOf(file);
    setProblem(refusal);
    if (refusal) return;
    inFlight.current?.abort();
    outcome.current = read(file);
  }

  function remove() {
    inFlight.current?.abort();
    setProblem(undefined);
    setChosen(null);
    outcome.current = Promise.resolve(null);
    onRead(null);
  }

  return {
    chosen,
    problem,
    choose,
    remove,
    /** Resolves to the file once it is read. Null: there is none. Undefined: it could not be read to the end. */
    whenRead: () => outcome.current,
  };
}

interface Reading {
  signal: AbortSignal;
  /** From 0 to the file's size. */
  onProgress: (read: number) => void;
}

/** Reads the whole file, so that the stored copy does not depend on the original on disk. */
function readWhole(file: File, { signal, onProgress }: Reading): Promise<File> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    signal.addEventListener("abort", () => reader.abort());
    reader.onprogress = ({ loaded }) => onProgress(loaded);
    reader.onerror = () => reject(reader.error);
    reader.onabort = () => reject(signal.reason);
    reader.onload = () => {
      const { name, type, lastModified } = file;
      resolve(new File([reader.result as ArrayBuffer], name, { type, lastModified }));
    };
    reader.readAsArrayBuffer(file);
  });
}
