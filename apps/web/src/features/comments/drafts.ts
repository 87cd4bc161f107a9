/** Words that were not sent, or whose sending was not confirmed. */
export interface Draft {
  text: string;
  /** What was sent of it, and under which key: sent again unchanged, it is the same comment. */
  sent?: { body: string; key: string };
}

/** Where one member's draft for one place lies in this tab; null while it is not known who they are. */
export const draftKey = (owner: number | null, place: string) =>
  owner === null ? null : `draft.${owner}.${place}`;

export function readDraft(key: string | null): Draft | null {
  try {
    const kept: unknown = JSON.parse((key && window.sessionStorage.getItem(key)) || "null");
    return isDraft(kept) ? kept : null;
  } catch {
    // Switched off or spoilt: there is nothing to go on with.
    return null;
  }
}

const isDraft = (kept: unknown): kept is Draft =>
  typeof kept === "object" && kept !== null && "text" in kept && typeof kept.text === "string";

export function keepDraft(key: string | null, draft: Draft | null) {
  if (key === null) return;
  try {
    if (draft === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Switched off or full: the words live as long as the page.
  }
}
