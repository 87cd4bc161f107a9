import { expect, test } from "vitest";
import { activityTime } from "./RecentActivity.tsx";

const now = new Date(2026, 10, 20, 9, 50).getTime();
const at = (...date: [year: number, month: number, day: number, hour: number, minute: number]) =>
  activityTime(new Date(...date).toISOString(), now);

test.each([
  ["today by the clock", at(2026, 10, 20, 0, 5), "00:05"],
  ["the day before as Yesterday, from its first minute", at(2026, 10, 19, 0, 0), "Yesterday"],
  ["older ones by their day", at(2026, 10, 18, 23, 59), "18 Nov"],
  ["another year's with the year", at(2025, 10, 18, 12, 0), "18 Nov 2025"],
])("the activity shows the time of %s", (_, text, expected) => {
  expect(text).toBe(expected);
});
