import { limits } from "@cairn/contract";
import { useEffect, useState } from "react";
import { readItem, watchItems } from "../../lib/storage.ts";

/** Removes all white space and limits the code to six characters (docs/rules.md#input-of-a-reset-code). */
export const typedCode = (text: string) => text.replace(/\s/g, "").slice(0, limits.resetCodeLength);

/** A complete pasted code replaces the current text; a partial one is inserted where it was pasted. */
export function pastedCode(current: string, pasted: string, from: number, to: number): string {
  const text = pasted.replace(/\s/g, "");
  const isWhole = text.length >= limits.resetCodeLength;
  return typedCode(isWhole ? text : current.slice(0, from) + text + current.slice(to));
}

/** Lower case counts as upper case (docs/rules.md#input-of-a-reset-code). */
export const sentCode = (code: string) => code.toUpperCase();

/** A mailed link carries a token, which is longer than a code. */
export const isLinkToken = (code: string) => code.length > limits.resetCodeLength;

/**
 * A stored value of the reset flow, as of when the screen opened, updated when other tabs change it. Ignores this
 * screen's own changes: it clears used values as it leaves, and that must not redirect it.
 */
export function useSaved(key: string): string | null {
  const [value, setValue] = useState(() => readItem(key) || null);
  useEffect(() => watchItems([key], () => setValue(readItem(key) || null)), [key]);
  return value;
}
