import type { Page } from "@playwright/test";

/** Opens a screen with live updates and waits until it has subscribed to them. */
export async function openLive(page: Page, path: string) {
  // Until it is gone, the screen that is left may open a socket, which then never subscribes.
  await page.goto("about:blank");
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
