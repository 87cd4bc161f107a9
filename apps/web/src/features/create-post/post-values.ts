import { isBlank, limits, readLanguage } from "@cairn/contract";
import type { Problems } from "../../lib/forms/useForm.ts";

/** The two categories of the create screen, with their ids (docs/rules.md#s3-category-lists). */
export const postCategories = [
  { id: 1, name: "Fullstack Development" },
  { id: 2, name: "Cyber Security" },
] as const;

/** The values of the form's fields. */
export interface PostValues {
  title: string;
  /** The category's name. */
  category: string;
  description: string;
  /** What it applies to, in one text with ", " between the labels. */
  appliesTo: string;
  /** The id of its series; empty: none. */
  series: string;
  /** The code of the language that its author named; empty: detected. */
  language: string;
  /** Whether the post keeps its file, unless another is chosen. */
  keepsMedia: boolean;
}

export const blankPost: PostValues = {
  title: "",
  category: "",
  description: "",
  appliesTo: "",
  series: "",
  language: "",
  keepsMedia: true,
};

/**
 * What another application shared with the installed site, as the manifest's `share_target` names it; null without any.
 * The words stay within what a field takes.
 */
export function sharedPost(query: URLSearchParams): PostValues | null {
  const [title, text, url] = ["title", "text", "url"].map((name) => query.get(name)?.trim() ?? "");
  if (!title && !text && !url) return null;
  // Many applications put the address into the text.
  const link = url && !text?.includes(url) ? url : "";
  return {
    ...blankPost,
    title: [...(title ?? "")].slice(0, limits.titleLength).join(""),
    description: [text, link].filter(Boolean).join("\n\n").slice(0, 20_000),
  };
}

/** Texts that the spec fixes (docs/rules.md#s5-create-post). */
const categoryMissing = "Please select a category.";
const wordsMissing = "Title and description are required.";

type PostField = "title" | "category" | "description" | "appliesTo" | "series" | "language";

/** Why a post cannot be saved: the first reason only. White space counts as empty. */
export function postProblems({ title, category, description }: PostValues): Problems<PostValues> {
  if (!categoryOf(category)) return { category: categoryMissing };
  if (isBlank(title)) return { title: wordsMissing };
  return isBlank(description) ? { description: wordsMissing } : {};
}

export const categoryOf = (name: string) => postCategories.find((category) => category.name === name);

/** Whether every field is set; only then can the form be submitted. */
export const isSet = ({ title, category, description }: PostValues) =>
  title !== "" && category !== "" && description !== "";

export const isSamePost = (one: PostValues, other: PostValues) =>
  (Object.keys(one) as (keyof PostValues)[]).every((name) => one[name] === other[name]);

/**
 * Restores journalled text over the form's initial values; each stored value is checked, since it could be anything.
 */
export function withKeptWords(values: PostValues, kept: Record<string, unknown>): PostValues {
  const text = (name: PostField) => (typeof kept[name] === "string" ? kept[name] : values[name]);
  return {
    title: text("title"),
    category: categoryOf(text("category")) ? text("category") : values.category,
    description: text("description"),
    appliesTo: text("appliesTo"),
    series: text("series"),
    language: readLanguage(text("language")) ?? "",
    keepsMedia: typeof kept.keepsMedia === "boolean" ? kept.keepsMedia : values.keepsMedia,
  };
}

export const fileHint = "JPEG, PNG, MP4, up to 50 MB";
