import { limits, messages } from "@cairn/contract";

/** The two of the create screen, with their ids (spec section 3). */
export const postCategories = [
  { id: 1, name: "Fullstack Development" },
  { id: 2, name: "Cyber Security" },
] as const;

/** What the form's fields hold. */
export interface PostValues {
  title: string;
  /** Its name. */
  category: string;
  description: string;
  /** The file that the post has stays, unless another is chosen. */
  keepsMedia: boolean;
}

export const blankPost: PostValues = { title: "", category: "", description: "", keepsMedia: true };

/** Texts that the spec fixes (section 5). */
const categoryMissing = "Please select a category.";
const wordsMissing = "Title and description are required.";

export type PostField = "title" | "category" | "description";

export interface PostProblem {
  field: PostField;
  text: string;
}

/** Why a post can't be kept, if it can't. What is only spaces is empty. */
export function postProblem({ title, category, description }: PostValues): PostProblem | undefined {
  if (!categoryOf(category)) return { field: "category", text: categoryMissing };
  if (title.trim() === "") return { field: "title", text: wordsMissing };
  return description.trim() === "" ? { field: "description", text: wordsMissing } : undefined;
}

export const categoryOf = (name: string) => postCategories.find((category) => category.name === name);

/** Until every field is set there is nothing to submit. */
export const isSet = ({ title, category, description }: PostValues) =>
  title !== "" && category !== "" && description !== "";

export const isSamePost = (one: PostValues, other: PostValues) =>
  (Object.keys(one) as (keyof PostValues)[]).every((name) => one[name] === other[name]);

/** Kept words laid over what the form would hold without them; anything may stand in them. */
export function withKeptWords(values: PostValues, kept: Record<string, unknown>): PostValues {
  const text = (name: PostField) => (typeof kept[name] === "string" ? kept[name] : values[name]);
  return {
    title: text("title"),
    category: categoryOf(text("category")) ? text("category") : values.category,
    description: text("description"),
    keepsMedia: typeof kept.keepsMedia === "boolean" ? kept.keepsMedia : values.keepsMedia,
  };
}

const acceptedTypes: readonly string[] = ["image/jpeg", "image/png", "video/mp4"];
export const accept = acceptedTypes.join(",");
export const fileHint = "JPEG, PNG, MP4, up to 50 MB";

/** Why a file can't be taken, if it can't (spec section 9, D37). */
export function fileProblem({ type, size }: Pick<File, "type" | "size">): string | undefined {
  if (!acceptedTypes.includes(type)) return "Only JPEG, PNG, and MP4 files are allowed.";
  return size > limits.uploadBytes ? messages.fileTooLarge : undefined;
}
