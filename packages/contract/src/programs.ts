/** What a program of code blocks is, wherever it runs: on the server or in the reader's browser (docs/rules.md#d134). */

export interface ProgramBlock {
  readonly code: string;
  /** false: it is only parsed. */
  readonly isRun: boolean;
}

/** `broken`: it does not parse. `threw`: it ended with an error, which stands at the end of the output. */
export interface BlockResult {
  readonly end: "ran" | "parsed" | "threw" | "broken";
  readonly output: string;
}

/** What is said of a program that had to be ended. */
export const programFaults = {
  late: "It ran longer than 2 seconds.",
  memory: "It took more memory than a program may have.",
  ended: "It took more memory or stack than the engine has.",
} as const;
export type ProgramFault = keyof typeof programFaults;

/** Milliseconds after which a program is ended, from when its engine is ready. */
export const programMs = 2_000;

/** Milliseconds that Python may take to start in a reader's browser, which is long on a slow one, and then its program. */
export const pythonMs = { start: 120_000, program: 5_000 };

/** Characters of output that are kept of a block. */
export const programOutputLength = 65_536;

/** The languages that the interpreter runs, by the names that code blocks give them. */
export const scriptKinds = {
  js: "javascript",
  javascript: "javascript",
  mjs: "javascript",
  ts: "typescript",
  typescript: "typescript",
} as const;
export type ScriptKind = (typeof scriptKinds)[keyof typeof scriptKinds];

/** The names that code blocks give Python, which runs in the reader's browser alone, and only where the operator serves Pyodide. */
export const pythonNames: readonly string[] = ["py", "python"];

/** Where the site serves Pyodide's files, and what each of them is. */
export const pyodidePath = "/pyodide/";
export const pyodideFiles = {
  "pyodide.mjs": "text/javascript; charset=utf-8",
  "pyodide.asm.mjs": "text/javascript; charset=utf-8",
  "pyodide.asm.wasm": "application/wasm",
  "python_stdlib.zip": "application/zip",
  "pyodide-lock.json": "application/json; charset=utf-8",
} as const;
export type PyodideFile = keyof typeof pyodideFiles;
