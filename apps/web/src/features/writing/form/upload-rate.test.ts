import { expect, test } from "vitest";
import { sentText, sizeText } from "./content-file.ts";
import { createRate } from "./upload-rate.ts";

test("the rate is that of the last three seconds", () => {
  const rateOf = createRate();
  expect(rateOf({ at: 0, sent: 0 })).toBeUndefined();
  expect(rateOf({ at: 1000, sent: 500 })).toBe(500);
  expect(rateOf({ at: 4000, sent: 6500 })).toBe(2000);
  expect(rateOf({ at: 6000, sent: 6500 })).toBe(0);
});

test("sizes read in megabytes, small ones in kilobytes", () => {
  expect(sizeText(52_428_800)).toBe("50.0 MB");
  expect(sizeText(90_000)).toBe("88 KB");
  expect(sentText(22_439_526, 35_651_584)).toBe("21.4 of 34.0 MB");
});
