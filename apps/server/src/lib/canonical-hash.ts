import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** SHA-256 over canonical JSON (RFC 8785), so that anyone can recompute it from the same facts. */
export function hashJson(facts: object): Buffer {
  const text = canonicalize(facts);
  if (text === undefined) throw new Error("these facts have no canonical JSON");
  return createHash("sha256").update(text).digest();
}
