import { diffArrays, diffWordsWithSpace } from "diff";

export interface Part {
  kind: "same" | "added" | "removed";
  text: string;
}

/** A stretch of a text: unchanged, unchanged and too long to show, or changed. */
export type Stretch =
  | { kind: "same" | "folded"; lines: readonly string[] }
  | { kind: "changed"; parts: readonly Part[] };

/** Unchanged lines that stay in view beside a change. */
const context = 2;
/** The fewest unchanged lines worth folding. */
const leastFolded = 3;
/** How much of the shorter text two lines must share to be shown as one changed line. */
const leastKept = 1 / 3;
/**
 * In milliseconds. A diff of two unrelated texts could take very long; after the timeout the text shows as replaced.
 */
const patience = { timeout: 300 };

/** Compares two texts by lines, and by words within changed lines. */
export function diffTexts(before: string, after: string): Stretch[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(old, now, patience) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const stretches: Stretch[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const endChange = () => {
    stretches.push(...changesOf(removed.join("\n"), added.join("\n"), [removed.length, added.length]));
    [removed, added] = [[], []];
  };
  changes.forEach((change, place) => {
    if (change.removed) removed.push(...change.value);
    else if (change.added) added.push(...change.value);
    else {
      endChange();
      stretches.push(...fold(change.value, { isFirst: place === 0, isLast: place === changes.length - 1 }));
    }
  });
  endChange();
  return stretches;
}

/** Line endings depend on the system, not on the author, so they are normalised. */
const linesOf = (text: string) => (text === "" ? [] : text.replace(/\r\n?/g, "\n").split("\n"));

/** If little of a line remains, the old and the new text are easier to read one after the other. */
function changesOf(before: string, after: string, [gone, come]: [number, number]): Stretch[] {
  const parts = gone > 0 && come > 0 ? wordsOf(before, after) : undefined;
  if (parts) return [{ kind: "changed", parts }];
  const stretches: Stretch[] = [];
  if (gone > 0) stretches.push({ kind: "changed", parts: [{ kind: "removed", text: before }] });
  if (come > 0) stretches.push({ kind: "changed", parts: [{ kind: "added", text: after }] });
  return stretches;
}

function wordsOf(before: string, after: string): Part[] | undefined {
  const parts = diffWordsWithSpace(before, after, patience)?.map(
    ({ added, removed, value }): Part => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value,
    }),
  );
  const kept = parts?.filter(({ kind }) => kind === "same").reduce((sum, { text }) => sum + inked(text), 0);
  const isReadable = kept !== undefined && kept >= leastKept * Math.min(inked(before), inked(after));
  return isReadable ? parts : undefined;
}

const inked = (text: string) => text.replace(/\s/g, "").length;

/** The first and the last stretch need context on one side only. */
function fold(
  lines: readonly string[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Stretch[] {
  const start = isFirst ? 0 : context;
  const end = lines.length - (isLast ? 0 : context);
  if (end - start < leastFolded) return [{ kind: "same", lines }];
  const stretches: Stretch[] = [
    { kind: "same", lines: lines.slice(0, start) },
    { kind: "folded", lines: lines.slice(start, end) },
    { kind: "same", lines: lines.slice(end) },
  ];
  return stretches.filter(
    (stretch) => stretch.kind === "folded" || ("lines" in stretch && stretch.lines.length > 0),
  );
}
