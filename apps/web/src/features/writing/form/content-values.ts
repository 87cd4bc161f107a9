import { type ContentDraft, limits, messages, type NewestRevision, uploadTypes } from "@cairn/contract";
import { texts } from "../writing-texts.ts";

/** The values of the form's fields. */
export interface ContentValues {
  title: string;
  category: string;
  description: string;
  /** A description of the picture. */
  alt: string;
  /** The revision being edited; null for a new item. */
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

/**
 * Restores journalled text over the form's initial values; each stored value is checked, since it could be anything.
 */
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
    // Text written for an older revision must not pass as a change of the newest.
    revision: values.revision !== null && Number.isSafeInteger(revision) ? Number(revision) : values.revision,
  };
}

export const isSame = (one: ContentValues, other: ContentValues) =>
  (Object.keys(one) as (keyof ContentValues)[]).every((name) => one[name] === other[name]);

interface Checked {
  values: ContentValues;
  /** False if the form requires a file and none is chosen. */
  hasFile: boolean;
  categories: readonly string[];
  draft: boolean;
}

/**
 * Why the form cannot be sent; undefined if it can (docs/rules.md#s5-writer-file). A draft needs no file
 * (docs/rules.md#d27).
 */
export function formProblem({ values, hasFile, categories, draft }: Checked): string | undefined {
  const isFilled = [values.title, values.category, values.description].every((text) => text.trim() !== "");
  if (draft && !isFilled) return "A draft needs a title, a category and a description.";
  if (!isFilled || (!draft && !hasFile)) return texts.fieldsMissing;
  return categories.includes(values.category) ? undefined : messages.invalidCategory;
}

/** The call's fields (docs/rules.md#s3-submission): the description is the body. */
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

export const acceptedTypes = uploadTypes.join(",");

const isAccepted = (type: string) => uploadTypes.some((accepted) => accepted === type);

/** Why a file is refused; undefined if it is accepted (docs/rules.md#s5-writer-file). */
export function fileProblem({ type, size }: Pick<File, "type" | "size">): string | undefined {
  if (!isAccepted(type)) return messages.fileTypeRefused;
  return size > limits.uploadBytes ? messages.fileTooLarge : undefined;
}

/** Images and PDFs make an article, an MP4 a video (docs/rules.md#s5-writer-file). */
const contentTypeOf = ({ type }: Pick<File, "type">) => (type === "video/mp4" ? "video" : "article");

export const isPicture = ({ type }: { type: string }) => type.startsWith("image/");
