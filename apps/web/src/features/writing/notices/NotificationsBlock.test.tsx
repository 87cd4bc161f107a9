import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { currentQueryClient } from "../../../lib/query-client.ts";
import { closedGate } from "../../../test/gate.ts";
import { NotificationsBlock } from "./NotificationsBlock.tsx";
import type { NotificationSource, WriterNotification } from "./notification-source.ts";

const notice = (id: number, read = false): WriterNotification => ({
  id,
  message: `Event ${id}`,
  time: `${id} minutes ago`,
  read,
});

function show(source: Partial<NotificationSource>) {
  const whole = { list: async () => ({ items: [], total: 0 }), markRead: async () => {}, ...source };
  render(
    <QueryClientProvider client={currentQueryClient()}>
      <NotificationsBlock source={whole} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const box = (id: number) => screen.findByRole("checkbox", { name: `Read: Event ${id}` });

test("a row tells when, what, and whether it was read", async () => {
  show({ list: async () => ({ items: [notice(4), notice(5, true)], total: 2 }) });
  await box(4);
  const table = screen.getByRole("table", { name: "Notifications" });
  const columns = within(table).getAllByRole("columnheader");
  expect(columns.map((column) => column.textContent)).toEqual(["Time", "Event", "Read"]);
  const [, first] = within(table).getAllByRole("row");
  expect(first?.textContent).toBe("4 minutes agoEvent 4");
  expect(await box(4)).toMatchObject({ checked: false, disabled: false });
  expect(await box(5)).toMatchObject({ checked: true, disabled: true });
});

test("ticking marks as read once the call has succeeded, and can't be undone", async () => {
  const gate = closedGate();
  const marked: number[] = [];
  const user = show({
    list: async () => ({ items: [notice(4)], total: 1 }),
    markRead: async (id) => {
      await gate.opened;
      marked.push(id);
    },
  });
  await user.click(await box(4));
  expect(await box(4)).toMatchObject({ checked: false });
  gate.open();
  await waitFor(async () => expect(await box(4)).toMatchObject({ checked: true, disabled: true }));
  expect(marked).toEqual([4]);
});

test("a failed marking is only logged", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  const user = show({
    list: async () => ({ items: [notice(4)], total: 1 }),
    markRead: () => Promise.reject(new Error("no")),
  });
  await user.click(await box(4));
  await waitFor(() => expect(log).toHaveBeenCalled());
  expect(await box(4)).toMatchObject({ checked: false, disabled: false });
});

test("3 skeleton rows show while it loads", async () => {
  const gate = closedGate();
  show({
    list: async () => {
      await gate.opened;
      return { items: [], total: 0 };
    },
  });
  const table = screen.getByRole("table", { name: "Notifications" });
  expect(within(table).getAllByRole("row")).toHaveLength(1 + 3);
  gate.open();
  await screen.findByText("No notifications found.");
});

test("a failure is only logged, and the empty state shows", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  show({ list: () => Promise.reject(new Error("no")) });
  await screen.findByText("No notifications found.");
  expect(log).toHaveBeenCalled();
});

test("Load More appends the next page while fewer are shown than there are", async () => {
  const pages = [[notice(1), notice(2)], [notice(3)]];
  const user = show({ list: async (page) => ({ items: pages[page - 1] ?? [], total: 3 }) });
  await user.click(await screen.findByRole("button", { name: "Load More" }));
  await box(3);
  expect(screen.getAllByRole("checkbox")).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
});
