import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { scriptKinds } from "@cairn/contract";
import type { ProgramKind } from "./cage/tasks.ts";

const require = createRequire(import.meta.url);

/** The package does not export its package.json, so that is found beside what it exports. */
function versionOf(name: string): string {
  const main = require.resolve(name);
  const folder = main.slice(0, main.lastIndexOf(join("node_modules", name)));
  const facts = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(facts) as { version: string }).version;
}

/** The engine's own version is its date; the package says it in its README alone. */
function quickJsVersion(): string {
  const name = "@jitl/quickjs-wasmfile-release-sync";
  const readme = readFileSync(join(dirname(require.resolve(`${name}/package.json`)), "README.md"), "utf8");
  return /Version \[(\d{4}-\d{2}-\d{2})/.exec(readme)?.[1] ?? versionOf(name);
}

const quickJs = `QuickJS ${quickJsVersion()}`;
const grammar = `tree-sitter-wasm ${versionOf("@vscode/tree-sitter-wasm")}`;

/** What runs or parses each language, as readers are told. */
export const engineOf: Record<ProgramKind, string> = {
  javascript: quickJs,
  typescript: `${quickJs}, Sucrase ${versionOf("sucrase")}`,
  json: quickJs,
  regex: quickJs,
  yaml: `yaml ${versionOf("yaml")}`,
  go: grammar,
  python: grammar,
  sql: `PostgreSQL in PGlite ${versionOf("@electric-sql/pglite")}`,
};

/** What is kept of a block's check. Raise it when results get a new field: all of them are made again. */
const resultsVersion = "results 3";

/** Changes with any of them. */
export const allEngines = [...new Set(Object.values(engineOf)), resultsVersion].join("; ");

const kinds: ReadonlyMap<string, ProgramKind> = new Map<string, ProgramKind>([
  ...Object.entries(scriptKinds),
  ["json", "json"],
  ["yaml", "yaml"],
  ["yml", "yaml"],
  ["regex", "regex"],
  ["regexp", "regex"],
  ["go", "go"],
  ["golang", "go"],
  ["py", "python"],
  ["python", "python"],
  ["sql", "sql"],
  ["postgresql", "sql"],
]);

/** By the name that a block's info string gives; undefined where nothing here runs or parses it. */
export const kindOf = (language: string): ProgramKind | undefined => kinds.get(language.toLowerCase());
