import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
});
afterAll(() => app.close());

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n\n`;
/** As slow as a text of this length can be: each block is just short enough to be coloured. */
const slow = fence("markdown", "[a](".repeat(995)).repeat(12).slice(0, 49_000);

test("while the slowest text is rendered other calls are answered, including those that need the database", async () => {
  const { access_token: token } = await registerMember(app, "TechWriter");
  const draft = { title: "Slow", body: slow, category: 1 };
  let isAnswered = false;
  const posted = app.call("POST", "/content", { token, body: draft }).finally(() => {
    isAnswered = true;
  });
  let answers = 0;
  while (!isAnswered) {
    expect((await app.call("GET", "/health/ready")).status).toBe(200);
    answers += 1;
  }
  expect((await posted).status).toBe(201);
  // On the event loop, or inside the transaction, one of them would wait for nearly all of it.
  expect(answers).toBeGreaterThan(5);
});
