import type { Media } from "@cairn/contract";
import { useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { contentFiles } from "../../../lib/file-rules.ts";
import { nothingAttached } from "../../../lib/file-text.ts";
import { type Keeper, type Kept, useKeptForm } from "../../../lib/forms/useKeptForm.ts";
import { newIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { useSendContent } from "../writing.queries.ts";
import { texts } from "../writing-texts.ts";
import { bodyOf, type ContentValues, formProblem, isSame, type Way, withKept } from "./content-values.ts";
import { useUpload } from "./useUpload.ts";

export interface ContentFormOptions {
  /** The item being edited; null for a new one. */
  id: number | null;
  initial: ContentValues;
  kept: Kept | null;
  keeper: Keeper;
  current: Media | null;
  categories: readonly string[];
  /**
   * True for new items and drafts. An item that reviewers saw without a file may stay without one, and cannot become a
   * draft again.
   */
  isUnsent: boolean;
  /** `unattached`: a message that the chosen file was not attached. */
  onSent: (asDraft: boolean, unattached: string | undefined) => void;
}

export interface Problem {
  text: string;
  /** Details, in the server's words. */
  reason?: string | undefined;
}

export function useContentForm(options: ContentFormOptions) {
  const { id, initial, kept, keeper, current, categories, isUnsent, onSent } = options;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refused, setRefused] = useState<string>();
  const [lastWay, setLastWay] = useState<Way>("file");
  const sent = useRef(readSent(kept?.values.sent));
  const form = useKeptForm({
    initial,
    kept,
    keeper,
    restore: (stored) => withKept(initial, stored),
    entryOf: (words, chosen) =>
      chosen === null && isSame(words, initial) ? null : { ...words, sent: sent.current },
  });
  const { values, file } = form;
  const deliver = useSendContent(id);
  const { now, upload, stop, reset } = useUpload();
  const newest = initial.revision;
  const isBehind = newest !== null && values.revision !== null && values.revision < newest;

  const hasFile = file !== null || current !== null || !isUnsent;

  // If a file was chosen before, something is attached.
  const unattached = refused !== undefined && file === null ? nothingAttached(refused) : undefined;

  function type(change: Partial<ContentValues>) {
    form.set({ ...form.read(), ...change });
    reset();
  }

  function take(next: File | null, refusal: string | undefined) {
    setRefused(refusal);
    if (refusal) return setProblem({ text: refusal });
    form.choose(next);
    form.store(next);
    reset();
  }

  const choose = (next: File | null) => take(next, next ? contentFiles.problemOf(next) : undefined);

  function discard() {
    sent.current = null;
    form.discard();
    setRefused(undefined);
    reset();
  }

  async function submit(way: Way) {
    // Newer than the rendered values while a long text is typed.
    const values = form.read();
    const refusal = formProblem({ values, hasFile, categories, way });
    if (refusal)
      return setProblem({ text: refusal, reason: hasFile || way !== "file" ? undefined : unattached });
    setLastWay(way);
    const draft = way === "draft";
    await upload(async (delivery) => {
      const body = bodyOf(values, initial, file, draft);
      const named = namedAgain(sent.current, partsOf(body, file));
      sent.current = named;
      // Save before the first byte is sent: a page that closes from here on must not create a second item after a
      // reload.
      form.store();
      keeper.flush();
      try {
        await deliver(body, { ...delivery, key: named.key, file });
      } catch (error) {
        if (isKeyInUse(error)) sent.current = null;
        if (!delivery.signal.aborted) setProblem({ text: texts.submitFailed, reason: reasonOf(error) });
        throw error;
      }
      keeper.forget();
      onSent(draft, unattached);
    });
  }

  return {
    values,
    undo: form.undo,
    file,
    upload: now,
    restoredAt: form.restoredAt,
    problem,
    /** Why the last chosen file was refused; the dialog says it first. */
    fileRefusal: problem === null ? (unattached ?? refused) : undefined,
    /** Whether the specified button has its file. */
    hasFile,
    /** Which of the buttons was pressed last. */
    lastWay,
    type,
    choose,
    /** Takes a file that was checked already; `refusal`: why it is refused. */
    take,
    discard,
    /** Applies the text to the newest revision; undefined if it already is a change of that. */
    goOn: isBehind ? () => type({ revision: newest }) : undefined,
    submit: (way: Way) => void submit(way),
    retry: () => void submit(lastWay),
    stop,
    closeProblem: () => setProblem(null),
  };
}

/** The key belongs to a different request: a file with the same name and date, but other bytes. */
const isKeyInUse = (error: unknown) => error instanceof ApiError && error.code === "key_in_use";

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : undefined);

/** The last attempt and its idempotency key: sent again unchanged, it is the same item. */
interface Sent {
  key: string;
  parts: string;
}

/**
 * Everything that a call sends. A file restored from the journal is a different object, so it is compared by its
 * properties.
 */
const partsOf = (body: object, file: File | null) =>
  JSON.stringify([body, file && [file.name, file.type, file.size, file.lastModified]]);

const namedAgain = (before: Sent | null, parts: string): Sent =>
  before?.parts === parts ? before : { key: newIdempotencyKey(), parts };

/** Reads the attempt stored with the text; it is checked, since it could be anything. */
function readSent(kept: unknown): Sent | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { key, parts } = kept as Partial<Record<keyof Sent, unknown>>;
  return typeof key === "string" && typeof parts === "string" ? { key, parts } : null;
}
