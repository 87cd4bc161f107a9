import { listNotifications, readNotification } from "@cairn/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { answer, holdBack, server } from "@tests/support/web/fake-api.ts";
import { breakOff, letIn, tellLive } from "@tests/support/web/fake-socket.ts";
import { closedGate } from "@tests/support/web/gate.ts";
import {
  failNotifications,
  keepNotifications,
  sampleNotification,
  sampleNotifications,
} from "@tests/support/web/notification-answers.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";

/** The writers' notifications screen; these the server keeps for them. */
async function show(...items: Parameters<typeof keepNotifications>) {
  const kept = keepNotifications(...items);
  const { user } = renderApp("/tech-writer-flagged");
  await screen.findByRole("heading", { name: "Activity" });
  return { user, kept };
}

const table = () => screen.getByRole("table", { name: "Notifications" });
const box = (id: number) => screen.findByRole<HTMLInputElement>("checkbox", { name: `Read: Event ${id}` });
/** The numbers of the events, from top to bottom. */
const events = () =>
  [...table().querySelectorAll('input[type="checkbox"]')].map((input) =>
    Number(input.getAttribute("aria-label")?.split(" ").at(-1)),
  );
const upTo = (newest: number, oldest = 1) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);

beforeEach(() => {
  signInAsWriter();
});

test("a row shows the time, the message and whether it was read", async () => {
  vi.stubEnv("TZ", "Pacific/Apia");
  vi.useFakeTimers({ now: new Date("2025-11-20T12:00:00Z"), toFake: ["Date"] });
  await show([
    sampleNotification(5, { created_at: "2025-11-20T11:56:00Z", subMessage: "Arrays [View Post]" }),
    sampleNotification(4, { created_at: "2025-11-17T12:00:00Z", read: true, url: null }),
  ]);
  expect(await box(5)).toMatchObject({ checked: false, disabled: false });
  expect(await box(4)).toMatchObject({ checked: true, disabled: true });
  const columns = within(table()).getAllByRole("columnheader");
  expect(columns.map((column) => column.textContent)).toEqual(["Time", "Event", "Read"]);
  const [, first, second] = within(table()).getAllByRole("row");
  expect(first?.textContent).toBe("4 minutes agoEvent 5Arrays");
  expect(second?.textContent).toBe("72 hours ago (18 Nov 2025)Event 4Post 4");
  expect(within(table()).getByRole("link", { name: "Arrays" }).getAttribute("href")).toBe("/posts/5");
});

test("ticking marks as read once the call has succeeded, and can't be undone", async () => {
  const gate = closedGate();
  const { user } = await show([sampleNotification(4)]);
  const marked: unknown[] = [];
  server.use(
    answer(readNotification, async ({ params }) => {
      await gate.opened;
      marked.push(params.id);
      return HttpResponse.json({ unread: 0, version: 9 });
    }),
  );
  await user.click(await box(4));
  expect(await box(4)).toMatchObject({ checked: false });
  gate.open();
  await waitFor(async () => expect(await box(4)).toMatchObject({ checked: true, disabled: true }));
  await user.click(await box(4));
  expect(marked).toEqual(["4"]);
});

test("3 skeleton rows show while it loads", async () => {
  const gate = holdBack(listNotifications, () =>
    HttpResponse.json({ items: [], total: 0, unread: 0, version: 1 }),
  );
  renderApp("/tech-writer-flagged");
  await screen.findByRole("heading", { name: "Activity" });
  expect(within(table()).getAllByRole("row")).toHaveLength(1 + 3);
  gate.open();
  await screen.findByText("No notifications found.");
});

test("a failure is only logged, and the empty state shows", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  failNotifications();
  renderApp("/tech-writer-flagged");
  await screen.findByText("No notifications found.");
  expect(log).toHaveBeenCalledWith("Notifications could not be loaded.", expect.anything());
});

test("after Load More the focus is on the first new row, whatever it contains", async () => {
  const rows = sampleNotifications(22).map((one) => ({ ...one, url: null, read: true }));
  const { user } = await show(rows);
  await user.click(await screen.findByRole("button", { name: "Load More" }));
  await box(1);
  expect(document.activeElement).toBe(within(table()).getAllByRole("row")[1 + 20]);
});

test("arrivals during paging go on top, without duplicates or gaps", async () => {
  const { user, kept } = await show(sampleNotifications(50));
  await box(50);
  await letIn();
  for (const id of [51, 52, 53]) {
    kept.add(sampleNotification(id));
    tellLive("new_notification", sampleNotification(id));
  }
  await waitFor(() => expect(events()).toEqual(upTo(53, 31)));
  await user.click(screen.getByRole("button", { name: "Load More" }));
  await waitFor(() => expect(events()).toEqual(upTo(53, 14)));
  breakOff();
  kept.add(sampleNotification(54));
  await letIn();
  await waitFor(() => expect(events()).toEqual(upTo(54, 14)));
  await user.click(screen.getByRole("button", { name: "Load More" }));
  await waitFor(() => expect(events()).toEqual(upTo(54)));
});

test("all are marked as read at once, and the focus stays near", async () => {
  const { user } = await show(sampleNotifications(22));
  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
  await waitFor(async () => expect(await box(3)).toMatchObject({ checked: true, disabled: true }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Activity" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull());
});

test("live arrivals are limited to 20, loaded pages are not; Load More shows the rest", async () => {
  const { user, kept } = await show(sampleNotifications(10));
  await box(10);
  await letIn();
  for (const id of upTo(33, 11).toReversed()) {
    kept.add(sampleNotification(id));
    tellLive("new_notification", sampleNotification(id));
  }
  await waitFor(() => expect(events()).toEqual([...upTo(33, 14), ...upTo(10)]));
  await user.click(screen.getByRole("button", { name: "Load More" }));
  await waitFor(() => expect(events()).toEqual(upTo(33)));
  expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
});
