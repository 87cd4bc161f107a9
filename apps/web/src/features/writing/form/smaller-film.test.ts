import { expect, test } from "vitest";
import { planFor } from "./SmallerFilm.tsx";

const megabyte = 1024 * 1024;
const minute = 60;

test("a film of 20 minutes becomes about 240 MB or less at the usual rate", () => {
  const plan = planFor(20 * minute, 2_000 * megabyte);
  expect(plan?.pictureRate).toBe(1_500_000);
  expect(plan?.bytes).toBeLessThan(240 * megabyte);
});

test("a longer one has pictures of a lower rate within the same size, as long as a screen can be read", () => {
  const hour = planFor(55 * minute, 2_000 * megabyte);
  expect(hour?.pictureRate).toBeLessThan(500_000);
  expect(hour?.bytes).toBeLessThanOrEqual(240 * megabyte);
  const hours = planFor(120 * minute, 2_000 * megabyte);
  expect(hours?.pictureRate).toBe(400_000);
  expect(hours?.bytes).toBeGreaterThan(400 * megabyte);
});

test.each([
  ["that would hardly shrink", 10 * minute, 130],
  ["of five hours that is small already", 300 * minute, 1_000],
])("a film %s is sent as it is", (_case, seconds, megabytes) => {
  expect(planFor(seconds, megabytes * megabyte)).toBeNull();
});
