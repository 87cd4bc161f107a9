const signs = new RegExp(
  [
    // Places where a sentence continues without a space. Joiners and soft hyphens occur within words.
    String.raw`(?<pause>[—―…。、，；：！？｡､]|(?![\u00ad\u200c\u200d])\p{Cf})`,
    // The library pairs the brackets of ASCII. An apostrophe comes before a letter: /L’Équipe.
    String.raw`(?!\p{ASCII}|[‘’]\p{L})(?:(?<opening>[\p{Ps}\p{Pi}])|(?<closing>[\p{Pe}\p{Pf}]))`,
  ].join("|"),
  "gu",
);
const sentenceEnd = /[?!.,:;*_~'"]|(?!\p{ASCII}|\p{Pe}|\p{Pf})[\p{P}\p{Cf}]/u;

/**
 * How many of these characters are the address: without the punctuation of the sentence around it, and up to a bracket
 * or quotation mark whose counterpart is outside the address.
 */
export function addressLength(characters: string): number {
  let end = characters.length;
  const open: number[] = [];
  for (const { index, groups } of characters.matchAll(signs)) {
    if (groups?.opening !== undefined) open.push(index);
    else if (groups?.pause !== undefined || open.pop() === undefined) {
      end = index;
      break;
    }
  }
  // Which mark opens depends on the language („a“, »a«), so a mark that nothing closes ends the address, too.
  end = open[0] ?? end;
  return lengthWithoutEnd(characters.slice(0, end), sentenceEnd);
}

/** The same before addresses ended at other punctuation than that of ASCII. */
export const formerLength = (characters: string): number => lengthWithoutEnd(characters, /[?!.,:;*_~'"]/);

function lengthWithoutEnd(characters: string, ends: RegExp): number {
  let { length } = characters;
  // A regular expression would look through each run of such signs again and again.
  while (length > 0 && ends.test(characters.charAt(length - 1))) length -= 1;
  return length;
}
