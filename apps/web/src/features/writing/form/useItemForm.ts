import { useRef } from "react";
import type { FileRule } from "../../../lib/file-rules.ts";
import { useChosenFile } from "../../../lib/forms/useChosenFile.ts";
import type { Problems } from "../../../lib/forms/useForm.ts";
import { type Keeper, type Kept, useKeptForm } from "../../../lib/forms/useKeptForm.ts";
import { type ItemValues, isSame, withKept } from "./item-values.ts";

/** A writing form with its journal. */
export interface ItemFormOptions {
  initial: ItemValues;
  kept: Kept | null;
  keeper: Keeper;
}

interface Rules {
  /** Of its file. */
  files: FileRule;
  check?: (values: ItemValues) => Problems<ItemValues>;
  /** What the journal stores besides the values. */
  beside?: () => Record<string, unknown>;
  /** Called with each file that is attached, and with null once it is removed, before the journal stores that. */
  onFile?: (file: File | null) => void;
}

/** The values and the file of a writing form; what was typed and chosen outlives the page. */
export function useItemForm({ initial, kept, keeper }: ItemFormOptions, rules: Rules) {
  const { files, check, beside, onFile } = rules;
  const form = useKeptForm<ItemValues>({
    initial,
    kept,
    keeper,
    check,
    restore: (stored) => withKept(initial, stored),
    entryOf: (values, file) =>
      file === null && isSame(values, initial) ? null : { ...values, ...beside?.() },
  });
  const file = useChosenFile(form.file, files, (read) => {
    onFile?.(read);
    form.choose(read);
    form.store(read);
  });

  const arriving = useRef(new Set<Promise<boolean>>());

  return {
    ...form,
    file,
    /** Tells of a cover or captions that are being sent; it resolves to whether they arrived. */
    awaitFile(sent: Promise<boolean>) {
      arriving.current.add(sent);
      void sent.then(() => arriving.current.delete(sent));
    },
    /** Values and file as they are sent, with what is on its way; null: the form says what is missing. */
    async whole() {
      const isLost = (await Promise.all(arriving.current)).includes(false);
      const read = await file.whenRead();
      // Newer than the rendered values while a long text is typed.
      return read === undefined || isLost ? null : { values: form.read(), file: read };
    },
    type(change: Partial<ItemValues>) {
      form.set({ ...form.read(), ...change });
      form.setProblems({});
    },
    discard() {
      arriving.current.clear();
      file.remove();
      form.discard();
    },
  };
}

export type ItemForm = ReturnType<typeof useItemForm>;
