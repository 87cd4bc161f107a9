import { isBlank, limits } from "@cairn/contract";
import type { Problems } from "../../../lib/forms/useForm.ts";
import { blankItem, type ItemValues } from "./item-values.ts";

/**
 * What another application shared with the installed site, as the manifest's `share_target` names it; null without any.
 * The words stay within what a field takes.
 */
export function sharedPost(query: URLSearchParams): ItemValues | null {
  const [title, text, url] = ["title", "text", "url"].map((name) => query.get(name)?.trim() ?? "");
  if (!title && !text && !url) return null;
  // Many applications put the address into the text.
  const link = url && !text?.includes(url) ? url : "";
  return {
    ...blankItem,
    title: [...(title ?? "")].slice(0, limits.titleLength).join(""),
    description: [text, link].filter(Boolean).join("\n\n").slice(0, 20_000),
  };
}

/** Texts that the spec fixes (docs/evidence/spec-clauses.md#s5-create-post). */
const categoryMissing = "Please select a category.";
const wordsMissing = "Title and description are required.";

/** Why a post cannot be saved: the first reason only. White space counts as empty. `categories`: the names to choose from. */
export function postProblems(
  { title, category, description }: ItemValues,
  categories: readonly string[],
): Problems<ItemValues> {
  if (!categories.includes(category)) return { category: categoryMissing };
  if (isBlank(title)) return { title: wordsMissing };
  return isBlank(description) ? { description: wordsMissing } : {};
}

/** Whether every field is set; only then can the form be submitted. */
export const isSet = ({ title, category, description }: ItemValues) =>
  title !== "" && category !== "" && description !== "";
