import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../scripts/setup/paths.mjs";

const docs = join(root, "docs");

/** A command of a guide, and what the guide says that it prints. */
export interface Step {
  readonly command: string;
  readonly expected: readonly string[];
}

/** Each block of commands with the block of text after it, if the guide shows one. */
export async function readSteps(guide: string): Promise<Step[]> {
  const text = await readFile(join(docs, guide), "utf8");
  const blocks = [...text.matchAll(/^```(sh|text)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, language, command = ""], index) => {
    if (language !== "sh") return [];
    const [, next, shown = ""] = blocks[index + 1] ?? [];
    return [{ command, expected: next === "text" ? shown.trimEnd().split("\n") : [] }];
  });
}

const mark = "--- the next step of the guide ---";

/** Runs all commands in one shell, as a reader of the guide would. Returns what each step printed. */
export function followGuide(steps: readonly Step[], folder: string, replaced: [string, string]) {
  const script = steps.map(({ command }) => `${command.replaceAll(...replaced)}\necho\necho '${mark}'\n`);
  const { PATH = "", HOME = "" } = process.env;
  return new Promise<string[]>((resolve, reject) => {
    const options = { cwd: folder, env: { PATH, HOME }, timeout: 60_000 };
    execFile("bash", ["-c", script.join("")], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
      else resolve(stdout.split(`${mark}\n`).slice(0, -1));
    });
  });
}

/** The first expected line that is missing from the output, in order; null if all are there. "…" matches anything. */
export function missingLine(expected: readonly string[], output: string): string | null {
  let from = 0;
  for (const line of expected) {
    const pattern = new RegExp(line.split("…").map(literally).join(".*"), "g");
    pattern.lastIndex = from;
    const found = pattern.exec(output);
    if (!found) return line;
    from = found.index + found[0].length;
  }
  return null;
}

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
