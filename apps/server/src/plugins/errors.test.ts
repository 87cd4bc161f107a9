import { buildTestApp, registerMember } from "@tests/support/server/app.ts";
import { expect, test } from "vitest";
import { DatabaseUnavailable, TransactionEnded, TransactionOverdue } from "../db/errors.ts";
import { toAppError } from "./errors.ts";

const answerTo = (thrown: Error) => {
  const { status, facts } = toAppError(Object.assign(thrown, { code: "" }));
  return [status, facts.retryAfter];
};

test("temporary failures are answered 503 with Retry-After, internal errors 500", () => {
  expect(answerTo(new DatabaseUnavailable("The engine hung"))).toEqual([503, 1]);
  expect(answerTo(new TransactionOverdue("Another held the row"))).toEqual([503, 1]);
  expect(answerTo(new TransactionEnded("A statement had failed"))).toEqual([500, undefined]);
});

test("an answer names at most twenty bad fields, repeats no long name, and says what is no JSON", async () => {
  const app = await buildTestApp();
  const { access_token: token } = await registerMember(app);
  const many = <Value>(value: (index: number) => Value) => Array.from({ length: 60 }, (_, i) => value(i));
  const long = "k".repeat(50_000);
  const bodies = [
    Object.fromEntries(many((index) => [`k${index}`, 1])),
    { social_links: many(() => ({ a: 1 })) },
    { interests: many(() => 1) },
    { [long]: 1 },
    { [`${long}\0`]: 1 },
    { name: { [long]: "\0" } },
  ];
  for (const body of bodies) {
    const answer = await app.call("PATCH", "/profiles/me", { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.details.length).toBeGreaterThan(0);
    expect(answer.body.details.length).toBeLessThanOrEqual(20);
    expect(JSON.stringify(answer.body).length).toBeLessThan(10_000);
  }
  const headers = { "content-type": "application/json" };
  for (const body of ['{"name":"Ada",}', "{'name':1}", '{"name":"Ad']) {
    const answer = await app.call("PATCH", "/profiles/me", { token, headers, body });
    expect([answer.status, answer.body.error]).toEqual([400, "The body is not valid JSON."]);
  }
  await app.close();
});
