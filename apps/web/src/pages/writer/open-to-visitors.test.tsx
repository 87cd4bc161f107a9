import { screen, within } from "@testing-library/react";
import { recordCalls } from "@tests/support/web/admin-screens.ts";
import { openedSockets } from "@tests/support/web/fake-socket.ts";
import { renderApp } from "@tests/support/web/renderApp.tsx";
import { expect, test, vi } from "vitest";

test.each([
  ["/techhome", ["Welcome Back, Tech Writer", "Total Posts", "0"]],
  ["/my-posts", ["Title", "Submit for Approval"]],
  ["/content", ["No content found."]],
  ["/tech-writer-flagged", ["No notifications found.", "No flagged content found."]],
  ["/tech-writer-profile", ["Full Name"]],
])(
  "%s is open to visitors: it stands empty, with a login link, without any call or socket",
  async (path, words) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const calls = recordCalls();
    renderApp(path);
    for (const text of words) expect(await screen.findAllByText(text)).not.toEqual([]);
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Log In" }).getAttribute("href")).toBe("/login");
    for (const box of main.queryAllByRole<HTMLInputElement>("textbox")) expect(box.value).toBe("");
    expect(calls).toEqual([]);
    expect(openedSockets()).toEqual([]);
  },
);
