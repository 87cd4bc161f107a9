import { renderArticle } from "../../apps/server/src/lib/markdown.ts";
import { randomFrom, zipfPicks } from "./random.ts";

/** Words of the bodies, commonest first; titles alone have those from `commonWords` on. */
export const vocabularySize = 20_000;
export const commonWords = 5_000;
const bodyLength = 3_500;

const starts = "b br c cl d dr f fl g gr h j k l m n p pr qu r s st t tr v w z".split(" ");
const vowels = "a e i o u ai ea oo".split(" ");
const ends = "b ck d g ll m n nd p r rm s st t x".split(" ");

/** Made-up words of two or three syllables, all different. */
export function makeVocabulary(): string[] {
  const random = randomFrom(7);
  const one = (of: readonly string[]) => of[Math.floor(random() * of.length)] ?? "";
  const words = new Set<string>();
  while (words.size < vocabularySize) {
    const syllables = random() < 0.5 ? 2 : 3;
    words.add(Array.from({ length: syllables }, () => one(starts) + one(vowels)).join("") + one(ends));
  }
  return [...words];
}

export interface Text {
  readonly body: string;
  readonly html: string;
}

/** Markdown of about 3.5 KB, or of 300 characters, and its HTML as the server stores it. */
export function makeTexts(count: number, vocabulary: readonly string[], isShort: boolean): Text[] {
  const random = randomFrom(11);
  return Array.from({ length: count }, () => {
    const picks = zipfPicks(commonWords, 600, random);
    let next = 0;
    const words = (length: number) =>
      Array.from({ length }, () => vocabulary[picks[next++ % picks.length] ?? 0]).join(" ");
    const sentences = (length: number) =>
      Array.from({ length }, () => {
        const said = words(9 + Math.floor(random() * 8));
        return `${said[0]?.toUpperCase()}${said.slice(1)}.`;
      }).join(" ");
    const body = isShort ? sentences(3).slice(0, 300) : article(words, sentences);
    return { body, html: renderArticle(body) };
  });
}

function article(words: (length: number) => string, sentences: (length: number) => string): string {
  const parts = [sentences(4)];
  for (let section = 0; parts.join("\n\n").length < bodyLength - 200; section += 1) {
    parts.push(`## ${words(4)}`, sentences(5));
    if (section % 3 === 0) parts.push([1, 2, 3].map(() => `- **${words(1)}** ${words(6)}`).join("\n"));
    if (section % 3 === 1)
      parts.push(`\`\`\`js\nconst kept = new Map([["${words(1)}", ${section}]]);\n\`\`\``);
    if (section % 3 === 2) parts.push(`> ${words(12)}, see [${words(2)}](https://example.org/${section}).`);
  }
  return parts.join("\n\n");
}
