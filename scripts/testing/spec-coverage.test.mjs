import { describe, expect, test } from "vitest";
import { problemsOf, tablesOf } from "./spec-coverage-tables.mjs";

/** A table's head names what its second cell holds: tests, or the work that will bring them. */
const tables = tablesOf("docs/evidence/spec-coverage.md");
const rows = tables.flatMap(({ rows }) => rows);
const testedRows = tables.filter(({ head }) => head[1] === "where").flatMap(({ rows }) => rows);

describe("docs/evidence/spec-coverage.md", () => {
  test("has tables for each of the spec's nine sections", () => {
    const sections = new Set(tables.map(({ section }) => Number.parseInt(section, 10)));
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => !sections.has(number))).toEqual([]);
  });

  test("has no empty row", () => {
    const empty = rows.filter(({ cells }) => !cells[0] || !cells[1]);
    expect(empty.map(({ line }) => line)).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });

  test("has as many cells in a row as its table has columns", () => {
    const torn = tables.flatMap(({ head, rows }) => rows.filter(({ cells }) => cells.length !== head.length));
    expect(torn.map(({ line }) => line)).toEqual([]);
  });

  test("names tests that exist, and nothing else in their column", () => {
    expect(testedRows.flatMap(({ cells }) => problemsOf(cells[1] ?? ""))).toEqual([]);
  });

  test("gives each deviation its decision's number and a reason", () => {
    const deviations = testedRows.map(({ cells }) => cells[2]).filter(Boolean);
    expect(deviations.filter((deviation) => !/^D\d+(, D\d+)*: \S/.test(deviation ?? ""))).toEqual([]);
  });
});
