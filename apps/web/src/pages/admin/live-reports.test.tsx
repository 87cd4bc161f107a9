import {
  approveDeletion,
  closeReport,
  type DeletionRequest,
  deleteComment,
  listDeletionRequests,
  listReports,
  type Report,
  refuseDeletion,
} from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { openLive, overview } from "@tests/support/web/admin-live.ts";
import { cellsOf, openAsAdmin, rowOf } from "@tests/support/web/admin-screens.ts";
import { answer, refusal } from "@tests/support/web/fake-api.ts";
import { letIn, tellLive } from "@tests/support/web/fake-socket.ts";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";

const report: Report = {
  id: 5,
  content: { id: 81, title: "Reading a query plan", status: "Published" },
  reporter: { id: 41, name: "Priya Raman" },
  comment: null,
  reason: "The second command deletes the wrong folder.",
  created_at: new Date(Date.now() - 3_660_000).toISOString(),
  closed_at: null,
};

const request: DeletionRequest = {
  id: 3,
  user: { id: 41, name: "Priya Raman", email: "priya@example.com" },
  posts: "withdraw",
  reason: null,
  means: { posts: 12, comments: 1, reviews: 0 },
  created_at: new Date(Date.now() - 7_260_000).toISOString(),
};

test("the home says whether the site fits its public log, and what does not", async () => {
  const at = "2026-11-03T09:30:00.000Z";
  const problem = "item 7 is public, but no row of the log approves it";
  await openLive("/admin-home", overview({ logAudit: { at, fits: false, problem } }));
  const alert = await screen.findByText("The site does not match its public log");
  expect(alert.closest("section")?.textContent).toContain(`: ${problem}.`);
});

describe("members' reports", () => {
  /** One open report, until it is closed. */
  function reports() {
    let open = [report];
    return [
      overview({ openReports: 1 }),
      answer(listReports, () => HttpResponse.json({ items: open, next: null, total: open.length })),
      answer(closeReport, ({ params }) => {
        open = open.filter(({ id }) => String(id) !== params.id);
        return HttpResponse.json({ ...report, closed_at: new Date().toISOString() });
      }),
    ];
  }

  test("are counted and listed on the content screen with item, reason, member and time", async () => {
    const { user } = await openLive("/content-management", ...reports());
    await user.click(await screen.findByRole("link", { name: "Reports 1 open" }));
    const row = await waitFor(() => rowOf(report.content.title));
    expect(cellsOf(row).slice(0, 3)).toEqual([
      "Reading a query plan",
      "The second command deletes the wrong folder.",
      "Priya Raman1 hour ago",
    ]);
    expect(within(row).getByRole("link", { name: report.content.title }).getAttribute("href")).toBe(
      "/posts/81",
    );
    expect(window.location.search).toBe("?view=reports");
  });

  test("are reachable by their address, and can be closed", async () => {
    const { user } = await openLive("/content-management?view=reports", ...reports());
    await user.click(
      await screen.findByRole("button", { name: "Close the report about Reading a query plan" }),
    );
    expect(await screen.findByText("Report closed: “Reading a query plan”")).toBeDefined();
    expect(await screen.findByText("No open reports.")).toBeDefined();
  });

  test("lead to the post and its decision, or to the comment that they are about", async () => {
    const comment = { id: 12, author: { id: 9, name: "Daniel Mensah" }, body: "Buy my course." };
    const items = [report, { ...report, id: 6, comment }];
    await openLive(
      "/content-management?view=reports",
      answer(listReports, () => HttpResponse.json({ items, next: null, total: 2 })),
    );
    await screen.findByRole("table", { name: "Reports" });
    const places = (await screen.findAllByRole("link", { name: /^See in place/ })).map((link) =>
      link.getAttribute("href"),
    );
    expect(places).toEqual(["/posts/81", "/posts/81#comment-12"]);
    const decisions = screen.getAllByRole("link", { name: "Decide about Reading a query plan" });
    expect(decisions.map((link) => link.getAttribute("href"))).toEqual(["/content-management?item=81"]);
    expect(screen.getAllByRole("button", { name: /^Remove comment/ })).toHaveLength(1);
  });

  test("about a comment can remove it after a question, and go with it", async () => {
    const comment = { id: 12, author: { id: 9, name: "Daniel Mensah" }, body: "Buy my course." };
    let items = [{ ...report, comment }];
    const removed: unknown[] = [];
    const { user } = await openLive(
      "/content-management?view=reports",
      answer(listReports, () => HttpResponse.json({ items, next: null, total: items.length })),
      answer(deleteComment, ({ params }) => {
        removed.push(params.id);
        items = [];
        return HttpResponse.json({ message: "Comment deleted" });
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Remove comment by Daniel Mensah" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove this comment?" }));
    expect(removed).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Comment by Daniel Mensah removed")).toBeDefined();
    expect(await screen.findByText("No open reports.")).toBeDefined();
    expect(removed).toEqual(["12"]);
  });

  test("appear and disappear while the screen is open, as members report and others close", async () => {
    let open: Report[] = [];
    await openLive(
      "/content-management?view=reports",
      overview({}),
      answer(listReports, () => HttpResponse.json({ items: open, next: null, total: open.length })),
    );
    expect(await screen.findByText("No open reports.")).toBeDefined();
    await letIn();
    open = [report];
    tellLive("desk_changed", { content_id: report.content.id });
    await waitFor(() => rowOf(report.content.title));
    open = [];
    tellLive("desk_changed", { content_id: report.content.id });
    expect(await screen.findByText("No open reports.")).toBeDefined();
  });

  test("that can't be closed say why", async () => {
    const { user } = await openLive(
      "/content-management?view=reports",
      answer(closeReport, () => refusal("too_many_requests")),
      ...reports(),
    );
    await user.click(
      await screen.findByRole("button", { name: "Close the report about Reading a query plan" }),
    );
    expect(await screen.findByText("Too many requests. Please wait a moment and try again.")).toBeDefined();
    expect(rowOf(report.content.title)).toBeDefined();
  });
});

describe("requests to delete an account", () => {
  /** One open request, until it is decided. */
  async function openRequests() {
    let open = [request];
    const sent: unknown[] = [];
    const decided =
      (body: Record<string, string>) =>
      async (call: { request: Request; params: Readonly<Record<string, unknown>> }) => {
        const text = await call.request.text();
        sent.push([call.params.id, text === "" ? null : JSON.parse(text)]);
        open = [];
        return HttpResponse.json(body);
      };
    const { user } = await openLive(
      "/user-management",
      overview({ deletionRequests: 1 }),
      answer(listDeletionRequests, () => HttpResponse.json({ items: open, next: null, total: open.length })),
      answer(approveDeletion, decided({ erased_at: "2026-12-14T09:30:00.000Z" })),
      answer(refuseDeletion, decided({ message: "Deletion refused" })),
    );
    await user.click(await screen.findByRole("link", { name: "Deletion requests 1 open" }));
    const row = await waitFor(() => rowOf("priya@example.com"));
    return { user, row, sent };
  }

  test("are on the user screen with what they mean, and are approved there", async () => {
    const { user, row, sent } = await openRequests();
    expect(cellsOf(row).slice(0, 4)).toEqual([
      "Priya Ramanpriya@example.com",
      "12 posts, 1 comment, 0 reviewsPosts and comments are removed.",
      "No reason given.",
      "2 hours ago",
    ]);
    await user.click(within(row).getByRole("button", { name: "Approve the deletion of Priya Raman" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Erase this account?" }));
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await screen.findByText("No deletion requests.")).toBeDefined();
    expect(sent).toEqual([["3", null]]);
  });

  test("are refused with a reason", async () => {
    const { user, row, sent } = await openRequests();
    await user.click(within(row).getByRole("button", { name: "Refuse the deletion of Priya Raman" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Refuse this request?" }));
    const refuse = dialog.getByRole<HTMLButtonElement>("button", { name: "Refuse" });
    expect(refuse.disabled).toBe(true);
    await user.type(dialog.getByLabelText("Reason"), "Your exam is still running.");
    await user.click(refuse);
    expect(await screen.findByText("No deletion requests.")).toBeDefined();
    expect(sent).toEqual([["3", { reason: "Your exam is still running." }]]);
  });
});

test.each(["/content-management?view=reports", "/user-management?view=deletion-requests"])(
  "the sample has neither, even at %s",
  async (path) => {
    await openAsAdmin(path);
    expect(screen.getByRole("table", { name: /^(Content|Users)$/ })).toBeDefined();
    expect(screen.queryByRole("link", { name: /Reports|Deletion requests/ })).toBeNull();
  },
);
