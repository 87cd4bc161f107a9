import { useEffect, useRef, useState } from "react";
import { fileProblem } from "./post-values.ts";
import { readWhole } from "./read-file.ts";

/** The file of the form; `read` tells how many of its bytes are in, undefined once all are. */
export interface ChosenFile {
  file: File;
  read: number | undefined;
}

/** Takes one file at a time, if it may be taken, and reads it. */
export function useChosenFile(kept: File | null, onRead: (file: File | null) => void) {
  const [chosen, setChosen] = useState<ChosenFile | null>(kept && { file: kept, read: undefined });
  const [problem, setProblem] = useState<string>();
  const underway = useRef<AbortController>(undefined);
  const outcome = useRef<Promise<File | null | undefined>>(Promise.resolve(kept));

  useEffect(() => () => underway.current?.abort(), []);

  async function read(file: File) {
    const control = new AbortController();
    underway.current = control;
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
      // Whoever submits from now on has read that the post has no file.
      outcome.current = Promise.resolve(null);
      return undefined;
    }
  }

  function choose(file: File) {
    const refusal = fileProblem(file);
    setProblem(refusal);
    if (refusal) return;
    underway.current?.abort();
    outcome.current = read(file);
  }

  function remove() {
    underway.current?.abort();
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
    /** The file as soon as it is read. Null: there is none. Undefined: it could not be read to its end. */
    whenRead: () => outcome.current,
  };
}
