import { expect, test } from "vitest";
import { sentText, sizeText } from "./file-text.ts";

test("sizes read in megabytes, small ones in kilobytes", () => {
  expect(sizeText(52_428_800)).toBe("50.0 MB");
  expect(sizeText(90_000)).toBe("88 KB");
  expect(sentText(22_439_526, 35_651_584)).toBe("21.4 of 34.0 MB");
});
