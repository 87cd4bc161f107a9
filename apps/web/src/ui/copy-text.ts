import { toast } from "./toast-store.ts";

/** Copies what a user sees, and says whether that worked. */
export async function copyText(words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    toast("Copied");
  } catch {
    // Permission was denied or the page is not secure; the words can still be selected.
    toast("It could not be copied. Select the text instead.", { kind: "error" });
  }
}
