import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** A page of another site whose name leads to this machine sends its own name as Host. */
const foreign = [
  "evil.example",
  "evil.example:5000",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "10.0.0.7",
  "[2001:db8::1]",
  "a b",
];
const own = [
  "localhost",
  "localhost:5000",
  "LOCALHOST",
  "127.0.0.1:81",
  "127.8.9.1",
  "[::1]:5000",
  "demo.example:1",
  "app.example",
];

describe("a demo answers only at this machine's names and those of its settings", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({
      seedDemo: true,
      publicUrl: "http://demo.example:5000",
      allowedOrigins: ["https://app.example"],
    });
  });
  afterAll(() => app.close());

  const ask = (host: string, path = "/health/live") => app.call("GET", path, { headers: { host } });

  test.each(own)("it answers to %s", async (host) => {
    expect((await ask(host)).status).toBe(200);
  });

  test.each(foreign)("it refuses %s and says what to do", async (host) => {
    for (const path of ["/health/live", "/content", "/", "/nowhere"]) {
      const answer = await ask(host, path);
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
      expect(answer.body.error).toMatch(/^This demo does not answer at this address\./);
    }
  });

  test("what it keeps for all visitors is not given to another host either", async () => {
    await app.http.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.http.server.address() as AddressInfo;
    const asked = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const taken = { host: "127.0.0.1", port, path: "/content", headers: { host } };
        request(taken, (answer) => resolve(answer.resume().statusCode))
          .on("error", reject)
          .end();
      });
    const answers: (number | undefined)[] = [];
    for (const host of ["localhost", "localhost", "evil.example"]) answers.push(await asked(host));
    expect(answers).toEqual([200, 200, 400]);
  });
});

test("a site without demo data answers to every host: its proxy decides", async () => {
  const app = await buildTestApp({ seedDemo: false });
  expect((await app.call("GET", "/health/live", { headers: { host: "evil.example" } })).status).toBe(200);
  await app.close();
});
