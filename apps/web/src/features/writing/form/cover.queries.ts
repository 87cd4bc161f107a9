import { createPicture } from "@cairn/contract";
import { api } from "../../../lib/api/api.ts";
import { newIdempotencyKey } from "../../../lib/idempotency-key.ts";

/** Stores a cover and returns an address at which its author sees it for two hours. */
export async function sendCover(file: File, signal: AbortSignal): Promise<string> {
  const { url } = await api.call(createPicture, {
    body: { alt: "", decorative: true },
    file,
    headers: { "idempotency-key": newIdempotencyKey() },
    signal,
  });
  return url;
}
