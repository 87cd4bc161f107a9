import { useState } from "react";
import { fromJson, isObject, readTabItem, writeTabItem } from "../storage.ts";
import { useHydrated } from "../store.ts";

/** Whose text it is: a member's, by id (null while unknown), or a visitor's. */
type DraftOwner = number | "visitor" | null;

/**
 * Stores what is typed with every keystroke, so a reload, another page, a login or an ended session loses nothing. Only
 * its owner sees it; a visitor's text goes to the member who logs in next in this tab.
 */
export function useDraft(owner: DraftOwner, place: string) {
  const isHydrated = useHydrated();
  const key = isHydrated ? draftKey(owner, place) : null;
  const visitorKey = draftKey("visitor", place);
  const [held, setHeld] = useState<Held>(() => ({ key, draft: findDraft(key, visitorKey) }));

  if (held.key !== key) {
    // The user's id may become known only after the first keystrokes.
    const early = held.key === null ? held.draft : null;
    setHeld({ key, draft: findDraft(key, visitorKey) ?? early });
  }

  return {
    draft: held.draft,
    keep: (draft: Draft | null) => {
      if (key !== null && key !== visitorKey) keepDraft(visitorKey, null);
      keepDraft(key, draft);
      setHeld({ key, draft });
    },
  };
}

/** A draft that a form elsewhere on the page keeps. */
export const draftOf = (owner: DraftOwner, place: string) => readDraft(draftKey(owner, place));
export const dropDraft = (owner: DraftOwner, place: string) => keepDraft(draftKey(owner, place), null);

interface Held {
  key: string | null;
  draft: Draft | null;
}

/** Text that was not sent, or not confirmed as sent. */
export interface Draft {
  text: string;
  /** What was sent, and under which idempotency key: sent again unchanged, it is the same comment. */
  sent?: { body: string; key: string };
}

/** The session storage key of a draft for one place; null while its owner is not known. */
const draftKey = (owner: DraftOwner, place: string) => (owner === null ? null : `draft.${owner}.${place}`);

const findDraft = (key: string | null, visitorKey: string | null) =>
  readDraft(key) ?? (key === null ? null : readDraft(visitorKey));

function readDraft(key: string | null): Draft | null {
  const kept = key && fromJson(readTabItem(key));
  return isDraft(kept) ? kept : null;
}

const isDraft = (kept: unknown): kept is Draft => isObject(kept) && typeof kept.text === "string";

function keepDraft(key: string | null, draft: Draft | null) {
  if (key !== null) writeTabItem(key, draft && JSON.stringify(draft));
}
