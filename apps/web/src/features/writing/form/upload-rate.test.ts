import { expect, test } from "vitest";
import { createRate } from "./useUpload.ts";

test("the rate is measured over the last three seconds", () => {
  const rateOf = createRate();
  expect(rateOf({ at: 0, sent: 0 })).toBeUndefined();
  expect(rateOf({ at: 1000, sent: 500 })).toBe(500);
  expect(rateOf({ at: 4000, sent: 6500 })).toBe(2000);
  expect(rateOf({ at: 6000, sent: 6500 })).toBe(0);
});

test("bytes that are sent again do not count", () => {
  const rateOf = createRate();
  rateOf({ at: 0, sent: 5000 });
  expect(rateOf({ at: 1000, sent: 2000 })).toBeUndefined();
  expect(rateOf({ at: 2000, sent: 3000 })).toBe(1000);
});
