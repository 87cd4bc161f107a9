import * as contract from "@cairn/contract";
import { buildTestApp, registerMember, registration, type TestApp } from "@tests/support/server/app.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ allowedOrigins: ["https://school.example"] });
});
afterAll(() => app.close());

const endpoints = Object.values(contract).filter(
  (value): value is typeof value & contract.EndpointDefinition =>
    typeof value === "object" && "path" in value && "replies" in value,
);

describe("the OpenAPI document", () => {
  test("lists every call of the contract once, with its body and its answers", async () => {
    const { body: document } = await app.call("GET", "/openapi.json");
    expect(document.openapi).toBe("3.1.0");
    const listed = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
      ([path, calls]) =>
        Object.entries(calls).map(([method, call]) => `${method.toUpperCase()} ${path} ${call.operationId}`),
    );
    for (const { method, path, name } of endpoints) {
      expect(listed).toContain(`${method} ${path.replace(/:(\w+)/g, "{$1}")} ${name}`);
    }
    expect(
      document.paths["/auth/register"].post.requestBody.content["application/json"].schema.required,
    ).toEqual(["name", "email", "role", "password"]);
    expect(document.components.schemas.ContentItem.properties.title).toEqual({ type: "string" });
    expect(document.paths["/content/{id}"].get.responses["404"]).toBeDefined();
  });

  test("resolves every reference", async () => {
    const { body: document } = await app.call("GET", "/openapi.json");
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      expect(document.components.schemas).toHaveProperty(reference.split("/").at(-1) ?? "");
    }
  });

  test("is also a readable page without scripts", async () => {
    const { body, headers } = await app.call("GET", "/docs");
    expect(headers["content-type"]).toContain("text/html");
    expect(body).toContain("/content/{id}/reviews");
    expect(body).not.toContain("<script");
    expect((await app.call("GET", "/docs/style.css")).headers["content-type"]).toContain("text/css");
  });
});

describe("bad input", () => {
  test.each([
    ["broken JSON", "{", "application/json", 400],
    ["a prototype in JSON", '{"__proto__":{"role":"Admin"}}', "application/json", 400],
    ["JSON that is no object", "[]", "application/json", 400],
    ["a form", "email=a", "application/x-www-form-urlencoded", 415],
    ["XML", "<a/>", "application/xml", 415],
    ["plain text", "hello", "text/plain", 415],
    ["nothing", "", "application/json", 400],
    ["a list nested 1,000 deep", `${"[".repeat(1_000)}${"]".repeat(1_000)}`, "application/json", 400],
    ["a list that does not end", "[".repeat(2_000), "application/json", 400],
    ["objects nested 300 deep", `${'{"a":'.repeat(300)}1${"}".repeat(300)}`, "application/json", 400],
    ["a list nested 100,000 deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "application/json", 413],
    ["a list that never ends", "[".repeat(200_000), "application/json", 413],
  ])("%s gets a clear error and no stack", async (_case, body, type, status) => {
    const answer = await app.call("POST", "/auth/login", { body, headers: { "content-type": type } });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|SyntaxError|FST_/);
  });

  test("a body above the limit is too large", async () => {
    const answer = await app.call("POST", "/auth/register", {
      body: registration({ name: "x".repeat(400_000) }),
    });
    expect(answer.status).toBe(413);
  });
});

/** As clients write it that send ASCII alone. */
const escaped = (value: object) =>
  JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

test("a text may have as many characters as the call allows, however they are encoded", async () => {
  const { access_token: token } = await registerMember(app);
  const send = (payload: string) =>
    app.call("POST", "/content", { body: payload, token, headers: { "content-type": "application/json" } });
  const text = (length: number) => ({ title: "Stones", body: "🪨".repeat(length), category: 1 });
  expect(escaped(text(50_000)).length).toBeGreaterThan(600_000);
  for (const write of [JSON.stringify, escaped]) {
    expect((await send(write(text(50_000)))).status).toBe(201);
    expect((await send(write(text(50_001)))).status).toBe(400);
    expect((await send(write(text(210_000)))).status).toBe(413);
  }
  expect((await send(`{"title":"${"\\n".repeat(420_000)}"}`)).status).toBe(413);
});

test.each([
  [{ email: "a@b.example", role: "User", password: "correct horse" }, "Name is required."],
  [
    { name: "n".repeat(121), email: "a@b.example", role: "User", password: "correct horse" },
    "Name must have at most 120 characters.",
  ],
  [
    { name: "A\u202eB", email: "a@b.example", role: "User", password: "correct horse" },
    "Name must not have line breaks, invisible characters, or more than two marks on one letter.",
  ],
  [
    { name: "A", email: "here", role: "User", password: "short" },
    "Email must be an email address. Password must have at least 8 characters.",
  ],
  [
    { name: 1, email: "a@b.example", role: "Boss", password: "correct horse" },
    "Name must be of the type string. Role must be one of Admin, TechWriter, User.",
  ],
  [[], "The request must be of the type object."],
])("%j is refused in full sentences that name the field", async (body, sentence) => {
  const answer = await app.call("POST", "/auth/register", { body });
  expect(answer.body).toMatchObject({ error: sentence, code: "invalid_input" });
  expect(answer.body.details.length).toBeGreaterThan(0);
});

test("every text of the error catalogue is a full sentence, except those that the specification fixes", () => {
  const fixed = [contract.messages.contentNotFound, contract.messages.passwordsDiffer] as string[];
  for (const sentence of Object.values(contract.errorSentence).filter((text) => !fixed.includes(text))) {
    expect(sentence).toMatch(/^[A-Z].* .*\.$/);
  }
});

describe("other origins", () => {
  test("may call with credentials when they are on the list", async () => {
    const { headers } = await app.call("GET", "/content", { headers: { origin: "https://school.example" } });
    expect(headers["access-control-allow-origin"]).toBe("https://school.example");
    expect(headers["access-control-allow-credentials"]).toBe("true");
    expect(headers["access-control-expose-headers"]).toContain("X-Total-Count");
  });

  test("get nothing when they are not", async () => {
    const { headers } = await app.call("GET", "/content", { headers: { origin: "https://evil.example" } });
    expect(headers["access-control-allow-origin"]).not.toBe("https://evil.example");
    expect(headers["access-control-allow-origin"]).not.toBe("*");
  });
});

test.each(["google", "github"])(
  "without settings, signing in by %s comes back with the error",
  async (provider) => {
    const answer = await app.call("GET", `/auth/login/${provider}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe("/auth/callback?error=OAuth%20login%20failed");
  },
);

test("signing in by an unknown provider is a bad request", async () => {
  expect((await app.call("GET", "/auth/login/somebody")).status).toBe(400);
});

test.each([
  ["cannot be decoded", "/%E0%A4%A", 404, "not_found"],
  ["is longer than any", `/content/${"1".repeat(1_000)}`, 400, "invalid_input"],
])("an address that %s is refused in the shape of every error", async (_case, url, status, code) => {
  const answer = await app.call("GET", url);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ code, request_id: expect.any(String) });
  expect(answer.headers).toMatchObject({
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "x-content-type-options": "nosniff",
    "x-request-id": answer.body.request_id,
  });
});

test("an internal error is described only in the log", async () => {
  const own = await buildTestApp();
  await own.db.close();
  const answer = await own.call("GET", "/categories");
  expect(answer.status).toBe(503);
  expect(answer.headers["retry-after"]).toBe("1");
  expect(JSON.stringify(answer.body)).not.toMatch(/select|node_modules|Error/);
  expect((await own.call("GET", "/health/ready")).status).toBe(503);
  expect((await own.call("GET", "/health/live")).status).toBe(200);
  await own.http.close();
});

test("readiness fails from the moment a stop is requested", async () => {
  const own = await buildTestApp();
  expect((await own.call("GET", "/health/ready")).status).toBe(200);
  const stopped = own.drain.stop();
  expect((await own.call("GET", "/health/ready")).status).toBe(503);
  await stopped;
  await own.close();
});
