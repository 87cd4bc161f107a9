import { useEffect, useMemo, useState } from "react";
import type { Keeper, LateValues } from "../../lib/forms/useKeptForm.ts";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { Alert } from "../../ui/Alert.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import {
  forgetJournal,
  forgetWords,
  type JournalEntry,
  type JournalPlace,
  readJournal,
  writeFile,
  writeWords,
} from "./journal.ts";
import * as css from "./restored-line.module.css";

/** In milliseconds: keystrokes closer together than this are written together. */
const pause = 250;

/** The journal entry of a form: undefined until it is read, null if there is none or no owner. */
export function useJournalEntry(owner: number | null, form: string): JournalEntry | null | undefined {
  const [read, setRead] = useState<{ owner: number; form: string; entry: JournalEntry | null }>();

  useEffect(() => {
    if (owner === null) return;
    let isCurrent = true;
    void readJournal({ owner, form }).then((entry) => {
      if (isCurrent) setRead({ owner, form, entry: entry ?? null });
    });
    return () => {
      isCurrent = false;
    };
  }, [owner, form]);

  if (owner === null) return null;
  return read?.owner === owner && read.form === form ? read.entry : undefined;
}

/** Stores a form's text as it is typed: shortly after the last keystroke, and immediately when the page is left. */
export function useJournal(owner: number | null, form: string) {
  const writer = useMemo(() => (owner === null ? silent : createWriter({ owner, form })), [owner, form]);

  useEffect(() => {
    window.addEventListener("pagehide", writer.flush);
    document.addEventListener("visibilitychange", writer.flush);
    return () => {
      window.removeEventListener("pagehide", writer.flush);
      document.removeEventListener("visibilitychange", writer.flush);
      writer.flush();
    };
  }, [writer]);

  return writer;
}

const silent: Keeper = { keep() {}, keepFile() {}, forget() {}, flush() {} };

function createWriter(place: JournalPlace) {
  let waiting: { values: Record<string, unknown> | null; late: LateValues | undefined } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    clearTimeout(timer);
    if (waiting === undefined) return;
    const { values, late } = waiting;
    waiting = undefined;
    void (values === null ? forgetWords(place) : writeWords(place, { ...values, ...late?.() }));
  }

  return {
    flush,
    keep(values: Record<string, unknown> | null, late?: LateValues) {
      waiting = { values, late };
      clearTimeout(timer);
      timer = setTimeout(flush, pause);
    },
    keepFile(file: File | null) {
      void writeFile(place, file);
    },
    forget() {
      clearTimeout(timer);
      waiting = undefined;
      void forgetJournal(place);
    },
  } satisfies Keeper;
}

interface RestoredLineProps {
  keptAt: string;
  /** The restored work is being sent, so it cannot be discarded. */
  disabled?: boolean;
  onDiscard: () => void;
  /** For work on an outdated revision: turns it into a change of the newest one. */
  onGoOn?: () => void;
}

/** Says that the form was restored with text typed earlier. */
export function RestoredLine({ keptAt, disabled, onDiscard, onGoOn }: RestoredLineProps) {
  return (
    <Alert kind="info">
      <p className={`${layoutCss.cluster} ${css.root}`}>
        <span>
          Your unsent work is back. You last changed it <TimeAgo instant={keptAt} />.
          {onGoOn && " This post has changed since then."}
        </span>
        {onGoOn && (
          <button
            type="button"
            className={`${layoutCss.link} ${css.action}`}
            disabled={disabled}
            onClick={onGoOn}
          >
            Use the newest revision instead
          </button>
        )}
        <button
          type="button"
          className={`${layoutCss.link} ${css.action}`}
          disabled={disabled}
          onClick={onDiscard}
        >
          Discard
        </button>
      </p>
    </Alert>
  );
}
