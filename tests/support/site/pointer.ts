import type { Page } from "@playwright/test";

/** Moves the pointer as a reader does: a visitor's page runs the application at a move, and its first place is none. */
export async function movePointer(page: Page) {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
}
