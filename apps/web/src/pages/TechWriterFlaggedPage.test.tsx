import {
  answerReason,
  deleteContent,
  type FlaggedItem,
  listFlagged,
  type ReasonAnswer,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { answer, holdBack, refusal, server } from "@tests/support/web/fake-api.ts";
import { letIn, tellLive } from "@tests/support/web/fake-socket.ts";
import { sampleNotification } from "@tests/support/web/notification-answers.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { type DefaultBodyType, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";

const flagged = (more: Partial<FlaggedItem> = {}): FlaggedItem => ({
  id: 12,
  type: "Article",
  title: "Store tokens safely",
  reason: "The cookie example misses SameSite",
  revision: 2,
  flagged_at: "2025-11-18T12:00:00.000Z",
  flagged_by: "Grace Wanjiku",
  published: false,
  ...more,
});

const items = [flagged(), flagged({ id: 13, type: "Video", title: "Hashing passwords", reason: "Uses MD5" })];

const section = async () => within(await screen.findByRole("region", { name: "Flagged content" }));
const rows = async () => (await section()).getAllByRole("row").slice(1);
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

/** Answers with what has not been deleted; tells what was. */
function serveFlagged(refuse?: () => HttpResponse<DefaultBodyType>) {
  const deleted: string[] = [];
  server.use(
    answer(listFlagged, () =>
      HttpResponse.json({ items: items.filter(({ id }) => !deleted.includes(String(id))) }),
    ),
    answer(deleteContent, ({ params }) => {
      if (refuse) return refuse();
      deleted.push(String(params.id));
      return HttpResponse.json({ message: "Content deleted" });
    }),
  );
  return deleted;
}

async function openDialog() {
  const { user } = renderApp("/tech-writer-flagged");
  await user.click(await screen.findByRole("button", { name: "Delete Store tokens safely" }));
  return user;
}

beforeEach(() => {
  signInAsWriter();
});

describe("flagged content", () => {
  test("says that the approved version of a flagged edit stays public, and what deleting would remove", async () => {
    server.use(answer(listFlagged, () => HttpResponse.json({ items: [flagged({ published: true })] })));
    const user = await openDialog();
    expect((await rows())[0]?.textContent).toContain("The approved version stays public.");
    const asked = await dialog("Are you sure?");
    expect(asked.getByText(/This also deletes the published version/)).toBeDefined();
    await user.click(asked.getByRole("button", { name: "Cancel" }));
  });

  test("is below the notifications, with type, title, reason and actions", async () => {
    serveFlagged();
    renderApp("/tech-writer-flagged");
    await screen.findByText("Hashing passwords");
    const headings = screen.getAllByRole("heading").map((heading) => heading.textContent);
    expect(headings).toEqual(["Notifications", "Activity", "Flagged content"]);
    const columns = (await section()).getAllByRole("columnheader");
    expect(columns.map((column) => column.textContent)).toEqual(["Type", "Title", "Flag Reason", "Actions"]);
    const [, second] = await rows();
    const cells = within(second as HTMLElement).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual([
      "Video",
      "Hashing passwords",
      "Uses MD5Answer",
      "EditDelete",
    ]);
  });

  test("is announced at the top, with a link down to its heading", async () => {
    serveFlagged();
    renderApp("/tech-writer-flagged");
    const link = await screen.findByRole("link", { name: "2 posts need changes" });
    const heading = screen.getByRole("heading", { name: "Flagged content" });
    expect(link.getAttribute("href")).toBe(`#${heading.id}`);
    expect(heading.tabIndex).toBe(-1);
  });

  test("Edit leads to the item's edit screen", async () => {
    serveFlagged();
    renderApp("/tech-writer-flagged");
    const link = await screen.findByRole("link", { name: "Edit Hashing passwords" });
    expect(link.getAttribute("href")).toBe("/techwriter/edit/13");
  });

  test("lets the writer answer a reason where it stands, and change the answer", async () => {
    const sent: unknown[] = [];
    serveFlagged();
    server.use(
      answer(answerReason, async ({ request, params }) => {
        const body = (await request.json()) as ReasonAnswer;
        sent.push([params.id, body]);
        return sent.length === 1 ? refusal("decision_stale") : HttpResponse.json(body);
      }),
    );
    const { user } = renderApp("/tech-writer-flagged");
    await user.click(await screen.findByRole("button", { name: "Answer: Store tokens safely" }));
    const box = await screen.findByLabelText("Your answer");
    expect(document.activeElement).toBe(box);
    await user.click(screen.getByRole("button", { name: "Send answer" }));
    await screen.findByText("Please enter your answer.");
    await user.type(box, "It is in line 2. ");
    await user.click(screen.getByRole("button", { name: "Send answer" }));
    await screen.findByText(/has changed since you opened it/);
    await user.click(screen.getByRole("button", { name: "Send answer" }));
    const change = await screen.findByRole("button", { name: "Change your answer: Store tokens safely" });
    expect(document.activeElement).toBe(change);
    expect((await rows())[0]?.textContent).toContain("Your answer: It is in line 2.");
    expect(sent).toEqual(Array(2).fill(["12", { revision: 2, answer: "It is in line 2." }]));
  });

  test("an answer that was typed but not sent is there again after a reload, until it is given up", async () => {
    serveFlagged();
    const first = renderApp("/tech-writer-flagged");
    await first.user.click(await screen.findByRole("button", { name: "Answer: Hashing passwords" }));
    await first.user.type(await screen.findByLabelText("Your answer"), "It names MD5 to warn");
    first.unmount();

    const { user, unmount } = renderApp("/tech-writer-flagged");
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Your answer")).value).toBe(
      "It names MD5 to warn",
    );
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    unmount();

    renderApp("/tech-writer-flagged");
    await screen.findByRole("button", { name: "Answer: Hashing passwords" });
    expect(screen.queryByLabelText("Your answer")).toBeNull();
  });

  test("shows 3 skeleton rows while it loads, then 'No flagged content found.'", async () => {
    const gate = holdBack(listFlagged, () => HttpResponse.json({ items: [] }));
    renderApp("/tech-writer-flagged");
    const table = await screen.findByRole("table", { name: "Flagged content" });
    expect(within(table).getAllByRole("row")).toHaveLength(1 + 3);
    expect(table.querySelectorAll("tbody .skeleton")).toHaveLength(3 * 4);
    gate.open();
    await screen.findByText("No flagged content found.");
  });

  test("a failure is only logged, and the empty state shows", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    server.use(answer(listFlagged, () => refusal("not_allowed")));
    renderApp("/tech-writer-flagged");
    await screen.findByText("No flagged content found.");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(log).toHaveBeenCalledWith("Flagged content could not be loaded.", expect.anything());
  });

  test("items flagged while the screen is open show at once", async () => {
    let list: FlaggedItem[] = [];
    server.use(answer(listFlagged, () => HttpResponse.json({ items: list })));
    renderApp("/tech-writer-flagged");
    await screen.findByText("No flagged content found.");
    await letIn();
    list = [flagged()];
    tellLive("new_notification", sampleNotification(6));
    await screen.findByText("Store tokens safely");
  });
});

describe("deleting flagged content", () => {
  test("asks for confirmation, in the spec's words", async () => {
    const deleted = serveFlagged();
    await openDialog();
    const ask = await dialog("Are you sure?");
    expect(
      ask.getByText('You are about to delete "Store tokens safely". This action cannot be undone.'),
    ).toBeDefined();
    expect(ask.getByRole("button", { name: "Yes, delete it!" })).toBeDefined();
    expect(deleted).toEqual([]);
  });

  test("does nothing when it is canceled", async () => {
    const deleted = serveFlagged();
    const user = await openDialog();
    await user.click((await dialog("Are you sure?")).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await rows()).toHaveLength(2);
    expect(deleted).toEqual([]);
  });

  test("shows 'Deleted!', and the row is gone", async () => {
    const deleted = serveFlagged();
    const user = await openDialog();
    await user.click((await dialog("Are you sure?")).getByRole("button", { name: "Yes, delete it!" }));
    const done = await dialog("Deleted!");
    expect(done.getByText("Your flagged content has been deleted.")).toBeDefined();
    await user.click(done.getByRole("button", { name: "OK" }));
    await waitFor(() => expect(screen.queryByText("Store tokens safely")).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(deleted).toEqual(["12"]);
  });

  test("shows 'Failed to delete content.', and the row stays", async () => {
    serveFlagged(() => refusal("not_allowed"));
    const user = await openDialog();
    await user.click((await dialog("Are you sure?")).getByRole("button", { name: "Yes, delete it!" }));
    const failed = await dialog("Error");
    expect(failed.getByText("Failed to delete content.")).toBeDefined();
    await user.click(failed.getByRole("button", { name: "OK" }));
    expect(await rows()).toHaveLength(2);
  });

  test("an item that is already gone counts as deleted", async () => {
    serveFlagged(() => refusal("content_not_found"));
    const user = await openDialog();
    await user.click((await dialog("Are you sure?")).getByRole("button", { name: "Yes, delete it!" }));
    expect(await dialog("Deleted!")).toBeDefined();
  });
});
