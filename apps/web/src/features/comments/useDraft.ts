import { useState } from "react";
import { type Draft, draftKey, keepDraft, readDraft } from "./drafts.ts";

/**
 * What a member typed, kept with every stroke: a reload, another page or a session that ends loses nothing. It shows
 * to its owner alone.
 */
export function useDraft(owner: number | null, place: string) {
  const key = draftKey(owner, place);
  const [held, setHeld] = useState(() => ({ key, draft: readDraft(key) }));

  if (held.key !== key) {
    // The id of whoever is typing can come after their first words.
    const early = held.key === null ? held.draft : null;
    setHeld({ key, draft: readDraft(key) ?? early });
  }

  return {
    draft: held.draft,
    keep: (draft: Draft | null) => {
      keepDraft(key, draft);
      setHeld({ key, draft });
    },
  };
}
