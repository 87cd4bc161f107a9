import type { Page } from "@playwright/test";
import { movePointer } from "./pointer.ts";

/** Waits until the worker answers for the page: a visitor's first page asks for it once the reader moves. */
export async function settled(page: Page) {
  await movePointer(page);
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) return;
    await new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  });
}
