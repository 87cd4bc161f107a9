import type { Media } from "@cairn/contract";
import type { RevisionWords } from "../../admin-model.ts";

export interface ChangedFact {
  name: string;
  /** Empty: there was, or is, none. */
  before: string;
  after: string;
}

/** What changed beside the text. */
export function changedFacts(old: RevisionWords, now: RevisionWords): ChangedFact[] {
  const facts: ChangedFact[] = [
    { name: "Title", before: old.title, after: now.title },
    { name: "Category", before: old.category, after: now.category },
    { name: "Type", before: old.type, after: now.type },
    { name: "File", before: fileOf(old.media), after: fileOf(now.media) },
    { name: "Still", before: nameOf(old.media?.poster_url), after: nameOf(now.media?.poster_url) },
    { name: "What the file shows", before: old.media?.alt ?? "", after: now.media?.alt ?? "" },
  ];
  return facts.filter(({ before, after }) => before !== after);
}

const fileOf = (media: Media | null) => (media ? `${nameOf(media.url)} (${media.type})` : "");

/** Files are named by their content; the rest of a private address changes with every answer. */
const nameOf = (url: string | null | undefined) => url?.replace(/[?#].*$/, "").replace(/^.*\//, "") ?? "";
