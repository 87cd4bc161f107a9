import type { Page } from "@playwright/test";

/** Opens a screen that listens, and waits until the server has been asked to tell. */
export async function openLive(page: Page, path: string) {
  const asked = page
    .waitForEvent("websocket", { predicate: (socket) => socket.url().includes("/socket.io/") })
    .then((socket) =>
      socket.waitForEvent("framesent", {
        predicate: ({ payload }) => String(payload).includes("connect_notification"),
      }),
    );
  await page.goto(path);
  await asked;
}
