import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Tabs } from "./Tabs.tsx";

const renderTabs = () =>
  render(
    <Tabs
      label="Views"
      tabs={[
        { id: "article", label: "Article", panel: "The text" },
        { id: "comments", label: "Comments", panel: "What readers say" },
        { id: "revisions", label: "Revisions", panel: "What changed" },
      ]}
    />,
  );

test("the chosen tab labels the visible panel", async () => {
  renderTabs();
  expect(screen.getByRole("tabpanel", { name: "Article" }).textContent).toBe("The text");

  await userEvent.click(screen.getByRole("tab", { name: "Comments" }));

  expect(screen.getByRole("tabpanel", { name: "Comments" }).textContent).toBe("What readers say");
});

test("arrow keys, Home and End move along the row and wrap around", async () => {
  renderTabs();
  await userEvent.tab();

  for (const [key, name] of [
    ["{ArrowRight}", "Comments"],
    ["{End}", "Revisions"],
    ["{ArrowRight}", "Article"],
    ["{ArrowLeft}", "Revisions"],
    ["{Home}", "Article"],
  ] as const) {
    await userEvent.keyboard(key);
    const tab = screen.getByRole("tab", { name });
    expect(document.activeElement).toBe(tab);
    expect(tab.getAttribute("aria-selected")).toBe("true");
  }
});
