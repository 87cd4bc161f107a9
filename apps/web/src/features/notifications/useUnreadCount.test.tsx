import { getUnreadCount } from "@cairn/contract";
import { act, screen, waitFor } from "@testing-library/react";
import { answer, server } from "@tests/support/web/fake-api.ts";
import { openedSockets } from "@tests/support/web/fake-socket.ts";
import { renderApp, storeSession } from "@tests/support/web/renderApp.tsx";
import { signInAsWriter } from "@tests/support/web/writing-answers.ts";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";

/** Counts that the server answers one after the other; the last one again. */
function counts(...unread: number[]) {
  const asked = { times: 0 };
  server.use(
    answer(getUnreadCount, () => {
      asked.times += 1;
      return HttpResponse.json({ unread: unread[asked.times - 1] ?? unread.at(-1), version: asked.times });
    }),
  );
  return asked;
}

/** Both navigations say so. */
const counted = (unread: number) =>
  waitFor(() =>
    expect(screen.getAllByRole("link", { name: `Notifications ${unread} unread` })).toHaveLength(2),
  );

test("a member's navigation fetches the count again on navigation and focus, without a socket", async () => {
  storeSession();
  const asked = counts(3, 4, 5);
  const { user } = renderApp("/feedpage");
  await counted(3);
  const [home] = screen.getAllByRole("link", { name: "Home" });
  if (home) await user.click(home);
  await counted(4);
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  await counted(5);
  expect(asked.times).toBe(3);
  expect(openedSockets()).toEqual([]);
});

test("a writer's navigation counts too", async () => {
  signInAsWriter();
  counts(2, 1);
  const { user } = renderApp("/techhome");
  await counted(2);
  const [content] = screen.getAllByRole("link", { name: "Content" });
  if (content) await user.click(content);
  await counted(1);
});

test("a visitor's navigation makes no call", async () => {
  const asked = counts(3);
  const { user } = renderApp("/feedpage");
  await screen.findByRole("heading", { name: "Feed" });
  const [home] = screen.getAllByRole("link", { name: "Home" });
  if (home) await user.click(home);
  await screen.findByRole("heading", { level: 1, name: /^Hello/ });
  expect(asked.times).toBe(0);
});
