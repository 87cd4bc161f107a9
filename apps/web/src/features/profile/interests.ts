import { limits } from "@cairn/contract";

interface Added {
  interests: string[];
  /** The text that could not be added. */
  rest: string;
  problem: string | undefined;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Adds the typed, comma-separated interests; duplicates are added once (docs/rules.md#d70). */
export function addInterests(current: readonly string[], typed: string): Added {
  const interests = [...current];
  const wanted = typed
    .split(",")
    .map((text) => text.trim().replace(/\s+/g, " "))
    .filter(Boolean);
  for (const [index, text] of wanted.entries()) {
    if (interests.some((known) => isSame(known, text))) continue;
    const problem = problemOf(text, interests.length);
    if (problem) return { interests, rest: wanted.slice(index).join(", "), problem };
    interests.push(text);
  }
  return { interests, rest: "", problem: undefined };
}

function problemOf(text: string, count: number) {
  if ([...text].length > limits.interestLength)
    return `Use at most ${limits.interestLength} characters each.`;
  if (count >= limits.interestCount) return `${limits.interestCount} at most. Remove one first.`;
  return undefined;
}
