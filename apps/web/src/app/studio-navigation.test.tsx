import { screen, within } from "@testing-library/react";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { beforeEach, expect, test, vi } from "vitest";

// The screens stand empty for a visitor, which is not what these tests are about.
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

async function linksAt(path: string) {
  renderApp(path);
  const side = await screen.findByRole("complementary");
  const links = within(within(side).getByRole("navigation", { name: "Main" })).getAllByRole("link");
  expect(within(side).getByRole("button", { name: "Logout" })).toBeDefined();
  return links.map((link) => [link.getAttribute("href"), link.textContent]);
}

test("a writer's navigation has the spec's five places, then the library, and Logout", async () => {
  expect(await linksAt("/techhome")).toEqual([
    ["/techhome", "Home"],
    ["/my-posts", "My Posts"],
    ["/content", "Content"],
    ["/tech-writer-flagged", "Notifications"],
    ["/tech-writer-profile", "My Profile"],
    ["/posts", "Library"],
  ]);
});

test("an admin's navigation has the spec's five places, then the library, and Logout", async () => {
  expect(await linksAt("/admin-home")).toEqual([
    ["/admin-home", "Home"],
    ["/user-management", "Users"],
    ["/content-management", "Content"],
    ["/categories-management", "Categories"],
    ["/admin-profile", "Profile"],
    ["/posts", "Library"],
  ]);
});
