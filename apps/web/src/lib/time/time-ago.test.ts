import { expect, test } from "vitest";
import { hoursAgo, timeAgo } from "./TimeAgo.tsx";

const now = Date.parse("2025-11-20T12:00:00Z");

test.each([
  ["2025-11-20T11:59:30Z", "just now"],
  ["2025-11-20T11:59:00Z", "1 minute ago"],
  ["2025-11-20T11:00:01Z", "59 minutes ago"],
  ["2025-11-20T11:00:00Z", "1 hour ago"],
  ["2025-11-19T06:00:00Z", "30 hours ago"],
  ["2025-11-18T12:00:01Z", "47 hours ago"],
  ["2025-11-18T12:00:00Z", "2 days ago"],
  ["2025-11-01T12:00:00Z", "19 days ago"],
])("%s reads %s", (instant, text) => {
  expect(timeAgo(instant, now)).toBe(text);
});

test.each([
  ["2025-11-20T11:59:30Z", "just now"],
  ["2025-11-20T11:55:00Z", "5 minutes ago"],
  ["2025-11-20T11:00:00Z", "1 hour ago"],
  ["2025-11-18T12:00:00Z", "48 hours ago"],
  ["2025-11-01T12:00:00Z", "456 hours ago"],
])("a notification of %s is of %s", (instant, text) => {
  expect(hoursAgo(instant, now)).toBe(text);
});

test("a time in the future, from a faster clock, reads as just now", () => {
  expect(timeAgo("2025-11-20T12:05:00Z", now)).toBe("just now");
  expect(hoursAgo("2025-11-20T12:05:00Z", now)).toBe("just now");
});
