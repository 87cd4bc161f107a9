import { messages } from "@cairn/contract";
import { RestoredLine } from "../../features/drafts/RestoredLine.tsx";
import { useJournal, useJournalEntry } from "../../features/drafts/useJournal.ts";
import { ContentForm } from "../../features/writing/form/ContentForm.tsx";
import type { ContentFormOptions } from "../../features/writing/form/useContentForm.ts";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useWriter } from "./useWriter.ts";

interface KeptContentFormProps extends Omit<ContentFormOptions, "kept" | "keeper"> {
  /** Its name in the journal. */
  form: string;
}

/** The writers' form with a memory: what its owner typed and did not send comes back. */
export function KeptContentForm({ form, ...rest }: KeptContentFormProps) {
  const { id: owner, isUnknown } = useWriter();
  const entry = useJournalEntry(owner, form);
  const journal = useJournal(owner, form);
  const isReading = isUnknown || entry === undefined;
  const signShown = useDelayedFlag(isReading);
  if (isReading) return signShown ? <LoadingLine text={messages.loading} /> : null;
  return (
    <ContentForm
      key={`${owner} ${form}`}
      {...rest}
      kept={entry}
      keeper={journal}
      restored={(line) => <RestoredLine {...line} />}
    />
  );
}
