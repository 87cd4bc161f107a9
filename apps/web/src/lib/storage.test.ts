import { afterEach, expect, test, vi } from "vitest";
import { readItem, removeItem, tryWriteItem, writeItem } from "./storage.ts";

const full = () => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
};

afterEach(() => removeItem("key"));

test("a stored value is read back, and gone once removed", () => {
  writeItem("key", "value");
  expect(readItem("key")).toBe("value");
  expect(window.localStorage.getItem("key")).toBe("value");
  removeItem("key");
  expect(readItem("key")).toBeNull();
});

test("a value that does not fit lives as long as the page, and never leaves the older one behind it", () => {
  writeItem("key", "older");
  vi.spyOn(Storage.prototype, "setItem").mockImplementationOnce(full);
  writeItem("key", "newer");
  expect(readItem("key")).toBe("newer");
  expect(window.localStorage.getItem("key")).toBeNull();
  removeItem("key");
  expect(readItem("key")).toBeNull();
});

test("a browser whose storage is switched off still keeps values for the page", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied.", "SecurityError");
  });
  expect(readItem("key")).toBeNull();
  writeItem("key", "value");
  expect(readItem("key")).toBe("value");
  removeItem("key");
  expect(readItem("key")).toBeNull();
});

test("what must not be lost is refused where it does not fit, and what was there stays", () => {
  expect(tryWriteItem("key", "older")).toBe(true);
  vi.spyOn(Storage.prototype, "setItem").mockImplementationOnce(full);
  expect(tryWriteItem("key", "newer")).toBe(false);
  expect(readItem("key")).toBe("older");
});
