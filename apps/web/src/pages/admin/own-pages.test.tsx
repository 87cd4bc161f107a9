import {
  deleteOwnPage,
  getOwnPage,
  listOwnPages,
  type OwnPage,
  previewContent,
  putOwnPage,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { openLive } from "@tests/support/web/admin-live.ts";
import { answer, refusal, sentTo } from "@tests/support/web/fake-api.ts";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";

const page: OwnPage = {
  slug: "imprint",
  title: "Imprint",
  body: "Run by **the school**.",
  body_html: "<p>Run by <strong>the school</strong>.</p>",
  language: "en",
  updated_at: "2026-11-20T10:00:00.000Z",
};
const listed = (...items: { slug: string; title: string }[]) =>
  answer(listOwnPages, () => HttpResponse.json({ items }));
const imprint = { slug: "imprint", title: "Imprint" };
const path = "/admin/pages";
const saving = () =>
  sentTo(
    putOwnPage,
    () => HttpResponse.json(page),
    async ({ params, request }) => [params.slug, await request.json()],
  );

test("pages are listed with their addresses; a site without any says so", async () => {
  await openLive(path, listed(imprint, { slug: "rules", title: "Rules" }));
  const list = within(await screen.findByRole("list", { name: "Pages" }));
  expect(list.getByRole("link", { name: "Imprint" }).getAttribute("href")).toBe("/about/imprint");
  expect(list.getByText("/about/rules")).toBeDefined();
});

test("a site without pages says so", async () => {
  await openLive(path, listed());
  expect(await screen.findByText("No pages yet.")).toBeDefined();
});

test("a page is written with a preview, and leads back to the list", async () => {
  const sent = saving();
  const { user } = await openLive(
    path,
    listed(),
    answer(previewContent, () => HttpResponse.json({ html: "<p>The school of oaks.</p>" })),
  );
  await user.click(await screen.findByRole("link", { name: "New page" }));
  await user.type(await screen.findByLabelText("Title"), "Imprint");
  await user.type(screen.getByLabelText("Address"), "imprint");
  await user.type(screen.getByLabelText("Text"), "The school of oaks.");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  const preview = within(screen.getByRole("region", { name: "Preview" }));
  expect(await preview.findByText("The school of oaks.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Save the page" }));
  await waitFor(() =>
    expect(sent).toEqual([["imprint", { title: "Imprint", language: "en", body: "The school of oaks." }]]),
  );
  await screen.findByText("No pages yet.");
});

test("each field that is wrong says what is wrong, and nothing is sent", async () => {
  const sent = saving();
  const { user } = await openLive(`${path}?edit=`, listed(imprint));
  await user.type(await screen.findByLabelText("Address"), "Im print");
  await user.clear(screen.getByLabelText("Language"));
  await user.click(screen.getByRole("button", { name: "Save the page" }));
  for (const sentence of [
    "Please enter a title.",
    "Please use small letters, digits and hyphens only.",
    "Please enter a language tag, such as en or pt-BR.",
    "Please enter a text.",
  ])
    expect(screen.getByText(sentence)).toBeDefined();
  await user.clear(screen.getByLabelText("Address"));
  await user.type(screen.getByLabelText("Address"), "imprint");
  expect(screen.getByText("There is a page at this address already.")).toBeDefined();
  expect(sent).toEqual([]);
});

test("what the server says of a field stands beside it", async () => {
  const { user } = await openLive(
    `${path}?edit=imprint`,
    listed(imprint),
    answer(getOwnPage, () => HttpResponse.json(page)),
    answer(putOwnPage, () =>
      refusal("invalid_input", { details: [{ field: "title", problem: "must be one line" }] }),
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Save the page" }));
  expect(await screen.findByText("This must be one line.")).toBeDefined();
});

test("a page is edited at its address, and what is typed survives a reload of the tab", async () => {
  const sent = saving();
  const answers = [listed(imprint), answer(getOwnPage, () => HttpResponse.json(page))];
  const { user, unmount } = await openLive(`${path}?edit=imprint`, ...answers);
  expect(await screen.findByLabelText("Address")).toHaveProperty("disabled", true);
  await user.type(screen.getByLabelText("Text"), " Since 1998.");
  unmount();
  const again = await openLive(`${path}?edit=imprint`, ...answers);
  expect(await screen.findByLabelText("Text")).toHaveProperty("value", "Run by **the school**. Since 1998.");
  await again.user.click(screen.getByRole("button", { name: "Save the page" }));
  await waitFor(() =>
    expect(sent).toEqual([
      ["imprint", { title: "Imprint", language: "en", body: "Run by **the school**. Since 1998." }],
    ]),
  );
});

test("a page is deleted after a question", async () => {
  const sent = sentTo(
    deleteOwnPage,
    () => HttpResponse.json({ message: "Page deleted" }),
    ({ params }) => params.slug,
  );
  const { user } = await openLive(path, listed(imprint));
  await user.click(await screen.findByRole("button", { name: "Delete Imprint" }));
  const dialog = within(screen.getByRole("dialog", { name: "Delete this page?" }));
  expect(dialog.getByText(/\/about\/imprint leads nowhere/)).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(sent).toEqual(["imprint"]));
});
