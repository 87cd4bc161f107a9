import { useState } from "react";
import { type FormOptions, useForm } from "./useForm.ts";

/** Stores unsent work on the device. */
export interface Keeper {
  /** Null: the form is unchanged, so there is nothing to store. */
  keep(values: Record<string, unknown> | null): void;
  keepFile(file: File | null): void;
  /** Writes pending changes before it returns. */
  flush(): void;
  forget(): void;
}

/** The restored work. */
export interface Kept {
  values: Record<string, unknown>;
  file: File | null;
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
    onValues: (values) => keeper.keep(entryOf(values, file)),
  });
  const [file, setFile] = useState(kept?.file ?? null);
  const [restoredAt, setRestoredAt] = useState(kept?.keptAt ?? null);

  return {
    ...form,
    file,
    /** When the restored work was stored; null if there is none. */
    restoredAt,
    choose(next: File | null) {
      setFile(next);
      keeper.keepFile(next);
    },
    /** Stores the values again, since what goes with them has changed. */
    store(beside: File | null = file) {
      keeper.keep(entryOf(form.read(), beside));
    },
    discard() {
      form.reset(initial);
      keeper.forget();
      setFile(null);
      setRestoredAt(null);
    },
  };
}
