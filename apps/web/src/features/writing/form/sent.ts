import { newIdempotencyKey } from "../../../lib/idempotency-key.ts";

/** What was tried last, and under which key: sent again unchanged, it is the same item. */
export interface Sent {
  key: string;
  parts: string;
}

/** All that a call carries. A file that came back from the journal is another object: it is known by its facts. */
export const partsOf = (body: object, file: File | null) =>
  JSON.stringify([body, file && [file.name, file.type, file.size, file.lastModified]]);

export const namedAgain = (before: Sent | null, parts: string): Sent =>
  before?.parts === parts ? before : { key: newIdempotencyKey(), parts };

/** As it was kept with the words; anything may stand there. */
export function readSent(kept: unknown): Sent | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { key, parts } = kept as Partial<Record<keyof Sent, unknown>>;
  return typeof key === "string" && typeof parts === "string" ? { key, parts } : null;
}
