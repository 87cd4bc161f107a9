/** One code block of a program. */
export interface ProgramBlock {
  readonly code: string;
  /** false: it is only parsed. */
  readonly isRun: boolean;
}

/** `broken`: it does not parse. `threw`: it ended with an error, which is at the end of the output. */
const blockEnds = ["ran", "parsed", "threw", "broken"] as const;

export interface BlockResult {
  readonly end: (typeof blockEnds)[number];
  readonly output: string;
}

/**
 * A result that came out of a frame; null if it is none. A program that has left its engine sends what it likes: nothing
 * of it is called or made text of, which could take this page any time.
 */
export function readResult(message: unknown): BlockResult | null {
  if (typeof message !== "object" || message === null) return null;
  const { end, output } = message as Partial<BlockResult>;
  const known = blockEnds.find((one) => one === end);
  return known && typeof output === "string" ? { end: known, output: cutOutput(output) } : null;
}

const languages = {
  js: "javascript",
  javascript: "javascript",
  mjs: "javascript",
  ts: "typescript",
  typescript: "typescript",
  py: "python",
  python: "python",
  sql: "sql",
  postgresql: "sql",
  regex: "regex",
  regexp: "regex",
  json: "json",
  yaml: "yaml",
  yml: "yaml",
} as const;
export type CodeLanguage = (typeof languages)[keyof typeof languages];

/** By the name that a block's info string gives; undefined where nothing here runs or parses it. */
export function languageOf(name: string): CodeLanguage | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(languages, key) ? languages[key as keyof typeof languages] : undefined;
}

/** Characters of output that are kept of a block. */
const outputLength = 65_536;

export const cutOutput = (text: string) =>
  text.length > outputLength ? `${text.slice(0, outputLength)}\n…` : text;
