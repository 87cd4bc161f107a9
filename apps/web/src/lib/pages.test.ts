import { expect, test } from "vitest";
import { uniqueById } from "./pages.ts";

test("a row that two pages have keeps its first place, and is shown as it was read last", () => {
  const rows = [
    { id: 2, title: "Two" },
    { id: 1, title: "One" },
    { id: 2, title: "Two, renamed" },
  ];
  expect(uniqueById(rows)).toEqual([
    { id: 2, title: "Two, renamed" },
    { id: 1, title: "One" },
  ]);
  expect(uniqueById([])).toEqual([]);
});
