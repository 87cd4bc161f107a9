import { type SQL, sql } from "drizzle-orm";
import { type Connection, type Queries, queriesOn } from "../../../apps/server/src/db/queries.ts";
import type { TestDatabase } from "./database.ts";

/** What PostgreSQL says of a step of a statement that it ran. */
export interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  /** Pages read, by the functions that the step calls as well. */
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly Plan[];
}

/** The plans of all statements that `read` makes, each run with its values; `rowsOf` says what each seems to answer. */
export async function plansOf(
  db: TestDatabase,
  read: (queries: Queries) => Promise<unknown>,
  rowsOf: (text: string) => unknown[] = () => [],
): Promise<Plan[]> {
  const plans: Plan[] = [];
  const connection: Connection = {
    async query({ text }, values = []) {
      const parts = text
        .split(/\$(\d+)/)
        .map((part, index): SQL => (index % 2 ? sql`${sql.param(values[Number(part) - 1])}` : sql.raw(part)));
      const { rows } = await db.query.execute<{ "QUERY PLAN": { Plan: Plan }[] }>(
        sql`explain (analyze, buffers, timing off, format json) ${sql.join(parts)}`,
      );
      for (const row of rows) plans.push(...row["QUERY PLAN"].map((found) => found.Plan));
      const found = rowsOf(text);
      return { rows: found, rowCount: found.length, command: "SELECT", oid: 0, fields: [] };
    },
  };
  await read(queriesOn(connection));
  return plans;
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Names of those of the `large` tables that a plan reads as a whole. */
export const wholeTables = (plans: readonly Plan[], large: readonly string[]): string[] =>
  plans
    .flatMap(nodesOf)
    .filter((node) => node["Node Type"] === "Seq Scan" && large.includes(node["Relation Name"] ?? ""))
    .map((node) => String(node["Relation Name"]));

/** The most rows that one step looked at, those included that it then threw away. */
export const maxRows = (plans: readonly Plan[]): number =>
  Math.max(
    ...plans
      .flatMap(nodesOf)
      .map((node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]),
  );

/** Pages of 8 kB that statements read in all. */
export const pagesRead = (plans: readonly Plan[]): number =>
  plans.reduce((sum, plan) => sum + (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0), 0);
