import { Type } from "typebox";
import { VisibleText } from "./hidden-signs.ts";
import { limits } from "./limits.ts";

/** Invisible characters that belong to what is seen: emoji of several parts, variants of signs, joiners inside words. */
const partsOfSigns: readonly RegExp[] = [
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=[\p{Extended_Pictographic}0-9#*])[\ufe0e\ufe0f]/gu,
  /(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu,
  // Bounded, since a text of only such characters would take quadratic time.
  /(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0020}-\u{e007f}]/gu,
  // Scripts whose spelling uses joiners between letters, Persian and Sinhala among them.
  /(?<=[\p{Script=Arab}\p{Script=Syrc}\p{Script=Mong}\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Khmr}\p{Script=Mymr}])[\u200c\u200d](?=[\p{Script=Arab}\p{Script=Syrc}\p{Script=Mong}\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Khmr}\p{Script=Mymr}])/gu,
];

/** Control characters, line breaks, direction marks, what takes no room, and what is no character at all. */
const unseen =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** Accents and marks for any script: no language puts more than two of them on a letter (Vietnamese does). */
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/;
/** Marks of one letter at most. Hebrew and Arabic with all vowels have four. */
const [mostAccents, mostMarks] = [2, 4];

/** Removes marks that would be drawn over the lines above and below: too many on a letter, or one twice. */
const withoutPiles = (text: string): string =>
  text.replaceAll(/[\p{Mn}\p{Me}]{2,}/gu, (row) => {
    const kept: string[] = [];
    for (const mark of row) {
      const isAccent = accents.test(mark);
      const isOver = isAccent && kept.filter((one) => accents.test(one)).length >= mostAccents;
      if (!isOver && mark !== kept.at(-1) && kept.length < mostMarks) kept.push(mark);
    }
    return kept.join("");
  });

/**
 * Whether everything in a name or title is visible and on one line. Otherwise two names that look alike could differ,
 * and a direction mark could reverse the text next to it.
 */
export const isOneLine = (text: string): boolean => withoutUnseen(text) === text;

/** Removes invisible characters and piles of marks, for names that someone else chose (a provider). */
export const withoutUnseen = (text: string): string => {
  const belongs = new Set<number>();
  for (const { index, 0: part } of partsOfSigns.flatMap((signs) => [...text.matchAll(signs)])) {
    for (let at = index; at < index + part.length; at += 1) belongs.add(at);
  }
  return withoutPiles(text.replaceAll(unseen, (character, at: number) => (belongs.has(at) ? character : "")));
};

/** The format's name in the schemas of calls; the server's validator knows it by `isOneLine`. */
export const oneLine = "one-line";

/** What a format's refusal says of a text that is not one line. */
export const oneLineRefusal =
  "must not have line breaks, invisible characters, or more than two marks on one letter";

/** A name or title: something that can be seen, on one line. */
export const OneLine = (maxLength: number) => VisibleText(maxLength, { format: oneLine });

/** The same, or nothing. */
export const OneLineOrNone = (maxLength: number) => Type.String({ maxLength, format: oneLine });

/** In a schema: a person's name has a letter. */
export const anyLetter = "\\p{L}";

/** A person's name. */
export const PersonName = VisibleText(limits.nameLength, { format: oneLine, pattern: anyLetter });
