import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Column, DataTable } from "./DataTable.tsx";

const columns: Column<{ id: number; title: string }>[] = [
  { label: "Title", place: "title", cell: ({ title }) => title },
  { label: "Actions", place: "actions", cell: ({ id }) => <button type="button">Edit {id}</button> },
];

const rows = [
  { id: 1, title: "Debugging memory leaks in Node" },
  { id: 2, title: "Profiling a slow React list" },
];

test("a table is a table to screen readers even where its rows are cards", () => {
  render(<DataTable label="My Content" columns={columns} rows={rows} rowKey={({ id }) => id} />);

  const table = screen.getByRole("table", { name: "My Content" });
  expect(table.getAttribute("role")).toBe("table");
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((cell) => cell.textContent),
  ).toEqual(["Title", "Actions"]);
  const [, first] = within(table).getAllByRole("row");
  expect(first?.getAttribute("role")).toBe("row");
  expect(within(first as HTMLElement).getAllByRole("cell")[0]?.textContent).toBe(
    "Debugging memory leaks in Node",
  );
});

test("a loading table shows the requested number of skeleton rows, and is busy", () => {
  render(
    <DataTable label="My Content" columns={columns} rows={[]} rowKey={({ id }) => id} skeletonRows={3} />,
  );

  const table = screen.getByRole("table", { name: "My Content" });
  expect(table.getAttribute("aria-busy")).toBe("true");
  expect(within(table).getAllByRole("row")).toHaveLength(1 + 3);
});
