import { getCategory, getMe, requestPasswordReset } from "@cairn/contract";
import { misfit, useStrictAnswers } from "@tests/support/server/strict-answers.ts";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { useErrorAnswers } from "./errors.ts";

const category = { id: 1, name: "Data Science", description: "", posts: 3, interval_days: 180 };
const refusal = { error: "Category not found", code: "category_not_found", request_id: "1" };

describe("an answer matches the contract", () => {
  test("when it has the declared shape", () => {
    expect(misfit(getCategory, 200, category)).toBeNull();
    expect(misfit(getCategory, 404, refusal)).toBeNull();
    expect(misfit(getCategory, 304, undefined)).toBeNull();
  });

  test("when it refuses a field in the text that the call declares", () => {
    const worded = { error: { identifier: ["no"] }, code: "invalid_input", request_id: "1" };
    expect(misfit(requestPasswordReset, 400, worded)).toBeNull();
    expect(misfit(getCategory, 400, worded)).not.toBeNull();
  });

  test.each([
    ["with a status that is not declared", 201, category],
    ["with a wrong type", 200, { ...category, posts: "3" }],
    ["without a field", 200, { id: 1, name: "", description: "" }],
    ["with a field more", 200, { ...category, password_hash: "x" }],
    ["with a field more in an error", 404, { ...refusal, stack: "at a.ts" }],
    ["with an error that the call does not have", 404, { ...refusal, code: "user_not_found" }],
  ])("never %s", (_case, status, body) => {
    expect(misfit(getCategory, status, body)).not.toBeNull();
  });
});

describe("a mismatch", () => {
  const serve = (answer: unknown, { throws = false } = {}) => {
    const app = Fastify();
    const problems: string[] = [];
    useErrorAnswers(app);
    useStrictAnswers(app, {
      onMisfit(problem) {
        problems.push(problem);
        if (throws) throw new Error(problem);
      },
    });
    app.get("/", { config: { endpoint: getMe } }, async (_request, reply) =>
      reply.type("application/json; charset=utf-8").send(answer),
    );
    return { problems, ask: () => app.inject("/") };
  };
  const me = { id: 1, name: "A", email: "a@b.co", role: "User", verified: false, interests: [] };

  test("is reported, and the answer is still sent unless the reporter throws", async () => {
    const { problems, ask } = serve({ ...me, role: "Root" });
    expect((await ask()).statusCode).toBe(200);
    expect(problems).toEqual([expect.stringContaining("GET /auth/me answered 200")]);
  });

  test("is found in finished bytes too", async () => {
    const { problems, ask } = serve(Buffer.from(JSON.stringify({ ...me, id: 0 })));
    await ask();
    expect(problems).toHaveLength(1);
  });

  test("fails the call when the reporter throws, without details for the client", async () => {
    const { ask } = serve({ ...me, interests: null }, { throws: true });
    const answer = await ask();
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: "internal_error" });
    expect(answer.body).not.toContain("interests");
  });
});
