import MarkdownIt from "markdown-it";
import { readCodeInfo } from "./markdown/code-blocks.ts";
import { articleTokens } from "./markdown.ts";

const { unescapeAll } = new MarkdownIt().utils;

/** A fenced block whose info string says `check` (docs/rules.md#marked-code). */
export interface CheckedBlock {
  /** Its position among all code blocks of the text, from 1. */
  readonly block: number;
  /** The info string's first word; empty without one. */
  readonly language: string;
  /** `fails`: the code must fail. `compiles`: it is parsed, not run. */
  readonly mode: "runs" | "fails" | "compiles";
  /** Blocks of one language and session run one after another; null: the block runs alone. */
  readonly session: string | null;
  readonly code: string;
  /** The block directly below whose language is `output`; null if there is none. */
  readonly expected: string | null;
}

const modes: ReadonlyMap<string, CheckedBlock["mode"]> = new Map([
  ["check", "runs"],
  ["check=fails", "fails"],
  ["check=compiles", "compiles"],
]);

/**
 * A quick look: false means that no block says `check`. Line by line, because one expression for the whole text would take
 * the square of its length.
 */
export const mayHoldChecks = (source: string): boolean =>
  source.split("\n").some((line) => {
    const fence = line.search(/```|~~~/);
    return fence >= 0 && line.includes("check", fence);
  });

/**
 * In text order; null if `html`, which is shown for the text, does not hold as many blocks: nobody knows then which of them
 * readers see. As slow as rendering.
 */
export function checkedBlocks(source: string, html: string): CheckedBlock[] | null {
  const tokens = articleTokens(source);
  const found: CheckedBlock[] = [];
  let block = 0;
  for (const [index, { type, info, content }] of tokens.entries()) {
    if (type !== "fence" && type !== "code_block") continue;
    block += 1;
    const { language, words } = readCodeInfo(info);
    const mode = words.map((word) => modes.get(word)).find((known) => known !== undefined);
    if (mode === undefined) continue;
    const session = words.find((word) => word.startsWith("session="))?.slice("session=".length) || null;
    const next = tokens[index + 1];
    // As the renderer reads it: what readers see as output is what is compared.
    const isOutput = next?.type === "fence" && readCodeInfo(unescapeAll(next.info)).language === "output";
    found.push({ block, language, mode, session, code: content, expected: isOutput ? next.content : null });
  }
  return html.split("<pre ").length - 1 === block ? found : null;
}
