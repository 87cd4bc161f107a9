import canonicalize from "canonicalize";

/** JSON in the one form of RFC 8785, so that anyone can recompute its hash from the same facts. */
export function canonicalJson(facts: object): string {
  const text = canonicalize(facts);
  if (text === undefined) throw new Error("these facts have no canonical JSON");
  return text;
}
