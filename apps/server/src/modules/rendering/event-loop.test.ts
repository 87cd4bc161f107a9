import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../../../../../tests/support/server/app.ts";

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
  const began = performance.now();
  const posted = app.call("POST", "/content", { token, body: draft }).finally(() => {
    isAnswered = true;
  });
  let longest = 0;
  let answers = 0;
  while (!isAnswered) {
    const asked = performance.now();
    expect((await app.call("GET", "/health/ready")).status).toBe(200);
    longest = Math.max(longest, performance.now() - asked);
    answers += 1;
  }
  expect((await posted).status).toBe(201);
  const whole = performance.now() - began;
  // On the event loop, or inside the transaction, one of them waits for nearly all of it.
  expect(longest).toBeLessThan(whole / 2);
  expect(answers).toBeGreaterThan(5);
});

test("a long code block is stored and shown without highlighting, every character escaped", async () => {
  const { access_token: token } = await registerMember(app, "TechWriter");
  const code = `const a = "<b>";\n${"x".repeat(49_000)}`;
  const draft = { title: "Long", body: fence("js", code), category: 1 };
  const { status, body } = await app.call("POST", "/content", { token, body: draft });
  expect(status).toBe(201);
  const { body_html: html } = (await app.call("GET", `/content/${body.id}`, { token })).body;
  expect(html).toBe(
    `<pre dir="ltr"><code class="language-js">${code.replace('"<b>"', "&quot;&lt;b&gt;&quot;")}\n</code></pre>\n`,
  );
});
