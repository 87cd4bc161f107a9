import { vi } from "vitest";

/** What jsdom lacks because it has no layout: nothing is ever resized or comes into view, and no media query fits. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

vi.stubGlobal("ResizeObserver", Observer);
vi.stubGlobal("IntersectionObserver", Observer);
vi.stubGlobal("matchMedia", (media: string) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
}));
