import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { Footer } from "./Footer.tsx";

test("the footer has the four quick links, then the library and the ledger, and exactly four external links, each in a new tab", () => {
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  );

  const quick = within(screen.getByRole("navigation", { name: "Quick links" })).getAllByRole("link");
  expect(quick.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Home", "/"],
    ["Feed", "/feed"],
    ["Category", "/category"],
    ["Notifications", "/notifications"],
    ["Library", "/posts"],
    ["Ledger", "/ledger"],
  ]);

  const external = screen.getAllByRole<HTMLAnchorElement>("link", { name: /opens in a new tab/ });
  expect(external).toHaveLength(4);
  for (const link of external) {
    expect(link.href).toMatch(/^https:\/\//);
    expect(link.target).toBe("_blank");
    expect(link.rel).toContain("noopener");
  }
  expect(screen.getByText("© 2025 Cairn")).toBeTruthy();
});
