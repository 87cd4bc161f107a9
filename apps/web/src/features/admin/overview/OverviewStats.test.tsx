import { render, screen } from "@testing-library/react";
import { FileText } from "lucide-react";
import { expect, test } from "vitest";
import { StatCard } from "./OverviewStats.tsx";

test("a number is under its name, grouped by thousands, with its second line", () => {
  render(<StatCard label="Total Posts" icon={FileText} value={12_480} note="4 wait for a decision" />);
  const card = screen.getByText("Total Posts").closest(".stat-card");
  expect(card?.textContent).toBe("Total Posts12,4804 wait for a decision");
  expect(card?.hasAttribute("aria-busy")).toBe(false);
});

test("a number that has not loaded shows a skeleton, not a zero", () => {
  render(<StatCard label="Total Posts" icon={FileText} value={undefined} note="4 wait for a decision" />);
  const card = screen.getByText("Total Posts").closest(".stat-card");
  expect(card?.textContent).toBe("Total Posts");
  expect(card?.getAttribute("aria-busy")).toBe("true");
  expect(card?.querySelectorAll(".skeleton")).toHaveLength(2);
});
