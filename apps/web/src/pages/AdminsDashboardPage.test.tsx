import { screen, within } from "@testing-library/react";
import { activityLines, openAsAdmin } from "@tests/support/web/admin-screens.ts";
import { describe, expect, test } from "vitest";

describe("the admins' home", () => {
  test("welcomes and counts posts, non-admin users, flagged content and categories", async () => {
    await openAsAdmin("/adminsdashboard");
    expect(screen.getByRole("heading", { level: 1, name: "Welcome, Admin" })).toBeDefined();
    const cards = [...document.querySelectorAll(".stat-card")].map(({ textContent }) => textContent);
    expect(cards).toEqual([
      "Total Posts124 without a decision",
      "New Users76 active",
      "Flagged Content2Returned to the authors",
      "Active Categ.5All have posts",
    ]);
  });

  test("links to the four tasks with the number of open items", async () => {
    await openAsAdmin("/adminsdashboard");
    const actions = within(screen.getByRole("region", { name: "Quick actions" })).getAllByRole("link");
    expect(actions.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Approve Content4 posts wait for you", "/content-management"],
      ["Review Flags2 flagged", "/content-management"],
      ["Manage Categories5 categories", "/categories-management"],
      ["Deactivate User6 active members", "/user-management"],
    ]);
  });

  test("lists recent activity, newest first, each with its time", async () => {
    await openAsAdmin("/adminsdashboard");
    expect(activityLines().map((line) => line?.replace(/(\d\d:\d\d|Yesterday|\d+ \w+)$/, ""))).toEqual([
      "Content approved: “Reading a query plan”",
      "User created: Priya Raman",
      "Content flagged: “Hashing passwords in ten minutes”",
      "Category created: Artificial Intelligence",
      "User deactivated: Test Account",
      "Content removed: “Best free VPNs 2025”",
    ]);
  });
});
