import { getMe, getUnreadCount } from "@cairn/contract";
import { act, screen, waitFor } from "@testing-library/react";
import { answer, member, server } from "@tests/support/web/fake-api.ts";
import { openedSockets, openLines } from "@tests/support/web/fake-socket.ts";
import { patience } from "@tests/support/web/patience.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { endSession } from "../lib/session/session.ts";

const theLine = () =>
  vi.waitFor(
    () => {
      const [line] = openLines();
      if (!line) throw new Error("No live line is open.");
      return line;
    },
    { timeout: patience },
  );

test("a member's screens fetch again what the live line names, until the session ends", async () => {
  storeSession();
  let asked = 0;
  server.use(
    answer(getUnreadCount, () => {
      asked += 1;
      return HttpResponse.json({ unread: asked, version: asked });
    }),
  );
  const counted = (unread: number) =>
    waitFor(() =>
      expect(screen.getAllByRole("link", { name: `Notifications ${unread} unread` })).toHaveLength(2),
    );
  renderApp("/feedpage");
  await counted(1);
  const line = await theLine();
  act(() => {
    line.connected = true;
    line.tell("connect");
  });
  const [[event, ids, acknowledge] = []] = line.sent as [string, number[], (items: object[]) => void][];
  expect([event, ids]).toEqual(["watch", []]);
  act(() => acknowledge?.([]));
  await counted(2);
  act(() => line.tell("*", "changed", "work"));
  act(() => line.tell("*", "changed", "notices"));
  await counted(3);
  expect(openedSockets()).toEqual([]);

  act(() => endSession());
  expect(openLines()).toEqual([]);
});

test("an unverified admin holds no live line", async () => {
  storeSession({ role: "Admin" });
  server.use(answer(getMe, () => HttpResponse.json({ ...member, role: "Admin", verified: false })));
  renderApp("/admin-home");
  await screen.findByRole("heading", { name: "Recent Activity" });
  vi.useFakeTimers();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(openLines()).toEqual([]);
});
