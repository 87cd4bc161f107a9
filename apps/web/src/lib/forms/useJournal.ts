import { useEffect, useMemo, useState } from "react";
import { createStore } from "../store.ts";
import {
  forgetJournal,
  forgetWords,
  type JournalPlace,
  readJournal,
  writeFile,
  writeWords,
} from "./journal.ts";
import type { Keeper, Kept, KeptFile, LateValues } from "./useKeptForm.ts";

/** In milliseconds: keystrokes closer together than this are written together. */
const pause = 250;

/**
 * The journal of a form: what its owner typed before and did not send, and what stores the text as it is typed, shortly
 * after the last keystroke and at once when the page is left.
 */
export function useJournal(owner: number | null, form: string) {
  return { kept: useKept(owner, form), keeper: useKeeper(owner, form) };
}

/** Undefined until it is read; null if there is none, or no owner. */
function useKept(owner: number | null, form: string): Kept | null | undefined {
  const [read, setRead] = useState<{ owner: number; form: string; kept: Kept | null }>();

  useEffect(() => {
    if (owner === null) return;
    let isCurrent = true;
    void readJournal({ owner, form }).then((kept) => {
      if (isCurrent) setRead({ owner, form, kept: kept ?? null });
    });
    return () => {
      isCurrent = false;
    };
  }, [owner, form]);

  if (owner === null) return null;
  return read?.owner === owner && read.form === form ? read.kept : undefined;
}

function useKeeper(owner: number | null, form: string): Keeper {
  const keeper = useMemo(() => (owner === null ? silent : createKeeper({ owner, form })), [owner, form]);

  useEffect(() => {
    window.addEventListener("pagehide", keeper.flush);
    document.addEventListener("visibilitychange", keeper.flush);
    return () => {
      window.removeEventListener("pagehide", keeper.flush);
      document.removeEventListener("visibilitychange", keeper.flush);
      keeper.flush();
    };
  }, [keeper]);

  return keeper;
}

const silent: Keeper = { keep() {}, keepFile() {}, forget() {}, flush() {}, savedAt: createStore(null) };

function createKeeper(place: JournalPlace): Keeper {
  const savedAt = createStore<string | null>(null);
  let waiting: { values: Record<string, unknown> | null; late: LateValues | undefined } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    clearTimeout(timer);
    if (waiting === undefined) return;
    const { values, late } = waiting;
    waiting = undefined;
    if (values !== null) void writeWords(place, { ...values, ...late?.() }).then(savedAt.set);
    else {
      savedAt.set(null);
      void forgetWords(place);
    }
  }

  return {
    flush,
    savedAt,
    keep(values: Record<string, unknown> | null, late?: LateValues) {
      waiting = { values, late };
      clearTimeout(timer);
      timer = setTimeout(flush, pause);
    },
    keepFile(file: File | null, which?: KeptFile) {
      void writeFile(place, file, which);
    },
    forget() {
      clearTimeout(timer);
      waiting = undefined;
      savedAt.set(null);
      void forgetJournal(place);
    },
  };
}
