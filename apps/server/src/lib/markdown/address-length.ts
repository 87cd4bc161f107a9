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
  // A regular expression would look through each run of such signs again and again.
  while (end > 0 && sentenceEnd.test(characters.charAt(end - 1))) end -= 1;
  return end;
}
