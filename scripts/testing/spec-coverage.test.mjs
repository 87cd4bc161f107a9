import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../setup/paths.mjs";
import { anchorOf } from "./anchors.mjs";
import { problemsOf, tablesOf } from "./spec-coverage-tables.mjs";

const tables = tablesOf("docs/evidence/spec-coverage.md");
const rows = tables.flatMap(({ rows }) => rows);
/** Tests, and behind them the rule by which Cairn differs from the spec, with what it does instead or without it. */
const proofs = tables
  .filter(({ head }) => head[1] === "where")
  .flatMap(({ rows }) => rows.map(({ cells }) => (cells[1] ?? "").split(/; (?=rule )/)));

describe("docs/evidence/spec-coverage.md", () => {
  test("has tables for each of the spec's nine sections", () => {
    const sections = new Set(tables.map(({ section }) => Number.parseInt(section, 10)));
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => !sections.has(number))).toEqual([]);
  });

  test("has no empty row", () => {
    const empty = rows.filter(({ cells }) => !cells[0] || !cells[1]);
    expect(empty.map(({ line }) => line)).toEqual([]);
    expect(proofs.length).toBeGreaterThan(400);
  });

  test("has as many cells in a row as its table has columns", () => {
    const torn = tables.flatMap(({ head, rows }) => rows.filter(({ cells }) => cells.length !== head.length));
    expect(torn.map(({ line }) => line)).toEqual([]);
  });

  test("names tests that exist, and nothing else in front of the deviation", () => {
    expect(proofs.flatMap(([named = ""]) => problemsOf(named))).toEqual([]);
  });

  test("gives each deviation the names of rules that exist", () => {
    const headings = readFileSync(join(root, "docs/rules.md"), "utf8").matchAll(/^### (.+)$/gm);
    const rules = new Set([...headings].map(([, name = ""]) => anchorOf(name)));
    const deviations = proofs.flatMap(([, ...deviations]) => deviations);
    expect(deviations.length).toBeGreaterThan(200);
    expect(deviations.filter((deviation) => !/^rule [\w-]+(, [\w-]+)*(: \S.*)?$/.test(deviation))).toEqual(
      [],
    );
    const cited = deviations.flatMap(
      (deviation) => deviation.replace("rule ", "").split(":", 1)[0]?.split(", ") ?? [],
    );
    expect(cited.filter((rule) => !rules.has(rule))).toEqual([]);
  });
});
