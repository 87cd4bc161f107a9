import type { BlockCheck } from "@cairn/contract";
import type { BlockResult } from "./program.ts";

/** Ends of lines and of the text do not count. */
const plain = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();

/** Whether a block did what its info string and its `output` block say (docs/rules.md#marked-code). */
export function judge(
  { mode, expected }: Pick<BlockCheck, "mode" | "expected">,
  { end, output }: BlockResult,
): "passed" | "failed" {
  const printsIt = expected === undefined || plain(output) === plain(expected);
  const isRight =
    printsIt && (mode === "fails" ? end === "threw" || end === "broken" : end === "ran" || end === "parsed");
  return isRight ? "passed" : "failed";
}
