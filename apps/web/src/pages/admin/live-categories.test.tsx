import { changeCategory, createCategory, deleteCategory, listAdminCategories } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { category, openLive } from "@tests/support/web/admin-live.ts";
import { columnOf } from "@tests/support/web/admin-screens.ts";
import { answer, idAndBody, refusal, sentTo } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

const path = "/categories-management";
const security = category({ id: 4, name: "Security", description: "Locks and keys.", posts: 0 });
const both = () =>
  answer(listAdminCategories, () =>
    HttpResponse.json({ items: [category(), security], next: null, total: 2 }),
  );

describe("live categories", () => {
  test("are the server's, with its counts, and can be searched on the page", async () => {
    const { user } = await openLive(path, both());
    await waitFor(() => expect(columnOf("Posts")).toEqual(["4", "0"]));
    await user.type(screen.getByRole("searchbox"), "locks");
    expect(columnOf("Name")).toEqual(["Security"]);
  });

  test("are added by name and description: the server counts the posts", async () => {
    const sent = sentTo(createCategory, () =>
      HttpResponse.json(category({ name: "Robotics" }), { status: 201 }),
    );
    const { user } = await openLive(
      path,
      answer(createCategory, () => refusal("category_name_taken"), { once: true }),
    );
    const form = within(screen.getByRole("form", { name: "Add Category" }));
    expect(form.queryByLabelText("Posts")).toBeNull();
    expect(form.queryByLabelText("File (optional)")).toBeNull();
    await user.type(form.getByLabelText("Name"), "Robotics");
    await user.type(form.getByLabelText("Description"), "Machines that move.{Enter}");
    expect(await form.findByText("A category with this name already exists.")).toBeDefined();
    await user.click(form.getByRole("button", { name: "Add Category" }));
    expect(await screen.findByText("Category created: Robotics")).toBeDefined();
    expect(sent).toEqual([{ name: "Robotics", description: "Machines that move." }]);
  });

  test("are renamed", async () => {
    const sent = sentTo(changeCategory, () => HttpResponse.json(category({ name: "Data" })), idAndBody);
    const { user } = await openLive(path);
    await user.click(await screen.findByRole("button", { name: "Edit Data Science" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.clear(dialog.getByLabelText("Name"));
    await user.type(dialog.getByLabelText("Name"), "Data");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([["3", { name: "Data", description: "From rows to reasons." }]]);
  });

  test("are deleted once a category takes their items; the first of the others is preselected", async () => {
    const moves: (string | null)[] = [];
    const { user } = await openLive(
      path,
      both(),
      answer(deleteCategory, ({ request }) => {
        const moveTo = new URL(request.url).searchParams.get("move_to");
        moves.push(moveTo);
        return moveTo ? HttpResponse.json({ message: "Category deleted" }) : refusal("category_in_use");
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Delete Data Science" }));
    const dialog = within(screen.getByRole("dialog", { name: "Delete Data Science?" }));
    const place = dialog.getByLabelText<HTMLSelectElement>("Move its posts to");
    expect(place.value).toBe(place.options[1]?.value);
    await user.selectOptions(place, "");
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await dialog.findByText(/^This category is not empty\./)).toBeDefined();
    await user.selectOptions(place, "Security");
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(moves).toEqual([null, "4"]);
  });
});

test("live categories say for how long their verifications hold, and an admin changes it", async () => {
  const sent = sentTo(changeCategory, () => HttpResponse.json(category()));
  const { user } = await openLive(
    path,
    answer(listAdminCategories, () =>
      HttpResponse.json({ items: [category(), { ...security, interval_days: null }], next: null, total: 2 }),
    ),
  );
  await waitFor(() => expect(columnOf("Verified for")).toEqual(["180 days", "No end"]));
  for (const choice of ["365 days", "Never ends"]) {
    await user.click(screen.getByRole("button", { name: "Edit Data Science" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.selectOptions(dialog.getByLabelText("Verified for"), choice);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  const words = { name: "Data Science", description: "From rows to reasons." };
  expect(sent).toEqual([
    { ...words, interval_days: 365 },
    { ...words, interval_days: null },
  ]);
});
