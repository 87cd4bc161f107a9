import { createPicture, previewContent } from "@cairn/contract";
import { api } from "../../lib/api/api.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";

export const fetchPreview = (text: string, signal: AbortSignal) =>
  api.call(previewContent, { body: { body: text }, signal });

/** Stores a picture for a text and returns its Markdown. An empty `alt` says that it is decoration. */
export async function sendPicture(
  file: File,
  alt: string,
  options: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<string> {
  const { markdown } = await api.call(createPicture, {
    body: alt === "" ? { alt, decorative: true } : { alt },
    file,
    headers: { "idempotency-key": newIdempotencyKey() },
    ...options,
  });
  return markdown;
}
