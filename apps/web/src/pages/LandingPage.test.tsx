import { render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { LandingPage } from "./LandingPage.tsx";

const page = (
  <MemoryRouter>
    <LandingPage />
  </MemoryRouter>
);

test("every Join Now leads to the register screen and every Log In to the login screen", () => {
  render(page);

  for (const [name, href] of [
    ["Join Now", "/register"],
    ["Log In", "/login"],
  ] as const) {
    const links = screen.getAllByRole("link", { name });
    expect(links).toHaveLength(3);
    expect(links.map((link) => link.getAttribute("href"))).toEqual([href, href, href]);
  }
});

test("the first heading says what Cairn is for", () => {
  render(page);

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "Explore verified tech wisdom from the community",
  );
  expect(
    screen.getByText("Watch, read and listen to curated content from experts, alumni and peers."),
  ).toBeTruthy();
});

test("no made-up example claims to be verified", () => {
  render(page);

  expect(within(screen.getByRole("main")).queryByRole("img", { name: "Verified" })).toBeNull();
  for (const example of screen.getAllByText(/^Example · /)) {
    expect(
      example.closest(".kinds-kind")?.querySelector(".verified-mark-dot, .verified-mark-pill"),
    ).toBeNull();
  }
});

test("its HTML has no style attribute, which the CSP would refuse, and is the same every time", () => {
  const html = renderToString(page);
  expect(html).not.toMatch(/\sstyle=/);
  expect(renderToString(page)).toBe(html);
});
