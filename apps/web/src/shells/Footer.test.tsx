import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { showSite } from "../lib/site.ts";
import { Footer } from "./Footer.tsx";

afterEach(() => showSite(null));

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

test("the site’s own pages stand in its last line, and nothing does where there are none", () => {
  const site = {
    name: "Oak Academy",
    tagline: "",
    logo: null,
    joining: "open",
    audience: "everyone",
  } as const;
  const show = (pages: { slug: string; title: string }[]) => {
    showSite({ ...site, pages });
    return render(
      <MemoryRouter>
        <Footer />
      </MemoryRouter>,
    );
  };
  const { unmount } = show([]);
  expect(screen.queryByRole("navigation", { name: "About this site" })).toBeNull();
  unmount();
  show([
    { slug: "imprint", title: "Imprint" },
    { slug: "rules", title: "Rules" },
  ]);
  const links = within(screen.getByRole("navigation", { name: "About this site" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Imprint", "/about/imprint"],
    ["Rules", "/about/rules"],
  ]);
});
