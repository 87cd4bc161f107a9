import { type BlockCheck, type BlockResult, limits } from "@cairn/contract";
import type { CheckedBlock } from "../../lib/checked-blocks.ts";
import { cutText } from "../../lib/cut-text.ts";

/** What a block came to, without its engine and time. */
export type Verdict = Pick<BlockCheck, "outcome" | "output" | "expected">;

const cut = (text: string) => cutText(text, limits.checkOutputLength);

/** Ends of lines and of the text do not count. */
const plain = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();

/** Whether a block did what its info string and its `output` block say. */
export function judge({ mode, expected }: CheckedBlock, { end, output }: BlockResult): Verdict {
  const shown = {
    ...(output !== "" && { output: cut(output) }),
    ...(expected !== null && { expected: cut(plain(expected)) }),
  };
  const printsIt = expected === null || plain(output) === plain(expected);
  if (mode === "fails") {
    const failed = end === "threw" || end === "broken";
    return { outcome: failed && printsIt ? "passed" : "failed", ...shown };
  }
  if (end === "parsed") return { outcome: "parsed" };
  return { outcome: end === "ran" && printsIt ? "passed" : "failed", ...shown };
}

/** The difference in short, as authors and readers are told why an item is outdated. */
export function explainFailure({ block, language, output, expected }: BlockCheck): string {
  const name = `The code in block ${block} (${language})`;
  const prints = (output ?? "").split("\n");
  const says = (expected ?? "").split("\n");
  if (expected === undefined)
    return cutText(`${name} does not pass its check: ${prints.at(-1) || "it did not fail"}`, 290);
  const differs = says.findIndex((line, index) => line !== prints[index]?.trimEnd());
  const at = differs < 0 ? says.length : differs;
  return cutText(
    `${name} prints "${cutText(prints[at] ?? "", 100)}" where the text says "${cutText(says[at] ?? "", 100)}".`,
    290,
  );
}
