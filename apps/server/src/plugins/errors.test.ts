import { expect, test } from "vitest";
import { DatabaseUnavailable, TransactionEnded, TransactionOverdue } from "../db/errors.ts";
import { toAppError } from "./errors.ts";

const answerTo = (thrown: Error) => {
  const { status, facts } = toAppError(Object.assign(thrown, { code: "" }));
  return [status, facts.retryAfter];
};

test("what a moment of waiting may mend is answered 503 with Retry-After, what is our mistake 500", () => {
  expect(answerTo(new DatabaseUnavailable("The engine hung"))).toEqual([503, 1]);
  expect(answerTo(new TransactionOverdue("Another held the row"))).toEqual([503, 1]);
  expect(answerTo(new TransactionEnded("A statement had failed"))).toEqual([500, undefined]);
});
