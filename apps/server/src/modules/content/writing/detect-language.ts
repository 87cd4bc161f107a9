import { type LanguageCode, languages } from "@cairn/contract";
import { francAll } from "franc-min";

/** How many characters of a text are examined; the time grows with them. */
const looked = 2_000;
/** Shorter texts are guessed wrongly too often. */
const leastLetters = 60;
/** In texts with fewer letters, another language must be this much likelier than English. */
const fewLetters = 300;
const clearly = 0.15;

/**
 * The language of an item whose author did not name it: by its script, then by the frequency of its letters' triples.
 * English where that is not clear. Code and addresses are left out.
 */
export function detectLanguage({ title, body }: { title: string; body: string }): LanguageCode {
  const words = `${title}\n${withoutCode(body.slice(0, 4 * looked))}`.slice(0, looked);
  const arabic = words.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (arabic > latin) return "ar";
  if (latin < leastLetters) return "en";
  const shares = new Map(
    francAll(words, { only: languages.map(({ iso3 }) => iso3), minLength: leastLetters }),
  );
  const english = shares.get("eng") ?? 0;
  const likeliest = languages.find(({ iso3 }) => shares.get(iso3) === 1);
  return likeliest && (latin >= fewLetters || 1 - english >= clearly) ? likeliest.code : "en";
}

/** Line by line, since a pattern over all lines could take long for some texts. */
function withoutCode(body: string): string {
  let fence: string | undefined;
  const lines: string[] = [];
  for (const line of body.split("\n")) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (mark && fence === undefined) fence = mark;
    else if (mark && mark === fence) fence = undefined;
    else if (fence === undefined && !/^(?: {4}|\t)/.test(line))
      lines.push(line.replaceAll(/`[^`]*`|https?:\S+/g, " "));
  }
  return lines.join("\n");
}
