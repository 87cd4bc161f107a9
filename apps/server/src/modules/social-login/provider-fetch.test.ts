import type { LookupFunction } from "node:net";
import { type ExternalSite, openExternalSite, sendJson } from "@tests/support/server/external-site.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProviderFetch } from "./provider-fetch.ts";

const toLoopback: LookupFunction = (_name, _options, callback) =>
  callback(null, [{ address: "127.0.0.1", family: 4 }]);

let externalSite: ExternalSite;
beforeAll(async () => {
  externalSite = await openExternalSite(sendJson({ answer: true }));
});
afterAll(() => externalSite.close());

test("the configured host may be private, but other hosts that it names may not", async () => {
  const settings = { deadlineMs: 8_000, maxBytes: 1_000, lookup: toLoopback };
  const calls = createProviderFetch(new Set(["id.school.example"]), settings);
  const ask = (host: string) =>
    calls.withinDeadline()(`http://${host}:${new URL(externalSite.url).port}/`, {
      method: "GET",
      headers: {},
      body: undefined,
      redirect: "manual",
    });
  expect(await (await ask("id.school.example")).json()).toEqual({ answer: true });
  await expect(ask("keys.elsewhere.example")).rejects.toThrow("its name leads to a private address");
  for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "2130706433", "localhost", "keys.internal"]) {
    await expect(ask(host)).rejects.toThrow("private address");
  }
  expect(externalSite.asked).toHaveLength(1);
  await calls.close();
});
