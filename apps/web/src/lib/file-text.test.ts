import { expect, test } from "vitest";
import { limitText, sentText, sizeText } from "./file-text.ts";

test("sizes read in megabytes, small ones in kilobytes", () => {
  expect(sizeText(52_428_800)).toBe("50.0 MB");
  expect(sizeText(90_000)).toBe("88 KB");
  expect(sentText(22_439_526, 35_651_584)).toBe("21.4 of 34.0 MB");
});

test("limits read in whole megabytes or in gigabytes, never as more than they are", () => {
  expect(limitText(52_428_800)).toBe("50 MB");
  expect(limitText(2 ** 31)).toBe("2 GB");
  expect(limitText(2 ** 31 - 1)).toBe("1.9 GB");
});
