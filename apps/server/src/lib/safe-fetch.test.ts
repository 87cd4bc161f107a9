import { randomBytes } from "node:crypto";
import type { LookupFunction } from "node:net";
import { gzipSync } from "node:zlib";
import {
  type ExternalSite,
  type Handler,
  openExternalSite,
  sendJson,
} from "@tests/support/server/external-site.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createSafeFetch, type SafeFetch, type SafeFetchSettings } from "./safe-fetch.ts";

let externalSite: ExternalSite;
let fetch: SafeFetch | undefined;
beforeAll(async () => {
  externalSite = await openExternalSite(sendJson({}));
});
afterEach(() => fetch?.close());
afterAll(() => externalSite.close());

function get(
  handler: Handler,
  settings: Partial<SafeFetchSettings> = {},
  url = `${externalSite.url}/?secret=hunter2`,
) {
  externalSite.behave(handler);
  fetch = createSafeFetch({
    deadlineMs: 10_000,
    maxBytes: 1_000,
    hosts: new Set(["127.0.0.1"]),
    ...settings,
  });
  return fetch.get(url, "application/json");
}
const send =
  (body: Buffer | string, headers = {}): Handler =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body);

test("a private address is allowed where the operator configured it", async () => {
  const { bytes } = await get(sendJson({ hello: "world" }));
  expect(new TextDecoder().decode(bytes)).toBe('{"hello":"world"}');
});

test("a body may be as long as the limit but not longer, compressed or not", async () => {
  expect((await get(send(Buffer.alloc(1_000)))).bytes).toHaveLength(1_000);
  await expect(get(send(Buffer.alloc(1_001)))).rejects.toThrow("sent more than 1000 bytes");
  const gzip = { "content-encoding": "gzip" };
  expect((await get(send(gzipSync(Buffer.alloc(1_000)), gzip))).bytes).toHaveLength(1_000);
  await expect(get(send(gzipSync(Buffer.alloc(1_001)), gzip))).rejects.toThrow("sent more than 1000 bytes");
});

test("a server that hangs up while its long answer is still being decompressed does not end the process", async () => {
  const body = randomBytes(1_000_000);
  const packed = gzipSync(body);
  const hangUp: Handler = ({ socket }) => {
    socket.write(
      `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`,
    );
    socket.end(packed);
  };
  const { bytes } = await get(hangUp, { deadlineMs: 5_000, maxBytes: body.length });
  expect(body.equals(bytes)).toBe(true);
});

test("a server that sends interim answers without end is hung up on", async () => {
  const hints: Handler = ({ socket }) => void socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50));
  await expect(get(hints)).rejects.toThrow("could not be read");
});

test("a server that sends its answer in thousands of pieces of a byte is hung up on before the time is over", async () => {
  let onClose = () => {};
  const hungUp = new Promise<void>((resolve) => {
    onClose = resolve;
  });
  const pieces: Handler = ({ socket }) => {
    socket.once("close", onClose);
    const body = "1\r\nx\r\n".repeat(2_100);
    socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`);
  };
  let isOver = false;
  const answer = get(pieces, { deadlineMs: 3_000, maxBytes: 100_000 }).catch(() => {
    isOver = true;
  });
  await hungUp;
  expect(isOver).toBe(false);
  await answer;
  expect(isOver).toBe(true);
});

test("of an answer that comes faster than it is read, as much waits as its caller allows", async () => {
  const size = 2_000_000;
  const late = async (maxWaiting: number) => {
    externalSite.behave(send(Buffer.alloc(size)));
    fetch = createSafeFetch({ deadlineMs: 5_000, hosts: new Set(["127.0.0.1"]), maxWaiting });
    return fetch.ask(externalSite.url, { headers: {} }, async (response) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return (await response.bytes()).length;
    });
  };
  expect(await late(size)).toBe(size);
  await fetch?.close();
  await expect(late(size / 4)).rejects.toThrow("could not be read");
});

test.each([
  ["text/xml", null],
  ["text/xml; charset=windows-1251", "windows-1251"],
  [`application/rss+xml;x=y; Charset="utf-8"`, "utf-8"],
])("an answer of type %s names the encoding %s", async (type, charset) => {
  expect((await get(send("x", { "content-type": type }))).charset).toBe(charset);
});

test("the deadline holds for the whole call, not for each piece of it", async () => {
  const drip: Handler = (_request, response) => {
    const timer = setInterval(() => response.write("."), 50);
    response.on("close", () => clearInterval(timer));
  };
  // It never ends, and no piece of it is late.
  await expect(get(drip, { deadlineMs: 300 })).rejects.toThrow("took longer than 300 ms");
});

test("a call that ran out of time says whether it had gone out", async () => {
  await expect(get(() => {}, { deadlineMs: 300 })).rejects.toMatchObject({ code: undefined });
  const lookup: LookupFunction = () => {};
  const unreached = get(() => {}, { deadlineMs: 300, hosts: new Set(), lookup }, "http://push.example/");
  await expect(unreached).rejects.toMatchObject({ code: "UND_ERR_CONNECT_TIMEOUT" });
});

test("redirects are not followed", async () => {
  externalSite.asked.length = 0;
  const redirect: Handler = (_request, response) =>
    void response.writeHead(307, { location: "/elsewhere" }).end();
  await expect(get(redirect)).rejects.toThrow("answered 307");
  expect(externalSite.asked).toEqual(["/?secret=hunter2"]);
});

test("a public name that leads to this machine is not connected to", async () => {
  externalSite.asked.length = 0;
  const url = externalSite.url.replace("127.0.0.1", "feeds.example");
  const settings: Partial<SafeFetchSettings> = {
    lookup: (_name, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]),
  };
  await expect(get(sendJson({}), settings, url)).rejects.toThrow("its name leads to a private address");
  expect(externalSite.asked).toEqual([]);
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
])("a host that %s is reported without its address, which may hold a key", async (_case, call) => {
  await expect(call()).rejects.toThrow(/^could not be read \([A-Z_]+\)$/);
});

async function closedUrl(): Promise<string> {
  const gone = await openExternalSite(sendJson({}));
  await gone.close();
  return gone.url;
}

test("closing ends calls in flight", async () => {
  const call = get(() => {}, { deadlineMs: 60_000 });
  const refused = expect(call).rejects.toThrow();
  await fetch?.close();
  await refused;
});

test.each([
  "127.0.0.1",
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "127.1",
  "10.0.0.5",
  "169.254.169.254",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fd00::1]",
  "localhost",
  "metadata.internal",
])("%s, which is not configured, is not connected to", async (host) => {
  const asked = externalSite.asked.length;
  const lookup: LookupFunction = (_name, _options, callback) =>
    callback(null, [{ address: "127.0.0.1", family: 4 }]);
  const settings = { hosts: new Set(["feeds.example"]), lookup };
  const { port } = new URL(externalSite.url);
  await expect(get(sendJson({}), settings, `http://${host}:${port}/`)).rejects.toThrow(/private address/);
  expect(externalSite.asked).toHaveLength(asked);
});
