import { clear, createStore } from "idb-keyval";
import { beforeEach, vi } from "vitest";

/** The larger files of pending posts. */
export const files = () => createStore("cairn-pending-media", "files");

// Node can't clone the files of jsdom, and there is no need to: nobody changes them.
const clone = globalThis.structuredClone;
beforeEach(async () => {
  vi.stubGlobal("structuredClone", (value: unknown) => (value instanceof Blob ? value : clone(value)));
  await clear(files());
});
