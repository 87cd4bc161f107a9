import { listContent } from "@cairn/contract";
import { screen, within } from "@testing-library/react";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, holdBack, refusal, server } from "@tests/support/web/fake-api.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { ownItems, signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

const items = [
  sampleItem({ id: 4, title: "Old and published", status: "Published", created_at: "2025-11-01T12:00:00Z" }),
  sampleItem({ id: 6, title: "A draft", status: "Draft", created_at: "2025-11-09T12:00:00Z" }),
  sampleItem({ id: 5, title: "Sent back", status: "Flagged", created_at: "2025-11-04T12:00:00Z" }),
  sampleItem({
    id: 7,
    title: "Film",
    content_type: "Video",
    status: "Pending",
    created_at: "2025-11-18T12:00:00Z",
  }),
];

const table = () => screen.findByRole("table", { name: "My Content" });
const titles = async () =>
  within(await table())
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("link")[0]?.textContent);

async function openList() {
  const { user } = renderApp("/content");
  await table();
  return user;
}

describe("the list of /content", () => {
  beforeEach(() => {
    signInAsWriter();
    ownItems(items);
  });

  test("has the heading 'My Content' and a description", async () => {
    await openList();
    expect(screen.getByRole("heading", { level: 1, name: "My Content" })).toBeDefined();
    expect(screen.getByText("View, edit and track all of your posts in one place.")).toBeDefined();
  });

  test("has the columns Type, Title, Status and Created At, with the date", async () => {
    vi.stubEnv("TZ", "Pacific/Apia");
    await openList();
    const columns = within(await table()).getAllByRole("columnheader");
    expect(columns.map((column) => column.textContent)).toEqual(["Type", "Title", "Status", "Created At"]);
    const row = screen.getByText("Film").closest("tr") as HTMLElement;
    const cells = within(row).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual(["Video", "Film", "Pending", "19 Nov 2025"]);
  });

  test("counts likes and comments of what is published", async () => {
    ownItems([
      sampleItem({ likes: 1, comments: 12 }),
      sampleItem({ id: 9, title: "A draft", status: "Draft" }),
    ]);
    await openList();
    expect(screen.getAllByText(/ likes? · /).map(({ textContent }) => textContent)).toEqual([
      "1 like · 12 comments",
    ]);
  });

  test("asks for the writer's own items", async () => {
    const asked: string[] = [];
    server.use(
      answer(listContent, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("user_id") ?? "");
        return HttpResponse.json(items);
      }),
    );
    await openList();
    expect(asked).toEqual(["7"]);
  });

  test("tells of an item that is due why, and lets its author answer in the row", async () => {
    const text = "End of node 18: 30 April 2025";
    ownItems([
      sampleItem({
        standing: "outdated",
        standing_reasons: [{ kind: "label", text, since: "2025-04-30T00:00:00.000Z" }],
      }),
    ]);
    const user = await openList();
    const row = within((await screen.findByText(text)).closest("tr") as HTMLElement);
    expect(row.getByText("Outdated")).toBeDefined();
    expect(row.queryByText("Verified")).toBeNull();
    await user.click(row.getByRole("button", { name: "Still true: Caching headers without the folklore" }));
    expect(await screen.findByRole("dialog", { name: "Is it still true?" })).toBeDefined();
  });

  test("keeps the server's order until it is sorted", async () => {
    await openList();
    expect(await titles()).toEqual(["Old and published", "A draft", "Sent back", "Film"]);
  });

  test("the filters narrow it", async () => {
    const user = await openList();
    for (const [filter, expected] of [
      ["Drafts", ["A draft"]],
      ["Published", ["Old and published"]],
      ["Flagged", ["Sent back"]],
      ["All", ["Old and published", "A draft", "Sent back", "Film"]],
    ] as const) {
      await user.click(screen.getByRole("button", { name: filter }));
      expect(await titles()).toEqual(expected);
    }
  });

  test("sorts by Newest and Oldest once one of them is chosen", async () => {
    const user = await openList();
    await user.selectOptions(screen.getByLabelText("Sort"), "Oldest");
    expect(await titles()).toEqual(["Old and published", "Sent back", "A draft", "Film"]);
    await user.selectOptions(screen.getByLabelText("Sort"), "Newest");
    expect(await titles()).toEqual(["Film", "A draft", "Sent back", "Old and published"]);
  });

  test("the search looks through titles, in any case", async () => {
    const user = await openList();
    await user.type(screen.getByRole("searchbox", { name: "Search" }), "FILM");
    expect(await titles()).toEqual(["Film"]);
    expect(screen.getByText("1 post")).toBeDefined();
  });

  test("shows 'No content found.' when nothing matches", async () => {
    const user = await openList();
    await user.type(screen.getByRole("searchbox", { name: "Search" }), "nothing like it");
    expect(screen.getByText("No content found.")).toBeDefined();
  });

  test("a row leads to the item's page, and its pencil to the edit screen", async () => {
    await openList();
    const row = screen.getByText("Film").closest("tr") as HTMLElement;
    expect(within(row).getByRole("link", { name: "Film" }).getAttribute("href")).toBe("/posts/7");
    expect(within(row).getByRole("link", { name: "Edit Film" }).getAttribute("href")).toBe(
      "/techwriter/edit/7",
    );
  });

  test("marks a published item with a waiting edit", async () => {
    ownItems([sampleItem({ pending_revision: 3 })]);
    await openList();
    expect(screen.getByText("Edit in review")).toBeDefined();
    expect(screen.getByRole("img", { name: "Verified" })).toBeDefined();
  });

  test("marks a published item with a flagged edit, links to the reason, and lists it among the flagged", async () => {
    ownItems([sampleItem({ flagged_revision: 2 })]);
    const user = await openList();
    expect(screen.getByRole("link", { name: "Edit flagged" }).getAttribute("href")).toBe(
      "/tech-writer-flagged",
    );
    await user.click(screen.getByRole("button", { name: "Flagged" }));
    expect(screen.getByRole("link", { name: "Edit flagged" })).toBeDefined();
  });

  test("loads more where the server has more", async () => {
    const asked: (string | null)[] = [];
    server.use(
      answer(listContent, ({ request }) => {
        const cursor = new URL(request.url).searchParams.get("cursor");
        asked.push(cursor);
        return cursor === null
          ? HttpResponse.json(items.slice(0, 2), { headers: { "x-next-cursor": "next" } })
          : HttpResponse.json(items.slice(2));
      }),
    );
    const user = await openList();
    await user.click(screen.getByRole("button", { name: "Load More" }));
    await screen.findByText("Film");
    expect(asked).toEqual([null, "next"]);
    // The keyboard goes on at the first of what came.
    expect(document.activeElement).toBe(screen.getByRole("link", { name: items[2]?.title }));
    expect(screen.getByText("4 posts")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
  });
});

describe("while there is no list", () => {
  test("'Loading...' shows, and then 'No content found.'", async () => {
    signInAsWriter();
    const gate = holdBack(listContent, () => HttpResponse.json([]));
    renderApp("/content");
    await screen.findByRole("heading", { level: 1 });
    expect(screen.getByText("Loading...")).toBeDefined();
    gate.open();
    await screen.findByText("No content found.");
  });

  test("a failure is only logged, and the empty state shows", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    signInAsWriter();
    server.use(answer(listContent, () => refusal("not_allowed")));
    renderApp("/content");
    await screen.findByText("No content found.");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(log).toHaveBeenCalledWith("Your content could not be loaded.", expect.anything());
  });
});
