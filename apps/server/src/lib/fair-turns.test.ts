import { expect, test } from "vitest";
import { createFairTurns } from "./fair-turns.ts";

test("work that throws at once is refused to its caller alone, and the next takes its turn", async () => {
  const turns = createFairTurns({ ofOne: 10, ofAll: 10 });
  const broken = turns.take(1, 1, () => {
    throw new Error("broken");
  });
  const whole = turns.take(2, 1, async () => "whole");
  await expect(broken).rejects.toThrow("broken");
  expect(await whole).toBe("whole");
  expect(await turns.take(1, 1, async () => "again")).toBe("again");
});
