import {
  changeProfile,
  createComment,
  createContent,
  deleteComment,
  deleteContent,
  type EndpointDefinition,
  editComment,
  editContent,
  likeContent,
  unlikeContent,
} from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { sendForm } from "@tests/support/server/forms.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limitRules } from "./rate-limits.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Calls a thing that does not exist: what fails counts as well. */
async function call({ method, path, body }: EndpointDefinition, token: string): Promise<number | "limited"> {
  const answer = await app.call(method, path.replace(":id", "123456"), {
    token,
    ...(body && { body: { body: "Hello" } }),
  });
  if (answer.status !== 429) return answer.status;
  expect(answer.body.code).toBe("too_many_requests");
  const seconds = Number(answer.headers["retry-after"]);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  return "limited";
}

const token = async () => (await registerMember(app)).access_token;
const inParallel = (count: number, endpoint: EndpointDefinition, by: string) =>
  Promise.all(Array.from({ length: count }, () => call(endpoint, by)));

/** Every call that a limiter of a member's writing counts. */
const limited: Record<string, [EndpointDefinition, ...EndpointDefinition[]]> = {
  comments: [createComment, editComment, deleteComment],
  likes: [likeContent, unlikeContent],
};

test.each(Object.entries(limited))(
  "a member's limit of sixty %s a minute is shared by all its calls",
  async (_limit, endpoints) => {
    const eager = await token();
    await inParallel(60, endpoints[0], eager);
    for (const endpoint of endpoints) expect(await call(endpoint, eager)).toBe("limited");
  },
);

test.each([
  ["loginByPlace", 10, 15],
  ["confirmationByUser", 6, 60],
  ["codeByAddress", 60, 10],
  ["refreshBySession", 60, 1],
  ["uploadByUser", 30, 30],
  ["mentionByUser", 30, 10],
  ["readByAddress", 3_000, 5],
] as const)("%s lets %i through in %i minutes", (limit, points, minutes) => {
  expect(limitRules[limit]).toEqual({ points, duration: minutes * 60 });
});

test("comments do not use up likes", async () => {
  const eager = await token();
  await inParallel(61, createComment, eager);
  expect(await call(likeContent, eager)).toBe(404);
});

describe("a member's uploads", () => {
  const draft = { title: "A title", body: "Words.", category: "Nowhere" };
  const json = (by: string) => app.call("POST", createContent.path, { token: by, body: draft });
  const form = (by: string, { method, path }: EndpointDefinition) =>
    sendForm(app, method as "POST" | "PATCH", path.replace(":id", "123456"), {
      token: by,
      fields: method === "POST" ? draft : { name: " " },
    });

  test("are thirty in half an hour, of items with a file or without, edits and profiles together", async () => {
    const eager = await token();
    await Promise.all(Array.from({ length: 30 }, () => json(eager)));
    expect((await json(eager)).status).toBe(429);
    for (const endpoint of [createContent, editContent, changeProfile])
      expect((await form(eager, endpoint)).status).toBe(429);
  });

  test("still allow sixty changes a minute without a file", async () => {
    const eager = await token();
    await Promise.all(Array.from({ length: 31 }, () => json(eager)));
    const change = ({ method, path }: EndpointDefinition) =>
      app.call(method, path.replace(":id", "123456"), { token: eager, body: { title: "x" } });
    expect(await call(deleteContent, eager)).toBe(404);
    const answers = await Promise.all(Array.from({ length: 60 }, () => change(editContent)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(59);
    expect(await call(deleteContent, eager)).toBe("limited");
    expect((await app.call("PATCH", changeProfile.path, { token: eager, body: {} })).status).toBe(429);
  });
});

test("HEAD requests for pages count as a visitor's reads like GET requests, and health checks do not count", async () => {
  const { points } = limitRules.readByAddress;
  const read = (method: "GET" | "HEAD") => app.call(method, "/categories", { from: "192.0.2.77" });
  for (let count = 0; count < points; count += 100) {
    await Promise.all(Array.from({ length: Math.min(100, points - count) }, () => read("HEAD")));
  }
  expect((await read("HEAD")).status).toBe(429);
  expect((await read("GET")).status).toBe(429);
  for (const path of ["/health/live", "/health/ready", "/api/health/ready"]) {
    expect((await app.call("GET", path, { from: "192.0.2.77" })).status).toBe(200);
  }
});

test("RATE_LIMITS=off lets a member write on", async () => {
  const own = await buildTestApp({ rateLimits: false }, null, { db: app.db, store: app.store });
  const { access_token } = await registerMember(own);
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => own.call("PUT", "/content/123456/like", { token: access_token })),
  );
  expect(answers.every(({ status }) => status === 404)).toBe(true);
  await own.http.close();
});
