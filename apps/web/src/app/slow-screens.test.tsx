import { listCategories, searchContent } from "@cairn/contract";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { answer, server } from "../test/fake-api.ts";
import { renderApp } from "../test/renderApp.tsx";

/** What a slow network brings late. */
const network = vi.hoisted(() => {
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  return { brought, bring };
});

vi.mock("../pages/CategoryPage.tsx", async (original) => {
  await network.brought;
  return original();
});

afterEach(() => network.bring());

test("a screen that is slow to come says so above the one that stays until then", async () => {
  server.use(
    answer(listCategories, () => HttpResponse.json([])),
    answer(searchContent, () => HttpResponse.json({ items: [], next: null })),
  );
  const { user } = renderApp("/posts");
  await screen.findByRole("heading", { level: 1, name: "Library" });
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  const [link] = screen.getAllByRole("link", { name: "Category" });
  if (!link) throw new Error("The navigation has no Category");

  await user.click(link);
  await screen.findByRole("progressbar", { name: "Loading..." });
  expect(screen.getByRole("heading", { level: 1, name: "Library" })).toBeTruthy();

  network.bring();
  await screen.findByRole("heading", { level: 1, name: "Categories" });
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
});
