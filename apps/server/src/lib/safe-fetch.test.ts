import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Handler, type Outside, openOutside, sendJson } from "../test/outside.ts";
import { createSafeFetch, type SafeFetch, type SafeFetchSettings } from "./safe-fetch.ts";

let outside: Outside;
let fetch: SafeFetch | undefined;
beforeAll(async () => {
  outside = await openOutside(sendJson({}));
});
afterEach(() => fetch?.close());
afterAll(() => outside.close());

function get(
  handler: Handler,
  settings: Partial<SafeFetchSettings> = {},
  url = `${outside.url}/?secret=hunter2`,
) {
  outside.behave(handler);
  fetch = createSafeFetch({ deadlineMs: 300, maxBytes: 1_000, ...settings });
  return fetch.get(url, "application/json");
}
const send =
  (body: Buffer | string, headers = {}): Handler =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body);

test("a host given as a private address is asked, for its operator chose it", async () => {
  const body = await get(sendJson({ hello: "world" }));
  expect(new TextDecoder().decode(body)).toBe('{"hello":"world"}');
});

test("a body may be as long as the limit and no longer, compressed or not", async () => {
  expect(await get(send(Buffer.alloc(1_000)))).toHaveLength(1_000);
  await expect(get(send(Buffer.alloc(1_001)))).rejects.toThrow("sent more than 1000 bytes");
  const gzip = { "content-encoding": "gzip" };
  expect(await get(send(gzipSync(Buffer.alloc(1_000)), gzip))).toHaveLength(1_000);
  await expect(get(send(gzipSync(Buffer.alloc(1_001)), gzip))).rejects.toThrow("sent more than 1000 bytes");
});

test("the deadline holds for the whole call, not for each piece of it", async () => {
  const drip: Handler = (_request, response) => {
    const timer = setInterval(() => response.write("."), 50);
    response.on("close", () => clearInterval(timer));
  };
  const begun = performance.now();
  await expect(get(drip)).rejects.toThrow("took longer than 300 ms");
  expect(performance.now() - begun).toBeLessThan(1_500);
});

test("a redirect is an answer that is not followed", async () => {
  outside.asked.length = 0;
  const redirect: Handler = (_request, response) =>
    void response.writeHead(307, { location: "/elsewhere" }).end();
  await expect(get(redirect)).rejects.toThrow("answered 307");
  expect(outside.asked).toEqual(["/?secret=hunter2"]);
});

test("a public name that leads to this machine is not connected to", async () => {
  outside.asked.length = 0;
  const url = outside.url.replace("127.0.0.1", "feeds.example");
  const settings: Partial<SafeFetchSettings> = {
    lookup: (_name, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]),
  };
  await expect(get(sendJson({}), settings, url)).rejects.toThrow("its name leads to a private address");
  expect(outside.asked).toEqual([]);
});

const nobody: SafeFetchSettings["lookup"] = (name, _options, callback) =>
  callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND" }), []);

const breakOff: Handler = (_request, response) => {
  response.writeHead(200, { "content-length": 9 });
  response.write("half", () => response.destroy());
};

test.each<[string, () => Promise<unknown>]>([
  ["hangs up", () => get((request) => void request.socket.destroy())],
  ["breaks off", () => get(breakOff)],
  ["has a name that nobody knows", () => get(sendJson({}), { lookup: nobody }, "http://hunter2.example/")],
  ["listens no more", async () => get(sendJson({}), {}, `${await closedUrl()}/?secret=hunter2`)],
])("of a host that %s only that is told: its address may hold a key", async (_case, call) => {
  await expect(call()).rejects.toThrow(/^could not be read \([A-Z_]+\)$/);
});

async function closedUrl(): Promise<string> {
  const gone = await openOutside(sendJson({}));
  await gone.close();
  return gone.url;
}

test("closing ends what is under way", async () => {
  const call = get(() => {}, { deadlineMs: 60_000 });
  const refused = expect(call).rejects.toThrow();
  await fetch?.close();
  await refused;
});
