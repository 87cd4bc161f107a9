import { vi } from "vitest";

/** jsdom has no modals. What the browser does by itself (trapping and returning focus) is left to the browser tests. */
export function standInForModals() {
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.close = vi.fn(function (this: HTMLDialogElement) {
    this.open = false;
  });
}
