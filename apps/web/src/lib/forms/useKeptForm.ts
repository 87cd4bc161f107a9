import { useState } from "react";
import type { Store } from "../store.ts";
import { undoNotes } from "./undo-notes.ts";
import { type FormOptions, useForm } from "./useForm.ts";

/** Values that cost too much to collect for every key press: asked for when the others are written. */
export type LateValues = () => Record<string, unknown>;

/** The form's file, and the picture that stands for it. */
export type KeptFile = "file" | "poster";

/** Stores unsent work on the device. */
export interface Keeper {
  /** Null: the form is unchanged, so there is nothing to store. */
  keep(values: Record<string, unknown> | null, late?: LateValues): void;
  keepFile(file: File | null, which?: KeptFile): void;
  /** Writes pending changes before it returns. */
  flush(): void;
  forget(): void;
  /** When the unsent work was last stored, as ISO 8601; null: it is not. */
  savedAt: Store<string | null>;
}

/** The restored work. */
export interface Kept {
  values: Record<string, unknown>;
  file: File | null;
  poster: File | null;
  /** ISO 8601. */
  keptAt: string;
}

interface KeptFormOptions<Values, More extends string> extends Pick<FormOptions<Values, More>, "check"> {
  initial: Values;
  kept: Kept | null;
  keeper: Keeper;
  /** Reads the stored values; each is checked, since it could be anything. */
  restore: (stored: Record<string, unknown>) => Values;
  /** What to store; null if the form is unchanged. */
  entryOf: (values: Values, file: File | null) => Record<string, unknown> | null;
}

/** A form whose unsent work survives a reload. */
export function useKeptForm<Values extends object, More extends string = never>({
  initial,
  kept,
  keeper,
  restore,
  entryOf,
  check,
}: KeptFormOptions<Values, More>) {
  const form = useForm<Values, More>({
    initial: () => restore(kept?.values ?? {}),
    check,
    onValues: (values) => keep(values, file),
  });
  const [file, setFile] = useState(kept?.file ?? null);
  const [restoredAt, setRestoredAt] = useState(kept?.keptAt ?? null);
  const [undo] = useState(() => undoNotes(kept?.values.undo));

  const keep = (values: Values, beside: File | null) =>
    keeper.keep(entryOf(values, beside), () => ({ undo: undo.take() }));

  return {
    ...form,
    file,
    /** When the restored work was stored; null if there is none. */
    restoredAt,
    savedAt: keeper.savedAt,
    choose(next: File | null) {
      setFile(next);
      keeper.keepFile(next);
    },
    /** Stores the values again, since what goes with them has changed. */
    store: (beside: File | null = file) => keep(form.read(), beside),
    /** The steps of undo of the form's long text; they are stored with the values. */
    undo,
    discard() {
      form.reset(initial);
      keeper.forget();
      setFile(null);
      setRestoredAt(null);
    },
  };
}
