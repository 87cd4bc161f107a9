import { limits } from "@cairn/contract";

/** D39: no white space, wherever it comes from, and at most six characters. */
export const typedCode = (text: string) => text.replace(/\s/g, "").slice(0, limits.resetCodeLength);

/** A pasted code as a whole takes the place of what was there; a part of one goes where it was pasted. */
export function pastedCode(current: string, pasted: string, from: number, to: number): string {
  const text = pasted.replace(/\s/g, "");
  const isWhole = text.length >= limits.resetCodeLength;
  return typedCode(isWhole ? text : current.slice(0, from) + text + current.slice(to));
}

/** Lower case counts as upper case (D39). */
export const sentCode = (code: string) => code.toUpperCase();

/** A mailed link brings a token where a code is at most six characters. */
export const isLinkToken = (code: string) => code.length > limits.resetCodeLength;
