import { type BlockCheck, isBlank } from "@cairn/contract";
import { counted } from "../counted.ts";
import { formatShortDay } from "../time/dates.ts";
import type { MarkedResult } from "./marked-run.ts";
import { languageOf } from "./program.ts";

/** "Block 3 (js)". */
const nameOf = ({ block, language }: Pick<BlockCheck, "block" | "language">) =>
  `Block ${block}${language ? ` (${language})` : ""}`;

/** JSON, YAML and what only has to compile are parsed and do not run. */
function isParsed({ mode, language }: Pick<BlockCheck, "mode" | "language">): boolean {
  const known = languageOf(language);
  return mode === "compiles" || known === "json" || known === "yaml";
}

/** What a result means for the text. */
function judged(check: BlockCheck, outcome: "passed" | "failed"): string {
  const printed = isBlank(check.expected ?? "") && isParsed(check) ? undefined : check.expected;
  if (isParsed(check) && (printed === undefined || outcome === "passed"))
    return (outcome === "passed") === (check.mode !== "fails") ? "it parses" : "it does not parse";
  if (printed !== undefined) return outcome === "passed" ? "output matches" : "output differs";
  return outcome === "passed" ? "it does what the text says" : "check failed";
}

/** What readers are told of a block; null where no reviewer's browser ran it. */
export function lineOf(check: BlockCheck, now: number): string | null {
  const { outcome, ran_at } = check;
  if (outcome === "unrun" || ran_at === null) return null;
  const verb = isParsed(check) ? "Parsed" : "Ran";
  return `${verb} in the reviewer's browser on ${formatShortDay(ran_at, now)}, ${judged(check, outcome)}`;
}

/** What a block did in this browser. */
export function resultLine({ check, outcome, problem }: MarkedResult): string {
  if (outcome === "unrun") return `${nameOf(check)}: not run. ${problem}`;
  return `${nameOf(check)}: ${problem ?? judged(check, outcome)}`;
}

/** What is shown of a result on request, each part with its label. */
export const detailsOf = ({ check, outcome, output }: MarkedResult): [label: string, text: string][] => [
  ...(output === "" ? [] : [["It printed", output] as [string, string]]),
  ...(outcome === "failed" && check.expected !== undefined
    ? [["The text says", check.expected] as [string, string]]
    : []),
];

/** All results in a sentence. */
export function summaryOf(results: readonly MarkedResult[]): string {
  const failed = results.filter(({ outcome }) => outcome === "failed").length;
  const unrun = results.filter(({ outcome }) => outcome === "unrun").length;
  const blocks = counted(results.length, "code block");
  if (failed + unrun === 0) return `${blocks} passed in your browser.`;
  const bad = [failed > 0 && `${failed} failed`, unrun > 0 && `${unrun} not run`].filter(Boolean).join(", ");
  return `${blocks} in your browser: ${bad}.`;
}
