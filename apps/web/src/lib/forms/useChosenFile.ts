import { useEffect, useRef, useState } from "react";
import { type FileRule, isSentInPieces, withType } from "../file-rules.ts";

/** A form's file. */
export interface ChosenFile {
  file: File;
  /** The number of bytes read so far; undefined once all are read. */
  read: number | undefined;
}

/**
 * The one file of a form. It is read when it is chosen, so that what is stored and sent does not depend on the original
 * on disk; one that is sent in pieces is too large for that. `kept`: restored from the journal. `onRead` gets each file
 * that was read, null when it is removed.
 */
export function useChosenFile(kept: File | null, rule: FileRule, onRead: (file: File | null) => void) {
  const [chosen, setChosen] = useState<ChosenFile | null>(kept && { file: kept, read: undefined });
  const [problem, setProblem] = useState<string>();
  const inFlight = useRef<AbortController>(undefined);
  const outcome = useRef<Promise<File | null | undefined>>(Promise.resolve(kept));

  useEffect(() => () => inFlight.current?.abort(), []);

  function attach(file: File) {
    setChosen({ file, read: undefined });
    onRead(file);
    return file;
  }

  async function read(file: File) {
    const control = new AbortController();
    inFlight.current = control;
    setChosen({ file, read: 0 });
    try {
      const whole = await readWhole(file, {
        signal: control.signal,
        onProgress: (read) => !control.signal.aborted && setChosen({ file, read }),
      });
      return control.signal.aborted ? undefined : attach(whole);
    } catch {
      if (control.signal.aborted) return undefined;
      setChosen(null);
      setProblem("This file could not be read. Please choose it again.");
      // A user who submits from here on has seen that the post has no file.
      outcome.current = Promise.resolve(null);
      return undefined;
    }
  }

  /** A refused file leaves the one before. Returns the refusal. */
  function choose(given: File, by = rule): string | undefined {
    const file = withType(given);
    const refusal = by.problemOf(file);
    setProblem(refusal);
    if (refusal === undefined) {
      inFlight.current?.abort();
      outcome.current = isSentInPieces(file) ? Promise.resolve(attach(file)) : read(file);
    }
    return refusal;
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
    /** Why the file that was chosen last is not attached. */
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
