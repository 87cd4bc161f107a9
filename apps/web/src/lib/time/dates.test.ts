import { expect, test, vi } from "vitest";
import { formatDay, formatMoment, formatShortDay, formatTermDay } from "./dates.ts";

test("a day is written as in the designs", () => {
  expect(formatDay("2025-11-18T12:00:00")).toBe("18 Nov 2025");
  expect(formatDay("2025-09-05T12:00:00")).toBe("5 Sep 2025");
});

test("a moment adds the time with two-digit hours and minutes", () => {
  expect(formatMoment("2025-11-18T09:05:00")).toBe("18 Nov 2025, 09:05");
});

test.each([
  ["Pacific/Apia", "1 Jan 2026, 13:30"],
  ["America/New_York", "31 Dec 2025, 19:30"],
])("a moment is that of the reader's own clock: in %s %s", (zone, shown) => {
  vi.stubEnv("TZ", zone);
  expect(formatMoment("2026-01-01T00:30:00Z")).toBe(shown);
});

test("in UTC a moment says so, whatever the reader's time zone", () => {
  expect(formatDay("2025-11-18T23:59:00Z", "utc")).toBe("18 Nov 2025");
  expect(formatMoment("2025-11-18T23:59:00Z", "utc")).toBe("18 Nov 2025, 23:59 UTC");
});

test.each(["Pacific/Apia", "America/Los_Angeles"])("the day of a term is that of UTC, also in %s", (zone) => {
  vi.stubEnv("TZ", zone);
  expect(formatTermDay("2026-01-01T12:00:00Z")).toBe("1 Jan 2026");
  expect(formatTermDay("2026-01-01")).toBe("1 Jan 2026");
  expect(formatShortDay("2026-01-01", Date.parse("2026-01-01"), "utc")).toBe("1 Jan");
});

test("a short day shows the year only when it is not the current one", () => {
  const now = Date.parse("2026-01-03T12:00:00");
  expect(formatShortDay("2026-01-02T12:00:00", now)).toBe("2 Jan");
  expect(formatShortDay("2025-12-31T12:00:00", now)).toBe("31 Dec 2025");
});
