import { oneLine, withoutUnseen } from "@cairn/contract";
import fc from "fast-check";
import { anyName, type Schema } from "../openapi/walk.ts";

/** Texts that have broken something somewhere. All can be stored. */
const hardTexts = [
  "' or 1=1 --",
  '"; drop table users; --',
  "%",
  "_%\\",
  "../../../etc/passwd",
  "{{7*7}} #{7*7} <%= 7*7 %>",
  "$1 $& $`",
  "<script>alert(1)</script>",
  "\r\nSet-Cookie: a=b",
  "=cmd|' /C calc'!A0",
  "🏔️👩‍👩‍👧‍👦 e\u0301 \u202eabc\u202c",
  "ﷺ".repeat(30),
  "a".repeat(40),
  "null",
  "__proto__",
  "constructor",
  "-0",
  "1e999",
  "\ufeff\u200b\u00a0",
];

/** Lives in many fixtures at once: small numbers are the ids of what is there. */
const smallNumbers = { min: 1, max: 12 };

/** Values that a schema lets through; what is worth hitting is hit often. */
export function validFor(schema: Schema, name = ""): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => validFor(part, name)));
  switch (schema.type) {
    case "string":
      return textFor(schema, name);
    case "integer":
    case "number":
      return numberFor(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(validFor(schema.items ?? {}, name), { maxLength: Math.min(schema.maxItems ?? 5, 12) });
    default:
      return objectFor(schema);
  }
}

function objectFor(schema: Schema): fc.Arbitrary<unknown> {
  const [named] = anyName(schema);
  if (named) {
    const most = Math.min(schema.maxProperties ?? 5, 12);
    return fc.dictionary(storable(fc.string({ maxLength: 30 })), validFor(named), { maxKeys: most });
  }
  const parts = Object.entries(schema.properties ?? {}).filter(([, part]) => part.format !== "binary");
  const model = Object.fromEntries(parts.map(([name, part]) => [name, validFor(part, name)]));
  return fc.record(model, { requiredKeys: [...(schema.required ?? [])].filter((name) => name in model) });
}

function textFor(
  { format, pattern, minLength = 0, maxLength = 200 }: Schema,
  name: string,
): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "email") return emails;
  if (name === "identifier" || name === "email") return fc.oneof(emails, words(minLength, maxLength));
  if (name === "category")
    return fc.oneof(fc.constantFrom("1", "Data Science", "data science", "Nowhere"), words(1, maxLength));
  if (name.endsWith("type"))
    return fc.oneof(fc.constantFrom("article", "Video", "AUDIO"), words(minLength, maxLength));
  if (name.includes("password"))
    return fc.oneof(
      { arbitrary: fc.constant("correct horse battery"), weight: 5 },
      words(minLength, maxLength),
    );
  if (format === oneLine)
    return words(minLength, maxLength).map((text) => {
      const line = withoutUnseen(text);
      return /\S/.test(line) ? line : "x";
    });
  if (pattern && pattern !== "\\S") return fc.stringMatching(new RegExp(pattern));
  if (pattern)
    return words(minLength, maxLength).map((text) =>
      /\S/.test(text) ? text : `x${text}`.slice(0, maxLength),
    );
  return words(minLength, maxLength);
}

const emails = fc.oneof(
  // The first few are there; those who come later must find theirs free.
  fc.integer({ min: 1, max: 4 }).map((number) => `member-${number}@example.test`),
  fc.emailAddress().filter((email) => email.length <= 254),
);

/** Mostly short; now and then as long as it may be. */
function words(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const short = Math.min(maxLength, Math.max(minLength, 60));
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength;
  return fc.oneof(
    { arbitrary: storable(fc.string({ unit: "grapheme-ascii", minLength, maxLength: short })), weight: 6 },
    {
      arbitrary: storable(fc.string({ unit: "binary", minLength, maxLength: short })).filter(fits),
      weight: 3,
    },
    { arbitrary: fc.constantFrom(...hardTexts).filter(fits), weight: 3 },
    { arbitrary: fc.constantFrom("x".repeat(maxLength)), weight: 1 },
  );
}

const storable = (texts: fc.Arbitrary<string>) => texts.map((text) => text.replaceAll("\0", " "));

function numberFor({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): fc.Arbitrary<number> {
  const small = fc.integer({
    min: Math.max(minimum, smallNumbers.min),
    max: Math.min(maximum, smallNumbers.max),
  });
  return fc.oneof(
    { arbitrary: small, weight: 8 },
    fc.integer({ min: minimum, max: maximum }),
    fc.constant(maximum),
  );
}

/** What a schema should not let through, or at least nothing should break by. */
export function wrongFor(schema: Schema, name = ""): fc.Arbitrary<unknown> {
  const alternatives = schema.anyOf ?? [schema];
  const longest = Math.max(...alternatives.map(({ maxLength = 0 }) => maxLength));
  return fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      "",
      " ",
      [],
      {},
      0,
      -1,
      1.5,
      2 ** 31,
      2 ** 53,
      1e308,
      -1e308,
      "\0",
      "a\0b",
      "\ud800",
      "\udfff a",
      "NaN",
      "1e999",
    ),
    fc.constant("x".repeat(longest + 1)),
    validFor(schema, name).map((value) => [value]),
    validFor(schema, name).map((value) => ({ value })),
    validFor(schema, name).map((value) => [[value], value, null]),
    fc.constantFrom(...hardTexts),
    fc.object({ maxDepth: 3 }),
  );
}
