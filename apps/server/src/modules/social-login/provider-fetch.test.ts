import type { LookupFunction } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Outside, openOutside, sendJson } from "../../test/outside.ts";
import { createProviderFetch } from "./provider-fetch.ts";

const toLoopback: LookupFunction = (_name, _options, callback) =>
  callback(null, [{ address: "127.0.0.1", family: 4 }]);

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside(sendJson({ answer: true }));
});
afterAll(() => outside.close());

test("the host that the operator chose may be private, and whatever it names besides may not", async () => {
  const settings = { deadlineMs: 8_000, maxBytes: 1_000, lookup: toLoopback };
  const calls = createProviderFetch(new Set(["id.school.example"]), settings);
  const ask = (host: string) =>
    calls.withinDeadline()(`http://${host}:${new URL(outside.url).port}/`, {
      method: "GET",
      headers: {},
      body: undefined,
      redirect: "manual",
    });
  expect(await (await ask("id.school.example")).json()).toEqual({ answer: true });
  await expect(ask("keys.elsewhere.example")).rejects.toThrow("its name leads to a private address");
  expect(outside.asked).toHaveLength(1);
  await calls.close();
});
