import { beforeEach } from "vitest";

// jsdom has no modals. What the browser does by itself (trapping and returning focus) is left to the browser tests.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
});
