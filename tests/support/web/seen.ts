import { onTestFinished, vi } from "vitest";

/** Until the test ends, everything that is observed is in view at once; jsdom itself shows nothing. */
export function letEverythingBeSeen(): void {
  const before = window.IntersectionObserver;
  onTestFinished(() => void vi.stubGlobal("IntersectionObserver", before));
  class Observer {
    readonly #note: (entries: { isIntersecting: boolean }[]) => void;
    constructor(note: (entries: { isIntersecting: boolean }[]) => void) {
      this.#note = note;
    }
    observe() {
      this.#note([{ isIntersecting: true }]);
    }
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
}
