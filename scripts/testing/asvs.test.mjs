import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../setup/paths.mjs";
import { countItems, deviationRows, deviations, readItems, standard } from "./asvs.mjs";
import { sourcesOf } from "./asvs-sources.mjs";
import { problemsOf, tablesOf } from "./spec-coverage-tables.mjs";

const items = readItems();
const tables = tablesOf("docs/evidence/asvs.md");

describe("docs/evidence/asvs.md", () => {
  test("has every item of levels 1 and 2, by the standard's own numbers", () => {
    expect(countItems().map(({ levels }) => levels)).toEqual(standard);
    expect(items).toHaveLength(70 + 183);
  });

  test("has each item once, in its chapter and in order", () => {
    const ids = items.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual([...ids].sort((one, other) => one.localeCompare(other, "en", { numeric: true })));
  });

  test("gives each item one answer: existing tests, a listed deviation, or why it does not apply", () => {
    expect(items.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test("has correct counts at its head", () => {
    const [head] = tables.filter(({ head }) => head[0] === "chapter");
    const told = head?.rows.map(({ cells }) => cells.slice(1).map(Number));
    const counted = countItems().map(({ levels, ...standing }) => [
      ...levels,
      standing.test,
      standing.deviation,
      standing["not applicable"],
    ]);
    const sums = counted.reduce((sum, row) => sum.map((count, column) => count + (row[column] ?? 0)));
    expect(told).toEqual([...counted, sums]);
  });

  test("names a test for each rule across fields, and for each bound of costly work", () => {
    const tested = tables.filter(({ head }) => head.at(-1) === "where");
    expect(tested.map(({ section }) => section)).toEqual([
      "Fields that belong together",
      "Costly work and its bounds",
    ]);
    expect(tested.flatMap(({ rows }) => rows.flatMap(({ cells }) => problemsOf(cells.at(-1) ?? "")))).toEqual(
      [],
    );
  });

  test("lists every part of the code that uses cryptography, and no other", () => {
    const uses =
      /from "(jose|@node-rs\/argon2|@noble\/[^"]+)"|crypto\.subtle|import \{(?! randomUUID \})[^}]+\} from "node:crypto"/;
    expect(listedUnder("Cryptography")).toEqual(partsWith(uses));
  });

  test("lists every part of the code that opens connections, and no other", () => {
    const uses =
      /^import (?!type )(?:[^;]*\bfrom )?"(undici|nodemailer|pg|ioredis|@aws-sdk\/[\w-]+)"|import \{[^}]*\bconnect\b[^}]*\} from "node:net"/m;
    expect(listedUnder("Connections")).toEqual(partsWith(uses));
  });

  test("gives every table of the database its class of data", () => {
    const folder = join(root, "apps/server/src/db/migrations");
    const migrations = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const made = migrations.join("\n").matchAll(/^create table (?:if not exists )?(\w+)/gim);
    const renamed = migrations.join("\n").matchAll(/^alter table (\w+) rename to (\w+)/gim);
    // A later migration may make a table anew.
    const stored = new Set([...made].map(([, name]) => name));
    for (const [, before, after] of renamed) if (stored.delete(before)) stored.add(after);
    expect(listedUnder("Data and their classes")).toEqual([...stored].sort());
  });
});

test("each deviation is listed once, with its reason", () => {
  const names = deviations();
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThan(20);
  expect(deviationRows().filter((cells) => !cells[0] || !cells[1] || cells.length !== 2)).toEqual([]);
});

/**
 * What stands in backquotes in the first column of a section's table.
 * @param {string} title
 */
function listedUnder(title) {
  const rows = tables.filter(({ section }) => section === title).flatMap(({ rows }) => rows);
  return rows
    .flatMap(({ cells }) => [...(cells[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    .sort();
}

/**
 * Parts of the code whose sources hold it: a module, a folder of the server, or the site.
 * @param {RegExp} pattern
 */
function partsWith(pattern) {
  const files = sourcesOf().filter(({ source }) => pattern.test(source));
  return [...new Set(files.map(({ path }) => partOf(path)))].sort();
}

/** @param {string} path */
function partOf(path) {
  const [, part = ""] = /^apps\/server\/src\/(modules\/[\w-]+|[\w-]+)/.exec(path) ?? [];
  if (path.startsWith("demo/")) return "demo";
  if (path.startsWith("packages/node/")) return "packages/node";
  if (path.startsWith("apps/witness/")) return "apps/witness";
  return part || (path.startsWith("apps/web/") ? "the site" : "the contract");
}
