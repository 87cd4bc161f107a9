import type { BlockCheck } from "@cairn/contract";
import { formatDay } from "../time/dates.ts";

/** What a block did, in one line; null where there is nothing to say. */
export function lineOf({ outcome, engine, ran_at, expected }: BlockCheck): string | null {
  if (outcome === "unchecked" || ran_at === null) return null;
  const verb = outcome === "parsed" ? "Parsed" : "Ran";
  const end = {
    passed: expected === undefined ? "as the text says" : "output matches",
    failed: expected === undefined ? "check failed" : "output differs",
    parsed: "not run",
  }[outcome];
  return `${verb} on Cairn, ${formatDay(ran_at)}, ${engine}, ${end}`;
}

/** What is shown on request, each under its label. */
export const detailsOf = ({ outcome, output, expected }: BlockCheck): [label: string, text: string][] => [
  ...(output === undefined ? [] : ([["It printed", output]] as [string, string][])),
  ...(outcome !== "failed" || expected === undefined
    ? []
    : ([["The text says", expected]] as [string, string][])),
];
