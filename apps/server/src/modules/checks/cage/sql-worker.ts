import { randomUUID } from "node:crypto";
import { type BlockResult, programOutputLength } from "@cairn/contract";
import { PGlite, types } from "@electric-sql/pglite";
import { emptyDatabase } from "../../../lib/empty-database.ts";
import { optimiseEngineLate } from "../../../lib/optimise-engine-late.ts";
import type { Program } from "./tasks.ts";

/** The process in which one program of a member's SQL runs, in a database of its own that lies in memory. */

/** As PostgreSQL writes each value: the library would make JavaScript's values of them. */
const parsers = Object.fromEntries(Object.keys(types.parsers).map((id) => [id, (text: string) => text]));
optimiseEngineLate();
const database = await PGlite.create({
  loadDataDir: await emptyDatabase(),
  // The files lie in memory already: PostgreSQL's 128 MB for copies of them would cost time and memory at each start.
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  parsers,
});

/** One line a row, its values with a bar between them, as `psql --tuples-only --no-align` prints. */
async function run(code: string): Promise<BlockResult> {
  try {
    const results = await database.exec(code, { rowMode: "array" });
    const rows = results.flatMap(({ rows }) => rows as unknown as (string | null)[][]);
    const output = rows.map((row) => row.map((value) => value ?? "").join("|")).join("\n");
    return { end: "ran", output: output.slice(0, programOutputLength) };
  } catch (error) {
    return { end: "threw", output: `ERROR: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A block that returns before it comes to the code: PL/pgSQL parses all of it. */
async function parse(code: string): Promise<BlockResult> {
  const quote = `$q${randomUUID().replaceAll("-", "")}$`;
  const { end, output } = await run(`do ${quote} begin return; ${code}\n; end ${quote}`);
  return end === "threw" ? { end: "broken", output } : { end: "parsed", output: "" };
}

process.on("message", async ({ blocks }: Program) => {
  const answer: BlockResult[] = [];
  for (const { code, isRun } of blocks) answer.push(await (isRun ? run(code) : parse(code)));
  process.send?.({ answer, memory: process.memoryUsage.rss() });
});
process.send?.("ready");
