import { afterEach, expect, test, vi } from "vitest";
import { readItem, removeItem, tryWriteItem, writeItem } from "./storage.ts";

const full = () => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
};

afterEach(() => removeItem("key"));

test("a stored value is read back until it is removed", () => {
  writeItem("key", "value");
  expect(readItem("key")).toBe("value");
  expect(window.localStorage.getItem("key")).toBe("value");
  removeItem("key");
  expect(readItem("key")).toBeNull();
});

test("a value that does not fit lasts as long as the page, and the older one is removed", () => {
  writeItem("key", "older");
  vi.spyOn(Storage.prototype, "setItem").mockImplementationOnce(full);
  writeItem("key", "newer");
  expect(readItem("key")).toBe("newer");
  expect(window.localStorage.getItem("key")).toBeNull();
  removeItem("key");
  expect(readItem("key")).toBeNull();
});

test("without browser storage values still last as long as the page", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied.", "SecurityError");
  });
  expect(readItem("key")).toBeNull();
  writeItem("key", "value");
  expect(readItem("key")).toBe("value");
  removeItem("key");
  expect(readItem("key")).toBeNull();
});

test("a value that must not be lost is refused when it does not fit, and the previous one stays", () => {
  expect(tryWriteItem("key", "older")).toBe(true);
  vi.spyOn(Storage.prototype, "setItem").mockImplementationOnce(full);
  expect(tryWriteItem("key", "newer")).toBe(false);
  expect(readItem("key")).toBe("older");
});
