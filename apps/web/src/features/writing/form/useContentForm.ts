import type { Media } from "@cairn/contract";
import { useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useSendContent } from "../writing.queries.ts";
import { texts } from "../writing-texts.ts";
import { fileProblem } from "./content-file.ts";
import { bodyOf, type ContentValues, formProblem, isSame, withKept } from "./content-values.ts";
import type { Problem } from "./ErrorDialog.tsx";
import { namedAgain, partsOf, readSent } from "./sent.ts";
import { useSending } from "./useSending.ts";

/** Where unsent work is kept. */
export interface Keeper {
  keep(values: Record<string, unknown> | null): void;
  keepFile(file: File | null): void;
  /** What is to be kept is on the device when this is over. */
  flush(): void;
  forget(): void;
}

/** What came back of it. */
export interface Kept {
  values: Record<string, unknown>;
  file: File | null;
  keptAt: string;
}

export interface ContentFormOptions {
  /** The item that is written on; null for a new one. */
  id: number | null;
  initial: ContentValues;
  kept: Kept | null;
  keeper: Keeper;
  current: Media | null;
  categories: readonly string[];
  /** New items and drafts. What reviewers have seen without a file may stay without one, and can't be a draft again. */
  isUnsent: boolean;
  onSent: (asDraft: boolean) => void;
}

export function useContentForm(options: ContentFormOptions) {
  const { id, initial, kept, keeper, current, categories, isUnsent, onSent } = options;
  const [values, setValues] = useState(() => withKept(initial, kept?.values ?? {}));
  const [file, setFile] = useState(kept?.file ?? null);
  const [restoredAt, setRestoredAt] = useState(kept?.keptAt ?? null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [wasDraft, setWasDraft] = useState(false);
  const sent = useRef(readSent(kept?.values.sent));
  const deliver = useSendContent(id);
  const { sending, send, stop, reset } = useSending();
  const newest = initial.revision;
  const isBehind = newest !== null && values.revision !== null && values.revision < newest;

  function keep(words: ContentValues, chosen: File | null) {
    const isUntouched = chosen === null && isSame(words, initial);
    keeper.keep(isUntouched ? null : { ...words, sent: sent.current });
  }

  function type(change: Partial<ContentValues>) {
    const next = { ...values, ...change };
    setValues(next);
    keep(next, file);
    reset();
  }

  function choose(next: File | null) {
    const refusal = next && fileProblem(next);
    if (refusal) return setProblem({ text: refusal });
    setFile(next);
    keeper.keepFile(next);
    keep(values, next);
    reset();
  }

  function discard() {
    keeper.forget();
    sent.current = null;
    setValues(initial);
    setFile(null);
    setRestoredAt(null);
    reset();
  }

  async function submit(draft: boolean) {
    const hasFile = file !== null || current !== null || !isUnsent;
    const refusal = formProblem({ values, hasFile, categories, draft });
    if (refusal) return setProblem({ text: refusal });
    setWasDraft(draft);
    const arrived = await send(async (delivery) => {
      const body = bodyOf(values, file, draft);
      const named = namedAgain(sent.current, partsOf(body, file));
      sent.current = named;
      // Before the first byte: a page that dies from here on must not make another item when it is back.
      keep(values, file);
      keeper.flush();
      try {
        await deliver(body, { ...delivery, key: named.key, file });
      } catch (error) {
        if (isKeyInUse(error)) sent.current = null;
        if (!delivery.signal.aborted) setProblem({ text: texts.submitFailed, reason: reasonOf(error) });
        throw error;
      }
    });
    if (!arrived) return;
    keeper.forget();
    onSent(draft);
  }

  return {
    values,
    file,
    sending,
    restoredAt,
    problem,
    /** Which of the two buttons was pressed last. */
    wasDraft,
    type,
    choose,
    discard,
    /** Takes the words over to the newest revision; undefined where they are a change of it. */
    goOn: isBehind ? () => type({ revision: newest }) : undefined,
    submit: (draft: boolean) => void submit(draft),
    retry: () => void submit(wasDraft),
    stop,
    closeProblem: () => setProblem(null),
  };
}

/** It stands for something else to the server: a file with the same name and date, but other bytes. */
const isKeyInUse = (error: unknown) => error instanceof ApiError && error.code === "key_in_use";

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : undefined);
