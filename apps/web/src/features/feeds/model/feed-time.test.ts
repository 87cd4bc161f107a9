import { beforeEach, expect, test, vi } from "vitest";
import { instantOf } from "./feed-item.ts";

// A reader five hours behind UTC.
beforeEach(() => {
  vi.stubEnv("TZ", "America/New_York");
  expect(new Date("2025-11-18T09:30:00").toISOString()).toBe("2025-11-18T14:30:00.000Z");
});

test.each([
  ["2025-11-18 09:30:00", "2025-11-18T09:30:00.000Z"],
  ["2025-11-18T09:30:00", "2025-11-18T09:30:00.000Z"],
  ["2025-11-18", "2025-11-18T00:00:00.000Z"],
  ["18 Nov 2025 09:30:00", "2025-11-18T09:30:00.000Z"],
])("%s has no time zone and is read as UTC", (written, instant) => {
  expect(instantOf(written)).toBe(instant);
});

test.each([
  ["2025-11-18T09:30:00Z", "2025-11-18T09:30:00.000Z"],
  ["2025-11-18T09:30:00+02:00", "2025-11-18T07:30:00.000Z"],
  ["Tue, 18 Nov 2025 09:30:00 GMT", "2025-11-18T09:30:00.000Z"],
  ["Tue, 18 Nov 2025 09:30:00 -0500", "2025-11-18T14:30:00.000Z"],
])("%s keeps its time zone", (written, instant) => {
  expect(instantOf(written)).toBe(instant);
});

test.each(["", "soon", "2025-13-45 99:00:00"])("%j is not a time", (written) => {
  expect(instantOf(written)).toBeNull();
});
