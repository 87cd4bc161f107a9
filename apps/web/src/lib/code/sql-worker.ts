import { PGlite, types } from "@electric-sql/pglite";
import { type BlockResult, cutOutput } from "./program.ts";
import { boundMemory, fileOf, serveProgram, type Task } from "./serve-program.ts";

/** Runs SQL in an empty database of its own, in this worker's memory. */

/** As PostgreSQL writes each value: the library would make JavaScript's values of them. */
const parsers = Object.fromEntries(Object.keys(types.parsers).map((id) => [id, (text: string) => text]));

/** Bytes that PostgreSQL may take, without its tables and rows, which lie in JavaScript's memory. An empty database takes 130 MB. */
const maxMemory = 512 * 1024 * 1024;

async function openDatabase(task: Task): Promise<PGlite> {
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all(
    ["pglite.wasm", "initdb.wasm"].map((name) => WebAssembly.compile(fileOf(task, name))),
  );
  boundMemory(maxMemory);
  if (!pgliteWasmModule || !initdbWasmModule) throw new TypeError("nothing was compiled");
  return PGlite.create({
    pgliteWasmModule,
    initdbWasmModule,
    fsBundle: new Blob([fileOf(task, "pglite.data")]),
    parsers,
  });
}

/** One line a row, its values with a bar between them, as `psql --tuples-only --no-align` prints. */
async function run(database: PGlite, code: string): Promise<BlockResult> {
  try {
    const results = await database.exec(code, { rowMode: "array" });
    const rows = results.flatMap(({ rows }) => rows as unknown as (string | null)[][]);
    const output = rows.map((row) => row.map((value) => value ?? "").join("|")).join("\n");
    return { end: "ran", output: cutOutput(output) };
  } catch (error) {
    return {
      end: "threw",
      output: cutOutput(`ERROR: ${error instanceof Error ? error.message : String(error)}`),
    };
  }
}

/** A block that returns before it comes to the code: PL/pgSQL parses all of it. */
async function parse(database: PGlite, code: string): Promise<BlockResult> {
  const quote = `$q${Math.random().toString(36).slice(2)}$`;
  const { end, output } = await run(database, `do ${quote} begin return; ${code}\n; end ${quote}`);
  return end === "threw" ? { end: "broken", output } : { end: "parsed", output: "" };
}

serveProgram(async (task) => {
  const database = await openDatabase(task);
  return ({ code, isRun }) => (isRun ? run(database, code) : parse(database, code));
});
