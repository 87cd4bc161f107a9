import type { Category } from "@cairn/contract";

/** How a member's interests and likes divide the published items into ranks (contract, "Interests"). */
export interface Taste {
  /** Ids of the categories that an interest refers to. */
  readonly followed: readonly number[];
  /** Interests to search for in titles and texts. */
  readonly words: readonly string[];
  /** Ids of the categories in which the member liked posts. */
  readonly liked: readonly number[];
}

/** Common short names of categories. */
const shortNames: ReadonlyMap<string, string> = new Map([["ai", "artificial intelligence"]]);

/** The words of a name without accents and in lower case; "C++", "C#" and "C" stay different. */
const wordsOf = (name: string): readonly string[] =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+[+#]*/gu) ?? [];

/** "full stack" and "fullstack development": one begins with all the words of the other, however they are split. */
function beginsWith(longer: readonly string[], shorter: readonly string[]): boolean {
  const wanted = shorter.join("");
  return longer.some((_, index) => longer.slice(0, index + 1).join("") === wanted);
}

/** The categories that these words refer to: 'Full-Stack' means the category 'Fullstack Development'. */
export function categoriesMeant(written: string, categories: readonly Category[]): Category[] {
  const words = wordsOf(written);
  if (words.length === 0) return [];
  const meant = wordsOf(shortNames.get(words.join("")) ?? words.join(" "));
  return categories.filter((category) => {
    const name = wordsOf(category.name);
    return beginsWith(name, meant) || beginsWith(meant, name);
  });
}

/** An interest that refers to no category is searched for in the text. */
export function tasteOf(
  interests: readonly string[],
  liked: readonly number[],
  categories: readonly Category[],
): Taste {
  const wanted = interests
    .filter((interest) => wordsOf(interest).length > 0)
    .map((interest) => ({ interest, meant: categoriesMeant(interest, categories) }));
  return {
    followed: categories
      .filter((category) => wanted.some(({ meant }) => meant.includes(category)))
      .map(({ id }) => id),
    words: wanted.filter(({ meant }) => meant.length === 0).map(({ interest }) => interest),
    liked,
  };
}
