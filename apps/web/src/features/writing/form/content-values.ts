import { type ContentDraft, messages, type NewestRevision } from "@cairn/contract";
import { texts } from "../writing-texts.ts";
import { contentTypeOf, isPicture } from "./content-file.ts";

/** What the form's fields hold. */
export interface ContentValues {
  title: string;
  category: string;
  description: string;
  /** What a picture shows. */
  alt: string;
  /** The revision that is written on; null for a new item. */
  revision: number | null;
}

export const blankValues: ContentValues = {
  title: "",
  category: "",
  description: "",
  alt: "",
  revision: null,
};

export const valuesOf = (item: NewestRevision): ContentValues => ({
  title: item.title,
  category: item.category_name,
  description: item.body,
  alt: item.media?.alt ?? "",
  revision: item.revision,
});

/** Kept words laid over what the form would hold without them; anything may stand in them. */
export function withKept(values: ContentValues, kept: Record<string, unknown>): ContentValues {
  const text = (name: "title" | "category" | "description" | "alt") => {
    const value = kept[name];
    return typeof value === "string" ? value : values[name];
  };
  const { revision } = kept;
  return {
    title: text("title"),
    category: text("category"),
    description: text("description"),
    alt: text("alt"),
    // Words that were written on an older revision must not pass for a change of the newest.
    revision: values.revision !== null && Number.isSafeInteger(revision) ? Number(revision) : values.revision,
  };
}

export const isSame = (one: ContentValues, other: ContentValues) =>
  (Object.keys(one) as (keyof ContentValues)[]).every((name) => one[name] === other[name]);

interface Checked {
  values: ContentValues;
  /** False where the file that the form demands is missing. */
  hasFile: boolean;
  categories: readonly string[];
  draft: boolean;
}

/** Why the form can't be sent, if it can't (spec section 5). A draft needs no file (D27). */
export function formProblem({ values, hasFile, categories, draft }: Checked): string | undefined {
  const isFilled = [values.title, values.category, values.description].every((text) => text.trim() !== "");
  if (draft && !isFilled) return "A draft needs a title, a category and a description.";
  if (!isFilled || (!draft && !hasFile)) return texts.fieldsMissing;
  return categories.includes(values.category) ? undefined : messages.invalidCategory;
}

/** The call's fields (spec section 3): the description is the body. */
export const bodyOf = (values: ContentValues, file: File | null, draft: boolean) =>
  ({
    title: values.title.trim(),
    body: values.description,
    content_type: file ? contentTypeOf(file) : undefined,
    category: values.category,
    alt: !file || isPicture(file) ? values.alt.trim() || undefined : undefined,
    draft,
    revision: values.revision ?? undefined,
  }) satisfies ContentDraft & { revision?: number };
