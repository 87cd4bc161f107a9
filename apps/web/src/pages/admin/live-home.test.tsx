import { exportActivity, getMe, getOverview, listActivity, listDeskItems } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { deskItem, openLive } from "@tests/support/web/admin-live.ts";
import { activityLines, goTo, openAsAdmin, recordCalls } from "@tests/support/web/admin-screens.ts";
import { answer, member, refusal, server } from "@tests/support/web/fake-api.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";

const live = "Live data. Changes here affect everyone.";
const sample = "Sample data. Your changes last until you reload this page.";
/** What the browser would have kept: jsdom can neither name a file's address nor follow it. */
function catchDownloads() {
  const saved: { name: string; file: Blob }[] = [];
  let file = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((made) => {
    file = made as Blob;
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file });
  });
  return saved;
}

const figures = () => [...document.querySelectorAll(".stat-card")].map(({ textContent }) => textContent);

describe("a verified admin's home", () => {
  test("says that it shows live data: the server's figures and its activity", async () => {
    await openLive("/admin-home");
    expect(screen.getByText(live)).toBeDefined();
    await waitFor(() =>
      expect(figures()).toEqual([
        "Total Posts615 without a decision",
        "New Users2059 in the last 7 days",
        "Flagged Content3Returned to the authors",
        "Active Categ.6",
      ]),
    );
    await waitFor(() => expect(activityLines()).toHaveLength(1));
    expect(activityLines()[0]).toMatch(/^Content approved: “Reading a query plan”/);
  });

  test("of a site without posts says what to do first, and what its empty activity will hold", async () => {
    const queue = { waiting: 0, oldestWaitSeconds: null, medianWaitSeconds: null, p90WaitSeconds: null };
    const none = { totalPosts: 0, newUsers: 0, newUsersWeek: 0, flaggedContent: 0, activeCategories: 5 };
    await openLive(
      "/admin-home",
      answer(getOverview, () => HttpResponse.json({ ...none, openReports: 0, deletionRequests: 0, queue })),
      answer(listActivity, () => HttpResponse.json({ items: [], next: null })),
    );
    const steps = within(await screen.findByRole("region", { name: "First steps" })).getAllByRole("link");
    expect(steps.map((step) => step.getAttribute("href"))).toEqual([
      "/categories-management",
      "/user-management",
      "/content-management",
    ]);
    expect(await screen.findByText("Decisions and changes by admins appear here.")).toBeDefined();
  });

  test("switches to the sample, keeps it on other screens, and switches back", async () => {
    const { user } = await openLive("/admin-home");
    await user.click(screen.getByRole("button", { name: "Show sample data" }));
    expect(await screen.findByText(sample)).toBeDefined();
    await waitFor(() => expect(figures()[0]).toBe("Total Posts124 without a decision"));
    const back = await screen.findByRole("button", { name: "Show live data" });
    await waitFor(() => expect(document.activeElement).toBe(back));

    await goTo(user, "Users");
    expect(await screen.findByText(sample)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show live data" }));
    expect(await screen.findByText("priya@example.com")).toBeDefined();
    expect(await screen.findByText(live)).toBeDefined();
  });

  test("says when the figures could not be loaded, and tries again when asked", async () => {
    const { user } = await openLive(
      "/admin-home",
      answer(getOverview, () => refusal("too_many_requests"), { once: true }),
    );
    expect(await screen.findByText("Too many requests. Please wait a moment and try again.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(figures()[0]).toBe("Total Posts615 without a decision"));
  });
});

describe("Review Flags", () => {
  test("opens the live desk at flagged items, also after a reload", async () => {
    const asked: string[] = [];
    const flagged = answer(listDeskItems, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ items: [deskItem({ status: "Flagged" })], next: null });
    });
    const { user, unmount } = await openLive("/admin-home", flagged);
    await user.click(screen.getByRole("link", { name: /^Review Flags/ }));
    expect(await screen.findByRole("button", { name: "Reading a query plan" })).toBeDefined();
    expect(window.location.pathname + window.location.search).toBe("/content-management");
    expect(screen.getByLabelText("Status")).toHaveProperty("value", "Flagged");

    const { usr } = window.history.state;
    unmount();
    renderApp("/content-management", { state: usr });
    expect(await screen.findByLabelText("Status")).toHaveProperty("value", "Flagged");
    expect(new Set(asked)).toEqual(new Set(["?status=Flagged&sort=oldest"]));
  });

  test("leaves the way back to the queue: the chip of the filter, and every link to the desk", async () => {
    const { user } = await openLive("/admin-home");
    const status = (value: string) =>
      waitFor(() => expect(screen.getByLabelText("Status")).toHaveProperty("value", value));
    await user.click(screen.getByRole("link", { name: /^Review Flags/ }));
    await status("Flagged");
    await user.click(await screen.findByRole("button", { name: "Flagged take this filter off" }));
    await status("Pending");
    expect(screen.queryByRole("list", { name: "Filters in use" })).toBeNull();

    await user.selectOptions(screen.getByLabelText("Status"), "All");
    await user.selectOptions(screen.getByLabelText("Sort"), "Newest");
    expect(await screen.findByRole("button", { name: "Any status take this filter off" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Newest take this filter off" })).toBeDefined();
    await user.click(screen.getByRole("link", { name: "Review" }));
    await status("Pending");

    await user.selectOptions(screen.getByLabelText("Status"), "Approved");
    const main = within(screen.getAllByRole("navigation", { name: "Main" })[0] as HTMLElement);
    await user.click(main.getByRole("link", { name: "Content" }));
    await status("Pending");
  });

  test("opens all of the sample's content", async () => {
    const { user } = await openAsAdmin("/admin-home");
    await user.click(screen.getByRole("link", { name: /^Review Flags/ }));
    expect(await screen.findByLabelText("Status")).toHaveProperty("value", "All");
  });
});

describe("beside the figures", () => {
  test("are the queue, other open work, and a link to the public ledger", async () => {
    await openLive("/admin-home");
    const queue = within(await screen.findByRole("region", { name: "Review queue" }));
    await waitFor(() => expect(queue.getByText("25 hours")).toBeDefined());
    expect(queue.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "5",
      "25 hours",
      "1 hour",
      "2 hours",
    ]);
    expect(queue.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Due for renewal", "/content-management?view=due"],
      ["Reports", "/content-management?view=reports"],
      ["Deletion requests", "/user-management?view=deletion-requests"],
      ["Waiting for approval", "/user-management?view=waiting"],
      ["Invitations", "/admin/invitations"],
      ["Site settings", "/admin/settings"],
      ["Pages", "/admin/pages"],
      ["Public ledger", "/ledger"],
    ]);
  });

  test("the whole activity can be downloaded, with the token that a link cannot send", async () => {
    const asked: (string | null)[] = [];
    const { user } = await openLive(
      "/admin-home",
      answer(exportActivity, ({ request }) => {
        asked.push(request.headers.get("authorization"));
        return HttpResponse.text("time,event\n", { headers: { "content-type": "text/csv" } });
      }),
    );
    const saved = catchDownloads();
    await user.click(await screen.findByRole("button", { name: "CSV: download the whole activity" }));
    expect(await screen.findByText("The activity is saved as activity.csv.")).toBeDefined();
    expect(asked).toEqual(["Bearer access-1"]);
    expect(saved.map(({ name }) => name)).toEqual(["activity.csv"]);
    expect(await saved[0]?.file.text()).toBe("time,event\n");
  });

  test("a download that fails says why", async () => {
    const { user } = await openLive(
      "/admin-home",
      answer(exportActivity, () => refusal("too_many_requests")),
    );
    await user.click(await screen.findByRole("button", { name: "CSV: download the whole activity" }));
    expect(await screen.findByText("Too many requests. Please wait a moment and try again.")).toBeDefined();
  });

  test("the sample has neither queue nor download", async () => {
    await openAsAdmin("/admin-home");
    expect(screen.getByRole("region", { name: "Recent Activity" })).toBeDefined();
    expect(screen.queryByRole("region", { name: "Review queue" })).toBeNull();
    expect(screen.queryByRole("button", { name: /CSV/ })).toBeNull();
  });
});

test("an Admin without the server's grant sees the sample, and no link to the live data", async () => {
  await openAsAdmin("/admin-home");
  expect(screen.getByText(sample)).toBeDefined();
  expect(screen.queryByRole("button", { name: /live|sample/ })).toBeNull();
});

test("changing the role stored on the device does not open the live data", async () => {
  const calls = recordCalls();
  storeSession({ role: "Admin" });
  server.use(answer(getMe, () => HttpResponse.json({ ...member, role: "User", verified: true })));
  renderApp("/adminsdashboard");
  expect(await screen.findByText(sample)).toBeDefined();
  expect(calls).toEqual(["GET /api/auth/me"]);
});

test("when the grant of an admin cannot be fetched the screen says so, and it can be tried again", async () => {
  let failures = 1;
  const { user } = await openLive(
    "/admin-home",
    answer(getMe, () => {
      failures -= 1;
      return failures < 0 ? undefined : refusal("too_many_requests");
    }),
  );
  expect(await screen.findByText(sample)).toBeDefined();
  expect(screen.getByText("We couldn’t check your access to live data.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(live)).toBeDefined();
  expect(screen.queryByText("We couldn’t check your access to live data.")).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Show sample data" })),
  );
});
