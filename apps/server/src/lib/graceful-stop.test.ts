import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { createDrain } from "./graceful-stop.ts";

/** A server that drains, and callers who keep their connections as a proxy does. */
async function openServer() {
  const server = createServer((_request, response) => response.end("answered"));
  const drain = createDrain(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  async function call() {
    const request = get({ port, host: "127.0.0.1", agent });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return {
      body: await text(response),
      connection: response.headers.connection,
      reused: request.reusedSocket,
    };
  }
  return { server, port, drain, call, hangUp: () => agent.destroy() };
}

test("a proxy's kept-alive connection gets one more answer after a stop is requested, and is then closed", async () => {
  const { drain, call } = await openServer();
  expect(await call()).toEqual({ body: "answered", connection: "keep-alive", reused: false });
  const stopped = drain.stop();
  expect(await call()).toEqual({ body: "answered", connection: "close", reused: true });
  await stopped;
});

test("new connections are refused once a stop is requested, so that a proxy tries the next instance", async () => {
  const { server, port, drain } = await openServer();
  const stopped = drain.stop();
  await vi.waitFor(() => expect(server.listening).toBe(false));
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  await stopped;
});

test("a server to which nobody is connected stops without waiting for a quiet second", async () => {
  const { drain, call, hangUp } = await openServer();
  await call();
  hangUp();
  // The second never passes.
  vi.useFakeTimers({ toFake: ["Date"] });
  await drain.stop().finally(() => vi.useRealTimers());
});
