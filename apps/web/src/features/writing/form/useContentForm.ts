import type { Media } from "@cairn/contract";
import { useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useSendContent } from "../writing.queries.ts";
import { texts } from "../writing-texts.ts";
import { fileProblem } from "./content-file.ts";
import { bodyOf, type ContentValues, formProblem, isSame, withKept } from "./content-values.ts";
import type { Problem } from "./ErrorDialog.tsx";
import { useSending } from "./useSending.ts";

/** Where unsent work is kept. */
export interface Keeper {
  keep(values: Record<string, unknown> | null): void;
  keepFile(file: File | null): void;
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
  const deliver = useSendContent(id);
  const { sending, send, stop, reset } = useSending();

  function type(change: Partial<ContentValues>) {
    const next = { ...values, ...change };
    setValues(next);
    keeper.keep(isSame(next, initial) ? null : { ...next });
    reset();
  }

  function choose(next: File | null) {
    const refusal = next && fileProblem(next);
    if (refusal) return setProblem({ text: refusal });
    setFile(next);
    keeper.keepFile(next);
    reset();
  }

  function discard() {
    keeper.forget();
    setValues(initial);
    setFile(null);
    setRestoredAt(null);
    reset();
  }

  const newest = initial.revision;
  const isBehind = newest !== null && values.revision !== null && values.revision < newest;

  async function submit(draft: boolean) {
    const hasFile = file !== null || current !== null || !isUnsent;
    const refusal = formProblem({ values, hasFile, categories, draft });
    if (refusal) return setProblem({ text: refusal });
    setWasDraft(draft);
    const parts = [...Object.values(values), file, draft];
    const arrived = await send(parts, async (delivery) => {
      try {
        await deliver(bodyOf(values, file, draft), { ...delivery, file });
      } catch (error) {
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

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : undefined);
