import {
  type ContentDraft,
  isBlank,
  messages,
  type NewestRevision,
  readLanguage,
  trimmed,
} from "@cairn/contract";
import { labelGap } from "../../../lib/labels.ts";
import { texts } from "../writing-texts.ts";

/** The values of the form's fields. */
export interface ContentValues {
  title: string;
  category: string;
  description: string;
  /** A description of the picture. */
  alt: string;
  /** What it applies to, in one text with `labelGap` between the labels. */
  appliesTo: string;
  /** The id of its series; empty: none. */
  series: string;
  /** The code of the language that its author named; empty: detected. */
  language: string;
  /** The revision being edited; null for a new item. */
  revision: number | null;
}

export const blankValues: ContentValues = {
  title: "",
  category: "",
  description: "",
  alt: "",
  appliesTo: "",
  series: "",
  language: "",
  revision: null,
};

export const valuesOf = (item: NewestRevision): ContentValues => ({
  title: item.title,
  category: item.category_name,
  description: item.body,
  alt: item.media?.alt ?? "",
  appliesTo: item.applies_to.join(labelGap),
  series: item.series ? String(item.series.id) : "",
  language: item.language_given ? item.language : "",
  revision: item.revision,
});

/**
 * Restores journalled text over the form's initial values; each stored value is checked, since it could be anything.
 */
export function withKept(values: ContentValues, kept: Record<string, unknown>): ContentValues {
  const text = (name: "title" | "category" | "description" | "alt" | "appliesTo" | "series" | "language") => {
    const value = kept[name];
    return typeof value === "string" ? value : values[name];
  };
  const { revision } = kept;
  return {
    title: text("title"),
    category: text("category"),
    description: text("description"),
    alt: text("alt"),
    appliesTo: text("appliesTo"),
    series: text("series"),
    language: readLanguage(text("language")) ?? "",
    // Text written for an older revision must not pass as a change of the newest.
    revision: values.revision !== null && Number.isSafeInteger(revision) ? Number(revision) : values.revision,
  };
}

export const isSame = (one: ContentValues, other: ContentValues) =>
  (Object.keys(one) as (keyof ContentValues)[]).every((name) => one[name] === other[name]);

/**
 * Which button sends: the specified one, which demands a file; the text alone (docs/rules.md#d83); or a draft
 * (docs/rules.md#d27).
 */
export type Way = "file" | "text" | "draft";

interface Checked {
  values: ContentValues;
  /** False if the specified button requires a file and none is chosen. */
  hasFile: boolean;
  categories: readonly string[];
  way: Way;
}

/** Why the form cannot be sent; undefined if it can (docs/rules.md#s5-writer-file). */
export function formProblem({ values, hasFile, categories, way }: Checked): string | undefined {
  const isFilled = [values.title, values.category, values.description].every((text) => !isBlank(text));
  if (way === "draft" && !isFilled) return "A draft needs a title, a category and a description.";
  if (way === "text" && !isFilled) return "A post needs a title, a category and a description.";
  if (!isFilled || (way === "file" && !hasFile)) return texts.fieldsMissing;
  return categories.includes(values.category) ? undefined : messages.invalidCategory;
}

/**
 * The call's fields (docs/rules.md#s3-submission): the description is the body. What it applies to and its series go
 * with it where they differ from `initial`.
 */
export const bodyOf = (values: ContentValues, initial: ContentValues, file: File | null, draft: boolean) =>
  ({
    title: values.title.trim(),
    body: values.description,
    content_type: file ? contentTypeOf(file) : undefined,
    category: values.category,
    alt: !file || isPicture(file) ? trimmed(values.alt) || undefined : undefined,
    applies_to:
      values.appliesTo === initial.appliesTo ? undefined : values.appliesTo.split(labelGap).filter(Boolean),
    series:
      values.series === initial.series ? undefined : values.series === "" ? null : Number(values.series),
    language: values.language === initial.language ? undefined : (readLanguage(values.language) ?? ""),
    draft,
    revision: values.revision ?? undefined,
  }) satisfies ContentDraft & { revision?: number };

/** Images and PDFs make an article, an MP4 a video (docs/rules.md#s5-writer-file), a recording audio. */
const contentTypeOf = ({ type }: Pick<File, "type">) =>
  type.startsWith("audio/") ? "audio" : type === "video/mp4" ? "video" : "article";

export const isPicture = ({ type }: { type: string }) => type.startsWith("image/");
