import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { BlockResult } from "@cairn/contract";
import type * as TreeSitter from "@vscode/tree-sitter-wasm";
import type { Program } from "./tasks.ts";

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve("@vscode/tree-sitter-wasm"));

/** Only parses. A Go example may be the inside of a function. */
export async function parseByGrammar({ kind, blocks }: Program): Promise<BlockResult[]> {
  // A CommonJS module whose exports Node.js cannot name.
  const { Language, Parser } = require("@vscode/tree-sitter-wasm") as typeof TreeSitter;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(folder, `tree-sitter-${kind}.wasm`)));
  const lineOfError = (code: string): number | null => {
    const root = parser.parse(code)?.rootNode;
    if (!root) return 1;
    if (!root.hasError) return null;
    let node = root;
    for (;;) {
      const worse = node.children.find((child) => child?.hasError || child?.isMissing);
      if (!worse || worse.isMissing) return (worse ?? node).startPosition.row + 1;
      node = worse;
    }
  };
  return blocks.map(({ code }) => {
    const line = lineOfError(code);
    if (line === null) return { end: "parsed", output: "" };
    const isInside = kind === "go" && lineOfError(`package main\nfunc main() {\n${code}\n}\n`) === null;
    return isInside
      ? { end: "parsed", output: "" }
      : { end: "broken", output: `It does not parse at line ${line}.` };
  });
}
