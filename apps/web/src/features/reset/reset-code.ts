import { limits } from "@cairn/contract";

/** Removes all white space and limits the code to six characters (docs/rules.md#d39). */
export const typedCode = (text: string) => text.replace(/\s/g, "").slice(0, limits.resetCodeLength);

/** A complete pasted code replaces the current text; a partial one is inserted where it was pasted. */
export function pastedCode(current: string, pasted: string, from: number, to: number): string {
  const text = pasted.replace(/\s/g, "");
  const isWhole = text.length >= limits.resetCodeLength;
  return typedCode(isWhole ? text : current.slice(0, from) + text + current.slice(to));
}

/** Lower case counts as upper case (docs/rules.md#d39). */
export const sentCode = (code: string) => code.toUpperCase();

/** A mailed link carries a token, which is longer than a code. */
export const isLinkToken = (code: string) => code.length > limits.resetCodeLength;
