import { expect, test } from "vitest";
import { waitWords } from "./DeskFigures.tsx";

test.each([
  [0, "0 minutes"],
  [119, "1 minute"],
  [3599, "59 minutes"],
  [3600, "1 hour"],
  [172_799, "47 hours"],
  [172_800, "2 days"],
])("a wait of %i seconds reads %s", (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
