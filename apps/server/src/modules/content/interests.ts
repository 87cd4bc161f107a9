import type { Category } from "@cairn/contract";

/** How a member's interests and likes cut the published items into ranks (contract, "Interests"). */
export interface Taste {
  /** Ids of categories that an interest means. */
  readonly followed: readonly number[];
  /** Interests to look for in titles and texts. */
  readonly words: readonly string[];
  /** Ids of categories that the member liked posts in. */
  readonly liked: readonly number[];
}

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** 'Full-Stack' means the category 'Fullstack Development'; an interest that means no category is looked for in the text. */
export function tasteOf(
  interests: readonly string[],
  liked: readonly number[],
  categories: readonly Category[],
): Taste {
  const wanted = interests.map((interest) => ({ interest, key: letters(interest) })).filter(({ key }) => key);
  const means = (category: Category, key: string) =>
    letters(category.name).startsWith(key) || key.startsWith(letters(category.name));
  return {
    followed: categories
      .filter((category) => wanted.some(({ key }) => means(category, key)))
      .map(({ id }) => id),
    words: wanted
      .filter(({ key }) => !categories.some((category) => means(category, key)))
      .map(({ interest }) => interest),
    liked,
  };
}
