import { useState } from "react";

/**
 * Stores what a member types with every keystroke, so a reload, another page or an ended session loses nothing. Only
 * its owner sees it.
 */
export function useDraft(owner: number | null, place: string) {
  const key = draftKey(owner, place);
  const [held, setHeld] = useState(() => ({ key, draft: readDraft(key) }));

  if (held.key !== key) {
    // The user's id may become known only after the first keystrokes.
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

/** Text that was not sent, or not confirmed as sent. */
export interface Draft {
  text: string;
  /** What was sent, and under which idempotency key: sent again unchanged, it is the same comment. */
  sent?: { body: string; key: string };
}

/** The session storage key of a member's draft for one place; null while the member is not known. */
const draftKey = (owner: number | null, place: string) => (owner === null ? null : `draft.${owner}.${place}`);

function readDraft(key: string | null): Draft | null {
  try {
    const kept: unknown = JSON.parse((key && window.sessionStorage.getItem(key)) || "null");
    return isDraft(kept) ? kept : null;
  } catch {
    // Storage is disabled or its content is damaged: there is nothing to restore.
    return null;
  }
}

const isDraft = (kept: unknown): kept is Draft =>
  typeof kept === "object" && kept !== null && "text" in kept && typeof kept.text === "string";

function keepDraft(key: string | null, draft: Draft | null) {
  if (key === null) return;
  try {
    if (draft === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is disabled or full: the text lives only as long as the page.
  }
}
